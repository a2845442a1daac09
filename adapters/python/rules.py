"""The rules of ternary Go: all rulesets, written to be read. Standard library only.

A set of points is a whole number, one bit a point; a point is a set with one bit; no point is 0.
A position is three such sets: (black, white, gray). Comments name the clause that a function follows.
"""
import re
from typing import NamedTuple

BLACK, WHITE, GRAY = 0, 1, 2
COLOURS = ("black", "white", "gray")
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"           # COORD-1
CACHE = 20000                                   # positions remembered at most


class Unsupported(Exception):
    """Something this engine does not know."""


class Nonsense(Exception):
    """A request that makes no sense."""


# ---------------------------------------------------------------- the board

class Grid:
    """A board without stones. Rows lie one unused bit apart, so that no row runs on into the next."""

    def __init__(self, width, height):
        self.width, self.height, self.stride = width, height, width + 1
        self.name, self.point, self.xy = {}, {}, {}
        self.all = 0
        for y in range(1, height + 1):
            for x in range(1, width + 1):
                bit = 1 << (y * self.stride + x)
                self.all |= bit
                self.name[bit] = COLUMNS[x - 1] + str(y)
                self.point[self.name[bit]] = bit
                self.xy[bit] = x, y
        self.neighbours = {p: self.spread(p) & ~p for p in self.name}       # DEF-2

    def spread(self, points):
        """The points with all their neighbours."""
        s = self.stride
        return (points | points << 1 | points >> 1 | points << s | points >> s) & self.all

    def beside(self, points):
        """The points adjacent to a set (DEF-2)."""
        return self.spread(points) & ~points

    def flood(self, seed, within):
        """The points of `within` that are connected to the seed inside it."""
        s = self.stride
        found = seed & within
        while True:
            more = (found | found << 1 | found >> 1 | found << s | found >> s) & within
            if more == found:
                return found
            found = more

    def parts(self, points):
        """The maximal connected sets of points (DEF-2)."""
        found = []
        while points:
            part = self.flood(points & -points, points)
            found.append(part)
            points ^= part
        return found

    def names(self, points):
        return [self.name[p] for p in each(points)]

    def one(self, points):
        return self.name[points & -points]

    def parse_point(self, name):
        """COORD-1. 0 for a point off the board."""
        if not isinstance(name, str) or not re.fullmatch("[A-HJ-Za-hj-z](0|[1-9][0-9]*)", name):
            raise Nonsense(f"not a point: {name!r}")
        return self.point.get(name.upper(), 0)

    def signed_name(self, p):
        """COORD-2. None where there is none."""
        if not p or any(n % 2 == 0 or n > 19 for n in (self.width, self.height)):
            return None
        x, y = self.xy[p]
        return "".join("IHGFEDCBA〇一二三四五六七八九"[v + 9]
                       for v in (x - (self.width + 1) // 2, y - (self.height + 1) // 2))

    def rows(self, position):
        """The rows of a diagram, the highest first."""
        signs = [(stones, sign) for stones, sign in zip(position, "XO*")]
        return ["".join(next((sign for stones, sign in signs if stones >> (y * self.stride + x) & 1), ".")
                        for x in range(1, self.width + 1)) for y in range(self.height, 0, -1)]


def each(points):
    """The points of a set, one by one."""
    while points:
        p = points & -points
        yield p
        points ^= p


# ---------------------------------------------------------------- the base layer: private eyes and natures

class GrayString(NamedTuple):
    stones: int
    By: int
    Wy: int
    Bo: int
    Wo: int
    nature: str


class Base:
    """A position on the base layer (LAYER-2): every gray stone is wall. Strings are those of DEF-3."""

    def __init__(self, grid, position, readings):
        self.grid, self.position, self.readings = grid, position, readings
        self.gray = position[GRAY]
        self.stones = position[:2]
        self.empty = grid.all & ~(position[0] | position[1] | position[2])
        self.strings = [grid.parts(stones) for stones in self.stones]
        self.liberties = {s: grid.beside(s) & self.empty for side in self.strings for s in side}     # DEF-1, DEF-3
        self.empty_regions = grid.parts(self.empty)                                                 # DEF-5
        self.enclosed = [grid.parts(grid.all & ~(stones | self.gray)) for stones in self.stones]    # DEF-6, DEF-8.1
        self.can_make, self.eyes_of = {}, {}        # what has been found out

    # NAT

    def gray_strings(self):
        """NAT-1 and NAT-2: each gray string with its counts and its nature."""
        found = []
        for stones in self.grid.parts(self.gray):
            beside = self.grid.beside(stones)
            counts = []
            for side in (BLACK, WHITE):
                near = [s for s in self.strings[side] if s & beside]
                eyed = sum(1 for s in near if self.private_eyes(s, side))
                counts.append((eyed, len(near) - eyed))
            (by, bo), (wy, wo) = counts
            found.append(GrayString(stones, by, wy, bo, wo, nature(by, wy, bo, wo)))
        return found

    # DEF-8

    def private_eyes(self, s, side):
        """DEF-8: the points of each private eye of a string."""
        if s not in self.eyes_of:
            eyes = []
            for region in self.enclosed[side]:
                if not region & self.liberties[s] or not self.may_hold_eye(region, side):
                    continue
                shared = [e for e in self.empty_regions if e & region and e & self.liberties[s]]     # the set ℰ
                if self.readings["private-eye"] == "single-region":                                 # R-REGION
                    eyes += [e for e in shared if self.is_private(e, s, side)]
                elif all(self.is_private(e, s, side) for e in shared):
                    eyes.append(sum(shared))            # no point is in two of them
            self.eyes_of[s] = eyes
        return self.eyes_of[s]

    def may_hold_eye(self, region, side):
        """R-ENCLOSED. Under `split` the field of the region holds another enclosed region of the side."""
        if self.readings["enclosed"] == "any":
            return True
        field = self.grid.flood(region, self.grid.all & ~self.gray)
        return any(other & field for other in self.enclosed[side] if other != region)

    def is_private(self, e, s, side):
        """DEF-8.2 and DEF-8.3 for one empty region."""
        beside = self.grid.beside(e)
        if beside & self.stones[side] & ~s:                                                          # DEF-8.2
            return False
        foe = 1 - side
        return not any(self.can_make_eye(w, foe) or self.has_eye(w, foe, s)                          # DEF-8.3
                       for w in self.strings[foe] if w & beside)

    def has_eye(self, w, d, s):
        """DEF-8.3, second half: W has an eye with stones in it."""
        if self.readings["eye-content"] == "empty-only":                                             # R-EYECONTENT
            return False
        c, beside = 1 - d, self.grid.beside(w)
        for q in self.enclosed[d]:
            if q & beside and q & self.empty and not q & s:
                inside = [v for v in self.strings[c] if v & q]
                if inside and not any(self.can_make_eye(v, c) for v in inside):
                    return True
        return False

    def can_make_eye(self, w, d):
        """DEF-8.3, first half, and R-POTENTIAL: W, a string of d, can make an eye."""
        if w not in self.can_make:
            grid, foe = self.grid, self.stones[1 - d]
            kept = [lib for lib in map(self.liberties.get, self.strings[1 - d]) if lib]
            last = 0
            for lib in kept:
                if not lib & (lib - 1):
                    last |= lib                     # the only liberty of a string of c is never filled
            reach = grid.flood(w, self.stones[d] | self.empty & ~last)
            eyes = grid.spread(reach) & self.empty & ~grid.spread(foe)
            self.can_make[w] = any(self.can_make_eye_on(p, w, d, kept) for p in each(eyes))
        return self.can_make[w]

    def can_make_eye_on(self, p, w, d, kept):
        """Whether some set A makes the point p such an eye. No neighbour of p is a stone of c.

        A holds the empty neighbours of p, and a path from W to one of the neighbours; it needs no more.
        `kept` are the liberties of the strings of c: each of these sets must keep a point outside A.
        """
        grid = self.grid
        around = grid.neighbours[p]
        filled = around & self.empty
        goal = around & ~self.gray
        shut = p
        for lib in kept:
            rest = lib & ~filled
            if not rest:
                return False
            if not rest & (rest - 1):
                shut |= rest
        free = self.stones[d] | filled
        start = grid.flood(w, free)
        if start & goal:
            return True
        harmful = 0
        for lib in kept:
            harmful |= lib
        if self.path(start, goal, free, shut | harmful) is not None:
            return True
        # Where a path takes the last liberty of a string, shut one of its points and look again.
        tried, waiting = set(), [shut]
        while waiting:
            shut = waiting.pop()
            if shut in tried:
                continue
            tried.add(shut)
            path = self.path(start, goal, free, shut)
            if path is None:
                continue
            broken = next((lib for lib in kept if not lib & ~(filled | path)), None)
            if broken is None:
                return True
            waiting += [shut | q for q in each(broken & path)]
        return False

    def path(self, start, goal, free, shut):
        """The fewest empty points, none of them shut, that join the start to the goal, or None."""
        grid = self.grid
        open_points = self.empty & ~shut & ~free
        reach, rings = start, []
        while not reach & goal:
            ring = grid.beside(reach) & open_points & ~reach
            if not ring:
                return None
            rings.append(ring)
            reach = grid.flood(reach | ring, free | reach | ring)
        joined, path = grid.flood(reach & goal, free), 0
        for ring in reversed(rings):
            step = grid.spread(joined) & ring
            step &= -step
            path |= step
            joined = grid.flood(step, free | step)
        return path


def nature(by, wy, bo, wo):
    if by + wy == 0:
        return "neutral"                            # NAT-1
    if by != wy:
        return "black" if by > wy else "white"      # NAT-2.1, NAT-2.2
    if bo != wo:
        return "black" if bo > wo else "white"      # NAT-2.3.1, NAT-2.3.2
    return "neutral"                                # NAT-2.3.3


# ---------------------------------------------------------------- the holographic layer: joined strings

class Holo:
    """The holographic position (LAYER-3) and its joined strings (LAYER-5, LAYER-6) with their liberties."""

    def __init__(self, grid, black, white, neutral):
        self.grid, self.neutral = grid, neutral
        self.stones = black, white
        self.empty = empty = grid.all & ~(black | white | neutral)
        self.strings = [], []           # (stones, liberties)
        self.last = {}, {}              # the only liberty of strings: those strings together
        self.several = [0, 0]           # the stones of strings with two liberties or more
        self.capture_points = 0         # all only liberties
        for side in (BLACK, WHITE):
            for s in grid.parts(self.stones[side]):
                liberties = grid.beside(s) & empty
                self.strings[side].append((s, liberties))
                if not liberties:
                    continue
                if liberties & (liberties - 1):
                    self.several[side] |= s
                else:
                    self.last[side][liberties] = self.last[side].get(liberties, 0) | s
                    self.capture_points |= liberties

    def string_at(self, p):
        """The joined string on a point, its side and its liberties, or None."""
        for side in (BLACK, WHITE):
            for s, liberties in self.strings[side]:
                if s & p:
                    return s, side, liberties
        return None

    def enclosed(self, side):
        """DEF-6: the enclosed regions of a side."""
        return self.grid.parts(self.grid.all & ~(self.stones[side] | self.neutral))

    def eyes(self):
        """DEF-5 and DEF-7: each empty region, the colours beside it, whose eye it is."""
        for region in self.grid.parts(self.empty):
            beside = self.grid.beside(region)
            touches = [c for c, stones in enumerate((*self.stones, self.neutral)) if beside & stones]
            sides = [c for c in touches if c != GRAY]
            yield region, touches, sides[0] if len(sides) == 1 else None


# ---------------------------------------------------------------- a game: its rules, one state of it

class Rules(NamedTuple):
    """The axes decide, not the name."""
    ruleset: str
    schedule: str
    gray: str
    escape: str
    extras: str
    count: int
    mode: str
    seed: int
    receiver: int
    readings: dict
    komi: int                       # in quarters of a stone


class Move(NamedTuple):
    kind: str                       # stone, pass, double-pass, convert, bomb, knife, replace, agree, resign
    point: int = 0                  # 0: off the board, or no point
    side: int = None                # as stated (GO-2)
    number: int = None


class State(NamedTuple):
    position: tuple
    number: int                     # of the next move
    side: int                       # to move
    left: tuple                     # extras that each side may still use at will
    times: tuple                    # times of the random bombs that each side has still to throw (R-SCHEDULE)
    record: frozenset               # GO-6, R-SUPERKO
    run: tuple                      # the latest run of moves of one side: (side, the position before it), for `simple`
    run_before: tuple               # the run before that one
    just: tuple = None              # the move just made: (its point, its side, the position before it); None for a pass
    declared: bool = False          # a bomb is declared, and the turn's stone not played
    throwing: bool = False          # the bomb of this turn is to be thrown now
    knife_open: bool = False        # the move just made was an ordinary stone of the receiver
    first_stone: tuple = None       # with knives: the record before the stone just played
    stone_pass: bool = False        # R-END: going back over gray passes leads to a stone pass
    plain_pass: bool = False        # R-END: the move just made was an unforced pass, of no bomb
    status: str = "playing"


class Game:
    def __init__(self, rules, grid):
        self.rules, self.grid, self.readings = rules, grid, rules.readings
        self.natured = rules.gray == "natured"
        self.bases, self.holos = {}, {}

    # positions, remembered

    def base(self, position):
        if position not in self.bases:
            if len(self.bases) > CACHE:
                self.bases.clear()
            self.bases[position] = Base(self.grid, position, self.readings)
        return self.bases[position]

    def gray_strings(self, position):
        """Every gray string with counts and nature. Without natures all are neutral (LAYER-6)."""
        found = self.base(position).gray_strings()
        return found if self.natured else [g._replace(nature="neutral") for g in found]

    def natures(self, position):
        """The gray stones of black nature and those of white nature (LAYER-3)."""
        shares = {"black": 0, "white": 0, "neutral": 0}
        if self.natured and position[GRAY] and (position[BLACK] or position[WHITE]):
            for g in self.base(position).gray_strings():
                shares[g.nature] |= g.stones
        return shares["black"], shares["white"]

    def holo(self, position):
        if position not in self.holos:
            if len(self.holos) > CACHE:
                self.holos.clear()
            self.holos[position] = self.holo_with(position, self.natures(position))
        return self.holos[position]

    def holo_with(self, position, natures):
        """LAYER-3, with natures that are given."""
        b, w, g = position
        black, white = natures
        return Holo(self.grid, b | black, w | white, g & ~(black | white))

    # the schedule

    def due_at(self, number, side):
        """GO-2, CYCLE-1, CYCLE-2: the stone that the schedule gives."""
        if self.rules.schedule == "ten-move-cycle" and number % 10 in (9, 0):
            return GRAY
        return side

    def due(self, state):
        return GRAY if state.throwing else self.due_at(state.number, state.side)                     # BOMB-2

    def random_bomb_due(self, state):
        """R-SCHEDULE."""
        return not state.throwing and any(t <= state.number for t in state.times[state.side])

    def is_bomb_turn(self, state):
        """BOMB-2: the stone to be played now is that of a bomb turn."""
        return state.declared or self.random_bomb_due(state)

    def next_turn(self, state, kind, mover):
        """The number, the side and the stone due after a placement or a pass (GO-2, BOMB-3, KNIFE-1)."""
        n = state.number
        if kind not in ("pass", "knife") and self.is_bomb_turn(state):
            return n + 2, mover, GRAY
        return n + 1, 1 - mover, self.due_at(n + 1, 1 - mover)

    def mover(self, state, move):
        return self.rules.receiver if move.kind == "knife" and self.rules.extras == "knives" else state.side

    # judging: R-REASONS

    def judge(self, state, move):
        """The clauses that forbid a move; none where it is legal. FLOW-1, R-REASONS: the first stage decides."""
        if state.status != "playing":
            return ["GO-7"]                                                                          # stage 1
        if (move.number not in (None, state.number)) or (move.side not in (None, self.mover(state, move))):
            return ["GO-2"]                                                                          # stage 2
        if move.kind in ("agree", "resign"):
            return []
        clause = self.unavailable(state, move)
        if clause:
            return [clause]                                                                          # stage 3
        if move.kind in ("pass", "double-pass", "bomb"):
            return []
        if move.kind != "replace" and not move.point & self.holo(state.position).empty:
            return ["GO-1"]                                                                          # stage 4
        return self.forbidding(state, move.kind, move.point)                                         # stage 5

    def unavailable(self, state, move):
        """R-REASONS, stage 3."""
        rules, kind = self.rules, move.kind
        if kind == "pass" and state.declared:
            return "R-BOMBPASS"
        if kind == "double-pass" and (rules.escape != "double-pass" or not self.in_atari(state)):
            return "PASS2-1"
        if kind == "convert" and (rules.escape != "conversion" or not self.in_atari(state)):
            return "CONV-1"
        if kind == "bomb":
            if (rules.extras != "flybombs" or state.declared or state.throwing
                    or not state.left[state.side] or self.random_bomb_due(state)):
                return "BOMB-2"
            turn = state._replace(declared=True)
            if not any(not self.forbidding(turn, "stone", p) for p in each(self.holo(state.position).empty)):
                return "R-BOMBPASS"
        if kind == "knife" and not self.knife_open(state):
            return "KNIFE-1"
        if kind == "replace":
            if (rules.extras != "replacements" or state.side != rules.receiver or not state.left[state.side]
                    or not move.point & self.holo(state.position).stones[1 - state.side]):
                return "BOMBGO-1"
        return None

    def knife_open(self, state):
        """KNIFE-1."""
        return self.rules.extras == "knives" and state.knife_open and state.left[self.rules.receiver] > 0

    def in_atari(self, state):
        """R-ATARI: the joined strings of the side to move that give it an escape (PASS2-1, CONV-1)."""
        if (self.rules.escape == "absent" or state.status != "playing" or not state.just
                or self.due(state) != GRAY):
            return []
        point, side, before = state.just
        if side == state.side:
            return []
        reading = self.readings["atari"]
        strings = [s for s, lib in self.holo(state.position).strings[state.side] if lib and not lib & (lib - 1)]
        if reading == "touching":
            strings = [s for s in strings if self.grid.spread(s) & point]
        elif reading == "reduced":
            several = self.holo(before).several[state.side]
            strings = [s for s in strings if s & several]
        return strings

    def forbidding(self, state, kind, p):
        """R-REASONS, stage 5: the clauses that forbid a placement on a point that is free for it."""
        if kind == "stone" and self.due(state) == GRAY:
            return self.forbidding_gray(state, p)
        mover = self.rules.receiver if kind == "knife" else state.side
        clauses = []
        if kind == "convert" and not self.converts(state, p):
            clauses.append("CONV-2")
        after = self.own_stone(state.position, mover, p)
        if after is None:
            clauses.append("GO-5")
        elif self.repeats(state, kind, mover, after[0]):
            clauses.append("GO-6")
        return clauses

    def forbidding_gray(self, state, p):
        """FORB and GO-6."""
        holo, side, readings = self.holo(state.position), state.side, self.readings
        after, removed = self.gray_stone(state.position, side, p)
        clauses = []
        if p & holo.capture_points or removed and readings["gray-shift"] == "forbidden":
            clauses.append("FORB-1")                                                                 # R-GRAYSHIFT
        around, foe = self.grid.neighbours[p], holo.stones[1 - side]
        theirs = (around & foe).bit_count()
        if theirs and not around & ~(foe | holo.neutral):
            clauses.append("FORB-2")
        if ((around & holo.empty).bit_count() == 1 and not around & ~(foe | holo.neutral | holo.empty)
                and (theirs == 3 if readings["tiger-mouth"] == "three-stones"
                     else theirs >= (2 if readings["tiger-mouth"] == "two-stones" else 1))):
            clauses.append("FORB-3")                                                                 # R-TIGER
        if self.repeats(state, "stone", side, after):
            clauses.append("GO-6")
        return clauses

    def converts(self, state, p):
        """CONV-2."""
        return any(self.grid.beside(s) & self.holo(state.position).empty == p for s in self.in_atari(state))

    def repeats(self, state, kind, mover, position):
        """GO-6, R-SUPERKO."""
        reading = self.readings["superko"]
        if reading == "positional":
            return position in state.record
        if reading == "situational":
            record = state.record
            if kind == "knife":
                before, changed = state.first_stone, (state.position, mover, mover)
                if changed in before:
                    return True
                record = before | {changed}
            return (position, *self.next_turn(state, kind, mover)[1:]) in record
        if reading == "simple":
            run = state.run_before if state.run[0] == mover else state.run
            return position == run[1]
        return False

    # resolving: FLOW

    def own_stone(self, position, side, p):
        """FLOW-2 and FLOW-3 for a black or white stone: (the position after, the stones removed).

        None where GO-5 forbids it. On the point of a replacement a stone of the opponent stands: it leaves first.
        """
        if p & (position[0] | position[1] | position[2]):                                            # BOMBGO-2
            position = tuple(stones & ~p for stones in position)
        holo = self.holo(position)
        captured = holo.last[1 - side].get(p, 0)                                                     # GO-4
        if not self.grid.neighbours[p] & (holo.empty | captured | holo.several[side]):               # GO-5
            return None
        if captured:
            after = [stones & ~captured for stones in position]
        else:
            after = list(position)
        after[side] |= p
        after = tuple(after)
        if not self.natured:
            return after, captured
        after, own, foreign = self.shift(after, side)
        if own and self.readings["self-shift"] == "forbidden":                                       # R-SELFSHIFT
            return None
        return after, captured | own | foreign

    def gray_stone(self, position, side, p):
        """FLOW-2 and FLOW-3 for a gray stone: (the position after, the stones removed)."""
        after = position[0], position[1], position[2] | p
        if not self.natured:
            return after, 0
        after, own, foreign = self.shift(after, side)
        return after, own | foreign

    def shift(self, position, side):
        """FLOW-3, R-SHIFT: (the position after, the mover's points removed, the opponent's)."""
        removed = [0, 0]
        if self.readings["shift-removal"] == "linger":
            return position, 0, 0
        while self.stifled(position):
            holo = self.holo(position)
            for loser in (1 - side, side):
                dead = 0
                for s, liberties in holo.strings[loser]:
                    if not liberties:
                        dead |= s
                if dead:
                    break
            if not dead:
                break
            removed[loser] |= dead
            position = tuple(stones & ~dead for stones in position)
        return position, removed[side], removed[1 - side]

    def stifled(self, position):
        """Whether some black or white string has no liberty on the base layer.

        A joined string holds such strings, so without one every joined string has a liberty.
        """
        grid = self.grid
        beside_empty = grid.spread(grid.all & ~(position[0] | position[1] | position[2]))
        return any(grid.flood(stones & beside_empty, stones) != stones for stones in position[:2])

    # making a move

    def make(self, state, move):
        """A legal move: (the next state, the stones removed)."""
        if move.kind in ("agree", "resign"):                                                         # GO-7
            return state._replace(status="over" if move.kind == "agree" else "resigned"), 0
        if move.kind == "bomb":                                                                      # BOMB-2
            return state._replace(declared=True), 0
        if move.kind == "pass":
            return self.make_pass(state), 0
        if move.kind == "double-pass":                                                               # PASS2-2
            return self.make_pass(self.make_pass(state, forced=True), forced=True), 0
        return self.make_placement(state, move)

    def make_pass(self, state, forced=False):
        """GO-3, R-END, and each of the forced passes of PASS2-3."""
        number, side, due = self.next_turn(state, "pass", state.side)
        stone_pass, plain_pass, status = False, False, state.status
        if not forced:
            is_stone = self.due(state) != GRAY
            plain_pass = not state.throwing
            if self.readings["end"] == "stone-passes":
                over = is_stone and state.stone_pass
            else:
                over = plain_pass and state.plain_pass
            stone_pass = is_stone or state.stone_pass
            status = "over" if over else status
        record = state.record
        if self.readings["superko"] == "situational":
            record |= {(state.position, side, due)}
        return state._replace(
            number=number, side=side, record=record, just=None, throwing=False, knife_open=False, first_stone=None,
            stone_pass=stone_pass, plain_pass=plain_pass, status=status, **self.runs(state, state.side))

    def make_placement(self, state, move):
        kind, p, rules = move.kind, move.point, self.rules
        mover = self.mover(state, move)
        if kind == "stone" and self.due(state) == GRAY:
            after, removed = self.gray_stone(state.position, mover, p)
        else:
            after, removed = self.own_stone(state.position, mover, p)
        number, side, due = self.next_turn(state, kind, mover)
        bomb_turn = kind != "knife" and self.is_bomb_turn(state)
        left, times = state.left, state.times
        if bomb_turn and not state.declared:                                                         # R-SCHEDULE
            used = min(times[mover])
            times = tuple(tuple(t for t in own if t != used) if c == mover else own for c, own in enumerate(times))
        if kind in ("knife", "replace") or state.declared:                                           # BOMB-2
            left = less(left, mover)
        record = state.record
        if self.readings["superko"] == "positional":
            record |= {after}
        elif self.readings["superko"] == "situational":
            if kind == "knife":                                                                      # R-SUPERKO
                record = state.first_stone | {(state.position, mover, mover)}
            record |= {(after, side, due)}
        ordinary = rules.extras == "knives" and kind != "knife" and mover == rules.receiver
        return state._replace(
            position=after, number=number, side=side, left=left, times=times, record=record,
            just=(p, mover, state.position), declared=False, throwing=bomb_turn,
            knife_open=ordinary, first_stone=state.record if ordinary else None,
            stone_pass=False, plain_pass=False, **self.runs(state, mover)), removed

    def runs(self, state, mover):
        """The runs of moves of one side, as `simple` of R-SUPERKO wants them."""
        if state.run[0] == mover:
            return {}
        return {"run": (mover, state.position), "run_before": state.run}

    # lists of moves

    def legal_moves(self, state):
        """All legal moves, without resign and agree."""
        if state.status != "playing":
            return
        free = self.holo(state.position).empty
        for p in each(free):
            if not self.forbidding(state, "stone", p):
                yield Move("stone", p)
        if not state.declared:
            yield Move("pass")
        if self.rules.escape != "absent" and self.in_atari(state):
            if self.rules.escape == "double-pass":
                yield Move("double-pass")
            else:
                yield from (Move("convert", p) for p in each(free) if not self.forbidding(state, "convert", p))
        if self.rules.extras == "flybombs" and not self.unavailable(state, Move("bomb")):
            yield Move("bomb")
        if self.knife_open(state):
            yield from (Move("knife", p) for p in each(free) if not self.forbidding(state, "knife", p))
        if self.rules.extras == "replacements":
            for p in each(self.holo(state.position).stones[1 - state.side]):
                if not self.judge(state, Move("replace", p)):
                    yield Move("replace", p)

    def perft(self, state, depth):
        """The number of legal sequences of so many moves."""
        if depth == 0:
            return 1
        if depth == 1:
            return sum(1 for _ in self.legal_moves(state))
        return sum(self.perft(self.make(state, move)[0], depth - 1) for move in self.legal_moves(state))

    # words

    def parse_move(self, word):
        if not isinstance(word, str):
            raise Nonsense("a move that is no word")
        found = re.fullmatch(r"(?:([0-9]+)\.)?(?:([BW]):)?(?:(convert|knife|replace):)?([A-Za-z0-9-]+)", word)
        if not found:
            raise Nonsense(f"not a move: {word!r}")
        number, side, kind, rest = found.groups()
        number = None if number is None else int(number)
        side = None if side is None else "BW".index(side)
        if kind is None and rest in ("pass", "double-pass", "bomb", "agree", "resign"):
            return Move(rest, 0, side, number)
        return Move(kind or "stone", self.grid.parse_point(rest), side, number)

    def word(self, move):
        if move.kind == "stone":
            return self.grid.name[move.point]
        return f"{move.kind}:{self.grid.name[move.point]}" if move.point else move.kind

    # counting: SCORE

    def score(self, position, dead, neutralised):
        """The count, as ({"black": halves, ...}, the winner's margin), or the clause that refuses the marks."""
        given = self.natures(position)
        holo = self.holo_with(position, given)
        marked = [holo.string_at(p) for p in dead]
        if None in marked:
            return "SCORE-2"                                                                         # R-MARKS 1
        alive = [pass_alive(holo, side) for side in (BLACK, WHITE)]
        if any(s & alive[side] for s, side, _ in marked):
            return "R-NEUTRALISED"                                                                   # R-MARKS 2
        gone = 0
        for s, _, _ in marked:
            gone |= s
        cleaned = tuple(stones & ~gone for stones in position)                                       # SCORE-2
        if self.readings["scoring-natures"] == "after-removal":                                      # R-CLEAN
            natures = self.natures(cleaned)
        else:
            natures = tuple(share & ~gone for share in given)
        holo = self.holo_with(cleaned, natures)
        marked = [holo.string_at(p) for p in neutralised]
        if None in marked:
            return "SCORE-6"                                                                         # R-MARKS 3
        if not all(may_be_neutralised(holo, s, side, marked) for s, side, _ in marked):
            return "R-NEUTRALISED"                                                                   # R-MARKS 4
        gray = 0
        for s, _, _ in marked:
            gray |= s
        black, white = (stones & ~gray for stones in holo.stones)                                    # SCORE-6
        return self.count(Holo(self.grid, black, white, holo.neutral | gray))

    def count(self, holo):
        """SCORE-2 to SCORE-5 and SCORE-7: the counts in halves of a stone, and Black's margin in quarters."""
        halves = [2 * holo.stones[BLACK].bit_count(), 2 * holo.stones[WHITE].bit_count()]
        neutral = holo.neutral.bit_count()
        for region in self.grid.parts(holo.empty):
            beside, size = self.grid.beside(region), region.bit_count()
            touched = [side for side in (BLACK, WHITE) if beside & holo.stones[side]]
            if not touched:
                neutral += size                                                                      # SCORE-5
            for side in touched:
                halves[side] += 2 * size // len(touched)                                             # SCORE-3, SCORE-4
        points = self.grid.width * self.grid.height
        margin = 2 * halves[BLACK] - 2 * (points - neutral) - self.rules.komi                        # SCORE-7
        return {"black": halves[BLACK], "white": halves[WHITE], "neutral": 2 * neutral}, margin


def less(left, side):
    return tuple(n - (c == side) for c, n in enumerate(left))


def pass_alive(holo, side):
    """R-NEUTRALISED, steps 1 to 7: the stones of the strings of a side that are pass-alive."""
    grid = holo.grid
    strings = list(holo.strings[side])
    regions = [(r, r & holo.empty, grid.beside(r)) for r in holo.enclosed(side)]                     # step 1
    regions = [r for r in regions if r[2] & holo.stones[side]]                                       # step 3
    while True:
        kept = [(s, liberties) for s, liberties in strings
                if sum(1 for _, empty, _ in regions if empty and not empty & ~liberties) >= 2]       # steps 2 and 4
        stones = 0
        for s, _ in kept:
            stones |= s
        still = [r for r in regions if not r[2] & holo.stones[side] & ~stones]                       # step 5
        if len(kept) == len(strings) and len(still) == len(regions):
            return stones
        strings, regions = kept, still


def may_be_neutralised(holo, s, side, marked):
    """R-NEUTRALISED: whether the mark on a joined string is accepted, all marks taken together."""
    grid = holo.grid
    if len(grid.parts(grid.all & ~holo.neutral)) < 2:               # fields
        return False
    unmarked = holo.stones[1 - side]
    for m, c, _ in marked:
        if c != side:
            unmarked &= ~m
    for region in grid.parts(holo.empty):
        beside = grid.beside(region)
        if beside & s and beside & unmarked:
            return False
    return not s & pass_alive(holo, side)


# ---------------------------------------------------------------- starting a game

def random_bombs(rules):
    """How many bombs of each side come at random times (BOMB-5)."""
    return {"A": min(1, rules.count), "B": rules.count, "C": 0}[rules.mode]


def random_times(rules, points):
    """R-SCHEDULE: the times of the random bombs of both sides, drawn from the seed (splitmix64)."""
    wanted = min(random_bombs(rules), points)
    mask, s, sides = 2 ** 64 - 1, rules.seed, []
    for _ in range(2):
        times = []
        while len(times) < wanted:
            while True:
                s = s + 0x9E3779B97F4A7C15 & mask
                z = s
                z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
                z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
                x = z ^ z >> 31
                if x < points * (mask // points):
                    break
            if 1 + x % points not in times:
                times.append(1 + x % points)
        sides.append(tuple(times))
    return tuple(sides)


def allowance_at_will(rules):
    """What each side may use at will in a new game (BOMB-5, KNIFE-1, BOMBGO-1)."""
    if rules.extras == "flybombs":
        n = {"A": max(0, rules.count - 1), "B": 0, "C": rules.count}[rules.mode]
        return n, n
    if rules.extras in ("knives", "replacements"):
        return tuple(rules.count if side == rules.receiver else 0 for side in (BLACK, WHITE))
    return 0, 0


def start(game, position, number, side, previous, history, left, times):
    """R-SETUP, GO-8: the state of a set-up. `side`, `left` and `times` may be None, `previous` 0."""
    rules = game.rules
    if number < 1 or number - len(history) < 1:
        raise Nonsense("the number is too small for the history" if number >= 1 else "numbers begin at 1")
    by_number = BLACK if number % 2 else WHITE
    if side is None:
        side = by_number
    elif side != by_number and rules.extras != "knives":
        raise Nonsense("the side to move is not that of the number")
    if rules.gray == "absent" and any(p[GRAY] for p in (position, *history)):
        raise Nonsense("a gray stone in a game without")
    most = allowance_at_will(rules)
    left = most if left is None else tuple(m if n is None else n for n, m in zip(left, most))
    if any(n > m for n, m in zip(left, most)):
        raise Nonsense("more extras than the game has")
    if times is None:
        times = random_times(rules, game.grid.width * game.grid.height) if rules.extras == "flybombs" else ((), ())

    entries = []
    for back, old in enumerate(reversed(history), 1):
        mover = side if back % 2 == 0 else 1 - side
        entries.append((old, mover, game.due_at(number - back, mover)))
    entries.append((position, side, game.due_at(number, side)))
    if rules.readings["superko"] == "positional":
        record = frozenset(entry[0] for entry in entries)
    elif rules.readings["superko"] == "situational":
        record = frozenset(entries)
    else:
        record = frozenset()

    just = None
    if previous:
        before = history[-1] if history else tuple(stones & ~previous for stones in position)
        just = previous, 1 - side, before
    return State(position, number, side, left, times, record,
                 run=(1 - side, history[-1] if history else None), run_before=(side, None), just=just)
