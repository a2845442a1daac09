"""Says that it plays everything, and finds each question unsupported."""
from good import Good


class Bad(Good):
    def answer(self, request):
        return {"id": request["id"], "unsupported": {"what": "anything"}}


Bad().serve()
