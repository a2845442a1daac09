"""Answers each question twice."""
from good import Good


class Bad(Good):
    def question(self, request):
        answer = self.answer(request)
        self.say(answer)
        self.say(answer)


Bad().serve()
