"""Closes its output and lives on."""
import os
import time

from good import Good


class Bad(Good):
    def question(self, request):
        os.close(1)
        time.sleep(1000)


Bad().serve()
