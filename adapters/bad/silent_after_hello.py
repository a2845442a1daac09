"""Answers hello and then nothing."""
from good import Good


class Bad(Good):
    def question(self, request):
        pass


Bad().serve()
