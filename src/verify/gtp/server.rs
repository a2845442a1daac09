//! The reference engine behind GTP, version 2, with the extension of `spec/gtp.md`.

use std::io::{self, BufRead, Write};

use super::{HELLO, RUN};
use crate::{
    Board, BoardSize, Game, Marks, Move, Player, Point, Quarters, Reference, StatedMove, Status,
    Stone,
    rules::{
        Rules,
        escape::Escape,
        extras::Extras,
        gray::Gray,
        schedule::{Due, Schedule},
    },
    score,
    verify::{
        line::next_line,
        serve,
        wire::{LONGEST_LINE, Response, Welcome},
    },
};

/// The text of an answer, or why there is none.
type Reply = Result<String, &'static str>;

const SYNTAX: &str = "syntax error";
const ILLEGAL: &str = "illegal move";

/// What a command does with its arguments.
type Action = fn(&mut Server, &[&str]) -> Reply;

const COMMANDS: [(&str, Action); 18] = [
    ("protocol_version", |_, words| none(words).map(|()| "2".into())),
    ("name", |_, words| none(words).map(|()| NAME.into())),
    ("version", |_, words| none(words).map(|()| VERSION.into())),
    ("known_command", |server, words| {
        let [name] = words else { return Err(SYNTAX) };
        Ok(server.commands().any(|known| known == *name).to_string())
    }),
    ("list_commands", |server, words| {
        none(words)?;
        Ok(server.commands().collect::<Vec<_>>().join("\n"))
    }),
    ("quit", |server, words| {
        none(words)?;
        server.has_quit = true;
        Ok(String::new())
    }),
    ("boardsize", |server, words| {
        let [lines] = words else { return Err(SYNTAX) };
        server.resize(lines, lines)
    }),
    ("rectangular_boardsize", |server, words| {
        let [width, height] = words else { return Err(SYNTAX) };
        server.resize(width, height)
    }),
    ("clear_board", |server, words| {
        none(words)?;
        server.clear();
        Ok(String::new())
    }),
    ("komi", Server::komi),
    ("play", Server::play),
    ("undo", Server::undo),
    ("genmove", Server::genmove),
    ("showboard", |server, words| none(words).map(|()| server.picture())),
    ("list_stones", Server::list_stones),
    ("is_legal", Server::is_legal),
    ("all_legal", Server::all_legal),
    ("final_score", |server, words| none(words).and_then(|()| server.final_score())),
];

const NAME: &str = "ternary-go";
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn none(words: &[&str]) -> Result<(), &'static str> {
    if words.is_empty() { Ok(()) } else { Err(SYNTAX) }
}

fn done(result: Result<(), &'static str>) -> Reply {
    result.map(|()| String::new())
}

/// A game under GTP commands.
///
/// ```
/// use ternary_go::{Ruleset, verify::gtp::server::Server};
/// let mut server = Server::new(Ruleset::Go.rules(), false);
/// assert_eq!(server.answer("1 boardsize 5").unwrap(), "=1\n\n");
/// assert_eq!(server.answer("play w A1").unwrap(), "=\n\n");
/// assert_eq!(server.answer("play b a1 # taken").unwrap(), "? illegal move\n\n");
/// assert_eq!(server.answer("# nothing"), None);
/// ```
#[derive(Clone, Debug)]
pub struct Server {
    rules: Rules,
    /// Whether it answers the commands of the extension.
    extension: bool,
    game: Game,
    /// The moves from the empty board.
    moves: Vec<(Player, StatedMove)>,
    has_quit: bool,
}

impl Server {
    /// The lines of its board until it is told others.
    const LINES: usize = 19;

    /// A new game.
    ///
    /// # Panics
    /// Never.
    pub fn new(rules: Rules, extension: bool) -> Self {
        let size = BoardSize::square(Self::LINES).expect("a size");
        Self { rules, extension, game: Game::new(rules, size), moves: Vec::new(), has_quit: false }
    }

    /// The answer to a line, with its empty line; `None` where the line holds no command.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let plain: String = line
            .split('#')
            .next()
            .unwrap_or_default()
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_ascii_control())
            .collect();
        let mut rest = plain.trim();
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (mut id, after) = rest.split_at(digits);
        if after.is_empty() || after.starts_with(' ') {
            rest = after.trim_start();
        } else {
            id = "";
        }
        if id.is_empty() && rest.is_empty() {
            return None;
        }
        let (sign, text) = match self.command(rest) {
            Ok(text) => ('=', text),
            Err(message) => ('?', message.into()),
        };
        let blank = if text.is_empty() { "" } else { " " };
        Some(format!("{sign}{id}{blank}{text}\n\n"))
    }

    fn command(&mut self, text: &str) -> Reply {
        let (name, arguments) = text.split_once(' ').unwrap_or((text, ""));
        match name {
            HELLO if self.extension => return hello(arguments),
            RUN if self.extension => return run(arguments),
            "" => return Err(SYNTAX),
            _ => {}
        }
        let (_, action) =
            COMMANDS.iter().find(|(known, _)| *known == name).ok_or("unknown command")?;
        action(self, &arguments.split_whitespace().collect::<Vec<_>>())
    }

    fn commands(&self) -> impl Iterator<Item = &'static str> {
        let own = [HELLO, RUN].into_iter().filter(|_| self.extension);
        COMMANDS.iter().map(|(name, _)| *name).chain(own)
    }

    fn resize(&mut self, width: &str, height: &str) -> Reply {
        let side = |text: &str| text.parse::<u32>().map_err(|_| SYNTAX);
        let size = BoardSize::new(side(width)? as usize, side(height)? as usize);
        self.game = Game::new(self.rules, size.map_err(|_| "unacceptable size")?);
        self.moves.clear();
        Ok(String::new())
    }

    fn clear(&mut self) {
        self.game = Game::new(self.rules, self.game.board().size());
        self.moves.clear();
    }

    /// Komi in points: twice the stones (SCORE-7).
    fn komi(&mut self, words: &[&str]) -> Reply {
        let [points] = words else { return Err(SYNTAX) };
        let points: Quarters = points.parse().map_err(|_| SYNTAX)?;
        if points.0 % 2 != 0 {
            return Err(SYNTAX);
        }
        self.rules.komi = Quarters(points.0 / 2);
        Ok(String::new())
    }

    /// The game with this side to move; in Go either side may move at any time.
    fn turned(&self, player: Player) -> Option<Game> {
        let Rules { schedule, gray, escape, extras, .. } = self.rules;
        let go = (schedule, gray, escape, extras)
            == (Schedule::Alternate, Gray::Absent, Escape::Absent, Extras::None);
        if go {
            self.game.with_due(Due { player, stone: player.stone() })
        } else {
            Some(self.game.clone()).filter(|game| game.due().player == player)
        }
    }

    fn make(&mut self, player: Player, play: StatedMove) -> Result<(), &'static str> {
        let mut game = self.turned(player).ok_or(ILLEGAL)?;
        game.play(play).map_err(|_| ILLEGAL)?;
        self.game = game;
        self.moves.push((player, play));
        Ok(())
    }

    fn play(&mut self, words: &[&str]) -> Reply {
        let [colour, word] = words else { return Err(SYNTAX) };
        done(self.make(player(colour)?, play(word)?))
    }

    fn undo(&mut self, words: &[&str]) -> Reply {
        none(words)?;
        let mut moves = std::mem::take(&mut self.moves);
        moves.pop().ok_or("cannot undo")?;
        self.clear();
        for (player, play) in moves {
            self.make(player, play)?;
        }
        Ok(String::new())
    }

    /// A legal move that fills no eye of its own, or a pass: not a strong one.
    fn genmove(&mut self, words: &[&str]) -> Reply {
        let [colour] = words else { return Err(SYNTAX) };
        let player = player(colour)?;
        let game = self.turned(player).ok_or(ILLEGAL)?;
        let board = game.board();
        let fills = |point: &Point| {
            crate::empty_region_at(board, *point)
                .is_some_and(|region| region.points.len() == 1 && region.eye_of() == Some(player))
        };
        let play = board
            .size()
            .iter()
            .filter(|point| !fills(point))
            .map(Move::Place)
            .chain([Move::Pass])
            .find(|&play| game.verdict(play).is_ok())
            .ok_or(ILLEGAL)?;
        self.make(player, play.into())?;
        Ok(play.to_string())
    }

    fn is_legal(&mut self, words: &[&str]) -> Reply {
        let [colour, word] = words else { return Err(SYNTAX) };
        let (player, play) = (player(colour)?, play(word)?);
        let legal = self.turned(player).is_some_and(|game| game.verdict(play).is_ok());
        Ok(u8::from(legal).to_string())
    }

    fn all_legal(&mut self, words: &[&str]) -> Reply {
        let [colour] = words else { return Err(SYNTAX) };
        let moves = self.turned(player(colour)?).map_or(vec![], |game| game.legal_moves());
        let points = moves.iter().filter(|play| matches!(play, Move::Place(_)));
        Ok(joined(points))
    }

    fn list_stones(&mut self, words: &[&str]) -> Reply {
        let [colour] = words else { return Err(SYNTAX) };
        let colour = match player(colour) {
            Ok(player) => player.stone(),
            Err(_) if colour.eq_ignore_ascii_case(Stone::Gray.name()) => Stone::Gray,
            Err(message) => return Err(message),
        };
        let stones = self.game.board().stones().filter(|(_, stone)| *stone == colour);
        Ok(joined(stones.map(|(point, _)| point)))
    }

    /// The count as the board stands: no string is taken for dead.
    fn final_score(&self) -> Reply {
        let resigned = match self.game.status() {
            Status::Playing | Status::Over => None,
            Status::Resigned(player) => Some(player),
        };
        if let Some(player) = resigned {
            return Ok(format!("{}+R", player.opponent().letter()));
        }
        let count = score(self.game.board(), &self.rules, &Marks::default());
        Ok(count.map_err(|_| "cannot score")?.margin().in_points())
    }

    fn picture(&self) -> String {
        let board: &Board = self.game.board();
        format!("\n{board}\n{}", self.game.headline())
    }
}

fn joined(items: impl IntoIterator<Item = impl ToString>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// A colour, in letters of either case.
fn player(word: &str) -> Result<Player, &'static str> {
    let is = |player: &Player| {
        let name = player.name();
        word.eq_ignore_ascii_case(name) || word.eq_ignore_ascii_case(&name[..1])
    };
    Player::ALL.into_iter().find(is).ok_or(SYNTAX)
}

/// A vertex, in letters of either case, or another word for a move of our games.
fn play(word: &str) -> Result<StatedMove, &'static str> {
    word.to_ascii_lowercase().parse().map_err(|_| SYNTAX)
}

/// The answer of a command of the extension: that of the protocol, without `id`.
fn without_id(response: &Response) -> Reply {
    let mut value = serde_json::to_value(response).expect("it is JSON");
    if let Some(object) = value.as_object_mut() {
        object.shift_remove("id");
    }
    Ok(value.to_string())
}

fn hello(argument: &str) -> Reply {
    let welcome = Welcome { in_flight: 1, ..Welcome::everything(NAME, VERSION) };
    without_id(&match serde_json::from_str(argument) {
        Ok(hello) => serve::greet(String::new(), &hello, &welcome),
        Err(error) => serve::failed(String::new(), error.to_string()),
    })
}

fn run(argument: &str) -> Reply {
    without_id(&match serde_json::from_str(argument) {
        Ok(run) => serve::run(String::new(), &run, &mut Reference),
        Err(error) => serve::failed(String::new(), error.to_string()),
    })
}

/// Takes commands until `quit` or the end of the input.
///
/// # Errors
/// When a stream fails.
pub fn serve(
    server: &mut Server,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    while let Some(line) = next_line(&mut input, LONGEST_LINE)? {
        let answer = match line {
            Ok(line) => server.answer(&line),
            Err(_) => Some(format!("? {SYNTAX}\n\n")),
        };
        let Some(answer) = answer else { continue };
        output.write_all(answer.as_bytes())?;
        output.flush()?;
        if server.has_quit {
            break;
        }
    }
    Ok(())
}
