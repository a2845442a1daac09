// The engine of the npm package tenuki as a GTP engine. Run it in the folder that holds node_modules.
// node tenuki-gtp.mjs [KO]: positional-superko (default), simple, situational-superko, natural-situational-superko.
import { createRequire } from 'node:module';
import { serve } from './gtp-core.mjs';
const require = createRequire(process.cwd() + '/x.js');
const { Game } = require('tenuki');
const version = require('tenuki/package.json').version;
const koRule = process.argv[2] || 'positional-superko';
const names = { 1: 'black', 2: 'white' };
let g, n, steps; // steps[i]: how many tenuki moves the i-th GTP move made (2 when a pass was put in to change the turn)
const turn = c => { if (g.currentPlayer() === names[c]) return 0; g.pass({ render: false }) || g._moves.push(g.currentState().playPass(g.currentPlayer())); return 1; };
serve({
  name: `Tenuki (${koRule})`, version,
  reset(w) { n = w; g = new Game({ boardSize: w, scoring: 'area', koRule }); steps = []; },
  legal(c, x, y) { const k = turn(c); const r = !g.isIllegalAt(n - 1 - y, x); if (k) g._moves.pop(); return r; },
  play(c, x, y) {
    const k = turn(c);
    if (!g.playAt(n - 1 - y, x, { render: false })) { if (k) g._moves.pop(); return false; }
    steps.push(1 + k); return true;
  },
  pass(c) { const k = turn(c); turn(3 - c); steps.push(1 + k); },
  undo() { for (let i = steps.pop(); i > 0; i--) g._moves.pop(); },
  stone(x, y) { return { empty: 0, black: 1, white: 2 }[g.intersectionAt(n - 1 - y, x).value]; },
}, 19, 19, (w, h) => w === h && w <= 19);
