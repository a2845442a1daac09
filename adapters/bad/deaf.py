"""Answers hello, hangs, and ignores all signals that can be ignored."""
import signal
import time

from good import Good


class Bad(Good):
    def hello(self, request):
        for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(name, signal.SIG_IGN)
        super().hello(request)
        while True:
            time.sleep(1000)


Bad().serve()
