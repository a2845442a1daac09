"""Writes to standard error without end in place of an answer."""
import sys

from good import Good


class Bad(Good):
    def question(self, request):
        while True:
            sys.stderr.write("still thinking\n")


Bad().serve()
