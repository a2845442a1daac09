"""Answers hello and hangs. It ignores all signals that can be ignored, and so does its child."""
import signal
import subprocess
import time

from good import Good


class Bad(Good):
    def hello(self, request):
        for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(name, signal.SIG_IGN)
        subprocess.Popen(["sleep", "1000"], start_new_session=True)
        super().hello(request)
        while True:
            time.sleep(1000)


Bad().serve()
