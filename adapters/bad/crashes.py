"""Ends at its third question; each time that it is started, and four may wait."""
import sys

from good import Good


class Bad(Good):
    welcome = {"in_flight": 4}
    count = 0

    def question(self, request):
        self.count += 1
        if self.count == 3:
            sys.stderr.write("fatal: the third question\n")
            sys.exit(70)
        super().question(request)


Bad().serve()
