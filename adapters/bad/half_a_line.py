"""Ends in the middle of an answer."""
import json
import sys

from good import Good


class Bad(Good):
    def question(self, request):
        self.write(json.dumps(self.answer(request))[:30])
        sys.exit(1)


Bad().serve()
