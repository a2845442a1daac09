//! `tgo score`: the count of a position, and whose each point is.

use std::process::ExitCode;

use clap::Args;
use ternary_go::{
    BadMark, Board, Cleaned, EyeReport, Game, Marks, Player, Point, Quarters, Score as Counted,
    Status, Stone, all_private_eyes,
    case::{Case, Expectation, Located, ScoreExpectation, Variation},
    cleaned_board, counted_board, draw, empty_regions,
    rules::{Rules, gray::Gray, scoring::ScoringNatures},
    string_at,
};

use super::{
    Common, Error, Outcome,
    advice::Advice,
    code, error, join, json, natures,
    output::tell,
    position::{Position, Ready, read_point, value},
    print, print_json,
};

pub(crate) const HELP: &str = "\
Examples:
  tgo score SCORE-8.a
  tgo score board.txt --dead 'D4 K10' --komi 2.75
  tgo score board.txt --neutralised B2 --dead none

Points are separated by blanks or commas. Exit code 1 when the marks are refused.
Which strings are dead or neutralised is an input. The advice says which cannot be dead, and decides
nothing.
Signs of the board, in JSON `owners`: X O stones, * neutral gray, B W gray of black and white nature,
# neutralised stones; empty points x Black's, o White's, - shared, : neutral.";

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
        let page = match Page::of(&game, &rules, &marked) {
            Ok(page) => page,
            Err(mark) => {
                if common.json {
                    print_json(&json::bad_mark(&mark, &rules, &marked, game.board()))?;
                } else {
                    print(&refused(&game, &rules, &marked, &mark))?;
                }
                return Ok(code(true));
            }
        };
        if common.json {
            print_json(&page.json())?;
        } else {
            print(&(note + &page.text()))?;
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
                tell!("{id} varies the komi, {all}; this is {first}: --komi chooses");
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

/// Why marks are refused, and which string the mark stands for.
fn refused(game: &Game, rules: &Rules, marks: &Marks, mark: &BadMark) -> String {
    let (clause, point) = (mark.clause(), mark.point());
    let size = game.board().size();
    if !size.contains(point) {
        return format!("marks refused by {clause}: {point} is off a board of {size}\n");
    }
    let mut text = format!("marks refused by {clause}: {mark}\n");
    let dead = matches!(mark, BadMark::NothingDead(_) | BadMark::AliveNotDead(_));
    let layer = if dead {
        Some(game.layer().clone())
    } else {
        cleaned_board(game.board(), rules, marks).ok().map(|cleaned| cleaned.layer)
    };
    let string = layer.and_then(|layer| string_at(&layer, point));
    if let Some(string) = string.filter(|string| string.stone != Stone::Gray) {
        text += &format!("  the mark stands for {} {}\n", string.stone, join(&string.points));
    }
    text
}

/// What is on a point of the counted board: its sign and what that means.
type Sign = (char, &'static str);

const BLACK: Sign = ('X', "black");
const WHITE: Sign = ('O', "white");
const OF_BLACK: Sign = ('B', "gray of black nature");
const OF_WHITE: Sign = ('W', "gray of white nature");
const GRAY: Sign = ('*', "neutral gray");
const NEUTRALISED: Sign = ('#', "neutralised");
const SHARED: Sign = ('-', "shared");
const NEUTRAL: Sign = (':', "neutral");

/// A count with all that it rests on.
struct Page<'a> {
    game: &'a Game,
    rules: &'a Rules,
    marks: &'a Marks,
    count: Counted,
    cleaned: Cleaned,
    /// The sign of each point of the counted board.
    signs: Vec<(Point, Sign)>,
    advice: Advice,
}

impl<'a> Page<'a> {
    fn of(game: &'a Game, rules: &'a Rules, marks: &'a Marks) -> Result<Self, BadMark> {
        let count = ternary_go::score(game.board(), rules, marks)?;
        let cleaned = cleaned_board(game.board(), rules, marks)?;
        let counted = counted_board(game.board(), rules, marks)?;
        let signs = signs(&counted, &cleaned);
        let advice = Advice::of(game, &marks.dead);
        Ok(Self { game, rules, marks, count, cleaned, signs, advice })
    }

    /// The eyes by which the natures for the count were found (R-CLEAN).
    fn natured(&self) -> Option<(&Board, Vec<(Point, EyeReport)>)> {
        if self.rules.gray != Gray::Natured || self.cleaned.natures.is_empty() {
            return None;
        }
        let board = match self.rules.rulings.scoring_natures {
            ScoringNatures::AfterRemoval => &self.cleaned.board,
            ScoringNatures::BeforeRemoval => self.game.board(),
        };
        Some((board, all_private_eyes(board, self.rules.rulings.eyes())))
    }

    fn picture(&self) -> String {
        let sign = |point| self.signs.iter().find(|(at, _)| *at == point);
        draw(self.game.board().size(), |point| sign(point).map_or('.', |(_, (sign, _))| *sign))
    }

    /// What the signs of one kind mean, those that occur.
    fn legend(&self, of: &[Sign]) -> Vec<String> {
        let occurs = |sign: &&Sign| self.signs.iter().any(|(_, other)| other == *sign);
        of.iter().filter(occurs).map(|(sign, name)| format!("{sign} {name}")).collect()
    }

    fn json(&self) -> serde_json::Value {
        let mut value =
            json::score(&self.count, self.rules, self.marks, self.game.board(), &self.picture());
        value["cleaned"] = json::board(&self.cleaned.board);
        if let Some((board, eyes)) = self.natured() {
            value["natures"] = natures::as_json(board, &self.cleaned.natures, &eyes);
        }
        value["advice"] = self.advice.json();
        value
    }

    fn text(&self) -> String {
        let Self { game, marks, count, .. } = self;
        let mut text = String::new();
        if game.status() == Status::Playing {
            text += &format!("{}; counted as it stands\n", game.headline());
        }
        for (name, points) in [("dead", &marks.dead), ("neutralised", &marks.neutralised)] {
            if !points.is_empty() {
                text += &format!("{name:<12} {}\n", join(points));
            }
        }
        text += &format!("{}{}\n\n", if text.is_empty() { "" } else { "\n" }, self.picture());
        let stones = self.legend(&[OF_BLACK, OF_WHITE, GRAY, NEUTRALISED]);
        let empty =
            self.legend(&[empty_of(Player::Black), empty_of(Player::White), SHARED, NEUTRAL]);
        for (name, legend) in [("stones", &stones), ("empty points", &empty)] {
            if !legend.is_empty() {
                text += &format!("{name}: {}\n", legend.join(", "));
            }
        }
        if !(stones.is_empty() && empty.is_empty()) {
            text.push('\n');
        }
        if let Some((board, eyes)) = self.natured() {
            let rows = natures::rows(board, &self.cleaned.natures, &eyes);
            text += &format!("Natures for the count (R-CLEAN)\n{rows}\n");
        }
        text + &table(count) + &self.advice.text()
    }
}

/// The sign of an empty point that counts for a side.
const fn empty_of(player: Player) -> Sign {
    match player {
        Player::Black => ('x', "Black's"),
        Player::White => ('o', "White's"),
    }
}

/// The signs of the counted board.
fn signs(counted: &Board, cleaned: &Cleaned) -> Vec<(Point, Sign)> {
    let mut signs: Vec<(Point, Sign)> = Vec::new();
    for (point, stone) in counted.stones() {
        let was_gray = cleaned.board.get(point) == Some(Stone::Gray);
        let sign = match stone {
            Stone::Black if was_gray => OF_BLACK,
            Stone::Black => BLACK,
            Stone::White if was_gray => OF_WHITE,
            Stone::White => WHITE,
            Stone::Gray if cleaned.layer.get(point) == Some(Stone::Gray) => GRAY,
            Stone::Gray => NEUTRALISED,
        };
        signs.push((point, sign));
    }
    for region in empty_regions(counted) {
        let sign = match Player::ALL.map(|player| region.touches.contains(&player.stone())) {
            [true, true] => SHARED,
            [true, false] => empty_of(Player::Black),
            [false, true] => empty_of(Player::White),
            [false, false] => NEUTRAL,
        };
        signs.extend(region.points.into_iter().map(|point| (point, sign)));
    }
    signs
}

/// The figures of a count.
fn table(count: &Counted) -> String {
    let mut text = String::from("                 Black     White   neutral\n");
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
