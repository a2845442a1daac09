#!/usr/bin/env python3
"""Skeleton of a rules engine: the protocol, and nothing of the rules but GO-1 and the size of the board.

Copy it, and fill in the places marked PLUG IN. A question that you do not answer yet is `unsupported`,
which is never counted as wrong. Python 3.11 or later, standard library only.
"""
import json
import re
import sys

HELLO = {                                   # PLUG IN: say what your engine knows
    "engine": "skeleton", "version": "0", "protocol": 1,
    "rulesets": ["go", "dunshi", "dullstone", "meng", "flybomb", "knife-go", "bomb-go"],
    "queries": ["legal"],                   # the others are not asked
    "readings": {},                         # {"superko": ["positional", "simple"]}; left out: the default only
    "reasons": "some", "in_flight": 16,
}
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"       # COORD-1: no I


class Unsupported(Exception):
    """Raise it for whatever the engine does not know."""


def parse_board(rows):
    """The rows, the highest first, as {(x, y): 'X' or 'O' or '*'}, and the two sizes."""
    height, width = len(rows), len(rows[0])
    if not (1 <= width <= 25 and 1 <= height <= 25):
        raise ValueError(f"a board of {width} columns and {height} rows")
    if any(len(row) != width or set(row) - set("XO*.") for row in rows):
        raise ValueError("rows of different lengths, or characters that are no points")
    stones = {(x + 1, height - y): row[x] for y, row in enumerate(rows) for x in range(width) if row[x] != "."}
    return stones, width, height


def parse_point(name):
    """'D4' as (4, 4). The point may lie off the board."""
    if not re.fullmatch("[A-HJ-Za-hj-z](0|[1-9][0-9]*)", name):
        raise ValueError(f"not a point: {name!r}")
    return COLUMNS.index(name[0].upper()) + 1, int(name[1:])


def parse_move(word):
    """'12.W:knife:D4' as (12, 'W', 'knife', (4, 4)). The kind of a plain placement is 'stone'."""
    number, side, kind, rest = re.fullmatch(
        r"(?:([0-9]+)\.)?(?:([BW]):)?(?:(convert|knife|replace):)?(.*)", word).groups()
    number = int(number) if number else None
    if kind is None and rest in ("pass", "double-pass", "bomb", "agree", "resign"):
        return number, side, rest, None
    return number, side, kind or "stone", parse_point(rest)


def legal(run, query):
    """One verdict for each word, in the same order."""
    stones, width, height = parse_board(run["board"])
    verdicts = []
    for word in query["moves"]:
        number, side, kind, point = parse_move(word)
        if kind != "stone" or number or side or run.get("moves"):
            raise Unsupported(f"the move {word}")       # PLUG IN: the other moves, GO-2
        x, y = point
        if not (1 <= x <= width and 1 <= y <= height) or point in stones:
            verdicts.append({"illegal": {"clauses": ["GO-1"]}})
        else:
            raise Unsupported("more than GO-1")         # PLUG IN: GO-5, GO-6, FORB; {"ok": {}} where nothing forbids it
    return {"verdicts": verdicts}


QUERIES = {"legal": legal}                  # PLUG IN: "play": play, "score": score, ...


def answer(request):
    """The answer to one request, without its id."""
    if "hello" in request:
        if request["hello"].get("protocol") != 1:
            return {"unsupported": {"what": "this version of the protocol"}}
        return {"ok": HELLO}
    if "bye" in request:
        return {"ok": {}}
    run = request["run"]
    (name, query), = run["query"].items()
    if run["rules"]["ruleset"] not in HELLO["rulesets"] or name not in QUERIES:
        raise Unsupported(f"{run['rules']['ruleset']}, {name}")
    return {"ok": QUERIES[name](run, query)}


for line in sys.stdin.buffer:
    if not line.strip():
        continue
    try:
        request = json.loads(line.decode("utf-8"))
        identity = request["id"]
    except (ValueError, TypeError, KeyError, RecursionError):
        print("not a request:", line[:200], file=sys.stderr)    # without an id nothing can be answered
        continue
    try:
        body = answer(request)
    except Unsupported as what:
        body = {"unsupported": {"what": str(what)}}
    except Exception as fault:              # whatever goes wrong, the line is answered
        body = {"error": {"message": f"{type(fault).__name__}: {fault}"}}
    print(json.dumps({"id": identity, **body}), flush=True)
    if "bye" in request:
        break
