"""Answers bye and goes on, though its input ends."""
import time

from good import Good


class Bad(Good):
    def bye(self, request):
        super().bye(request)
        time.sleep(1000)


Bad().serve()
