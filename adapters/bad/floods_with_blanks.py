"""Writes blank lines without end in place of an answer."""
from good import Good


class Bad(Good):
    def question(self, request):
        while True:
            self.write("\n" * 1000)


Bad().serve()
