"""Finds every move illegal."""
from good import Good, verdicts


class Bad(Good):
    welcome = {"reasons": "some"}

    def answer(self, request):
        answer = self.ask(request)
        for verdict in verdicts(answer):
            verdict.pop("ok", None)
            verdict.pop("captures", None)
            verdict["illegal"] = {}
        return answer


Bad().serve()
