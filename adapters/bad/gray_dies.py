"""Takes gray stones without an empty neighbour off the board: LAYER-4 is unknown to it."""
from good import Good


def stifled(board):
    """The points of the gray strings without liberties, as (row, column)."""
    sign = {(y, x): board[y][x] for y in range(len(board)) for x in range(len(board[0]))}
    dead, seen = set(), set()
    for start in sign:
        if sign[start] != "*" or start in seen:
            continue
        string, lives = [start], False
        for y, x in string:
            for near in ((y, x - 1), (y, x + 1), (y - 1, x), (y + 1, x)):
                lives = lives or sign.get(near) == "."
                if sign.get(near) == "*" and near not in string:
                    string.append(near)
        seen.update(string)
        if not lives:
            dead.update(string)
    return dead


class Bad(Good):
    def answer(self, request):
        answer = self.ask(request)
        for step in answer.get("ok", {}).get("steps", []):
            dead = stifled(step["board"])
            step["board"] = ["".join("." if (y, x) in dead else sign for x, sign in enumerate(row))
                             for y, row in enumerate(step["board"])]
        return answer


Bad().serve()
