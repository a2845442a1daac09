"""Leaves a child behind that has another parent, another session and no environment: a GOOD engine all the same."""
import os
import sys

from good import Good


class Escaping(Good):
    def question(self, request):
        super().question(request)
        mark = os.environ.get("TGO_TEST", "")
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.closerange(0, 100)
                sleep = "import time; time.sleep(60)"
                os.execve(sys.executable, [sys.executable, "-c", sleep, mark], {})
            os._exit(0)
        os.wait()


Escaping().serve()
