"""Ends without an error and without an answer."""
import sys

from good import Good


class Bad(Good):
    def question(self, request):
        sys.exit(0)


Bad().serve()
