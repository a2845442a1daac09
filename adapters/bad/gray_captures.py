"""Lets gray stones take last liberties: FORB-1 is unknown to it."""
from good import Good


class Bad(Good):
    def answer(self, request):
        answer = self.ask(request)
        for verdict in answer.get("ok", {}).get("verdicts", []):
            clauses = verdict.get("illegal", {}).get("clauses", [])
            if "FORB-1" in clauses:
                clauses.remove("FORB-1")
                if not clauses:
                    del verdict["illegal"]
                    verdict["ok"] = {}
        return answer


Bad().serve()
