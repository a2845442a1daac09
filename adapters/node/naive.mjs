// A naive engine for all rulesets of ternary Go: the protocol. The rules are in rules.mjs.
//
// Node 18 or later, without packages.

import {
  EMPTY, BLACK, WHITE, GRAY, SIDES, RULESETS, AXES, READINGS, Grid, BaseLayer,
  stringsOf, stringsNextTo, emptyRegions, enclosedRegions, eyeOf, holographic, allowanceAtWill, randomBombs,
  sideOfNumber, stoneDue, startingState, escapeStrings, judge, make, legalMoves, perft, count,
} from './rules.mjs';

class Nonsense extends Error {}         // answered with `error`
class Unsupported extends Error {}          // answered with `unsupported`

const MAX_LINES = 25;
const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const POINT = /^([A-HJ-Za-hj-z])(0|[1-9][0-9]*)$/;
const CHARS = '.XO*';
const COLOURS = ['empty', 'black', 'white', 'gray'];
const SIDE_NAMES = { black: BLACK, white: WHITE };

// ---------------------------------------------------------------------------
// Reading values
// ---------------------------------------------------------------------------

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const absent = (value) => value === undefined || value === null;

function need(condition, message) {
  if (!condition) throw new Nonsense(message);
}

function wholeNumber(value, least, what) {
  need(Number.isSafeInteger(value) && value >= least, `${what} is no whole number from ${least}`);
  return value;
}

function list(value, what) {
  need(Array.isArray(value), `${what} is no list`);
  return value;
}

function side(value, what) {
  need(typeof value === 'string' && Object.hasOwn(SIDE_NAMES, value), `${what} is neither black nor white`);
  return SIDE_NAMES[value];
}

// COORD-1. The answer is -1 for a point off the board.
function point(grid, word) {
  need(typeof word === 'string', 'a point is no string');
  const parts = POINT.exec(word);
  need(parts !== null, `${JSON.stringify(word)} names no point`);
  const x = LETTERS.indexOf(parts[1].toUpperCase()) + 1, y = Number(parts[2]);
  if (x > grid.columns || y < 1 || y > grid.rows) return -1;
  return (y - 1) * grid.columns + x - 1;
}

// The move words of protocol.md.
const PLAIN_WORDS = new Set(['pass', 'double-pass', 'bomb', 'agree', 'resign']);

function move(grid, word) {
  need(typeof word === 'string', 'a move is no string');
  const [, number, stated, rest] = /^(?:(0|[1-9][0-9]*)\.)?(?:([BW]):)?([^]*)$/.exec(word);
  const statement = {
    number: number === undefined ? undefined : Number(number),
    side: stated === undefined ? undefined : stated === 'B' ? BLACK : WHITE,
  };
  if (PLAIN_WORDS.has(rest)) return { kind: rest, point: -1, ...statement };
  const special = /^(convert|knife|replace):([^]*)$/.exec(rest);
  if (special) return { kind: special[1], point: point(grid, special[2]), ...statement };
  return { kind: 'place', point: point(grid, rest), ...statement };
}

// A board of the request: the highest row first.
function rowsOf(value) {
  const rows = list(value, 'board');
  need(rows.length >= 1 && rows.length <= MAX_LINES, `a board of ${rows.length} rows`);
  need(rows.every((row) => typeof row === 'string'), 'a row of the board is no string');
  const columns = rows[0].length;
  need(columns >= 1 && columns <= MAX_LINES, `a board of ${columns} columns`);
  need(rows.every((row) => row.length === columns), 'the rows of the board differ in length');
  return rows;
}

function cellsOf(grid, rows, axes) {
  need(rows.length === grid.rows && rows[0].length === grid.columns, 'a board of another size');
  const cells = new Uint8Array(grid.size);
  rows.forEach((row, i) => {
    for (let x = 0; x < grid.columns; x++) {
      const stone = CHARS.indexOf(row[x]);
      need(stone >= 0, `a board with ${JSON.stringify(row[x])}`);
      need(stone !== GRAY || axes.gray !== 'absent', 'a gray stone in a game without');       // R-SETUP
      cells[(grid.rows - 1 - i) * grid.columns + x] = stone;
    }
  });
  return cells;
}

const grids = new Map();

function gridOf(columns, rows) {
  const key = columns * 100 + rows;
  if (!grids.has(key)) grids.set(key, new Grid(columns, rows));
  return grids.get(key);
}

// ---------------------------------------------------------------------------
// Reading the rules
// ---------------------------------------------------------------------------

// The axes decide. One that is left out is that of the ruleset.
function axesOf(rules) {
  need(typeof rules.ruleset === 'string', 'no ruleset');
  const usual = Object.hasOwn(RULESETS, rules.ruleset) ? RULESETS[rules.ruleset] : {};
  const axes = {};
  for (const [axis, values] of Object.entries(AXES)) {
    const value = absent(rules[axis]) ? usual[axis] : rules[axis];
    if (value === undefined) throw new Unsupported(`ruleset ${rules.ruleset}`);
    if (!values.includes(value)) throw new Unsupported(`${axis} ${JSON.stringify(value)}`);
    axes[axis] = value;
  }
  const placesGray = axes.schedule === 'ten-move-cycle' || axes.extras === 'flybombs';
  need(axes.gray !== 'absent' || !placesGray, 'gray stones are due in a game without');
  return axes;
}

function readingsOf(rulings) {
  const readings = {};
  for (const [name, values] of Object.entries(READINGS)) readings[name] = values[0];
  if (absent(rulings)) return readings;
  need(isObject(rulings), 'rulings is no object');
  for (const [name, value] of Object.entries(rulings)) {
    if (!Object.hasOwn(READINGS, name)) throw new Unsupported(`switch ${name}`);
    if (!READINGS[name].includes(value)) throw new Unsupported(`reading ${name} ${JSON.stringify(value)}`);
    readings[name] = value;
  }
  return readings;
}

// SCORE-1: a komi in quarters.
function komiOf(value, axes) {
  if (absent(value)) return axes.extras === 'knives' || axes.extras === 'replacements' ? 0n : 15n;
  const parts = typeof value === 'string' ? /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(value) : null;
  need(parts !== null, 'a komi that is no decimal');
  const fraction = ['', '25', '5', '75'].indexOf((parts[3] ?? '').replace(/0+$/, ''));
  need(fraction >= 0, 'a komi that is not in quarters');
  const quarters = 4n * BigInt(parts[2]) + BigInt(fraction);
  return parts[1] === '-' ? -quarters : quarters;
}

// BOMB-1, BOMB-5, R-SCHEDULE, R-KNIFE, R-BOMBGO
function allowanceOf(value, axes) {
  const allowance = { count: 0, mode: 'C', seed: 0n, receiver: BLACK };
  if (axes.extras === 'none') return allowance;
  const given = absent(value) ? {} : value;
  need(isObject(given), 'allowance is no object');
  allowance.count = absent(given.count) ? 3 : wholeNumber(given.count, 0, 'count');
  if (axes.extras === 'flybombs') {
    if (!absent(given.mode)) allowance.mode = given.mode;
    need(['A', 'B', 'C'].includes(allowance.mode), 'a mode other than A, B and C');
    if (!absent(given.seed)) allowance.seed = seedOf(given.seed);
  } else if (!absent(given.receiver)) {
    allowance.receiver = side(given.receiver, 'receiver');
  }
  return allowance;
}

function seedOf(value) {
  need(typeof value === 'string' && /^[0-9]{1,30}$/.test(value), 'a seed that is no string of digits');
  const seed = BigInt(value);
  need(seed < 2n ** 64n, 'a seed of more than 64 bits');
  return seed;
}

function gameOf(rules, grid) {
  need(isObject(rules), 'no rules');
  const axes = axesOf(rules);
  return {
    grid, axes, readings: readingsOf(rules.rulings), komi: komiOf(rules.komi, axes),
    ...allowanceOf(rules.allowance, axes),
  };
}

// ---------------------------------------------------------------------------
// Reading the set-up (GO-8, R-SETUP)
// ---------------------------------------------------------------------------

function stateOf(game, run, rows) {
  const { grid, axes } = game;
  const cells = cellsOf(grid, rows, axes);
  const stated = absent(run.to_move) ? undefined : side(run.to_move, 'to_move');
  const number = absent(run.number) ? (stated ?? 1) : wholeNumber(run.number, 1, 'number');
  const toMove = stated ?? sideOfNumber(number);
  need(toMove === sideOfNumber(number) || axes.extras === 'knives', 'to_move is not the side of the number');
  const history = list(run.history ?? [], 'history').map((old) => cellsOf(grid, rowsOf(old), axes));
  need(number - history.length >= 1, 'a history longer than the number allows');
  const previous = absent(run.previous) ? -1 : point(grid, run.previous);
  need(absent(run.previous) || previous >= 0, 'a previous point off the board');
  return startingState(game, { cells, number, toMove, previous, history, left: leftOf(game, run.left),
    times: timesOf(game, run.times) });
}

// R-SETUP: the times of the random bombs still to come, where they are given.
function timesOf(game, value) {
  if (absent(value) || game.axes.extras !== 'flybombs') return null;
  need(isObject(value), 'times is no object');
  return [[], ...SIDES.map((s) => {
    const times = list(value[COLOURS[s]] ?? [], 'times').map((t) => wholeNumber(t, 1, 'times'));
    need(new Set(times).size === times.length, 'a time stands there twice');
    need(times.length <= randomBombs(game), 'more times than the mode has random bombs');
    return times.sort((a, b) => a - b);
  })];
}

function leftOf(game, value) {
  if (absent(value) || game.axes.extras === 'none') return null;
  need(isObject(value), 'left is no object');
  const all = allowanceAtWill(game);
  return [0, ...SIDES.map((s) => {
    const n = absent(value[COLOURS[s]]) ? all[s] : wholeNumber(value[COLOURS[s]], 0, 'left');
    need(n <= all[s], 'more left than the game has');
    return n;
  })];
}

function playMoves(game, state, moves) {
  for (const word of list(moves, 'moves')) {
    const next = move(game.grid, word);
    const clauses = judge(game, state, next);
    need(clauses.length === 0, `${word} is refused by ${clauses.join(', ')}`);
    state = make(game, state, next).state;
  }
  return state;
}

// ---------------------------------------------------------------------------
// Writing values
// ---------------------------------------------------------------------------

const nameOf = (grid, p) => LETTERS[p % grid.columns] + (Math.floor(p / grid.columns) + 1);
const namesOf = (grid, points) => [...points].sort((a, b) => a - b).map((p) => nameOf(grid, p));

function writeBoard(grid, cells) {
  const rows = [];
  for (let y = grid.rows - 1; y >= 0; y--) {
    let row = '';
    for (let x = 0; x < grid.columns; x++) row += CHARS[cells[y * grid.columns + x]];
    rows.push(row);
  }
  return rows;
}

function writeMove(grid, { kind, point: p }) {
  if (p < 0) return kind;
  return kind === 'place' ? nameOf(grid, p) : `${kind}:${nameOf(grid, p)}`;
}

const writeVerdict = (clauses) => (clauses.length > 0 ? { illegal: { clauses } } : { ok: {} });
const writeSides = (bySide) => ({ black: bySide[BLACK], white: bySide[WHITE] });

function writeQuarters(quarters) {
  const size = quarters < 0n ? -quarters : quarters;
  return (quarters < 0n ? '-' : '') + (size / 4n) + ['', '.25', '.5', '.75'][Number(size % 4n)];
}

// SCORE-7: the winner of a margin of Black's.
function writeMargin(quarters, draw) {
  if (quarters === 0n) return draw;
  return quarters > 0n ? `B+${writeQuarters(quarters)}` : `W+${writeQuarters(-quarters)}`;
}

// COORD-2
function signedName(grid, p) {
  const signed = (n) => (n < 0 ? 'ABCDEFGHI'[-n - 1] : '〇一二三四五六七八九'[n]);
  const { columns, rows } = grid;
  if (columns % 2 === 0 || rows % 2 === 0 || columns > 19 || rows > 19) return null;
  const x = p % columns, y = Math.floor(p / columns);
  return signed(x - (columns - 1) / 2) + signed(y - (rows - 1) / 2);
}

// ---------------------------------------------------------------------------
// The queries. Each gets the game, its state and the arguments of the query.
// ---------------------------------------------------------------------------

const QUERIES = {
  legal(game, state, { moves }) {
    const verdicts = list(moves, 'moves').map((word) => writeVerdict(judge(game, state, move(game.grid, word))));
    return { ok: { verdicts } };
  },

  legal_moves(game, state) {
    return { ok: { moves: legalMoves(game, state).map((m) => writeMove(game.grid, m)) } };
  },

  // FLOW-1: a refused move changes nothing.
  play(game, state, { moves }) {
    const words = list(moves, 'moves').map((word) => move(game.grid, word));
    const steps = words.map((next) => {
      const clauses = judge(game, state, next);
      if (clauses.length > 0) return { illegal: { clauses }, ...describeState(game, state) };
      const made = make(game, state, next);
      state = made.state;
      return { captures: namesOf(game.grid, made.captures), ...describeState(game, state) };
    });
    return { ok: { steps } };
  },

  // DEF-3, of the board as it stands.
  strings({ grid }, { cells }) {
    const { id, strings } = stringsOf(grid, cells);
    return { ok: { strings: strings.map((s) => ({
      stone: COLOURS[s.stone],
      stones: namesOf(grid, s.stones),
      liberties: namesOf(grid, s.liberties),
      adjacent: namesOf(grid, [...stringsNextTo(grid, id, s.stones)].map((n) => strings[n].stones[0])),
    })) } };
  },

  // DEF-5, DEF-7, on the board as it stands: all gray is wall.
  eyes(game, { cells }) {
    return { ok: { eyes: emptyRegions(game.grid, cells).parts.map((points) => {
      const { touches, owner } = eyeOf(game.grid, cells, points);
      return {
        points: namesOf(game.grid, points),
        touches: [...touches].sort().map((stone) => COLOURS[stone]),
        eye_of: owner === EMPTY ? 'nobody' : COLOURS[owner],
      };
    }) } };
  },

  // DEF-6, on the board as it stands: all gray is wall.
  enclosed(game, { cells }, { by, at }) {
    const p = point(game.grid, at);
    const { id, parts } = enclosedRegions(game.grid, cells, side(by, 'by'));
    return { ok: { points: p >= 0 && id[p] >= 0 ? namesOf(game.grid, parts[id[p]]) : [] } };
  },

  // DEF-8
  private_eyes(game, { cells }) {
    const base = new BaseLayer(game.grid, cells, game.readings);
    return { ok: { private_eyes: base.strings.filter((s) => s.stone !== GRAY).map((s) => ({
      string: nameOf(game.grid, s.stones[0]),
      eyes: base.privateEyes(s.index).map((points) => namesOf(game.grid, points)),
    })) } };
  },

  natures(game, state) {
    return { ok: { natures: describeNatures(game, state) } };
  },

  score(game, { cells }, { dead, neutralised }) {
    const marks = (value, what) => list(value ?? [], what).map((name) => point(game.grid, name));
    const result = count(game, cells, marks(dead, 'dead'), marks(neutralised, 'neutralised'));
    if (result.clauses) return { illegal: { clauses: result.clauses } };
    return { ok: {
      black: writeQuarters(2n * BigInt(result.black)),
      white: writeQuarters(2n * BigInt(result.white)),
      neutral: String(result.neutral),
      margin: writeMargin(result.margin, 'draw'),
      points: writeMargin(2n * result.margin, '0'),
    } };
  },

  perft(game, state, { depth }) {
    return { ok: { sequences: perft(game, state, wholeNumber(depth, 0, 'depth')) } };
  },

  coordinates({ grid }, state, { points }) {
    const names = list(points, 'points').map((name) => {
      const p = point(grid, name);
      return p < 0 ? null : signedName(grid, p);
    });
    return { ok: { names } };
  },
};

function describeState(game, state) {
  const step = {
    board: writeBoard(game.grid, state.cells),
    number: state.number,
    to_move: COLOURS[state.toMove],
    due: COLOURS[stoneDue(game, state)],
    status: state.status,
    atari: escapeStrings(game, state).map((s) =>
      nameOf(game.grid, s.stones.find((p) => state.cells[p] === s.stone) ?? s.stones[0])),
  };
  if (game.axes.gray === 'natured') step.natures = describeNatures(game, state);
  if (game.axes.extras !== 'none') step.left = writeSides(state.left);
  return step;
}

// NAT. Without natures every gray string is neutral (LAYER-6).
function describeNatures(game, { cells }) {
  if (!cells.includes(GRAY)) return [];
  return new BaseLayer(game.grid, cells, game.readings).natures().map(({ stones, nature, ...counts }) => ({
    stones: namesOf(game.grid, stones), ...counts,
    nature: nature === GRAY || game.axes.gray !== 'natured' ? 'neutral' : COLOURS[nature],
  }));
}

// ---------------------------------------------------------------------------
// Requests
// ---------------------------------------------------------------------------

const REQUESTS = {
  hello({ protocol }) {
    if (protocol !== 1) throw new Unsupported(`protocol ${JSON.stringify(protocol)}`);
    return { ok: {
      engine: 'naive-node', version: '1', protocol: 1,
      rulesets: Object.keys(RULESETS), queries: Object.keys(QUERIES), readings: READINGS,
      reasons: 'all', in_flight: 16,
    } };
  },

  run(run) {
    need(isObject(run.query), 'no query');
    const names = Object.keys(run.query);
    need(names.length === 1, 'a query has one key');
    const [name] = names;
    if (!Object.hasOwn(QUERIES, name)) throw new Unsupported(`query ${name}`);
    need(isObject(run.query[name]), 'the query is no object');
    const rows = rowsOf(run.board);
    const game = gameOf(run.rules, gridOf(rows[0].length, rows.length));
    const state = playMoves(game, stateOf(game, run, rows), run.moves ?? []);
    return QUERIES[name](game, state, run.query[name]);
  },

  bye() {
    return { ok: {} };
  },
};

// The answer to a line, and whether it was the last one.
function answer(line) {
  let id = '', last = false;
  try {
    const request = JSON.parse(line);
    need(isObject(request), 'a request is an object');
    need(typeof request.id === 'string', 'a request has an id, a string');
    id = request.id;
    const names = Object.keys(REQUESTS).filter((name) => Object.hasOwn(request, name));
    need(names.length === 1, 'a request is one of hello, run and bye');
    need(isObject(request[names[0]]), 'the request is no object');
    last = names[0] === 'bye';
    return { last, text: JSON.stringify({ id, ...REQUESTS[names[0]](request[names[0]]) }) };
  } catch (failure) {
    const body = failure instanceof Unsupported
      ? { unsupported: { what: failure.message } }
      : { error: { message: String(failure?.message ?? failure) } };
    return { last, text: JSON.stringify({ id, ...body }) };
  }
}

// ---------------------------------------------------------------------------
// Lines
// ---------------------------------------------------------------------------

let waiting = '';

function takeLine(line) {
  if (line.trim() === '') return;
  const { last, text } = answer(line);
  process.stdout.write(text + '\n', last ? () => process.exit(0) : undefined);
  if (last) {
    process.stdin.removeAllListeners();
  }
  return last;
}

process.stdout.on('error', () => process.exit(0));
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  const lines = (waiting + text).split('\n');
  waiting = lines.pop();
  for (const line of lines) if (takeLine(line)) return;
});
process.stdin.on('end', () => takeLine(waiting));
