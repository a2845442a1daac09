"""Leaves a child behind that keeps its output open: a GOOD engine all the same."""
import subprocess

from good import Good


class Parent(Good):
    def bye(self, request):
        super().bye(request)
        subprocess.Popen(["sleep", "1000"], start_new_session=True)


Parent().serve()
