//! `tgo score`: the count of a position, and whose each point is.

use std::process::ExitCode;

use clap::Args;
use ternary_go::{
    Board, Game, Marks, Player, Point, Quarters, Score as Counted, Status,
    case::{Case, Expectation, Located, ScoreExpectation, Variation},
    counted_board, draw, empty_regions,
    rules::Rules,
};

use super::{
    Common, Error, Outcome, code, error, join, json,
    position::{Position, Ready, read_point, value},
    print, print_json,
};

pub(crate) const HELP: &str = "\
Examples:
  tgo score SCORE-8.a
  tgo score board.txt --dead 'D4 K10' --komi 2.75
  tgo score board.txt --neutralised B2 --dead none

Points are separated by blanks or commas. Exit code 1 when the marks are refused.";

/// `tgo score`.
#[derive(Args)]
pub(crate) struct Score {
    #[command(flatten)]
    position: Position,
    /// Dead strings, each by one of its stones, or none [default: those of the case].
    #[arg(long, value_name = "POINTS")]
    dead: Option<Vec<String>>,
    /// Neutralised strings, each by one of its stones, or none [default: those of the case].
    #[arg(long, value_name = "POINTS")]
    neutralised: Option<Vec<String>>,
    /// The komi in stones, in exact quarters [default: that of the case, else of the ruleset].
    #[arg(long, value_name = "STONES", allow_negative_numbers = true)]
    komi: Option<Quarters>,
}

impl Score {
    pub(crate) fn run(&self, common: &Common) -> Outcome {
        let Ready { game, marks, case, number, .. } = self.position.read(common)?;
        if let Status::Resigned(player) = game.status() {
            let (loser, winner) = (player.title(), player.opponent().title());
            let message = format!("{loser} has resigned, {winner} wins: nothing is counted (GO-7)");
            return Err(error(message));
        }
        let rules = Rules { komi: self.komi(&game, case.as_deref()), ..*game.rules() };
        let chosen = case.as_deref().map(|case| Chosen::of(case, &rules, number));
        let (agreed, note) =
            chosen.map_or_else(Default::default, |chosen| (chosen.marks, chosen.note));
        let marked = Marks {
            dead: read_points(self.dead.as_deref(), &marks)?.unwrap_or(agreed.dead),
            neutralised: read_points(self.neutralised.as_deref(), &marks)?
                .unwrap_or(agreed.neutralised),
        };
        let count = ternary_go::score(game.board(), &rules, &marked);
        let board = counted_board(game.board(), &rules, &marked);
        let (count, board) = match (count, board) {
            (Ok(count), Ok(board)) => (count, board),
            (Err(mark), _) | (_, Err(mark)) => {
                if common.json {
                    print_json(&json::bad_mark(&mark, &rules, &marked, game.board()))?;
                } else {
                    print(&format!("marks refused by {}: {mark}\n", mark.clause()))?;
                }
                return Ok(code(true));
            }
        };
        if common.json {
            print_json(&json::score(&count, &rules, &marked, game.board(), &owners(&board)))?;
        } else {
            print(&(note + &page(&game, &marked, &board, &count)))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The komi: of the option, or the first of `by: komi`, or that of the case or ruleset.
    fn komi(&self, game: &Game, case: Option<&Case>) -> Quarters {
        let by = case.and_then(|case| case.by.first().map(|branch| (case, branch.on)));
        match (self.komi, by) {
            (Some(komi), _) => komi,
            (None, Some((case, Variation::Komi(first)))) => {
                let all: Vec<String> = case.by.iter().map(|branch| value(&branch.on)).collect();
                let (id, all) = (&case.id, all.join(", "));
                anstream::eprintln!("{id} varies the komi, {all}; this is {first}: --komi chooses");
                first
            }
            (None, _) => game.rules().komi,
        }
    }
}

/// Points separated by blanks or commas; none by `none`.
fn read_points(
    words: Option<&[String]>,
    marks: &[(char, Point)],
) -> Result<Option<Vec<Point>>, Error> {
    let Some(words) = words else { return Ok(None) };
    let all = words.iter().flat_map(|text| text.split(|c: char| c.is_whitespace() || c == ','));
    let points = all.filter(|word| !["", "none"].contains(word));
    points.map(|word| read_point(word, marks)).collect::<Result<_, _>>().map(Some)
}

/// The marks of the count that a case expects under these rules.
#[derive(Default)]
struct Chosen {
    marks: Marks,
    /// Which counts of the case have other marks.
    note: String,
}

impl Chosen {
    fn of(case: &Case, rules: &Rules, number: u32) -> Self {
        let marks = |score: &ScoreExpectation| Marks {
            dead: score.dead.clone(),
            neutralised: score.neutralised.clone(),
        };
        let branches: Vec<_> = case
            .by
            .iter()
            .filter_map(|branch| Some((branch.on, marks(score_of(&branch.expect)?))))
            .collect();
        let holds = |on: Variation| match on {
            Variation::Reading(reading) => rules.rulings.iter().any(|(switch, value)| {
                (switch.name, value) == (reading.switch.name, reading.value)
            }),
            Variation::Ruleset(ruleset) => ruleset == rules.ruleset,
            Variation::Number(other) => other == number,
            Variation::Komi(komi) => komi == rules.komi,
        };
        let own = branches.iter().find(|(on, _)| holds(*on)).map(|(_, marks)| marks.clone());
        let marks = own.or_else(|| score_of(&case.expect).map(marks)).unwrap_or_default();
        let others: Vec<String> = branches
            .iter()
            .filter(|(_, other)| *other != marks)
            .map(|(on, _)| on.to_string())
            .collect();
        let note = match &*others {
            [] => String::new(),
            others => format!("not used: the marks of {} for {}\n", case.id, others.join(", ")),
        };
        Self { marks, note }
    }
}

fn score_of(expect: &[Located<Expectation>]) -> Option<&ScoreExpectation> {
    expect.iter().find_map(|located| {
        let Expectation::Score(score) = &located.value else { return None };
        Some(score)
    })
}

/// The counted board: stones, and small signs for the owners of empty points.
fn owners(board: &Board) -> String {
    let mut signs: Vec<(Point, char)> = Vec::new();
    for region in empty_regions(board) {
        let sign = match Player::ALL.map(|player| region.touches.contains(&player.stone())) {
            [true, true] => '-',
            [true, false] => 'x',
            [false, true] => 'o',
            [false, false] => ':',
        };
        signs.extend(region.points.into_iter().map(|point| (point, sign)));
    }
    draw(board.size(), |point| match board.get(point) {
        Some(stone) => stone.sign(),
        None => signs.iter().find(|(at, _)| *at == point).map_or(':', |(_, sign)| *sign),
    })
}

const LEGEND: [(char, &str); 4] =
    [('x', "Black's"), ('o', "White's"), ('-', "shared"), (':', "neutral")];

fn page(game: &Game, marks: &Marks, board: &Board, count: &Counted) -> String {
    let (mut text, owners) = (String::new(), owners(board));
    if game.status() == Status::Playing {
        text += &format!("{}; counted as it stands\n", game.headline());
    }
    for (name, points) in [("dead", &marks.dead), ("neutralised", &marks.neutralised)] {
        if !points.is_empty() {
            text += &format!("{name:<12} {}\n", join(points));
        }
    }
    text += &format!("{}{owners}\n\n", if text.is_empty() { "" } else { "\n" });
    let occurs = LEGEND.iter().filter(|(sign, _)| owners.contains(*sign));
    let legend: Vec<String> = occurs.map(|(sign, name)| format!("{sign} {name}")).collect();
    if !legend.is_empty() {
        text += &format!("empty points: {}\n\n", legend.join(", "));
    }
    text += "                 Black     White   neutral\n";
    let row = |name: &str, black: String, white: String, neutral: String| {
        let line = format!("{name:<12}{black:>10}{white:>10}{neutral:>10}");
        format!("{}\n", line.trim_end())
    };
    let (black, white) = (count.black, count.white);
    text += &row("points", black.to_string(), white.to_string(), count.neutral.to_string());
    let par = |player| count.par(player).to_string();
    text += &row("par", par(Player::Black), par(Player::White), String::new());
    let signed =
        |quarters: Quarters| format!("{}{quarters}", if quarters.0 > 0 { "+" } else { "" });
    let margin = count.margin();
    text += &row("margin", signed(margin.0), signed(Quarters(-margin.0.0)), String::new());
    text += &format!("\nkomi {} stones (GTP: {})\n", count.komi, count.komi.doubled());
    text + &match margin.winner() {
        Some(winner) => format!(
            "{} wins by {} stones: {margin} (GTP and SGF: {})\n",
            winner.title(),
            margin.0.abs(),
            margin.in_points()
        ),
        None => "The game is a draw (GTP and SGF: 0)\n".into(),
    }
}
