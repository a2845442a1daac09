"""Answers out of order, as many as wait: a GOOD engine."""
import json
import os
import random
import time

from good import Good


class OutOfOrder(Good):
    welcome = {"in_flight": 16}

    def requests(self):
        """The requests that have come, shuffled, then those that have come meanwhile."""
        rest = b""
        while True:
            time.sleep(0.01)
            read = os.read(0, 1 << 20)
            *lines, rest = (rest + read).split(b"\n")
            random.shuffle(lines)
            yield from (json.loads(line) for line in lines)
            if not read:
                return


OutOfOrder().serve()
