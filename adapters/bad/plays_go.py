"""Plays Go whatever the game is."""
from good import Good, without_gray


class Bad(Good):
    def answer(self, request):
        run = request["run"]
        run["rules"] = {"ruleset": "go", "rulings": run["rules"]["rulings"], "komi": run["rules"]["komi"]}
        run["left"] = None
        without_gray(run)
        return self.ask(request)


Bad().serve()
