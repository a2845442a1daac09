// The rules of ternary Go: all rulesets, written to be read, without packages.
//
// Comments name the clause that a function follows. The protocol is in naive.mjs.

export const EMPTY = 0, BLACK = 1, WHITE = 2, GRAY = 3;
export const SIDES = [BLACK, WHITE];
export const other = (side) => BLACK + WHITE - side;

// The rulesets as choices along the axes (spec/README.md, Rulesets).
export const RULESETS = {
  'go':        { schedule: 'alternate',      gray: 'absent',  escape: 'absent',      extras: 'none' },
  'dunshi':    { schedule: 'ten-move-cycle', gray: 'neutral', escape: 'double-pass', extras: 'none' },
  'dullstone': { schedule: 'ten-move-cycle', gray: 'neutral', escape: 'conversion',  extras: 'none' },
  'meng':      { schedule: 'ten-move-cycle', gray: 'natured', escape: 'double-pass', extras: 'none' },
  'flybomb':   { schedule: 'alternate',      gray: 'natured', escape: 'absent',      extras: 'flybombs' },
  'knife-go':  { schedule: 'alternate',      gray: 'absent',  escape: 'absent',      extras: 'knives' },
  'bomb-go':   { schedule: 'alternate',      gray: 'absent',  escape: 'absent',      extras: 'replacements' },
};

export const AXES = {
  schedule: ['alternate', 'ten-move-cycle'],
  gray: ['absent', 'neutral', 'natured'],
  escape: ['absent', 'double-pass', 'conversion'],
  extras: ['none', 'flybombs', 'knives', 'replacements'],
};

// Every switch with its readings, the default first (rulings.md).
export const READINGS = {
  'tiger-mouth': ['closed-sides', 'two-stones', 'three-stones'],      // R-TIGER
  'superko': ['positional', 'situational', 'simple', 'none'],         // R-SUPERKO
  'atari': ['touching', 'reduced', 'any'],                            // R-ATARI
  'end': ['stone-passes', 'any-two-passes'],                          // R-END
  'enclosed': ['any', 'split'],                                       // R-ENCLOSED
  'private-eye': ['whole-region', 'single-region'],                   // R-REGION
  'eye-content': ['region', 'empty-only'],                            // R-EYECONTENT
  'shift-removal': ['immediate', 'linger'],                           // R-SHIFT
  'gray-shift': ['forbidden', 'allowed'],                             // R-GRAYSHIFT
  'self-shift': ['allowed', 'forbidden'],                             // R-SELFSHIFT
  'scoring-natures': ['after-removal', 'before-removal'],             // R-CLEAN
};

// ---------------------------------------------------------------------------
// Boards and positions
// ---------------------------------------------------------------------------

// Points are numbered from A1 to the right, then row by row upwards.
// A position is a Uint8Array with the content of each point.
export class Grid {
  constructor(columns, rows) {
    this.columns = columns;
    this.rows = rows;
    this.size = columns * rows;
    this.neighbours = Array.from({ length: this.size }, (_, p) => this.neighboursOf(p));
    // Random words for the hash of a position. A hash only saves comparisons.
    let seed = 0x2545f491;
    const word = () => {
      seed ^= seed << 13; seed ^= seed >>> 17; seed ^= seed << 5;
      return seed | 0;
    };
    this.words = Int32Array.from({ length: 4 * this.size }, (_, i) => (i % 4 === EMPTY ? 0 : word()));
  }

  // DEF-2
  neighboursOf(p) {
    const x = p % this.columns, y = (p - x) / this.columns;
    const found = [];
    if (x > 0) found.push(p - 1);
    if (x < this.columns - 1) found.push(p + 1);
    if (y > 0) found.push(p - this.columns);
    if (y < this.rows - 1) found.push(p + this.columns);
    return found;
  }

  hash(cells) {
    let hash = 0;
    for (let p = 0; p < this.size; p++) hash ^= this.words[4 * p + cells[p]];
    return hash;
  }
}

function samePosition(a, b) {
  if (a.hash !== b.hash) return false;
  for (let p = 0; p < a.cells.length; p++) if (a.cells[p] !== b.cells[p]) return false;
  return true;
}

// DEF-1, DEF-3: all strings of a position, and for each point the number of its string, or -1.
export function stringsOf(grid, cells) {
  const id = new Int16Array(grid.size).fill(-1);
  const countedFor = new Int16Array(grid.size).fill(-1);
  const strings = [];
  for (let start = 0; start < grid.size; start++) {
    const stone = cells[start];
    if (stone === EMPTY || id[start] >= 0) continue;
    const index = strings.length, stones = [start], liberties = [];
    id[start] = index;
    for (let i = 0; i < stones.length; i++) {
      for (const q of grid.neighbours[stones[i]]) {
        if (cells[q] === EMPTY) {
          if (countedFor[q] !== index) { countedFor[q] = index; liberties.push(q); }
        } else if (cells[q] === stone && id[q] < 0) {
          id[q] = index;
          stones.push(q);
        }
      }
    }
    strings.push({ index, stone, stones, liberties });
  }
  return { id, strings };
}

// The maximal connected sets of points that satisfy a condition, and for each point the number of its set, or -1.
export function partition(grid, belongs) {
  const id = new Int16Array(grid.size).fill(-1);
  const parts = [];
  for (let start = 0; start < grid.size; start++) {
    if (id[start] >= 0 || !belongs(start)) continue;
    const points = [start];
    id[start] = parts.length;
    for (let i = 0; i < points.length; i++) {
      for (const q of grid.neighbours[points[i]]) {
        if (id[q] < 0 && belongs(q)) { id[q] = parts.length; points.push(q); }
      }
    }
    parts.push(points);
  }
  return { id, parts };
}

// DEF-5
export const emptyRegions = (grid, cells) => partition(grid, (p) => cells[p] === EMPTY);

// DEF-6. On the holographic position GRAY is neutral gray, on the base layer it is every gray stone: wall either way.
export const enclosedRegions = (grid, cells, side) =>
  partition(grid, (p) => cells[p] !== side && cells[p] !== GRAY);

// The numbers of the strings adjacent to a set of points.
export function stringsNextTo(grid, id, points) {
  const found = new Set();
  const own = new Set(points);
  for (const p of points) for (const q of grid.neighbours[p]) if (!own.has(q) && id[q] >= 0) found.add(id[q]);
  return found;
}

// DEF-7: the colours next to an empty region, and the side whose eye it is, or EMPTY.
export function eyeOf(grid, cells, region) {
  const touches = new Set();
  for (const p of region) for (const q of grid.neighbours[p]) if (cells[q] !== EMPTY) touches.add(cells[q]);
  const sides = SIDES.filter((side) => touches.has(side));
  return { touches, owner: sides.length === 1 ? sides[0] : EMPTY };
}

// ---------------------------------------------------------------------------
// Private eyes and natures, on the base layer (LAYER-2, DEF-8, NAT)
// ---------------------------------------------------------------------------

const FREE = 0, FILLED = 1, KEPT = 2;

export class BaseLayer {
  constructor(grid, cells, readings) {
    this.grid = grid;
    this.cells = cells;
    this.readings = readings;
    Object.assign(this, stringsOf(grid, cells));
    this.empties = emptyRegions(grid, cells);
    this.emptyNextTo = this.empties.parts.map((part) => stringsNextTo(grid, this.id, part));
    this.enclosed = [];
    for (const side of SIDES) this.enclosed[side] = this.describeEnclosed(side);
    this.breathing = [];
    for (const side of SIDES) {
      this.breathing[side] = this.strings.filter((s) => s.stone === side && s.liberties.length > 0);
    }
    this.makesEye = [];
    this.eyes = [];
  }

  // DEF-6, DEF-8.1, with what DEF-8.3 asks of a region.
  describeEnclosed(side) {
    const { id, parts } = enclosedRegions(this.grid, this.cells, side);
    const regions = parts.map((points) => ({
      holdsEmpty: points.some((p) => this.cells[p] === EMPTY),
      foes: new Set(points.filter((p) => this.cells[p] !== EMPTY).map((p) => this.id[p])),
      adjacent: stringsNextTo(this.grid, this.id, points),
    }));
    this.splitRegions(id, parts, regions);
    return { id, regions };
  }

  // R-ENCLOSED: a region may hold a private eye when its field holds another one.
  splitRegions(id, parts, regions) {
    const fields = partition(this.grid, (p) => this.cells[p] !== GRAY);
    const count = new Array(fields.parts.length).fill(0);
    for (const points of parts) count[fields.id[points[0]]]++;
    parts.forEach((points, i) => {
      regions[i].admitted = this.readings.enclosed === 'any' || count[fields.id[points[0]]] > 1;
    });
  }

  // DEF-8: the points of each private eye of string s.
  privateEyes(s) {
    return (this.eyes[s] ??= this.findPrivateEyes(this.strings[s]));
  }

  findPrivateEyes(string) {
    const { id, regions } = this.enclosed[string.stone];
    const byRegion = new Map();                       // number of R → the set ℰ
    for (const q of string.liberties) {
      const r = id[q];
      if (!regions[r].admitted) continue;
      if (!byRegion.has(r)) byRegion.set(r, new Set());
      byRegion.get(r).add(this.empties.id[q]);
    }
    const found = [];
    for (const eyes of byRegion.values()) {
      if (this.readings['private-eye'] === 'single-region') {           // R-REGION
        for (const e of eyes) if (this.isPrivate(string, e)) found.push(this.empties.parts[e]);
      } else if ([...eyes].every((e) => this.isPrivate(string, e))) {
        found.push([...eyes].flatMap((e) => this.empties.parts[e]));
      }
    }
    return found;
  }

  isPrivate(string, e) {
    for (const n of this.emptyNextTo[e]) {
      const neighbour = this.strings[n];
      if (neighbour.stone === string.stone && neighbour !== string) return false;     // DEF-8.2
      if (neighbour.stone === other(string.stone) && this.spoils(n, string)) return false;  // DEF-8.3
    }
    return true;
  }

  // DEF-8.3: string w can make an eye, or has one with stones in it that does not hold s.
  spoils(w, s) {
    if (this.canMakeEye(w)) return true;
    if (this.readings['eye-content'] === 'empty-only') return false;    // R-EYECONTENT
    return this.hasEyeWithStones(w, s);
  }

  hasEyeWithStones(w, s) {
    return this.enclosed[this.strings[w].stone].regions.some((q) =>
      q.adjacent.has(w) && q.holdsEmpty && q.foes.size > 0 && !q.foes.has(s.index) &&
      ![...q.foes].some((v) => this.canMakeEye(v)));
  }

  // DEF-8.3, R-POTENTIAL: there are a set A and a point p.
  canMakeEye(w) {
    return (this.makesEye[w] ??= this.pointsInReach(w).some((p) => this.canCloseEye(w, p)));
  }

  // The empty points that stones of the side of w could join to w, the near ones first.
  pointsInReach(w) {
    const { stone, stones } = this.strings[w];
    const queue = [...stones], seen = new Set(stones);
    for (let i = 0; i < queue.length; i++) {
      for (const q of this.grid.neighbours[queue[i]]) {
        if (!seen.has(q) && (this.cells[q] === EMPTY || this.cells[q] === stone)) { seen.add(q); queue.push(q); }
      }
    }
    return queue.filter((p) => this.cells[p] === EMPTY);
  }

  // Is there a set A that makes p an eye of w? The empty neighbours of p have to be in A,
  // and a path of A and stones of d from w to a neighbour of p. More stones never help.
  canCloseEye(w, p) {
    const d = this.strings[w].stone, c = other(d);
    const around = this.grid.neighbours[p].filter((q) => this.cells[q] !== GRAY);
    if (around.length === 0 || around.some((q) => this.cells[q] === c)) return false;
    const mark = new Uint8Array(this.grid.size);
    for (const q of around) if (this.cells[q] === EMPTY) mark[q] = FILLED;
    for (const { liberties } of this.breathing[c]) {
      let open = 0, last = -1;
      for (const q of liberties) if (mark[q] !== FILLED) { open++; last = q; }
      if (open === 0) return false;
      if (open === 1) mark[last] = KEPT;
    }
    return this.searchPath(w, p, around, mark);
  }

  // Take a shortest path. If it takes the last liberty of a string of c, one of these liberties has to be kept:
  // try each in turn. One that has been tried in vain is filled from then on.
  searchPath(w, p, around, mark) {
    const path = this.shortestPath(w, p, around, mark);
    if (path === null) return false;
    const choked = this.breathing[other(this.strings[w].stone)].find(({ liberties }) =>
      liberties.every((q) => mark[q] === FILLED || path.includes(q)));
    if (choked === undefined) return true;
    const choices = choked.liberties.filter((q) => mark[q] === FREE);
    let found = false;
    for (const q of choices) {
      mark[q] = KEPT;
      found = this.searchPath(w, p, around, mark);
      if (found) break;
      mark[q] = FILLED;
    }
    for (const q of choices) mark[q] = FREE;
    return found;
  }

  // The empty points of a path from w to a neighbour of p with as few new stones as possible, or null.
  shortestPath(w, p, around, mark) {
    const { stone, stones } = this.strings[w];
    const from = new Int16Array(this.grid.size).fill(-1);
    let frontier = [...stones];
    for (const q of stones) from[q] = q;
    while (frontier.length > 0) {
      const next = [];
      for (let i = 0; i < frontier.length; i++) {
        const q = frontier[i];
        if (around.includes(q)) return this.traceBack(from, q);
        for (const n of this.grid.neighbours[q]) {
          if (from[n] >= 0 || n === p) continue;
          if (this.cells[n] === stone || mark[n] === FILLED) { from[n] = q; frontier.push(n); }
          else if (this.cells[n] === EMPTY && mark[n] !== KEPT) { from[n] = q; next.push(n); }
        }
      }
      frontier = next;
    }
    return null;
  }

  traceBack(from, end) {
    const path = [];
    for (let q = end; ; q = from[q]) {
      if (this.cells[q] === EMPTY) path.push(q);
      if (from[q] === q) return path;
    }
  }

  // NAT-1: the four counts of a gray string.
  counts(gray) {
    const counts = { By: 0, Wy: 0, Bo: 0, Wo: 0 };
    for (const n of stringsNextTo(this.grid, this.id, gray.stones)) {
      const side = this.strings[n].stone === BLACK ? 'B' : 'W';
      counts[side + (this.privateEyes(n).length > 0 ? 'y' : 'o')]++;
    }
    return counts;
  }

  // All gray strings with their counts and natures.
  natures() {
    return this.strings.filter((s) => s.stone === GRAY).map((gray) => {
      const counts = this.counts(gray);
      return { stones: gray.stones, ...counts, nature: natureOf(counts) };
    });
  }
}

// NAT-1, NAT-2.1 to NAT-2.3.3: BLACK, WHITE, or GRAY for neutral.
export function natureOf({ By, Wy, Bo, Wo }) {
  if (By + Wy === 0) return GRAY;                     // NAT-1
  if (By > Wy) return BLACK;                          // NAT-2.1
  if (By < Wy) return WHITE;                          // NAT-2.2
  if (Bo > Wo) return BLACK;                          // NAT-2.3.1
  if (Bo < Wo) return WHITE;                          // NAT-2.3.2
  return GRAY;                                        // NAT-2.3.3
}

// LAYER-3, LAYER-6: the holographic position.
export function holographic(game, cells) {
  if (game.axes.gray !== 'natured' || !cells.includes(GRAY)) return cells;
  const holo = cells.slice();
  for (const { stones, nature } of new BaseLayer(game.grid, cells, game.readings).natures()) {
    for (const p of stones) holo[p] = nature;
  }
  return holo;
}

// LAYER-5: the holographic position with its joined strings.
function layerOf(game, cells) {
  const holo = holographic(game, cells);
  return { cells, holo, ...stringsOf(game.grid, holo) };
}

// The layer of a state is worked out once.
const layer = (game, state) => (state.layer ??= layerOf(game, state.cells));

// ---------------------------------------------------------------------------
// Games and states
// ---------------------------------------------------------------------------

// game:  grid, axes, readings, receiver, count, mode, seed, komi (quarters, BigInt)
// state: one point in time of a game. States are never changed, so a refused move needs no undoing.
//   cells, hash       the position
//   number, toMove    of the next move
//   phase             'plain', 'declared' (a bomb is declared, the stone is owed), 'bomb' (the bomb is thrown now)
//   status            'playing', 'over', 'resigned'
//   left, times       by side: extras at will, and times of random bombs in rising order
//   record            GO-6: a list of entries, the newest first
//   run, runBefore    the last two unbroken runs of moves of one side (R-SUPERKO, simple)
//   justMade          the placement just made (R-ATARI), or null
//   passed            a pass that the next one may answer (R-END)
//   knifeOpen         an ordinary stone of the receiver has just been played (KNIFE-1)
//   layer, inAtari    what has been worked out about this state already

// BOMB-5, R-KNIFE, R-BOMBGO: how many extras each side may use at will in a new game.
export function allowanceAtWill(game) {
  const all = [0, 0, 0];
  if (game.axes.extras === 'flybombs') {
    const n = game.mode === 'B' ? 0 : game.mode === 'A' ? Math.max(0, game.count - 1) : game.count;
    all[BLACK] = all[WHITE] = n;
  } else if (game.axes.extras !== 'none') {
    all[game.receiver] = game.count;
  }
  return all;
}

// BOMB-5: how many bombs of each side come at random times.
export const randomBombs = (game) => ({ A: Math.min(1, game.count), B: game.count, C: 0 })[game.mode];

// R-SCHEDULE
export function randomTimes(game) {
  const times = [[], [], []];
  if (game.axes.extras !== 'flybombs' || game.mode === 'C') return times;
  const P = game.grid.size;
  const r = Math.min(P, randomBombs(game));
  const draw = drawer(game.seed, BigInt(P));
  for (const side of SIDES) {
    while (times[side].length < r) {
      const time = draw();
      if (!times[side].includes(time)) times[side].push(time);
    }
    times[side].sort((a, b) => a - b);
  }
  return times;
}

// R-SCHEDULE, steps 1 to 3 (splitmix64).
function drawer(seed, P) {
  const u64 = (v) => BigInt.asUintN(64, v);
  let s = u64(seed);
  const word = () => {
    s = u64(s + 0x9E3779B97F4A7C15n);
    let z = s;
    z = u64((z ^ (z >> 30n)) * 0xBF58476D1CE4E5B9n);
    z = u64((z ^ (z >> 27n)) * 0x94D049BB133111EBn);
    return z ^ (z >> 31n);
  };
  const limit = P * ((2n ** 64n - 1n) / P);
  return () => {
    let x = word();
    while (x >= limit) x = word();
    return Number(1n + (x % P));
  };
}

// GO-2: the side of a number, in games where the number tells it.
export const sideOfNumber = (number) => (number % 2 === 1 ? BLACK : WHITE);

// GO-2, CYCLE-1, CYCLE-2, BOMB-2: the stone due.
export function stoneDue(game, { number, toMove, phase }) {
  if (phase === 'bomb') return GRAY;
  if (game.axes.schedule === 'ten-move-cycle' && (number % 10 === 9 || number % 10 === 0)) return GRAY;
  return toMove;
}

// GO-8, R-SETUP. history is a list of positions, previous a point or -1, left and times by side or null.
export function startingState(game, { cells, number, toMove, previous, history, left, times }) {
  const { grid } = game;
  const start = { cells, hash: grid.hash(cells) };
  const past = history.map((old) => ({ cells: old, hash: grid.hash(old) }));
  let record = null;
  [...past, start].forEach((position, i) => {
    const back = past.length - i;
    const toMoveThen = back % 2 === 0 ? toMove : other(toMove);
    const due = stoneDue(game, { number: number - back, toMove: toMoveThen, phase: 'plain' });
    record = { ...position, toMove: toMoveThen, due, older: record };
  });
  const last = past.length > 0 ? past[past.length - 1] : null;
  let justMade = null;
  if (previous >= 0) {
    const before = last ? last.cells : cells.slice();
    if (!last) before[previous] = EMPTY;
    justMade = { point: previous, side: other(toMove), before };
  }
  return {
    ...start, number, toMove, phase: 'plain', status: 'playing',
    left: left ?? allowanceAtWill(game), times: times ?? randomTimes(game),
    record, run: { side: other(toMove), before: last }, runBefore: null,
    justMade, passed: false, knifeOpen: false, layer: null, inAtari: null,
  };
}

// ---------------------------------------------------------------------------
// What is open to the mover
// ---------------------------------------------------------------------------

// R-SCHEDULE: a random bomb is due to the mover in this turn.
const randomBombDue = (game, state) =>
  state.phase === 'plain' && state.times[state.toMove].length > 0 && state.times[state.toMove][0] <= state.number;

// BOMB-2: the next stone is the stone of a bomb turn.
const isBombTurn = (game, state) => state.phase === 'declared' || randomBombDue(game, state);

// R-ATARI: the joined strings of the side to move to which the move just made gave atari.
function stringsInAtari(game, state) {
  return (state.inAtari ??= findStringsInAtari(game, state));
}

function findStringsInAtari(game, state) {
  const made = state.justMade;
  if (made === null || made.side !== other(state.toMove)) return [];
  const { strings } = layer(game, state);
  const inAtari = strings.filter((s) => s.stone === state.toMove && s.liberties.length === 1);
  switch (game.readings.atari) {
    case 'touching': {
      const near = new Set([made.point, ...game.grid.neighbours[made.point]]);
      return inAtari.filter((s) => s.stones.some((p) => near.has(p)));
    }
    case 'reduced': {
      if (inAtari.length === 0) return [];
      const before = layerOf(game, made.before);
      const hadTwo = (p) => before.holo[p] === state.toMove && before.strings[before.id[p]].liberties.length >= 2;
      return inAtari.filter((s) => s.stones.some(hadTwo));
    }
    default: return inAtari;
  }
}

// PASS2-1, CONV-1: the joined strings that open the escape of the game to the side to move.
export function escapeStrings(game, state) {
  if (state.status !== 'playing' || game.axes.escape === 'absent') return [];
  if (stoneDue(game, state) !== GRAY) return [];
  return stringsInAtari(game, state);
}

// BOMB-2
function mayDeclare(game, state) {
  return game.axes.extras === 'flybombs' && state.phase === 'plain' &&
    state.left[state.toMove] > 0 && !randomBombDue(game, state);
}

// R-BOMBPASS: some point is open to the stone of a bomb turn.
function canPlayBombTurnStone(game, state) {
  const declared = { ...state, phase: 'declared' };
  for (let p = 0; p < state.cells.length; p++) {
    if (state.cells[p] !== EMPTY) continue;
    if (judgePlacement(game, declared, { kind: 'place', point: p }).length === 0) return true;
  }
  return false;
}

// KNIFE-1
const mayThrowKnife = (game, state) =>
  game.axes.extras === 'knives' && state.knifeOpen && state.left[game.receiver] > 0;

// BOMBGO-1
function mayReplace(game, state, point) {
  return game.axes.extras === 'replacements' && state.toMove === game.receiver &&
    state.left[game.receiver] > 0 && point >= 0 && layer(game, state).holo[point] === other(state.toMove);
}

// ---------------------------------------------------------------------------
// One placement (FLOW)
// ---------------------------------------------------------------------------

// The side that makes a move, and the colour of the stone it places.
const moverOf = (game, state, move) => (move.kind === 'knife' ? game.receiver : state.toMove);
const stoneOf = (game, state, move) => (move.kind === 'place' ? stoneDue(game, state) : moverOf(game, state, move));

// FLOW-2, GO-4, GO-5: the stone is placed and captures are made. The layer is that before the move.
function placeAndCapture(game, before, stone, point) {
  const cells = before.cells.slice();
  const captures = [];
  let breathes = true;
  cells[point] = stone;
  if (stone !== GRAY) {
    breathes = false;
    const taken = new Set();
    for (const q of game.grid.neighbours[point]) {
      if (before.holo[q] === EMPTY) { breathes = true; continue; }
      const string = before.strings[before.id[q]];
      if (string.stone === stone) {
        if (string.liberties.length > 1) breathes = true;
      } else if (string.stone === other(stone) && string.liberties.length === 1 && !taken.has(string)) {
        taken.add(string);
        breathes = true;
        for (const p of string.stones) { cells[p] = EMPTY; captures.push(p); }
      }
    }
  }
  return { cells, captures, suicide: !breathes };
}

// FLOW-3, R-SHIFT: removes joined strings without liberties from the cells, and says what went.
function shift(game, cells, mover) {
  const gone = { points: [], own: false };
  if (game.axes.gray !== 'natured' || game.readings['shift-removal'] === 'linger') return gone;
  for (;;) {
    // A joined string without liberties is made of strings without liberties on the base layer.
    const base = stringsOf(game.grid, cells).strings;
    if (!base.some((s) => s.stone !== GRAY && s.liberties.length === 0)) return gone;
    const dead = layerOf(game, cells).strings.filter((s) => s.stone !== GRAY && s.liberties.length === 0);
    const ofOpponent = dead.filter((s) => s.stone !== mover);
    const removed = ofOpponent.length > 0 ? ofOpponent : dead;
    if (removed.length === 0) return gone;
    if (ofOpponent.length === 0) gone.own = true;
    for (const s of removed) for (const p of s.stones) { cells[p] = EMPTY; gone.points.push(p); }
  }
}

// The whole placement, whether or not it is legal.
function resolve(game, state, move) {
  const mover = moverOf(game, state, move), stone = stoneOf(game, state, move);
  const before = positionToPlaceOn(game, state, move);
  const placed = placeAndCapture(game, before, stone, move.point);
  const shifted = shift(game, placed.cells, mover);
  let hash = state.hash;
  const { words } = game.grid;
  const change = (p) => { hash ^= words[4 * p + state.cells[p]] ^ words[4 * p + placed.cells[p]]; };
  const touched = new Set([move.point, ...placed.captures, ...shifted.points]);
  for (const p of touched) change(p);
  return {
    mover, stone, before, hash, cells: placed.cells, suicide: placed.suicide, shifted,
    captures: placed.captures.concat(shifted.points), next: turnAfter(game, state, move),
  };
}

// BOMBGO-2: the replaced stone leaves the board first.
function positionToPlaceOn(game, state, move) {
  if (move.kind !== 'replace') return layer(game, state);
  const cells = state.cells.slice();
  cells[move.point] = EMPTY;
  return layerOf(game, cells);
}

// GO-2, BOMB-3, KNIFE-1: number, side and phase after a placement.
function turnAfter(game, state, move) {
  if (isBombTurn(game, state)) return { number: state.number + 2, toMove: state.toMove, phase: 'bomb' };
  return { number: state.number + 1, toMove: other(moverOf(game, state, move)), phase: 'plain' };
}

// ---------------------------------------------------------------------------
// Legality (R-REASONS)
// ---------------------------------------------------------------------------

// move: { kind, point, side, number }. point is -1 off the board, side and number are undefined unless stated.
// The answer is the list of clauses that forbid the move: none when it is legal.
export function judge(game, state, move) {
  if (state.status !== 'playing') return ['GO-7'];                               // stage 1
  if (!statementsHold(game, state, move)) return ['GO-2'];                       // stage 2
  const unavailable = whyUnavailable(game, state, move);                         // stage 3
  if (unavailable !== null) return [unavailable];
  if (!isPlacement(move)) return [];
  if (move.kind !== 'replace' && (move.point < 0 || state.cells[move.point] !== EMPTY)) return ['GO-1'];  // stage 4
  return judgePlacement(game, state, move);                                      // stage 5
}

const isPlacement = (move) => ['place', 'convert', 'knife', 'replace'].includes(move.kind);

// GO-2
function statementsHold(game, state, move) {
  if (move.number !== undefined && move.number !== state.number) return false;
  if (move.side === undefined) return true;
  const receiverMoves = move.kind === 'knife' && game.axes.extras === 'knives';
  return move.side === (receiverMoves ? game.receiver : state.toMove);
}

function whyUnavailable(game, state, move) {
  switch (move.kind) {
    case 'double-pass':
      return game.axes.escape === 'double-pass' && escapeStrings(game, state).length > 0 ? null : 'PASS2-1';
    case 'convert':
      return game.axes.escape === 'conversion' && escapeStrings(game, state).length > 0 ? null : 'CONV-1';
    case 'bomb':
      if (!mayDeclare(game, state)) return 'BOMB-2';
      return canPlayBombTurnStone(game, state) ? null : 'R-BOMBPASS';
    case 'pass': return state.phase === 'declared' ? 'R-BOMBPASS' : null;
    case 'knife': return mayThrowKnife(game, state) ? null : 'KNIFE-1';
    case 'replace': return mayReplace(game, state, move.point) ? null : 'BOMBGO-1';
    default: return null;
  }
}

// Stage 5.
function judgePlacement(game, state, move) {
  const clauses = [];
  const after = resolve(game, state, move);
  if (after.stone === GRAY) {
    if (isCapturePoint(game, after, move.point)) clauses.push('FORB-1');
    if (isEyeOf(game, after.before.holo, move.point, other(after.mover))) clauses.push('FORB-2');
    if (isTigersMouth(game, after.before.holo, move.point, other(after.mover))) clauses.push('FORB-3');
  } else {
    if (move.kind === 'convert' && !isRescuePoint(game, state, move.point)) clauses.push('CONV-2');
    if (isSuicide(game, after)) return [...clauses, 'GO-5'];
  }
  if (repeats(game, state, move, after)) clauses.push('GO-6');
  return clauses;
}

// GO-5, R-SELFSHIFT
const isSuicide = (game, after) =>
  after.suicide || (game.readings['self-shift'] === 'forbidden' && after.shifted.own);

// FORB-1, R-GRAYSHIFT
function isCapturePoint(game, after, point) {
  const { before } = after;
  for (const q of game.grid.neighbours[point]) {
    if (before.holo[q] === BLACK || before.holo[q] === WHITE) {
      if (before.strings[before.id[q]].liberties.length === 1) return true;
    }
  }
  return game.readings['gray-shift'] === 'forbidden' && after.shifted.points.length > 0;
}

// FORB-2, R-EYE
function isEyeOf(game, holo, point, side) {
  const around = game.grid.neighbours[point].map((q) => holo[q]);
  return around.includes(side) && around.every((stone) => stone === side || stone === GRAY);
}

// FORB-3, R-TIGER. Sides that face the edge are not among the neighbours and are closed.
function isTigersMouth(game, holo, point, side) {
  const around = game.grid.neighbours[point].map((q) => holo[q]);
  if (around.filter((stone) => stone === EMPTY).length !== 1) return false;
  if (around.includes(other(side))) return false;
  const stones = around.filter((stone) => stone === side).length;
  switch (game.readings['tiger-mouth']) {
    case 'two-stones': return stones >= 2;
    case 'three-stones': return stones === 3;
    default: return stones >= 1;
  }
}

// CONV-2
const isRescuePoint = (game, state, point) => escapeStrings(game, state).some((s) => s.liberties[0] === point);

// GO-6, R-SUPERKO
function repeats(game, state, move, after) {
  switch (game.readings.superko) {
    case 'positional': return stoodBefore(state.record, after);
    case 'situational': return situationRepeats(game, state, move, after);
    case 'simple': {
      const turn = state.run.side === after.mover ? state.runBefore : state.run;
      return turn !== null && turn.before !== null && samePosition(turn.before, after);
    }
    default: return false;
  }
}

function stoodBefore(record, position) {
  for (let entry = record; entry !== null; entry = entry.older) if (samePosition(entry, position)) return true;
  return false;
}

function isRecorded(record, sought) {
  for (let entry = record; entry !== null; entry = entry.older) {
    if (entry.toMove === sought.toMove && entry.due === sought.due && samePosition(entry, sought)) return true;
  }
  return false;
}

function situationRepeats(game, state, move, after) {
  const record = recordBeforeMove(game, state, move);
  if (move.kind === 'knife' && isRecorded(record.older, record)) return true;
  return isRecorded(record, entryFor(game, after, after.next, null));
}

// An entry of the record. `turn` has the number, side and phase of the next move.
const entryFor = (game, { cells, hash }, turn, older) =>
  ({ cells, hash, toMove: turn.toMove, due: stoneDue(game, turn), older });

// A knife changes the entry of the stone before it (R-SUPERKO).
function recordBeforeMove(game, state, move) {
  if (move.kind !== 'knife') return state.record;
  const turn = { number: state.number, toMove: game.receiver, phase: 'plain' };
  return entryFor(game, state, turn, state.record.older);
}

// ---------------------------------------------------------------------------
// Making moves. The move is legal.
// ---------------------------------------------------------------------------

// The state after a move, and the points whose stones it removed.
export function make(game, state, move) {
  switch (move.kind) {
    case 'pass': return { state: pass(game, state, false), captures: [] };
    case 'double-pass': return { state: pass(game, pass(game, state, true), true), captures: [] };   // PASS2-2
    case 'bomb': return { state: { ...state, phase: 'declared' }, captures: [] };                    // BOMB-2
    case 'agree': return { state: { ...state, status: 'over' }, captures: [] };                      // GO-7
    case 'resign': return { state: { ...state, status: 'resigned' }, captures: [] };
    default: return place(game, state, move);
  }
}

const lessOne = (left, side) => left.map((n, s) => (s === side ? n - 1 : n));

// GO-3, PASS2-3, BOMB-4
function pass(game, state, forced) {
  const next = { number: state.number + 1, toMove: other(state.toMove), phase: 'plain' };
  return {
    ...state, ...next, ...runsAfter(state, state.toMove), ...endByPasses(game, state, forced),
    record: entryFor(game, state, next, state.record), justMade: null, knifeOpen: false, inAtari: null,
  };
}

// R-END
function endByPasses(game, state, forced) {
  if (forced) return { passed: false };
  const end = { status: state.passed ? 'over' : 'playing', passed: true };
  if (game.readings.end === 'any-two-passes') return state.phase === 'bomb' ? { passed: false } : end;
  return stoneDue(game, state) === GRAY ? {} : end;
}

// R-SUPERKO, simple
function runsAfter(state, mover) {
  if (state.run.side === mover) return {};
  return { run: { side: mover, before: { cells: state.cells, hash: state.hash } }, runBefore: state.run };
}

function place(game, state, move) {
  const after = resolve(game, state, move);
  const next = {
    ...state, ...after.next, ...runsAfter(state, after.mover), cells: after.cells, hash: after.hash,
    record: entryFor(game, after, after.next, recordBeforeMove(game, state, move)),
    justMade: { point: move.point, side: after.mover, before: state.cells },
    passed: false, layer: null, inAtari: null,
    knifeOpen: game.axes.extras === 'knives' && move.kind !== 'knife' && after.mover === game.receiver,
  };
  if (move.kind === 'knife' || move.kind === 'replace' || state.phase === 'declared') {          // BOMB-2
    next.left = lessOne(state.left, after.mover);
  }
  if (randomBombDue(game, state)) {
    next.times = state.times.map((times, side) => (side === state.toMove ? times.slice(1) : times));
  }
  return { state: next, captures: after.captures };
}

// ---------------------------------------------------------------------------
// All moves
// ---------------------------------------------------------------------------

const candidates = new Map();

// Every move of a board that could ever be legal, without agreement and resignation.
function allMoves(game) {
  const { grid, axes } = game;
  const key = [grid.columns, grid.rows, axes.escape, axes.extras].join();
  if (candidates.has(key)) return candidates.get(key);
  const moves = [];
  const onEveryPoint = (kind) => { for (let point = 0; point < grid.size; point++) moves.push({ kind, point }); };
  onEveryPoint('place');
  moves.push({ kind: 'pass', point: -1 });
  if (axes.escape === 'double-pass') moves.push({ kind: 'double-pass', point: -1 });
  if (axes.escape === 'conversion') onEveryPoint('convert');
  if (axes.extras === 'flybombs') moves.push({ kind: 'bomb', point: -1 });
  if (axes.extras === 'knives') onEveryPoint('knife');
  if (axes.extras === 'replacements') onEveryPoint('replace');
  candidates.set(key, moves);
  return moves;
}

export const legalMoves = (game, state) =>
  allMoves(game).filter((move) => judge(game, state, move).length === 0);

export function perft(game, state, depth) {
  if (depth === 0) return 1;
  const moves = legalMoves(game, state);
  if (depth === 1) return moves.length;
  let sum = 0;
  for (const move of moves) sum += perft(game, make(game, state, move).state, depth - 1);
  return sum;
}

// ---------------------------------------------------------------------------
// Counting (SCORE)
// ---------------------------------------------------------------------------

// Marks are points, -1 off the board. The answer has { clauses }, or the counts of both sides
// in half points, the neutral points, and Black's margin in quarters (BigInt).
export function count(game, cells, dead, neutralised) {
  const { grid } = game;
  const given = layerOf(game, cells);
  const isMark = (strings) => (p) => p >= 0 && (strings.holo[p] === BLACK || strings.holo[p] === WHITE);
  if (!dead.every(isMark(given))) return { clauses: ['SCORE-2'] };                       // R-MARKS, stage 1
  const deadStrings = new Set(dead.map((p) => given.strings[given.id[p]]));
  const givenAlive = passAlive(grid, given);
  if ([...deadStrings].some((s) => givenAlive.has(s))) return { clauses: ['R-NEUTRALISED'] };  // stage 2

  const cleaned = clean(game, given, deadStrings);
  if (!neutralised.every(isMark(cleaned))) return { clauses: ['SCORE-6'] };              // stage 3
  const marked = new Set(neutralised.map((p) => cleaned.strings[cleaned.id[p]]));
  if (!mayNeutralise(grid, cleaned, marked)) return { clauses: ['R-NEUTRALISED'] };      // stage 4

  const board = cleaned.holo.slice();
  for (const s of marked) for (const p of s.stones) board[p] = GRAY;                     // SCORE-6
  return countArea(game, board);
}

// SCORE-2, R-CLEAN
function clean(game, given, deadStrings) {
  const cells = given.cells.slice(), holo = given.holo.slice();
  for (const s of deadStrings) for (const p of s.stones) cells[p] = holo[p] = EMPTY;
  if (game.readings['scoring-natures'] === 'after-removal') return layerOf(game, cells);
  return { cells, holo, ...stringsOf(game.grid, holo) };
}

// R-NEUTRALISED
function mayNeutralise(grid, cleaned, marked) {
  if (marked.size === 0) return true;
  if (partition(grid, (p) => cleaned.holo[p] !== GRAY).parts.length < 2) return false;
  const alive = passAlive(grid, cleaned);
  if ([...marked].some((s) => alive.has(s))) return false;
  for (const region of emptyRegions(grid, cleaned.holo).parts) {
    const near = [...stringsNextTo(grid, cleaned.id, region)].map((n) => cleaned.strings[n]);
    for (const s of near) {
      if (marked.has(s) && near.some((t) => t.stone === other(s.stone) && !marked.has(t))) return false;
    }
  }
  return true;
}

// R-NEUTRALISED, steps 1 to 7: the pass-alive strings of both sides.
function passAlive(grid, { holo, id, strings }) {
  const alive = new Set();
  for (const side of SIDES) {
    let own = new Set(strings.filter((s) => s.stone === side));
    let regions = enclosedRegions(grid, holo, side).parts
      .map((points) => describeRegion(grid, holo, id, strings, side, points))
      .filter((region) => region.adjacent.length > 0);
    for (let size = -1; size !== own.size + regions.length;) {
      size = own.size + regions.length;
      own = new Set([...own].filter((s) => regions.filter((r) => r.vitalTo.includes(s)).length >= 2));
      regions = regions.filter((r) => r.adjacent.every((s) => own.has(s)));
    }
    for (const s of own) alive.add(s);
  }
  return alive;
}

function describeRegion(grid, holo, id, strings, side, points) {
  const ownNextTo = (set) => [...stringsNextTo(grid, id, set)].map((n) => strings[n]).filter((s) => s.stone === side);
  const adjacent = ownNextTo(points);
  const empty = points.filter((p) => holo[p] === EMPTY);
  const vitalTo = empty.length === 0 ? [] :
    empty.reduce((left, p) => { const near = ownNextTo([p]); return left.filter((s) => near.includes(s)); }, adjacent);
  return { adjacent, vitalTo };
}

// SCORE-2 to SCORE-7
function countArea(game, board) {
  const { grid, komi } = game;
  const halves = [0, 0, 0];
  let neutral = 0;
  for (const stone of board) {
    if (stone === GRAY) neutral++;
    else if (stone !== EMPTY) halves[stone] += 2;
  }
  for (const region of emptyRegions(grid, board).parts) {
    const { touches, owner } = eyeOf(grid, board, region);
    if (owner !== EMPTY) halves[owner] += 2 * region.length;                             // SCORE-3
    else if (touches.has(BLACK)) for (const side of SIDES) halves[side] += region.length;  // SCORE-4
    else neutral += region.length;                                                       // SCORE-5
  }
  const margin = BigInt(2 * halves[BLACK] - 2 * (grid.size - neutral)) - komi;           // SCORE-7
  return { black: halves[BLACK], white: halves[WHITE], neutral, margin };
}
