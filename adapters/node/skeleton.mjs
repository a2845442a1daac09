// A skeleton of an engine: the protocol, without the rules.
// Start it with `node skeleton.mjs`. Put your engine where it says YOUR ENGINE.

class Nonsense extends Error {}         // answered with `error`
class Unknown extends Error {}          // answered with `unsupported`

// YOUR ENGINE: what it plays. Add rulesets, queries and readings as you write them.
const HELLO = {
  engine: 'skeleton', version: '0.1', protocol: 1,
  rulesets: ['go'], queries: ['legal'], readings: {}, reasons: 'some', in_flight: 1,
};

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';           // columns, without I

// { x, y } with 1, 1 at the bottom left, or null where the word names no point at all.
function parsePoint(word) {
  const parts = /^([A-HJ-Z])([1-9][0-9]*)$/i.exec(word);
  return parts && { x: LETTERS.indexOf(parts[1].toUpperCase()) + 1, y: Number(parts[2]) };
}

// { kind, point, side, number }. Kinds are place, pass, double-pass, convert, bomb, knife, replace, agree and resign.
// Side (B or W) and number are undefined unless the word states them.
function parseMove(word) {
  const [, number, side, rest] = /^(?:(\d+)\.)?(?:([BW]):)?([^]*)$/.exec(String(word));
  const stated = { side, number: number && Number(number) };
  if (/^(pass|double-pass|bomb|agree|resign)$/.test(rest)) return { kind: rest, point: null, ...stated };
  const [, kind = 'place', name] = /^(?:(convert|knife|replace):)?([^]*)$/.exec(rest);
  const point = parsePoint(name);
  if (!point) throw new Nonsense(`no move: ${word}`);
  return { kind, point, ...stated };
}

// The board has { columns, rows, at(point) }: X, O, * or . on the board, undefined off it.
function parseBoard(rows) {
  const good = Array.isArray(rows) && rows.length >= 1 && rows.length <= 25 &&
    rows.every((row) => /^[XO*.]{1,25}$/.test(row) && row.length === rows[0].length);
  if (!good) throw new Nonsense('no board of 1 to 25 columns and rows');
  return { columns: rows[0].length, rows: rows.length, at: ({ x, y }) => rows[rows.length - y]?.[x - 1] };
}

// YOUR ENGINE: judge one move. Answer the clauses that forbid it, none when it is legal.
function judge(run, board, move) {
  const plain = move.kind === 'place' && move.side === undefined && move.number === undefined;
  if (plain && board.at(move.point) !== '.') return ['GO-1'];           // off the board, or not empty
  throw new Unknown('legal on an empty point');
}

// YOUR ENGINE: one function for each query. The arguments are those of the query.
const QUERIES = {
  legal(run, board, { moves }) {
    const clauses = moves.map((word) => judge(run, board, parseMove(word)));
    return { verdicts: clauses.map((c) => (c.length > 0 ? { illegal: { clauses: c } } : { ok: {} })) };
  },
};

function answerRun(run) {
  if (!HELLO.rulesets.includes(run.rules.ruleset)) throw new Unknown(`ruleset ${run.rules.ruleset}`);
  const [name, args] = Object.entries(run.query)[0];
  if (!Object.hasOwn(QUERIES, name)) throw new Unknown(name);
  const board = parseBoard(run.board);
  // YOUR ENGINE: axes and readings of run.rules, run.number, run.to_move, run.previous, run.history, run.left.
  if (run.moves?.length > 0) throw new Unknown('moves');                // YOUR ENGINE: make them
  return QUERIES[name](run, board, args);
}

function answer(request) {
  try {
    if (request.hello && request.hello.protocol !== 1) throw new Unknown('another protocol');
    if (request.hello) return { ok: HELLO };
    if (request.run) return { ok: answerRun(request.run) };
    if (request.bye) return { ok: {} };
    throw new Nonsense('neither hello, run nor bye');
  } catch (failure) {
    if (failure instanceof Unknown) return { unsupported: { what: failure.message } };
    return { error: { message: failure.message } };
  }
}

// Answers one line. True after bye: nothing is read any more.
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
