"""Is killed when it is to count; eight questions may wait."""
import os
import signal

from good import Good


class Bad(Good):
    welcome = {"in_flight": 8}

    def question(self, request):
        if "score" in request["run"]["query"]:
            os.kill(os.getpid(), signal.SIGKILL)
        super().question(request)


Bad().serve()
