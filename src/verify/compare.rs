//! The answers of two engines to one query: what is the same, what differs, what is left out.

use serde_json::{Map, Value};

use super::translate;
use crate::{
    Answer, Board, ClauseId, EyeRulings, Game, NatureAnswer, Point, Query, RegionAnswer,
    StepAnswer, StringAnswer, Verdict, holographic,
    rules::{extras::Extras, gray::Gray},
    string_at,
};

/// How two answers differ. The first kind that applies is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One engine says that the query makes no sense, or has failed; the other answers.
    Answer,
    /// One says legal, the other illegal.
    Legality,
    /// Another value.
    Value,
    /// Both say illegal, and name other clauses.
    Clauses,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Answer, Self::Legality, Self::Value, Self::Clauses];

    /// The kind in a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Legality => "legality",
            Self::Value => "value",
            Self::Clauses => "clauses",
        }
    }
}

/// What comes of two answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// How they differ, if they do.
    pub differs: Option<Kind>,
    /// Whether one of them leaves out something that the other one tells.
    pub left_out: bool,
    /// Whether one of them is [`Answer::Unsupported`]; nothing is compared then.
    pub unsupported: bool,
}

/// Compares two answers to a query. Clauses are compared only where both engines name all of them.
///
/// Lists that have no order are compared as sets, and a string is as good as named by any one of
/// its stones. Two errors are the same, whatever they say.
///
/// ```
/// use ternary_go::{Answer, Ask, Board, BoardSize, Query, Ruleset, Setup};
/// use ternary_go::verify::compare::{Kind, compare};
/// let setup = Setup::new(Board::empty(BoardSize::square(3)?), 1);
/// let ask = Ask::Legal(vec!["A1".parse()?]);
/// let query = Query { rules: Ruleset::Go.rules(), setup, moves: vec![], ask };
/// let (yes, no) = (Answer::Verdicts(vec![Ok(())]), Answer::Verdicts(vec![Err(vec![])]));
/// assert_eq!(compare(&query, &yes, &no, false).differs, Some(Kind::Legality));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare(query: &Query, one: &Answer, other: &Answer, all_clauses: bool) -> Comparison {
    let mut found = Found { all_clauses, ..Found::default() };
    found.answers(&normal(one, query), &normal(other, query));
    found.comparison
}

#[derive(Default)]
struct Found {
    all_clauses: bool,
    comparison: Comparison,
}

impl Found {
    fn kind(&mut self, kind: Kind) {
        let differs = &mut self.comparison.differs;
        *differs = Some(differs.map_or(kind, |known| known.min(kind)));
    }

    /// Two values, each told or left out.
    fn value<T: PartialEq>(&mut self, one: Option<&T>, other: Option<&T>) {
        match (one, other) {
            (Some(one), Some(other)) if one != other => self.kind(Kind::Value),
            (Some(_), Some(_)) | (None, None) => {}
            (Some(_), None) | (None, Some(_)) => self.comparison.left_out = true,
        }
    }

    fn verdict(&mut self, one: &Verdict, other: &Verdict) {
        match (one, other) {
            (Ok(()), Ok(())) => {}
            (Ok(()), Err(_)) | (Err(_), Ok(())) => self.kind(Kind::Legality),
            (Err(one), Err(other)) if self.all_clauses && one != other => self.kind(Kind::Clauses),
            (Err(_), Err(_)) => {}
        }
    }

    /// Two lists whose items belong together in pairs, if their names are the same.
    fn lists<T, K: PartialEq>(
        &mut self,
        one: &[T],
        other: &[T],
        name: impl Fn(&T) -> K,
        mut each: impl FnMut(&mut Self, &T, &T),
    ) {
        if !one.iter().map(&name).eq(other.iter().map(&name)) {
            self.kind(Kind::Value);
            return;
        }
        one.iter().zip(other).for_each(|(one, other)| each(self, one, other));
    }

    fn natures(&mut self, one: &[NatureAnswer], other: &[NatureAnswer]) {
        let name = |gray: &NatureAnswer| gray.points.clone();
        self.lists(one, other, name, |found, one, other| {
            found.value(one.black_eyes.as_ref(), other.black_eyes.as_ref());
            found.value(one.white_eyes.as_ref(), other.white_eyes.as_ref());
            found.value(one.black_others.as_ref(), other.black_others.as_ref());
            found.value(one.white_others.as_ref(), other.white_others.as_ref());
            found.value(one.nature.as_ref(), other.nature.as_ref());
        });
    }

    fn step(&mut self, one: &StepAnswer, other: &StepAnswer) {
        self.verdict(&one.verdict, &other.verdict);
        self.value(one.captures.as_ref(), other.captures.as_ref());
        self.value(one.board.as_ref(), other.board.as_ref());
        self.value(one.number.as_ref(), other.number.as_ref());
        self.value(one.to_move.as_ref(), other.to_move.as_ref());
        self.value(one.due.as_ref(), other.due.as_ref());
        self.value(one.status.as_ref(), other.status.as_ref());
        self.value(one.atari.as_ref(), other.atari.as_ref());
        self.value(one.left.as_ref(), other.left.as_ref());
        match (&one.natures, &other.natures) {
            (Some(one), Some(other)) => self.natures(one, other),
            (one, other) => self.comparison.left_out |= one.is_some() != other.is_some(),
        }
    }

    fn answers(&mut self, one: &Answer, other: &Answer) {
        use Answer as A;
        match (one, other) {
            (A::Unsupported(_), _) | (_, A::Unsupported(_)) => self.comparison.unsupported = true,
            (A::Error(_), A::Error(_)) => {}
            (A::Verdicts(one), A::Verdicts(other)) => {
                self.lists(one, other, |_| (), |found, one, other| found.verdict(one, other));
            }
            (A::Strings(one), A::Strings(other)) => {
                let name = |string: &StringAnswer| string.points.clone();
                self.lists(one, other, name, |found, one, other| {
                    found.value(one.stone.as_ref(), other.stone.as_ref());
                    found.value(one.liberties.as_ref(), other.liberties.as_ref());
                    found.value(one.adjacent.as_ref(), other.adjacent.as_ref());
                });
            }
            (A::EmptyRegions(one), A::EmptyRegions(other)) => {
                let name = |region: &RegionAnswer| region.points.clone();
                self.lists(one, other, name, |found, one, other| {
                    found.value(one.touches.as_ref(), other.touches.as_ref());
                    found.value(one.eye_of.as_ref(), other.eye_of.as_ref());
                });
            }
            (A::Natures(one), A::Natures(other)) => self.natures(one, other),
            (A::Played(one), A::Played(other)) => {
                self.lists(one, other, |_| (), |found, one, other| found.step(one, other));
            }
            (A::Score(one), A::Score(other)) => {
                let verdict = |score: &Result<_, Vec<ClauseId>>| {
                    score.as_ref().map(|_| ()).map_err(Clone::clone)
                };
                self.verdict(&verdict(one), &verdict(other));
                if let (Ok(one), Ok(other)) = (one, other) {
                    self.value(one.black.as_ref(), other.black.as_ref());
                    self.value(one.white.as_ref(), other.white.as_ref());
                    self.value(one.neutral.as_ref(), other.neutral.as_ref());
                    self.value(one.margin.as_ref(), other.margin.as_ref());
                    self.value(one.points.as_ref(), other.points.as_ref());
                }
            }
            (A::LegalMoves(_), A::LegalMoves(_))
            | (A::Enclosed(_), A::Enclosed(_))
            | (A::PrivateEyes(_), A::PrivateEyes(_))
            | (A::Perft(_), A::Perft(_))
            | (A::Coordinates(_), A::Coordinates(_)) => self.value(Some(one), Some(other)),
            _ => self.kind(Kind::Answer),
        }
    }
}

/// An answer in the one form that all answers of its meaning share.
///
/// Lists without an order are sorted, strings are named by their first stone, and what a game does
/// not have is left out.
pub fn normal(answer: &Answer, query: &Query) -> Answer {
    match answer {
        Answer::Verdicts(verdicts) => Answer::Verdicts(verdicts.iter().map(verdict).collect()),
        Answer::LegalMoves(moves) => {
            let mut moves = moves.clone();
            moves.sort_by_cached_key(ToString::to_string);
            moves.dedup();
            Answer::LegalMoves(moves)
        }
        Answer::Strings(strings) => {
            let first = |point: Point| {
                let string = strings.iter().find(|string| string.points.contains(&point));
                string.and_then(|string| string.points.iter().min().copied()).unwrap_or(point)
            };
            let string = |string: &StringAnswer| StringAnswer {
                points: set(&string.points),
                stone: string.stone,
                liberties: string.liberties.as_deref().map(set),
                adjacent: string.adjacent.as_deref().map(|all| named(all, first)),
            };
            Answer::Strings(by_points(strings.iter().map(string), |string| &string.points))
        }
        Answer::EmptyRegions(regions) => {
            let region = |region: &RegionAnswer| RegionAnswer {
                points: set(&region.points),
                touches: region.touches.as_deref().map(set),
                eye_of: region.eye_of,
            };
            Answer::EmptyRegions(by_points(regions.iter().map(region), |region| &region.points))
        }
        Answer::Enclosed(points) => {
            Answer::Enclosed(Some(set(points.as_deref().unwrap_or_default())))
        }
        Answer::PrivateEyes(strings) => {
            let board = after_moves(query);
            let first = |point: Point| board.as_ref().map_or(point, |board| first(board, point));
            let string = |(string, eyes): &(Point, Vec<Vec<Point>>)| {
                let eyes: Vec<Vec<Point>> = eyes.iter().map(|eye| set(eye)).collect();
                (first(*string), set(&eyes))
            };
            let all: Vec<_> = strings.iter().map(string).collect();
            Answer::PrivateEyes(set(&all))
        }
        Answer::Natures(all) => Answer::Natures(grays(all)),
        Answer::Played(steps) => Answer::Played(steps.iter().map(|one| step(one, query)).collect()),
        Answer::Score(Err(clauses)) => Answer::Score(Err(set(clauses))),
        Answer::Score(Ok(_))
        | Answer::Perft(_)
        | Answer::Coordinates(_)
        | Answer::Unsupported(_)
        | Answer::Error(_) => answer.clone(),
    }
}

/// A normal answer as it stands on the wire, without an id.
pub fn on_the_wire(answer: &Answer, query: &Query) -> Value {
    let response = translate::response(String::new(), &normal(answer, query), &query.rules);
    let mut value = serde_json::to_value(response).expect("a response is JSON");
    if let Some(keys) = value.as_object_mut() {
        keys.shift_remove("id");
    }
    value
}

/// The places in which two answers on the wire differ, each with both values: `steps.2.number`.
///
/// Items of lists are counted from 1; lists of another length and lists of words differ as a whole.
/// What one of them leaves out does not differ.
///
/// ```
/// use ternary_go::verify::compare::places;
/// let one = serde_json::json!({ "steps": [{ "number": 2 }, { "number": 3, "due": "gray" }] });
/// let other = serde_json::json!({ "steps": [{ "number": 2 }, { "number": 4 }] });
/// assert_eq!(places(&one, &other), [("steps.2.number".to_owned(), &3.into(), &4.into())]);
/// ```
pub fn places<'v>(one: &'v Value, other: &'v Value) -> Vec<(String, &'v Value, &'v Value)> {
    let under = |key: String, found: Vec<(String, &'v Value, &'v Value)>| {
        let dot = |place: &str| if place.is_empty() { "" } else { "." };
        let place = move |(place, one, other): (String, _, _)| {
            (format!("{key}{}{place}", dot(&place)), one, other)
        };
        found.into_iter().map(place).collect::<Vec<_>>()
    };
    match (one, other) {
        (one, other) if one == other => vec![],
        (Value::Object(ones), Value::Object(others)) => {
            let both = ones.iter().filter_map(|(key, one)| Some((key, one, others.get(key)?)));
            let found: Vec<_> =
                both.flat_map(|(key, one, other)| under(key.clone(), places(one, other))).collect();
            let refused = |keys: &Map<String, Value>| keys.contains_key("illegal");
            let apart = ones.keys().all(|key| !others.contains_key(key));
            let whole = refused(ones) != refused(others) || found.is_empty() && apart;
            if whole { vec![(String::new(), one, other)] } else { found }
        }
        (Value::Array(ones), Value::Array(others))
            if ones.len() == others.len() && ones.iter().all(Value::is_object) =>
        {
            let pairs = ones.iter().zip(others).enumerate();
            let each = |(index, (one, other)): (usize, _)| {
                under((index + 1).to_string(), places(one, other))
            };
            pairs.flat_map(each).collect()
        }
        (one, other) => vec![(String::new(), one, other)],
    }
}

fn step(step: &StepAnswer, query: &Query) -> StepAnswer {
    let rules = &query.rules;
    let natured = rules.gray == Gray::Natured;
    // A joined string is as good as named by any one of its stones, gray ones too (LAYER-5).
    // Without the board nobody knows which string a stone names.
    let layer = step.board.as_ref().filter(|board| board.size() == query.setup.board.size());
    let layer = layer.map(|board| layer_of(board, natured, rules.rulings.eyes()));
    let atari = step.atari.as_ref().zip(layer.as_ref());
    StepAnswer {
        verdict: verdict(&step.verdict),
        captures: step.captures.as_deref().filter(|_| step.verdict.is_ok()).map(set),
        board: step.board.clone(),
        number: step.number,
        to_move: step.to_move,
        due: step.due,
        status: step.status,
        atari: atari.map(|(atari, layer)| named(atari, |point| first(layer, point))),
        natures: step.natures.as_deref().filter(|_| natured).map(grays),
        left: step.left.filter(|_| rules.extras != Extras::None),
    }
}

fn layer_of(board: &Board, natured: bool, rulings: EyeRulings) -> Board {
    if natured { holographic(board, rulings) } else { board.clone() }
}

fn verdict(verdict: &Verdict) -> Verdict {
    verdict.as_ref().map_err(|clauses| set(clauses)).copied()
}

fn grays(all: &[NatureAnswer]) -> Vec<NatureAnswer> {
    let gray = |gray: &NatureAnswer| NatureAnswer { points: set(&gray.points), ..gray.clone() };
    by_points(all.iter().map(gray), |gray| &gray.points)
}

/// The board that a query asks about.
fn after_moves(query: &Query) -> Option<Board> {
    let mut game = Game::from_setup(query.rules, query.setup.clone()).ok()?;
    query.moves.iter().try_for_each(|play| game.play(*play).map(|_| ())).ok()?;
    Some(game.board().clone())
}

/// The first stone of the string at a point.
fn first(board: &Board, point: Point) -> Point {
    let string = Some(point).filter(|point| board.size().contains(*point));
    let string = string.and_then(|point| string_at(board, point));
    string.and_then(|string| string.points.into_iter().min()).unwrap_or(point)
}

fn named(points: &[Point], first: impl Fn(Point) -> Point) -> Vec<Point> {
    let names: Vec<Point> = points.iter().map(|&point| first(point)).collect();
    set(&names)
}

/// The items in order, each once.
fn set<T: Ord + Clone>(items: &[T]) -> Vec<T> {
    let mut items = items.to_vec();
    items.sort();
    items.dedup();
    items
}

fn by_points<T>(items: impl Iterator<Item = T>, points: impl Fn(&T) -> &Vec<Point>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_by(|one, other| points(one).cmp(points(other)));
    items
}
