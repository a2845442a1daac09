// The GTP side of the wrappers in this folder: commands in, answers out, over an adapter object.
// adapter: { name, version, reset(w,h) -> void | throws, legal(color,x,y) -> bool, play(color,x,y) -> bool,
//            pass(color), undo(), stone(x,y) -> 0|1|2, score?() }   x: 0 = A, y: 0 = row 1; color 1 = B, 2 = W
import readline from 'node:readline';
const L = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
export function serve(a, w = 19, h = 19, accepts = () => true) {
  let depth = 0;
  const out = s => process.stdout.write(s);
  const color = s => { const c = { b: 1, black: 1, w: 2, white: 2 }[(s || '').toLowerCase()]; if (!c) throw 'invalid color or coordinate'; return c; };
  const vertex = s => {
    s = (s || '').toUpperCase();
    if (s === 'PASS') return null;
    const m = /^([A-HJ-Z])([1-9][0-9]?)$/.exec(s);
    const x = m ? L.indexOf(m[1]) : -1, y = m ? m[2] - 1 : -1;
    if (!m || x >= w || y >= h) throw 'invalid color or coordinate';
    return [x, y];
  };
  const size = (nw, nh) => {
    if (!(nw >= 1 && nh >= 1 && nw <= 25 && nh <= 25) || !accepts(nw, nh)) throw 'unacceptable size';
    try { a.reset(nw, nh); } catch { a.reset(w, h); throw 'unacceptable size'; }
    w = nw; h = nh; depth = 0;
  };
  const cmds = {
    protocol_version: () => '2', name: () => a.name, version: () => a.version,
    list_commands: () => Object.keys(cmds).join('\n'),
    known_command: x => x[0] in cmds ? 'true' : 'false',
    boardsize: x => { if (!/^\d+$/.test(x[0]) || (x[1] && !/^\d+$/.test(x[1]))) throw 'syntax error'; size(+x[0], +(x[1] || x[0])); return ''; },
    rectangular_boardsize: x => { if (!/^\d+$/.test(x[0]) || !/^\d+$/.test(x[1])) throw 'syntax error'; size(+x[0], +x[1]); return ''; },
    clear_board: () => { a.reset(w, h); depth = 0; return ''; },
    komi: () => '',
    play: x => {
      const c = color(x[0]), v = vertex(x[1]);
      if (!v) a.pass(c); else if (!a.play(c, ...v)) throw 'illegal move';
      depth++; return '';
    },
    undo: () => { if (!depth) throw 'cannot undo'; a.undo(); depth--; return ''; },
    is_legal: x => { const c = color(x[0]), v = vertex(x[1]); return !v || a.legal(c, ...v) ? '1' : '0'; },
    all_legal: x => {
      const c = color(x[0]), r = [];
      for (let y = 0; y < h; y++) for (let X = 0; X < w; X++) if (a.legal(c, X, y)) r.push(L[X] + (y + 1));
      return r.join(' ');
    },
    list_stones: x => {
      const c = color(x[0]), r = [];
      for (let y = 0; y < h; y++) for (let X = 0; X < w; X++) if (a.stone(X, y) === c) r.push(L[X] + (y + 1));
      return r.join(' ');
    },
    showboard: () => {
      const cols = '   ' + [...L.slice(0, w)].join(' '), r = [cols];
      for (let y = h - 1; y >= 0; y--) r.push(String(y + 1).padStart(2) + ' ' + Array.from({ length: w }, (_, x) => '.XO'[a.stone(x, y)]).join(' ') + ' ' + (y + 1));
      return '\n' + r.join('\n') + '\n' + cols;
    },
    quit: () => '',
  };
  a.reset(w, h);
  readline.createInterface({ input: process.stdin }).on('line', line => {
    const t = line.replace(/[\x00-\x08\x0b-\x1f]/g, '').replace(/#.*/, '').trim().split(/\s+/);
    if (!t[0]) return;
    const id = /^\d+$/.test(t[0]) ? t.shift() : '';
    const name = t.shift();
    try {
      if (!Object.hasOwn(cmds, name)) throw 'unknown command';
      const r = cmds[name](t);
      out(`=${id}${r ? ' ' + r : ''}\n\n`);
    } catch (e) { out(`?${id} ${typeof e === 'string' ? e : 'internal: ' + e.message}\n\n`); }
    if (name === 'quit') process.exit(0);
  }).on('close', () => process.exit(0));
}
