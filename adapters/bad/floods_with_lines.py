"""Answers the first question again and again, without end."""
from good import Good


class Bad(Good):
    def question(self, request):
        answer = self.answer(request)
        while True:
            self.say(answer)


Bad().serve()
