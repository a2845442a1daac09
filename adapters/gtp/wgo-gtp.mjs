// The game of the npm package wgo as a GTP engine. Run it in the folder that holds node_modules.
// node wgo-gtp.mjs [KO] [suicide]: NONE (default, no position may repeat), KO (simple ko), ALL.
import { createRequire } from 'node:module';
import { serve } from './gtp-core.mjs';
const require = createRequire(process.cwd() + '/x.js');
globalThis.window ??= globalThis;
const { Game, Color } = require('wgo');
const repeating = process.argv[2] || 'NONE', allowSuicide = process.argv[3] === 'suicide';
let g, n, turns;
const col = { 1: Color.BLACK, 2: Color.WHITE };
serve({
  name: `WGo (${repeating}, suicide ${allowSuicide})`, version: require('wgo/package.json').version,
  reset(w) { n = w; g = new Game(w, { repeating, allowRewrite: false, allowSuicide, komi: 0 }); turns = []; },
  legal(c, x, y) { const t = g.turn; g.turn = col[c]; const r = g.isValid(x, n - 1 - y); g.turn = t; return r; },
  play(c, x, y) { const t = g.turn; g.turn = col[c]; if (!g.play(x, n - 1 - y)) { g.turn = t; return false; } turns.push(t); return true; },
  pass(c) { turns.push(g.turn); g.pass(col[c]); },
  undo() { g.popPosition(); g.turn = turns.pop(); },
  stone(x, y) { const s = g.getStone(x, n - 1 - y); return s === Color.BLACK ? 1 : s === Color.WHITE ? 2 : 0; },
}, 19, 19, (w, h) => w === h);
