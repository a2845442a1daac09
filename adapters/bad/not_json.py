"""Answers in a language of its own."""
from good import Good


class Bad(Good):
    def question(self, request):
        self.write("= illegal\n")


Bad().serve()
