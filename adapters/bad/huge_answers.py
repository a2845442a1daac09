"""Answers many questions at once, each with a list of millions where a few are asked for."""
from good import Good, verdicts


class Bad(Good):
    welcome = {"in_flight": 64}

    def answer(self, request):
        answer = super().answer(request)
        for verdict in verdicts(answer):
            if "illegal" in verdict:
                verdict["illegal"]["clauses"] = ["GO-1"] * 1_900_000
                break
        return answer


Bad().serve()
