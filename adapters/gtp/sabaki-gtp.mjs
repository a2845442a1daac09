// The board of the Sabaki editor, npm package @sabaki/go-board, as a GTP engine. Run it in the folder that holds node_modules.
// node sabaki-gtp.mjs [suicide]: suicide and ko are refused through the package's own prevent options; it has no superko.
import { createRequire } from 'node:module';
import { serve } from './gtp-core.mjs';
const require = createRequire(process.cwd() + '/x.js');
const Board = require('@sabaki/go-board');
let b, h, hist;
const opt = { preventSuicide: process.argv[2] !== 'suicide', preventOverwrite: true, preventKo: true };
const move = (c, x, y) => { try { return b.makeMove(c === 1 ? 1 : -1, [x, h - 1 - y], opt); } catch { return null; } };
serve({
  name: 'Sabaki go-board', version: require('@sabaki/go-board/package.json').version,
  reset(w, hh) { h = hh; b = Board.fromDimensions(w, hh); hist = []; },
  legal(c, x, y) { return !!move(c, x, y); },
  play(c, x, y) { const r = move(c, x, y); if (!r) return false; hist.push(b); b = r; return true; },
  pass(c) { hist.push(b); b = b.makeMove(c === 1 ? 1 : -1, [-1, -1], opt); }, // the library's pass: a copy, ko kept
  undo() { b = hist.pop(); },
  stone(x, y) { return { 0: 0, 1: 1, '-1': 2 }[b.get([x, h - 1 - y])]; },
});
