"""Takes gray stones for empty points."""
from good import Good, without_gray


class Bad(Good):
    def answer(self, request):
        without_gray(request["run"])
        return self.ask(request)


Bad().serve()
