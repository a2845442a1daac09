# Writes a network for Leela Zero that knows nothing: enough to start the engine and play moves. leela-zero-weights.py OUT
import sys
C, BL = 8, 1
def line(n, v): return " ".join([v] * n)
L = ["1"]
def conv(i, o, k):
    L.extend([line(i * o * k * k, "0.001"), line(o, "0"), line(o, "0"), line(o, "1")])
conv(18, C, 3)
for _ in range(2 * BL): conv(C, C, 3)
conv(C, 2, 1); L.extend([line(2 * 361 * 362, "0"), line(361, "0") + " -20"])
conv(C, 1, 1); L.extend([line(361 * 256, "0"), line(256, "0"), line(256, "0"), line(1, "0")])
open(sys.argv[1], "w").write("\n".join(L) + "\n")
