# The board of the PyPI package sgfmill as a GTP engine.
# sgfmill-gtp.py [--allow-suicide] [--superko none|positional|situational]
# The package allows suicide and reports the simple ko. Suicide is refused here unless allowed; superko is of this wrapper.
import sys
from importlib.metadata import version
from sgfmill import boards
COLS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
args = sys.argv[1:]
SUICIDE = "--allow-suicide" in args
SUPERKO = args[args.index("--superko") + 1] if "--superko" in args else "none"

class G:
    def __init__(s, n):
        s.b, s.ko, s.hist = boards.Board(n), None, []
        s.seen = [(s.key(s.b), None)]
    key = staticmethod(lambda b: tuple(sorted((p, c) for c, p in b.list_occupied_points())))
    def attempt(s, c, p):                       # -> (board, ko) or None
        if p is None: return s.b.copy(), None
        if s.b.get(*p) is not None or s.ko == (c, p): return None
        nb = s.b.copy()
        ko = nb.play(*p, c)
        if nb.get(*p) is None and not SUICIDE: return None
        k = s.key(nb)
        if SUPERKO == "positional" and any(k == q for q, _ in s.seen): return None
        if SUPERKO == "situational" and (k, c) in s.seen: return None
        return nb, ko and ("bw"[c == "b"], ko)
    def play(s, c, p):
        r = s.attempt(c, p)
        if r is None: raise ValueError("illegal move")
        s.hist.append((s.b, s.ko, len(s.seen)))
        s.b, s.ko = r
        s.seen.append((s.key(s.b), c))
    def undo(s):
        if not s.hist: raise ValueError("cannot undo")
        s.b, s.ko, n = s.hist.pop(); del s.seen[n:]

g = G(19)
def colour(s):
    c = {"b": "b", "black": "b", "w": "w", "white": "w"}.get(s.lower())
    if not c: raise ValueError("invalid color or coordinate")
    return c
def vertex(s):
    s = s.upper()
    if s == "PASS": return None
    if not (s[0] in COLS and s[1:].isdigit() and 0 < int(s[1:]) <= g.b.side and COLS.index(s[0]) < g.b.side):
        raise ValueError("invalid color or coordinate")
    return int(s[1:]) - 1, COLS.index(s[0])
def fmt(p): return COLS[p[1]] + str(p[0] + 1)
def points(f): return " ".join(fmt((r, c)) for r in range(g.b.side) for c in range(g.b.side) if f((r, c)))
def boardsize(a):
    global g
    n = a[0].isdigit() and int(a[0])
    if not n or len(a) > 1 and a[1] != a[0] or not 2 <= n <= 25: raise ValueError("unacceptable size")
    g = G(n)
def clear(a):
    global g
    g = G(g.b.side)
def show(a):
    rows = [f"{r + 1:2} " + " ".join({None: ".", "b": "X", "w": "O"}[g.b.get(r, c)] for c in range(g.b.side)) for r in reversed(range(g.b.side))]
    return "\n" + "\n".join(rows) + "\n   " + " ".join(COLS[:g.b.side])
C = {"protocol_version": lambda a: "2", "name": lambda a: f"sgfmill (suicide {'allowed' if SUICIDE else 'refused'}, superko {SUPERKO})",
     "version": lambda a: version("sgfmill"), "list_commands": lambda a: "\n".join(C), "known_command": lambda a: str(a[0] in C).lower(),
     "boardsize": boardsize, "clear_board": clear, "komi": lambda a: "", "play": lambda a: g.play(colour(a[0]), vertex(a[1])), "undo": lambda a: g.undo(),
     "is_legal": lambda a: str(int(g.attempt(colour(a[0]), vertex(a[1])) is not None)),
     "all_legal": lambda a: points(lambda p: g.attempt(colour(a[0]), p) is not None),
     "list_stones": lambda a: points(lambda p: g.b.get(*p) == colour(a[0])), "showboard": show, "quit": lambda a: ""}
for line in sys.stdin:
    t = line.split("#")[0].split()
    if not t: continue
    i = t.pop(0) if t[0].isdigit() else ""
    try:
        if t[0] not in C: raise ValueError("unknown command")
        r = C[t[0]](t[1:])
        print(f"={i} {r or ''}\n", flush=True)
    except (ValueError, IndexError) as e: print(f"?{i} {e}\n", flush=True)
    if t[0] == "quit": break
