"""Ends at bye without an answer."""
import sys

from good import Good


class Bad(Good):
    def bye(self, request):
        sys.exit(0)


Bad().serve()
