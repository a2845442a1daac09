"""Answers `ok` with a word in place of an object."""
from good import Good


class Bad(Good):
    def answer(self, request):
        return {"id": request["id"], "ok": "yes"}


Bad().serve()
