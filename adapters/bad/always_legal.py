"""Finds every move legal."""
from good import Good, verdicts


class Bad(Good):
    def answer(self, request):
        answer = self.ask(request)
        for verdict in verdicts(answer):
            if verdict.pop("illegal", None) is not None:
                verdict["captures" if "number" in verdict else "ok"] = [] if "number" in verdict else {}
        return answer


Bad().serve()
