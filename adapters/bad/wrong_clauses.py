"""Refuses what is illegal, but for a reason that does not apply."""
from good import Good, verdicts


class Bad(Good):
    def answer(self, request):
        answer = self.ask(request)
        for verdict in verdicts(answer):
            if "illegal" in verdict:
                verdict["illegal"] = {"clauses": ["KNIFE-1"]}
        return answer


Bad().serve()
