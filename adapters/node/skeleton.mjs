// A skeleton of an engine: the protocol, and of the rules only two clauses.
//
// It knows GO-1 (a stone goes on an empty point) and COORD-2 (the names of points in the sources).
// Copy it, and write on where it says YOUR ENGINE. What it does not answer yet is `unsupported`, which is
// neither right nor wrong. Node 18 or later, without packages.

// YOUR ENGINE: what it is and what it knows. Nothing else is asked. Add to it as you go on.
const HELLO = {
  engine: 'skeleton', version: '0', protocol: 1,
  rulesets: ['go'],             // 'dunshi', 'dullstone', 'meng', 'flybomb', 'knife-go', 'bomb-go'
  queries: ['legal', 'coordinates'],   // 'play', 'score', 'strings', 'eyes', ...
  readings: {},                 // { superko: ['positional', 'simple'] }; of a switch left out: the default
  reasons: 'some',              // 'all' when a refusal names every clause that applies
  in_flight: 1,                 // 16 is faster: requests that wait are answered one after the other
};

const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';            // COORD-1: without I

// Throw it for what the engine does not know. Any other exception is answered with `error`.
class Unsupported extends Error {}

// 'D4' as { x: 4, y: 4 }; A1 is { x: 1, y: 1 }, at the bottom left. The point may lie off the board.
function parsePoint(name) {
  if (!/^[A-HJ-Z](0|[1-9][0-9]*)$/i.test(name)) throw new Error(`no point: ${name}`);
  return { x: COLUMNS.indexOf(name[0].toUpperCase()) + 1, y: Number(name.slice(1)) };
}

// '12.W:knife:D4' as { kind: 'knife', point: { x: 4, y: 4 }, side: 'W', number: 12 }.
// A plain stone is a 'place'; side and number are often undefined.
function parseMove(word) {
  const [, number, side, kind, rest] = /^(?:([0-9]+)\.)?(?:([BW]):)?(?:(convert|knife|replace):)?([^]*)$/.exec(word);
  const stated = { side, number: number && Number(number) };
  if (!kind && /^(pass|double-pass|bomb|agree|resign)$/.test(rest)) return { kind: rest, ...stated };
  return { kind: kind ?? 'place', point: parsePoint(rest), ...stated };
}

// at({ x, y }) of a board is 'X', 'O', '*' or '.', and undefined off it. The first row is the highest.
function parseBoard(rows) {
  const good = rows.length >= 1 && rows.length <= 25 &&
    rows.every((row) => /^[XO*.]{1,25}$/.test(row) && row.length === rows[0].length);
  if (!good) throw new Error('no board of 1 to 25 columns and rows');
  return { columns: rows[0].length, rows: rows.length, at: ({ x, y }) => rows[rows.length - y]?.[x - 1] };
}

// YOUR ENGINE: the clauses that forbid a move; none when it is legal.
function judge(run, board, { kind, point, side, number }) {
  const plain = kind === 'place' && side === undefined && number === undefined;
  if (plain && board.at(point) !== '.') return ['GO-1'];              // off the board, or not empty
  throw new Unsupported('more than GO-1');
}

// YOUR ENGINE: a function for each query.
const QUERIES = {
  // A verdict on each word, in the same order.
  legal(run, board, { moves }) {
    const judged = moves.map((word) => judge(run, board, parseMove(word)));
    return { verdicts: judged.map((clauses) => (clauses.length > 0 ? { illegal: { clauses } } : { ok: {} })) };
  },

  // COORD-2: the points counted from the centre, letters below it and to the left.
  coordinates(run, board, { points }) {
    const named = [board.columns, board.rows].every((lines) => lines % 2 === 1 && lines <= 19);
    const letter = (n, lines) => [...'IHGFEDCBA〇一二三四五六七八九'][n - (lines + 1) / 2 + 9];
    const name = ({ x, y }) => letter(x, board.columns) + letter(y, board.rows);
    const of = (point) => (named && board.at(point) !== undefined ? name(point) : null);
    return { names: points.map((word) => of(parsePoint(word))) };
  },
};

function answerRun(run) {
  const [name, query] = Object.entries(run.query)[0];
  if (!HELLO.rulesets.includes(run.rules.ruleset) || !Object.hasOwn(QUERIES, name)) {
    throw new Unsupported(`${run.rules.ruleset}, ${name}`);
  }
  // YOUR ENGINE: run.rules has axes and readings; there are number, to_move, previous, history and left.
  if (run.moves?.length > 0) throw new Unsupported('moves');          // YOUR ENGINE: make them
  return QUERIES[name](run, parseBoard(run.board), query);
}

// The answer to a request, but for its id.
function answer(request) {
  try {
    if (request.hello) {
      if (request.hello.protocol !== HELLO.protocol) throw new Unsupported('another version of the protocol');
      return { ok: HELLO };
    }
    if (request.run) return { ok: answerRun(request.run) };
    if (request.bye) return { ok: {} };
    throw new Error('a request is one of hello, run and bye');
  } catch (failure) {                                                   // whatever goes wrong, the line is answered
    if (failure instanceof Unsupported) return { unsupported: { what: failure.message } };
    return { error: { message: String(failure) } };
  }
}

// Answers a line. True when it was the last one.
function takeLine(line) {
  if (line.trim() === '') return false;
  let request;
  try { request = JSON.parse(line) ?? {}; } catch { request = {}; }
  const text = JSON.stringify({ id: request.id ?? '', ...answer(request) });
  process.stdout.write(text + '\n');                                    // nothing else goes to standard output
  return request.bye !== undefined;
}

let waiting = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  const lines = (waiting + text).split('\n');
  waiting = lines.pop();
  if (lines.some(takeLine)) { waiting = ''; process.stdin.destroy(); }
});
process.stdin.on('end', () => takeLine(waiting));
