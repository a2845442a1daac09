"""Answers hello, says that many requests may wait, and reads no more."""
import time

from good import Good


class Bad(Good):
    welcome = {"in_flight": 1000}

    def hello(self, request):
        super().hello(request)
        time.sleep(1000)


Bad().serve()
