"""Says that 16 requests may wait, and forgets those that wait while it answers one."""
import json
import os
import time

from good import Good


class Bad(Good):
    welcome = {"in_flight": 16}

    def requests(self):
        """The last request of those that have come, and that of those that come then."""
        while True:
            time.sleep(0.1)
            lines = [line for line in os.read(0, 1 << 20).split(b"\n") if line]
            if not lines:
                return
            yield json.loads(lines[-1])


Bad().serve()
