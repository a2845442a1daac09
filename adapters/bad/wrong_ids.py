"""Answers under ids of its own."""
from good import Good


class Bad(Good):
    def answer(self, request):
        return {**self.ask(request), "id": "answer " + request["id"]}


Bad().serve()
