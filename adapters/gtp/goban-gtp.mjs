// The engine of OGS, npm package goban, as a GTP engine. Run it in the folder that holds node_modules.
// node goban-gtp.mjs [RULES] [SUPERKO]: chinese (default), aga, nz, ing, japanese; psk (default), ssk, csk, or rules for the rule set's own.
import { createRequire } from 'node:module';
import { serve } from './gtp-core.mjs';
const require = createRequire(process.cwd() + '/x.js');
// browser stubs: the package's one bundle touches window and document while it loads
const nop = () => stub;
const stub = new Proxy(function () {}, { get: (_, k) => k === Symbol.toPrimitive ? () => '' : stub, apply: nop, construct: nop, set: () => true });
const log = console.log; console.log = console.warn = console.error = () => {};
for (const k of ['window', 'document', 'navigator', 'self']) { try { globalThis[k] ??= k === 'self' || k === 'window' ? globalThis : stub; } catch {} }
globalThis.addEventListener ??= () => {};
globalThis.localStorage ??= { getItem: () => null, setItem() {}, removeItem() {} };
for (const k of ['HTMLElement', 'CSSStyleSheet', 'Image', 'CustomEvent']) globalThis[k] ??= class {};
const { GobanEngine } = require('goban');
const version = require('goban/package.json').version;
const rules = process.argv[2] || 'chinese', superko = process.argv[3] || 'psk';
let e, h, hist;
const trial = (c, x, y) => { // true and the move stands, or false and nothing changed
  const at = e.cur_move, p = e.player;
  e.player = c;
  try { e.place(x, h - 1 - y, true, true); return true; } catch { e.jumpTo(at); e.player = p; return false; }
};
serve({
  name: `OGS goban (${rules}, ${superko})`, version,
  reset(w, hh) {
    h = hh; hist = [];
    e = new GobanEngine({ width: w, height: hh, rules, ...(superko === 'rules' ? {} : { superko_algorithm: superko, allow_superko: false }) });
  },
  legal(c, x, y) {
    const at = e.cur_move, p = e.player;
    if (!trial(c, x, y)) return false;
    const made = e.cur_move; e.jumpTo(at); e.player = p; made.remove?.(); return true;
  },
  play(c, x, y) { const at = e.cur_move, p = e.player; if (!trial(c, x, y)) return false; hist.push([at, p]); return true; },
  pass(c) { hist.push([e.cur_move, e.player]); e.player = c; e.place(-1, -1); },
  undo() { const [at, p] = hist.pop(); e.jumpTo(at); e.player = p; },
  stone(x, y) { return e.board[h - 1 - y][x]; },
});
