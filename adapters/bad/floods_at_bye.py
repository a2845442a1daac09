"""Answers bye and writes blank lines without end."""
from good import Good


class Bad(Good):
    def bye(self, request):
        super().bye(request)
        while True:
            self.write("\n" * 1000)


Bad().serve()
