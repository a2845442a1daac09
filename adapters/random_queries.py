#!/usr/bin/env python3
"""Random queries, one a line, for `tgo compare`: what the cases do not ask, on boards of all kinds.

    python3 adapters/random_queries.py 10000 | tgo compare - --engine ./my-engine

The same arguments give the same lines. Python 3.8 or later, standard library only.
"""
import argparse
import json
import random

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"       # COORD-1: without I
SWITCHES = {
    "tiger-mouth": ["closed-sides", "two-stones", "three-stones"],
    "superko": ["positional", "situational", "simple", "none"],
    "atari": ["touching", "reduced", "any"],
    "end": ["stone-passes", "any-two-passes"],
    "eye-content": ["region", "empty-only"],
    "enclosed": ["any", "split"],
    "private-eye": ["whole-region", "single-region"],
    "shift-removal": ["immediate", "linger"],
    "gray-shift": ["forbidden", "allowed"],
    "self-shift": ["allowed", "forbidden"],
    "scoring-natures": ["after-removal", "before-removal"],
}
GRAY = ["dunshi", "dullstone", "meng", "flybomb"]
RULESETS = ["go", *GRAY, "knife-go", "bomb-go"]
# The numbers around those at which a gray stone is due.
NUMBERS = [1, 2, 3, 8, 9, 10, 11, 12, 19, 20, 29, 30]
SIZES = [(1, 5), (2, 2), (3, 2), (3, 3), (3, 3), (4, 3), (4, 4), (5, 4), (5, 5), (6, 3), (2, 7)]
TINY = [(1, 2), (1, 3), (3, 1), (1, 4), (2, 2), (2, 3)]
KOMI = ["0", "3.75", "0.25", "-2.5", "6.5"]


def points(width, height):
    return [f"{COLUMNS[x]}{y + 1}" for y in range(height) for x in range(width)]


class Position:
    """A position that no game need reach, in one of the rulesets."""

    def __init__(self, dice, options, density, sizes=None):
        self.dice = dice
        self.ruleset = dice.choice(options.ruleset or RULESETS)
        self.gray = self.ruleset in GRAY
        size = dice.choice(options.size or sizes or SIZES)
        self.width, self.height = size
        self.points = points(*size)
        self.board = self.random_board(density)
        self.mode = dice.choice("ABC")
        self.readings = {} if options.default_readings else self.random_readings()

    def random_board(self, density):
        stones = "XO*" if self.gray else "XO"
        one = lambda: self.dice.choice(stones) if self.dice.random() < density else "."
        return ["".join(one() for _ in range(self.width)) for _ in range(self.height)]

    def random_readings(self):
        share = self.dice.choice([0, 0.3, 0.6])
        return {name: self.dice.choice(values) for name, values in SWITCHES.items() if self.dice.random() < share}

    def words(self):
        """All words that may be a move in this ruleset."""
        kinds = {"dullstone": "convert", "knife-go": "knife", "bomb-go": "replace"}
        others = [f"{kinds[self.ruleset]}:{point}" for point in self.points] if self.ruleset in kinds else []
        announced = {"dunshi": ["double-pass"], "meng": ["double-pass"], "flybomb": ["bomb"]}
        return [*self.points, *others, "pass", *announced.get(self.ruleset, [])]

    def rules(self):
        dice = self.dice
        rules = {"ruleset": self.ruleset, "rulings": self.readings}
        if dice.random() < 0.5:
            rules["komi"] = dice.choice(KOMI)
        if self.ruleset == "flybomb":
            rules["allowance"] = {"count": dice.randint(0, 4), "mode": self.mode, "seed": str(dice.randint(0, 10**6))}
        if self.ruleset in ("knife-go", "bomb-go"):
            rules["allowance"] = {"count": dice.randint(0, 4), "receiver": dice.choice(["black", "white"])}
        return rules

    def run(self, query):
        dice = self.dice
        run = {"rules": self.rules(), "board": self.board, "number": dice.choice(NUMBERS), "query": query}
        if self.ruleset == "knife-go" and dice.random() < 0.5:
            run["to_move"] = dice.choice(["black", "white"])
        if dice.random() < 0.6:
            run["previous"] = dice.choice(self.points)
        if dice.random() < 0.3:
            run["history"] = self.history(run["number"] - 1)
        if self.ruleset == "flybomb" and dice.random() < 0.3:
            run["times"] = {"black": self.times(run), "white": self.times(run)}
        return run

    def times(self, run):
        """Times of random bombs, no more than the mode has (BOMB-5)."""
        count = run["rules"]["allowance"]["count"]
        most = min({"A": 1, "B": count, "C": 0}[self.mode], count, len(self.points))
        return sorted(self.dice.sample(range(1, len(self.points) + 1), self.dice.randint(0, most)))

    def history(self, most):
        """Positions that differ from the board by a stone or two, so that moves may repeat them."""
        boards = []
        for _ in range(self.dice.randint(0, most)):
            rows = [list(row) for row in self.board]
            for _ in range(self.dice.randint(0, 2)):
                row, column = self.dice.randrange(self.height), self.dice.randrange(self.width)
                rows[row][column] = self.dice.choice("XO.*" if self.gray else "XO.")
            boards.append(["".join(row) for row in rows])
        return boards

    def stones(self):
        rows = list(reversed(self.board))
        return [f"{COLUMNS[x]}{y + 1}" for y, row in enumerate(rows) for x, stone in enumerate(row) if stone in "XO"]


def one_board(dice, options):
    at = Position(dice, options, dice.uniform(0.3, 0.9))
    name = dice.choice(["strings", "eyes", "private_eyes", "natures", "natures"])
    return at.run({name: {}})


def verdicts(dice, options):
    at = Position(dice, options, dice.uniform(0.3, 0.9))
    return at.run(dice.choice([{"legal_moves": {}}, {"legal": {"moves": at.words()}}]))


def games(dice, options):
    at = Position(dice, options, dice.choice([0, 0, 0.3, 0.6]))
    return at.run({"play": {"moves": line(dice, at, dice.choice([20, 40, 80]))}})


def repeats(dice, options):
    """Long games on tiny boards, in which positions come again (R-SUPERKO)."""
    at = Position(dice, options, dice.choice([0, 0, 0.3]), TINY)
    if not options.default_readings:
        at.readings["superko"] = dice.choice(["positional", "situational", "simple"])
    run = at.run({"play": {"moves": line(dice, at, dice.choice([60, 120]))}})
    if at.ruleset in ("knife-go", "bomb-go"):
        run["rules"]["allowance"]["count"] = dice.randint(0, 40)
    return run


def line(dice, at, length):
    """Words, most of them stones."""
    moves = []
    for _ in range(length):
        chance = dice.random()
        if chance < 0.75:
            moves.append(dice.choice(at.points))
        elif chance < 0.80:
            moves.append("pass")
        elif chance < 0.85 and at.ruleset == "flybomb":
            moves.append("bomb")
        elif chance < 0.88:
            moves.append(dice.choice(["W:", "B:", "3.", "12.", "9.B:"]) + dice.choice(at.points))
        elif chance < 0.882:
            moves.append(dice.choice(["resign", "agree"]))
        else:
            moves.append(dice.choice(at.words()))
    return moves


def counts(dice, options):
    at = Position(dice, options, dice.uniform(0.5, 0.9))
    stones = at.stones()
    some = lambda most: dice.sample(stones, min(len(stones), dice.randint(0, most)))
    marks = {"dead": some(3), "neutralised": some(2)}
    if dice.random() < 0.05:
        marks["dead"].append(dice.choice(at.points))
    return at.run({"score": marks})


def sequences(dice, options):
    at = Position(dice, options, dice.choice([0.3, 0.6]))
    return at.run({"perft": {"depth": 2 if len(at.points) < 10 else 1}})


KINDS = {"board": one_board, "verdicts": verdicts, "games": games, "repeats": repeats, "counts": counts, "sequences": sequences}


def size(text):
    """'5x4' as (5, 4): columns and rows."""
    width, height = (int(number) for number in text.split("x"))
    if not (1 <= width <= 25 and 1 <= height <= 25):
        raise ValueError(text)
    return width, height


def natural(text):
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=natural, help="how many queries")
    parser.add_argument("--seed", type=int, default=0, help="another seed gives others (default: 0)")
    parser.add_argument("--ruleset", action="append", choices=RULESETS, help="only of this ruleset; may stand several times")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this kind of question; may stand several times")
    parser.add_argument("--size", action="append", type=size, metavar="5x4", help="only on boards of this size; may stand several times")
    parser.add_argument("--default-readings", action="store_true", help="leave every switch at its default")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    for _ in range(options.count):
        kind = KINDS[dice.choice(options.kind or list(KINDS))]
        print(json.dumps(kind(dice, options), separators=(",", ":")))


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        pass
    except OSError as problem:
        raise SystemExit(f"cannot write: {problem}")
