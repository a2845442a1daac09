//! Questions about a position: legal, play, score, perft, point.

use std::{fmt::Write as _, process::ExitCode};

use clap::Args;
use serde_json::json;
use ternary_go::{
    BoardSize, Clause, Game, GrayString, Marks, Move, Player, Point, Step, Verdict, draw, score,
};

use super::{
    Common, Error, Outcome, error, join, json,
    position::{Position, Ready, left, picture, read_moves, read_point},
    print, print_json,
};

pub(crate) const LEGAL_HELP: &str = "\
Examples:
  tgo legal FORB-2.a A1              one move, with the marks of the case if it has any
  tgo legal 9 E5 pass                on an empty board of 9 lines
  tgo legal R-TIGER.a a --rulings tiger-mouth=two-stones
  tgo legal board.txt                every point at once, as a map

Exit code 1 when a move asked about is illegal.";

pub(crate) const PLAY_HELP: &str = "\
Examples:
  tgo play 5 A2 A1 B1                from an empty board
  tgo play 9 @game.txt --ruleset dunshi
  echo 'E5 E4 pass' | tgo play 9 -

Moves are words: D4, pass, double-pass, convert:D4, bomb, knife:D4, replace:D4, resign, agree; W:D4
and 12.D4 state side and number. Exit code 1 when a move is illegal; it is taken back, and the rest is played (FLOW-1).";

pub(crate) const SCORE_HELP: &str = "\
Examples:
  tgo score SCORE-8.a
  tgo score board.txt --dead D4,K10 --komi 2.75
  tgo score board.txt --neutralised B2

Exit code 1 when the marks are refused.";

pub(crate) const PERFT_HELP: &str = "\
Examples:
  tgo perft 3 6 --ruleset go
  tgo perft FORB-2.a 3";

pub(crate) const POINT_HELP: &str = "\
Examples:
  tgo point 9 C3 二B 〇〇
  tgo point 9x13 A1";

/// `tgo legal`.
#[derive(Args)]
pub(crate) struct Legal {
    #[command(flatten)]
    position: Position,
    /// Moves to judge, each on the position as it stands; all points when none is given.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

impl Legal {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let Ready { game, marks, .. } = self.position.read(common)?;
        let moves = read_moves(&self.moves, &marks)?;
        if self.moves.is_empty() {
            return Self::map(&game, common);
        }
        let verdicts: Vec<(String, Verdict)> = moves
            .iter()
            .map(|&play| {
                (
                    play.to_string(),
                    game.verdict(play).map_err(|refusal| refusal.clauses().collect()),
                )
            })
            .collect();
        if common.json {
            let mut value = json::state(&game);
            value["legal"] = verdicts.iter().map(|(play, v)| json::verdict(play, v)).collect();
            print_json(&value)?;
        } else {
            let mut text = format!("{}\n", game.headline());
            for (play, verdict) in &verdicts {
                text += &explain(play, verdict);
            }
            print(&text)?;
        }
        Ok(ExitCode::from(u8::from(verdicts.iter().any(|(_, verdict)| verdict.is_err()))))
    }

    /// The verdict for every empty point.
    fn map(game: &Game, common: &Common) -> Outcome {
        use ternary_go::case::MapSign;
        let board = game.board();
        let verdict = |point| -> Verdict {
            game.verdict(Move::Place(point)).map_err(|refusal| refusal.clauses().collect())
        };
        let sign = |point| match board.get(point) {
            Some(stone) => MapSign::Stone(stone),
            None => MapSign::of_verdict(&verdict(point)),
        };
        let map = draw(board.size(), |point| sign(point).sign());
        if common.json {
            let mut value = json::state(game);
            let empty = board.size().iter().filter(|&point| board.get(point).is_none());
            value["legal"] =
                empty.map(|point| json::verdict(&point.to_string(), &verdict(point))).collect();
            return print_json(&value);
        }
        let mut text = format!("{}\n\n{map}\n\n", game.headline());
        for meaning in MapSign::ALL {
            if !matches!(meaning, MapSign::Stone(_))
                && board.size().iter().any(|p| sign(p) == meaning)
            {
                text += &format!("  {}  {}\n", meaning.sign(), meaning.name());
            }
        }
        let (kind, others) = game
            .legal_moves()
            .into_iter()
            .partition::<Vec<_>, _>(|play| matches!(play, Move::Place(_)));
        text += &format!("\n{} legal points; other legal moves: {}\n", kind.len(), words(&others));
        print(&text)
    }
}

/// Moves by their words; many with the same word and a point are counted.
fn words(moves: &[Move]) -> String {
    let kind = |play: &Move| play.to_string().split_once(':').map(|(kind, _)| kind.to_owned());
    let mut words: Vec<String> = Vec::new();
    for alike in moves.chunk_by(|one, other| kind(one) == kind(other)) {
        match (kind(&alike[0]), alike.len()) {
            (Some(kind), count @ 9..) => words.push(format!("{kind}: on {count} points")),
            _ => words.extend(alike.iter().map(ToString::to_string)),
        }
    }
    if words.is_empty() { "none".into() } else { words.join(" ") }
}

/// A verdict in words: a sentence a clause.
pub(crate) fn explain(play: &str, verdict: &Verdict) -> String {
    let Err(clauses) = verdict else { return format!("{play}: legal\n") };
    let mut text = format!("{play}: illegal\n");
    for id in clauses {
        let (name, sentence) = id
            .clause()
            .map_or_else(Default::default, |clause| (clause.name, Clause::answer(clause)));
        text += &format!("  {id} ({}): {sentence}\n", name.to_lowercase());
    }
    text
}

/// `tgo play`.
#[derive(Args)]
pub(crate) struct Play {
    #[command(flatten)]
    position: Position,
    /// Moves as words; @FILE reads them from a file, - from standard input.
    #[arg(value_name = "MOVES", required = true)]
    moves: Vec<String>,
}

impl Play {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let Ready { mut game, marks, .. } = self.position.read(common)?;
        let moves = read_moves(&self.moves, &marks)?;
        let start = json::state(&game);
        let (mut text, mut steps) = (String::new(), Vec::new());
        let mut refused = false;
        let (mut natures, mut extras) = (game.natures(), left(&game));
        for play in moves {
            let (number, what) = (game.number(), what(&game, play.play));
            let step = ternary_go::step(&mut game, play);
            refused |= step.outcome.is_err();
            if common.json {
                steps.push(json::step(&play.to_string(), &step, game.rules()));
                continue;
            }
            let number = match play.play {
                Move::DeclareBomb => String::new(), // BOMB-2: it takes no number.
                Move::Place(_)
                | Move::Pass
                | Move::DoublePass
                | Move::Convert(_)
                | Move::Knife(_)
                | Move::Replace(_)
                | Move::Resign
                | Move::Agree => format!("{number}."),
            };
            write!(text, "{number:>5} {:<12} {what}", play.to_string())?;
            match &step.outcome {
                Ok(captures) if captures.is_empty() => text.push('\n'),
                Ok(captures) => writeln!(text, ", takes {}", join(captures))?,
                Err(clauses) => {
                    let verdict = Err(clauses.clone());
                    let reasons = explain("", &verdict);
                    writeln!(text, ": illegal, taken back")?;
                    text.extend(reasons.lines().skip(1).map(|line| format!("      {line}\n")));
                }
            }
            if !step.atari.is_empty() {
                writeln!(text, "      in atari: {}", join(&step.atari))?;
            }
            text.extend(changed(&natures, &step).map(|line| format!("      {line}\n")));
            let now = left(&game);
            if now != extras {
                text.extend(now.iter().map(|line| format!("      {line}\n")));
            }
            (natures, extras) = (step.natures, now);
        }
        if common.json {
            print_json(&json!({ "from": start, "play": steps }))?;
        } else {
            let text =
                text.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>();
            print(&format!("{text}\n{}\n{}\n", game.board(), game.headline()))?;
        }
        Ok(ExitCode::from(u8::from(refused)))
    }
}

/// What a move is, in words.
fn what(game: &Game, play: Move) -> String {
    let mover = game.due().player.title();
    match play {
        Move::Place(_) => game.due_in_words(),
        Move::Convert(_) => format!("{mover} converts"),
        Move::DeclareBomb => format!("{mover} declares a flybomb"),
        Move::Knife(_) => format!("{} throws a knife", game.rules().allowance.receiver.title()),
        Move::Replace(_) => format!("{mover} replaces a stone"),
        Move::Pass | Move::DoublePass | Move::Resign | Move::Agree => String::new(),
    }
}

/// The gray strings whose nature is not what it was, on any of their points.
fn changed<'a>(before: &'a [GrayString], step: &'a Step) -> impl Iterator<Item = String> + 'a {
    step.natures.iter().filter_map(|gray| {
        let holds = |point: &Point| before.iter().find(|other| other.points.contains(point));
        // A stone that was not there yet was neutral.
        let mut were: Vec<&str> = gray
            .points
            .iter()
            .map(|point| holds(point).map_or("neutral", |other| other.nature.name()))
            .filter(|nature| *nature != gray.nature.name())
            .collect();
        were.dedup();
        let (first, now) = (gray.points[0], gray.nature);
        (!were.is_empty()).then(|| format!("{first} is of {now} nature, was {}", were.join(", ")))
    })
}

/// `tgo score`.
#[derive(Args)]
pub(crate) struct Score {
    #[command(flatten)]
    position: Position,
    /// Dead strings, each by one of its stones [default: the marks of the case].
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    dead: Vec<String>,
    /// Neutralised strings, each by one of its stones.
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    neutralised: Vec<String>,
}

impl Score {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let Ready { game, marks, agreed } = self.position.read(common)?;
        let read = |words: &[String]| -> Result<Vec<Point>, Error> {
            words.iter().map(|word| Ok(read_point(word.trim(), &marks)?)).collect()
        };
        let mut marked = Marks { dead: read(&self.dead)?, neutralised: read(&self.neutralised)? };
        if marked == Marks::default() {
            marked = agreed;
        }
        let counted = match score(game.board(), game.rules(), &marked) {
            Ok(counted) => counted,
            Err(mark) => {
                if common.json {
                    print_json(&json::bad_mark(&mark))?;
                } else {
                    print(&format!("marks refused by {}: {mark}\n", mark.clause()))?;
                }
                return Ok(ExitCode::from(1));
            }
        };
        if common.json {
            return print_json(&json::score(&counted));
        }
        let mut text = picture(&game, &marks);
        let margin = counted.margin();
        text += "\n\n                 Black     White   neutral\n";
        let row = |name: &str, black: String, white: String, neutral: String| {
            let line = format!("{name:<12}{black:>10}{white:>10}{neutral:>10}");
            format!("{}\n", line.trim_end())
        };
        let (black, white) = (counted.black, counted.white);
        text += &row("points", black.to_string(), white.to_string(), counted.neutral.to_string());
        let par = |player| counted.par(player).to_string();
        text += &row("par", par(Player::Black), par(Player::White), String::new());
        let signed = |quarters: ternary_go::Quarters| {
            format!("{}{quarters}", if quarters.0 > 0 { "+" } else { "" })
        };
        let (ours, theirs) = (margin.0, ternary_go::Quarters(-margin.0.0));
        text += &row("margin", signed(ours), signed(theirs), String::new());
        text += &format!("\nkomi {} stones (GTP: {})\n", counted.komi, counted.komi.doubled());
        text += &match margin.winner() {
            Some(winner) => format!(
                "{} wins by {} stones: {margin} (GTP and SGF: {})\n",
                winner.title(),
                margin.0.abs(),
                margin.in_points()
            ),
            None => "The game is a draw (GTP and SGF: 0)\n".into(),
        };
        print(&text)
    }
}

/// `tgo perft`.
#[derive(Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    position: Position,
    /// The greatest length of a sequence.
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
}

impl Perft {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let Ready { game, .. } = self.position.read(common)?;
        let nodes = (0..=self.depth).map(|depth| (depth, game.perft(depth)));
        if common.json {
            let nodes: serde_json::Map<String, serde_json::Value> =
                nodes.map(|(depth, nodes)| (depth.to_string(), nodes.into())).collect();
            return print_json(&json!({ "perft": nodes }));
        }
        for (depth, nodes) in nodes {
            print(&format!("{depth:>3} {nodes:>20}\n"))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// `tgo point`.
#[derive(Args)]
pub(crate) struct PointNames {
    /// The size of the board: 9 or 9x13.
    size: BoardSize,
    /// Points in either notation: C3 or BB.
    #[arg(required = true, value_name = "POINT")]
    points: Vec<String>,
}

impl PointNames {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let mut rows = Vec::new();
        for word in &self.points {
            let point = word.parse::<Point>().or_else(|own| {
                Point::from_source(word, self.size)
                    .map_err(|source| error(format!("{own}; in the other notation: {source}")))
            })?;
            if !self.size.contains(point) {
                return Err(error(format!("{point} is off a board of {}", self.size)));
            }
            rows.push((point.to_string(), point.to_source(self.size)));
        }
        if common.json {
            let rows = rows.iter().map(|(own, source)| json!({ "point": own, "source": source }));
            return print_json(&rows.collect());
        }
        let none = || "none".into();
        let rows = rows
            .into_iter()
            .map(|(own, source)| format!("{own:<4} {}\n", source.unwrap_or_else(none)));
        print(&rows.collect::<String>())
    }
}
