"""Answers each question after SLOW_SECONDS, 11 if nothing is said."""
import os
import time

from good import Good


class Bad(Good):
    def question(self, request):
        time.sleep(float(os.environ.get("SLOW_SECONDS", "11")))
        self.say(self.answer(request))


Bad().serve()
