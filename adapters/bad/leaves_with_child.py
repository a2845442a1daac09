"""Ends at the first question. A child in a session of its own keeps the output open."""
import subprocess
import sys

from good import Good


class Bad(Good):
    def question(self, request):
        subprocess.Popen(["sleep", "1000"], start_new_session=True)
        sys.exit(1)


Bad().serve()
