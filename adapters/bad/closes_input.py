"""Answers hello, closes its input and lives on."""
import os
import time

from good import Good


class Bad(Good):
    def hello(self, request):
        super().hello(request)
        os.close(0)
        time.sleep(1000)


Bad().serve()
