"""Says that it plays every reading, and plays the defaults."""
from good import Good


class Bad(Good):
    def answer(self, request):
        request["run"]["rules"]["rulings"] = {}
        return self.ask(request)


Bad().serve()
