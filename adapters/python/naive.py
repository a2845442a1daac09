#!/usr/bin/env python3
"""A naive engine for all rulesets of ternary Go: the protocol. The rules are in rules.py.

Python 3.11 or later, standard library only.
"""
import json
import os
import re
import sys

from rules import (BLACK, COLOURS, GRAY, WHITE, Game, Grid, Nonsense, Rules, Unsupported, random_bombs, start)

# The axes that a name stands for: schedule, gray, escape, extras.
RULESETS = {
    "go": ("alternate", "absent", "absent", "none"),
    "dunshi": ("ten-move-cycle", "neutral", "double-pass", "none"),
    "dullstone": ("ten-move-cycle", "neutral", "conversion", "none"),
    "meng": ("ten-move-cycle", "natured", "double-pass", "none"),
    "flybomb": ("alternate", "natured", "absent", "flybombs"),
    "knife-go": ("alternate", "absent", "absent", "knives"),
    "bomb-go": ("alternate", "absent", "absent", "replacements"),
}
AXES = {
    "schedule": ("alternate", "ten-move-cycle"),
    "gray": ("absent", "neutral", "natured"),
    "escape": ("absent", "double-pass", "conversion"),
    "extras": ("none", "flybombs", "knives", "replacements"),
}
READINGS = {            # the default first
    "tiger-mouth": ("closed-sides", "two-stones", "three-stones"),
    "superko": ("positional", "situational", "simple", "none"),
    "atari": ("touching", "reduced", "any"),
    "end": ("stone-passes", "any-two-passes"),
    "enclosed": ("any", "split"),
    "private-eye": ("whole-region", "single-region"),
    "eye-content": ("region", "empty-only"),
    "shift-removal": ("immediate", "linger"),
    "gray-shift": ("forbidden", "allowed"),
    "self-shift": ("allowed", "forbidden"),
    "scoring-natures": ("after-removal", "before-removal"),
}


# ---------------------------------------------------------------- reading a request

def expect(value, kind, what):
    if not isinstance(value, kind) or isinstance(value, bool):
        raise Nonsense(f"{what}: {str(value)[:80]!r}")
    return value


def given(table, key, default=None):
    """A key that is left out or null has its default."""
    value = table.get(key)
    return default if value is None else value


def known(value, names, what):
    if expect(value, str, what) not in names:
        raise Unsupported(f"{what} {value}")
    return value


def whole(value, what):
    if expect(value, int, what) < 0:
        raise Nonsense(f"{what}: {value}")
    return value


def side_of(value, what):
    if value not in ("black", "white"):
        raise Nonsense(f"{what}: {str(value)[:80]!r}")
    return COLOURS.index(value)


def read_komi(text):
    """SCORE-1: an exact decimal, in quarters of a stone."""
    found = re.fullmatch(r"(-?)([0-9]+)(?:\.([0-9]+))?", expect(text, str, "komi"))
    if not found:
        raise Nonsense(f"komi: {text[:80]!r}")
    sign, stones, part = found.groups()
    part = (part or "").rstrip("0")
    if part not in ("", "25", "5", "75"):
        raise Nonsense(f"komi in quarters of a stone: {text[:80]!r}")
    quarters = 4 * int(stones) + {"": 0, "25": 1, "5": 2, "75": 3}[part]
    return -quarters if sign else quarters


def read_rules(table):
    expect(table, dict, "rules")
    name = known(table.get("ruleset"), RULESETS, "ruleset")
    axes = {axis: known(given(table, axis, default), AXES[axis], axis)
            for axis, default in zip(AXES, RULESETS[name])}
    if axes["gray"] == "absent" and (axes["schedule"] == "ten-move-cycle" or axes["extras"] == "flybombs"):
        raise Nonsense("gray stones are due in a game without gray stones")
    readings = {switch: names[0] for switch, names in READINGS.items()}
    for switch, value in expect(given(table, "rulings", {}), dict, "rulings").items():
        readings[switch] = known(value, READINGS[known(switch, READINGS, "switch")], f"reading of {switch}")
    handicap = axes["extras"] in ("knives", "replacements")
    allowance = expect(given(table, "allowance", {}), dict, "allowance")
    if axes["extras"] == "none":
        allowance = {}
    seed = expect(given(allowance, "seed", "0"), str, "seed")
    if not re.fullmatch("[0-9]{1,20}", seed) or int(seed) >= 2 ** 64:
        raise Nonsense(f"seed: {seed[:80]!r}")
    mode = given(allowance, "mode", "C")
    if mode not in ("A", "B", "C"):
        raise Nonsense(f"mode: {str(mode)[:80]!r}")
    return Rules(name, **axes,
                 count=whole(given(allowance, "count", 3), "count"), mode=mode, seed=int(seed),
                 receiver=side_of(given(allowance, "receiver", "black"), "receiver"),
                 readings=readings, komi=read_komi(given(table, "komi", "0" if handicap else "3.75")))


def read_size(rows):
    if not rows or not all(isinstance(row, str) for row in expect(rows, list, "board")):
        raise Nonsense("a board of no rows, or of what are no rows")
    width, height = len(rows[0]), len(rows)
    if not (1 <= width <= 25 and 1 <= height <= 25):
        raise Nonsense(f"a board of {width} columns and {height} rows")
    return width, height


def read_position(grid, rows):
    """R-SETUP: any diagram is a position."""
    if read_size(rows) != (grid.width, grid.height) or any(len(row) != grid.width for row in rows):
        raise Nonsense("rows or boards of different sizes")
    stones = {"X": 0, "O": 0, "*": 0, ".": 0}
    for y, row in zip(range(grid.height, 0, -1), rows):
        for x, sign in enumerate(row, 1):
            if sign not in stones:
                raise Nonsense(f"a board with {sign!r}")
            stones[sign] |= 1 << (y * grid.stride + x)
    return stones["X"], stones["O"], stones["*"]


def read_left(table, rules):
    if table is None:
        return None
    expect(table, dict, "left")
    return tuple(None if table.get(c) is None else whole(table[c], "left") for c in COLOURS[:2])


def read_times(table, rules):
    """R-SETUP: the times of the random bombs still to come, where they are given."""
    if table is None or rules.extras != "flybombs":
        return None
    expect(table, dict, "times")
    sides = tuple(tuple(whole(t, "times") for t in expect(given(table, c, []), list, "times")) for c in COLOURS[:2])
    for times in sides:
        if 0 in times or len(set(times)) < len(times) or len(times) > random_bombs(rules):
            raise Nonsense("times are distinct numbers from 1, at most as many as the mode has random bombs")
    return sides


def read_run(run):
    """The game and the state in which the question is asked."""
    rules = read_rules(run.get("rules"))
    grid = Grid(*read_size(run.get("board")))
    game = Game(rules, grid)
    side = None if run.get("to_move") is None else side_of(run["to_move"], "to_move")
    number = expect(given(run, "number", 2 if side == WHITE else 1), int, "number")     # GO-8
    previous = 0
    if run.get("previous") is not None:
        previous = grid.parse_point(run["previous"])
        if not previous:
            raise Nonsense("a previous point off the board")
    history = [read_position(grid, rows) for rows in expect(given(run, "history", []), list, "history")]
    state = start(game, read_position(grid, run["board"]), number, side, previous, history,
                  read_left(run.get("left"), rules), read_times(run.get("times"), rules))
    for word in expect(given(run, "moves", []), list, "moves"):
        move = game.parse_move(word)
        clauses = game.judge(state, move)
        if clauses:
            raise Nonsense(f"the move {word} is refused by {', '.join(clauses)}")
        state, _ = game.make(state, move)
    return game, state


# ---------------------------------------------------------------- queries

def verdict(clauses):
    return {"illegal": {"clauses": clauses}} if clauses else {"ok": {}}


def read_moves(game, query):
    return [game.parse_move(word) for word in expect(query.get("moves"), list, "moves")]


def legal(game, state, query):
    return {"verdicts": [verdict(game.judge(state, move)) for move in read_moves(game, query)]}


def legal_moves(game, state, query):
    return {"moves": [game.word(move) for move in game.legal_moves(state)]}


def play(game, state, query):
    steps = []
    for move in read_moves(game, query):
        clauses = game.judge(state, move)
        if clauses:
            step = verdict(clauses)
        else:
            state, removed = game.make(state, move)
            step = {"captures": game.grid.names(removed)}
        step |= {"board": game.grid.rows(state.position), "number": state.number, "to_move": COLOURS[state.side],
                 "due": COLOURS[game.due(state)], "status": state.status,
                 "atari": [game.grid.one(s) for s in game.in_atari(state)]}
        if game.natured:
            step["natures"] = list_natures(game, state)
        if game.rules.extras != "none":
            step["left"] = {"black": state.left[BLACK], "white": state.left[WHITE]}
        steps.append(step)
    return {"steps": steps}


def strings(game, state, query):
    """DEF-3, DEF-4, on the board as it stands."""
    grid, position = game.grid, state.position
    empty = grid.all & ~(position[0] | position[1] | position[2])
    found = [(colour, s) for colour in (BLACK, WHITE, GRAY) for s in grid.parts(position[colour])]
    return {"strings": [
        {"stone": COLOURS[colour], "stones": grid.names(s), "liberties": grid.names(grid.beside(s) & empty),
         "adjacent": [grid.one(other) for _, other in found if other & grid.beside(s)]} for colour, s in found]}


def eyes(game, state, query):
    """DEF-5, DEF-7, on the board as it stands: all gray is wall."""
    return {"eyes": [
        {"points": game.grid.names(region), "touches": [COLOURS[c] for c in touches],
         "eye_of": "nobody" if owner is None else COLOURS[owner]}
        for region, touches, owner in game.holo_with(state.position, (0, 0)).eyes()]}


def enclosed(game, state, query):
    """DEF-6, on the board as it stands: all gray is wall."""
    side, p = side_of(query.get("by"), "by"), game.grid.parse_point(query.get("at"))
    regions = game.holo_with(state.position, (0, 0)).enclosed(side)
    return {"points": game.grid.names(next((r for r in regions if r & p), 0))}


def private_eyes(game, state, query):
    """DEF-8, on the base layer."""
    base = game.base(state.position)
    return {"private_eyes": [
        {"string": game.grid.one(s), "eyes": [game.grid.names(e) for e in base.private_eyes(s, side)]}
        for side in (BLACK, WHITE) for s in base.strings[side]]}


def list_natures(game, state):
    return [{"stones": game.grid.names(g.stones), "By": g.By, "Wy": g.Wy, "Bo": g.Bo, "Wo": g.Wo, "nature": g.nature}
            for g in game.gray_strings(state.position)]


def natures(game, state, query):
    return {"natures": list_natures(game, state)}


def decimal(quarters):
    """Quarters as an exact decimal."""
    sign, quarters = "-" if quarters < 0 else "", abs(quarters)
    return f"{sign}{quarters // 4}{('', '.25', '.5', '.75')[quarters % 4]}"


def score(game, state, query):
    marks = [[game.grid.parse_point(name) for name in expect(given(query, key, []), list, key)]
             for key in ("dead", "neutralised")]
    result = game.score(state.position, *marks)
    if isinstance(result, str):
        return {"illegal": {"clauses": [result]}}
    halves, quarters = result
    winner = "B+" if quarters > 0 else "W+"
    return {**{who: decimal(2 * n) for who, n in halves.items()},
            "margin": winner + decimal(abs(quarters)) if quarters else "draw",
            "points": winner + decimal(2 * abs(quarters)) if quarters else "0"}


def perft(game, state, query):
    return {"sequences": game.perft(state, whole(query.get("depth"), "depth"))}


def coordinates(game, state, query):
    return {"names": [game.grid.signed_name(game.grid.parse_point(name))
                      for name in expect(query.get("points"), list, "points")]}


QUERIES = {query.__name__: query for query in (
    legal, legal_moves, play, strings, eyes, enclosed, private_eyes, natures, score, perft, coordinates)}

HELLO = {
    "engine": "naive-python", "version": "1", "protocol": 1,
    "rulesets": list(RULESETS), "queries": list(QUERIES),
    "readings": {switch: list(names) for switch, names in READINGS.items()},
    "reasons": "all", "in_flight": 16,
}


# ---------------------------------------------------------------- the protocol

def answer(request):
    kinds = [kind for kind in ("hello", "run", "bye") if kind in request]
    if len(kinds) != 1:
        raise Nonsense("a request is one of hello, run and bye")
    body = expect(request[kinds[0]], dict, kinds[0])
    if kinds == ["hello"]:
        if body.get("protocol") != 1:
            raise Unsupported(f"protocol {str(body.get('protocol'))[:80]}")
        return {"ok": HELLO}
    if kinds == ["bye"]:
        return {"ok": {}}
    query = expect(body.get("query"), dict, "query")
    if len(query) != 1:
        raise Nonsense("a query has one key")
    (name, question), = query.items()
    known(name, QUERIES, "query")
    game, state = read_run(body)
    result = QUERIES[name](game, state, expect(question, dict, name))
    return result if "illegal" in result else {"ok": result}


def answer_line(line):
    """The answer to a line, and whether it was the last one."""
    request, identity = {}, ""
    try:
        request = expect(json.loads(line.decode("utf-8")), dict, "a request")
        identity = expect(request.get("id"), str, "id")
        body = answer(request)
    except Unsupported as what:
        body = {"unsupported": {"what": str(what)}}
    except Nonsense as what:
        body = {"error": {"message": str(what)}}
    except Exception as fault:
        body = {"error": {"message": f"{type(fault).__name__}: {fault}"}}
    return {"id": identity, **body}, "bye" in request and "ok" in body


def main():
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        reply, last = answer_line(line)
        sys.stdout.write(json.dumps(reply, separators=(",", ":")) + "\n")
        sys.stdout.flush()
        if last:
            break


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())      # nobody reads any more
