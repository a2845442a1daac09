#!/usr/bin/env python3
"""A skeleton of an engine: the protocol, and of the rules only two clauses.

It knows GO-1 (a stone goes on an empty point) and COORD-2 (the names of points in the sources).
Copy it, and write on where it says YOUR ENGINE. What it does not answer yet is `unsupported`, which is
neither right nor wrong. Python 3.8 or later, standard library only.
"""
import json
import re
import sys

# YOUR ENGINE: what it is and what it knows. Nothing else is asked. Add to it as you go on.
HELLO = {
    "engine": "skeleton", "version": "0", "protocol": 1,
    "rulesets": ["go"],             # "dunshi", "dullstone", "meng", "flybomb", "knife-go", "bomb-go"
    "queries": ["legal", "coordinates"],    # "play", "score", "strings", "eyes", ...
    "readings": {},                 # {"superko": ["positional", "simple"]}; of a switch left out: the default
    "reasons": "some",              # "all" when a refusal names every clause that applies
    "in_flight": 1,                 # 16 is faster: requests that wait are answered one after the other
}

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"       # COORD-1: without I


class Unsupported(Exception):
    """Raise it for what the engine does not know. Any other exception is answered with `error`."""


def parse_point(name):
    """'D4' as (4, 4); A1 is (1, 1), at the bottom left. The point may lie off the board."""
    if not re.fullmatch("[A-HJ-Za-hj-z](0|[1-9][0-9]*)", name):
        raise ValueError(f"no point: {name}")
    return COLUMNS.index(name[0].upper()) + 1, int(name[1:])


def parse_move(word):
    """'12.W:knife:D4' as ('knife', (4, 4), 'W', 12).

    A plain stone is a 'place'; side and number are often None.
    """
    pattern = r"(?:([0-9]+)\.)?(?:([BW]):)?(?:(convert|knife|replace):)?(.*)"
    number, side, kind, rest = re.fullmatch(pattern, word).groups()
    number = int(number) if number else None
    if not kind and rest in ("pass", "double-pass", "bomb", "agree", "resign"):
        return rest, None, side, number
    return kind or "place", parse_point(rest), side, number


def parse_board(rows):
    """Each point of the board as {(x, y): 'X', 'O', '*' or '.'}. The first row is the highest."""
    good = all(re.fullmatch("[XO*.]{1,25}", row) and len(row) == len(rows[0]) for row in rows)
    if not good or not 1 <= len(rows) <= 25:
        raise ValueError("no board of 1 to 25 columns and rows")
    return {(x + 1, len(rows) - i): sign for i, row in enumerate(rows) for x, sign in enumerate(row)}


def judge(run, board, move):
    """YOUR ENGINE: the clauses that forbid a move; none when it is legal."""
    kind, point, side, number = move
    if (kind, side, number) == ("place", None, None) and board.get(point) != ".":
        return ["GO-1"]                     # off the board, or not empty
    raise Unsupported("more than GO-1")


def legal(run, board, query):
    """A verdict on each word, in the same order."""
    judged = [judge(run, board, parse_move(word)) for word in query["moves"]]
    return {"verdicts": [{"illegal": {"clauses": clauses}} if clauses else {"ok": {}} for clauses in judged]}


def coordinates(run, board, query):
    """COORD-2: the points counted from the centre, letters below it and to the left."""
    width, height = len(run["board"][0]), len(run["board"])

    def name(x, y):
        if width % 2 == 0 or height % 2 == 0 or width > 19 or height > 19 or (x, y) not in board:
            return None
        steps = x - (width + 1) // 2, y - (height + 1) // 2
        return "".join("IHGFEDCBA〇一二三四五六七八九"[step + 9] for step in steps)
    return {"names": [name(*parse_point(word)) for word in query["points"]]}


QUERIES = {"legal": legal, "coordinates": coordinates}      # YOUR ENGINE: a function for each query


def answer_run(run):
    (name, query), = run["query"].items()
    if run["rules"]["ruleset"] not in HELLO["rulesets"] or name not in QUERIES:
        raise Unsupported(f"{run['rules']['ruleset']}, {name}")
    # YOUR ENGINE: run["rules"] has axes and readings; there are number, to_move, previous, history and left.
    if run.get("moves"):
        raise Unsupported("moves")          # YOUR ENGINE: make them
    return QUERIES[name](run, parse_board(run["board"]), query)


def answer(request):
    """The answer to a request, but for its id."""
    try:
        if "hello" in request:
            if request["hello"]["protocol"] != HELLO["protocol"]:
                raise Unsupported("another version of the protocol")
            return {"ok": HELLO}
        if "run" in request:
            return {"ok": answer_run(request["run"])}
        if "bye" in request:
            return {"ok": {}}
        raise ValueError("a request is one of hello, run and bye")
    except Unsupported as what:
        return {"unsupported": {"what": str(what)}}
    except Exception as failure:            # whatever goes wrong, the line is answered
        return {"error": {"message": f"{type(failure).__name__}: {failure}"}}


def answer_line(line):
    """The answer to a line as a line, and whether it was the last one."""
    try:
        request = json.loads(line)
    except ValueError:
        request = None
    if not isinstance(request, dict):
        request = {}
    return json.dumps({"id": request.get("id", ""), **answer(request)}), "bye" in request


for line in sys.stdin.buffer:
    if not line.strip():
        continue
    text, last = answer_line(line)
    print(text, flush=True)                 # nothing else goes to standard output
    if last:
        break
