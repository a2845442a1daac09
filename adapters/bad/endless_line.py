"""Answers with a line that never ends."""
from good import Good


class Bad(Good):
    def question(self, request):
        while True:
            self.write("0" * 100_000)


Bad().serve()
