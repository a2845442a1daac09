"""Says one line more after its last answer."""
from good import Good


class Bad(Good):
    def bye(self, request):
        super().bye(request)
        self.write("good-bye!\n")


Bad().serve()
