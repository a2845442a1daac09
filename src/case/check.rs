//! Puts a case to an engine and compares its answers with what the case expects.

use std::{collections::BTreeSet, fmt};

use super::{
    Branch, Case, Expectation, EyeExpectation, Located, MapSign, ScoreExpectation, StepExpectation,
    StringExpectation, Variation,
};
use crate::{
    Answer, Ask, Board, ClauseId, Engine, Game, Marks, Move, Point, Query, Setup, StatedMove, Step,
    Stone, draw,
    engine::Verdict,
    rules::{Axis, Rules},
};

/// A case under one ruleset and one value of the axis that it varies.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// The case.
    pub case: &'a Case,
    /// The parameters of the game.
    pub rules: Rules,
    /// The number of the move to be made on the board of the case.
    pub number: u32,
    /// The value of the axis, where the expectations are those of one.
    pub branch: Option<&'a Branch>,
}

/// One expectation compared with the answer of an engine.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its name: `GO-6.a/after.2`.
    pub name: String,
    /// The ruleset under which it was asked.
    pub ruleset: &'static str,
    /// The line of the case file where the expectation stands.
    pub line: usize,
    /// What differs; `None` when nothing does.
    pub failure: Option<Failure>,
}

/// How an answer differs from what a case expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which kind of difference.
    pub kind: FailureKind,
    /// What the case expects.
    pub expected: String,
    /// What the engine answered.
    pub got: String,
    /// The position that the question was about, drawn.
    pub before: String,
}

/// The kinds of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// A legal move is refused, or an illegal one is not.
    Legality,
    /// The move is refused, but not by these clauses.
    Clauses,
    /// Another value.
    Value,
    /// The engine could not answer.
    NoAnswer,
}

impl FailureKind {
    /// The kind in a word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Legality => "legality",
            Self::Clauses => "clauses",
            Self::Value => "value",
            Self::NoAnswer => "no answer",
        }
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Case {
    /// The ways in which the case is asked: for each ruleset, then for each value in `by`.
    pub fn runs(&self) -> Vec<Run<'_>> {
        let mut runs = Vec::new();
        for &ruleset in &self.rulesets {
            let run =
                Run { case: self, rules: self.rules(ruleset), number: self.number, branch: None };
            if !self.expect.is_empty() {
                runs.push(run.clone());
            }
            for branch in &self.by {
                let mut run = Run { branch: Some(branch), ..run.clone() };
                match branch.on {
                    Variation::Reading(reading) => run
                        .rules
                        .rulings
                        .set(reading.switch.name, reading.value)
                        .expect("readings were checked"),
                    Variation::Ruleset(other) if other != ruleset => continue,
                    Variation::Ruleset(_) => {}
                    Variation::Number(number) => run.number = number,
                    Variation::Komi(komi) => run.rules.komi = komi,
                }
                runs.push(run);
            }
        }
        runs
    }

    /// Puts the whole case to an engine.
    pub fn check(&self, engine: &mut dyn Engine) -> Vec<Check> {
        self.runs().iter().flat_map(|run| run.check(engine)).collect()
    }
}

impl Run<'_> {
    /// Puts the case to an engine under these rules.
    pub fn check(&self, engine: &mut dyn Engine) -> Vec<Check> {
        let expect = self.branch.map_or(&self.case.expect, |branch| &branch.expect);
        let mut asker = Asker { run: self, engine, checks: Vec::new() };
        for Located { value, line } in expect {
            asker.expectation(value, *line);
        }
        asker.checks
    }

    /// The query that asks something about the position of the case.
    pub fn query(&self, ask: Ask) -> Query {
        let Case { board, history, previous, moves, .. } = self.case;
        let (board, history) = (board.clone(), history.clone());
        let setup = Setup { board, number: self.number, previous: *previous, history };
        Query { rules: self.rules, setup, moves: moves.clone(), ask }
    }
}

/// Asks an engine and gathers the checks.
struct Asker<'a> {
    run: &'a Run<'a>,
    engine: &'a mut dyn Engine,
    checks: Vec<Check>,
}

/// The difference, if any, before it is put in its place.
type Difference = Option<(FailureKind, String, String)>;

fn differ<T: PartialEq>(expected: &T, got: &T, show: impl Fn(&T) -> String) -> Difference {
    (expected != got).then(|| (FailureKind::Value, show(expected), show(got)))
}

impl Asker<'_> {
    fn record(&mut self, sub: &str, line: usize, difference: Difference) {
        let case = self.run.case;
        let variation = self.run.branch.map(|branch| format!("/{}", branch.on)).unwrap_or_default();
        let failure = difference.map(|(kind, expected, got)| {
            let before = self.before();
            Failure { kind, expected, got, before }
        });
        let name = format!("{}{variation}/{sub}", case.id);
        self.checks.push(Check { name, ruleset: self.run.rules.ruleset.name(), line, failure });
    }

    /// The position asked about, with the marks that are still empty.
    fn before(&self) -> String {
        let Query { rules, setup, moves, .. } = self.run.query(Ask::Strings);
        let mut board = setup.board.clone();
        if let Ok(mut game) = Game::from_setup(rules, setup) {
            for play in moves {
                let _ = game.play(play);
            }
            board = game.board().clone();
        }
        let marks = &self.run.case.marks;
        let mark = |point| marks.iter().find(|(_, at)| *at == point).map_or('.', |(mark, _)| *mark);
        draw(board.size(), |point| board.get(point).map_or_else(|| mark(point), Stone::sign))
    }

    fn no_answer(&mut self, sub: &str, line: usize, answer: Answer) {
        let got = match answer {
            Answer::Unsupported(what) => format!("unsupported: {what}"),
            Answer::Error(message) => format!("error: {message}"),
            other => format!("an answer to another question: {other:?}"),
        };
        self.record(sub, line, Some((FailureKind::NoAnswer, "an answer".into(), got)));
    }

    fn expectation(&mut self, expectation: &Expectation, line: usize) {
        let key = expectation.key();
        let ask = |ask| self.run.query(ask);
        match expectation {
            Expectation::Legal(moves) => {
                let asked = moves.iter().map(|located| located.value.1).collect();
                match self.engine.answer(&ask(Ask::Legal(asked))) {
                    Answer::Verdicts(verdicts) if verdicts.len() == moves.len() => {
                        for (Located { value: (name, _, expected), line }, got) in
                            moves.iter().zip(verdicts)
                        {
                            let difference = verdict_difference(expected, &got);
                            self.record(&format!("{key}.{name}"), *line, difference);
                        }
                    }
                    other => self.no_answer(key, line, other),
                }
            }
            Expectation::LegalMap(signs) => {
                let moves: Vec<StatedMove> =
                    signs.iter().map(|(point, _)| Move::Place(*point).into()).collect();
                match self.engine.answer(&ask(Ask::Legal(moves))) {
                    Answer::Verdicts(verdicts) if verdicts.len() == signs.len() => {
                        let difference = self.map_difference(signs, &verdicts);
                        self.record(key, line, difference);
                    }
                    other => self.no_answer(key, line, other),
                }
            }
            Expectation::Strings(strings) => match self.engine.answer(&ask(Ask::Strings)) {
                Answer::Strings(answers) => {
                    for Located { value, line } in strings {
                        let difference = string_difference(value, &answers);
                        self.record(&format!("{key}.{}", value.at), *line, difference);
                    }
                }
                other => self.no_answer(key, line, other),
            },
            Expectation::Eyes(eyes) => match self.engine.answer(&ask(Ask::EmptyRegions)) {
                Answer::EmptyRegions(answers) => {
                    for Located { value, line } in eyes {
                        let difference = eye_difference(value, &answers);
                        self.record(&format!("{key}.{}", value.at), *line, difference);
                    }
                }
                other => self.no_answer(key, line, other),
            },
            Expectation::Enclosed(regions) => {
                for Located { value: (player, point, points), line } in regions {
                    let sub = format!("{key}.{player}.{point}");
                    match self.engine.answer(&self.run.query(Ask::Enclosed(*player, *point))) {
                        Answer::Enclosed(answer) => {
                            let got = set(answer.as_deref().unwrap_or_default());
                            self.record(&sub, *line, differ(&set(points), &got, show_points));
                        }
                        other => self.no_answer(&sub, *line, other),
                    }
                }
            }
            Expectation::Play { moves, after } => {
                match self.engine.answer(&ask(Ask::Play(moves.clone()))) {
                    Answer::Played(steps) if steps.len() == moves.len() => {
                        self.steps(moves, after, &steps, line);
                    }
                    other => self.no_answer(key, line, other),
                }
            }
            Expectation::Score(expected) => {
                let Marks { dead, neutralised } = Marks {
                    dead: expected.dead.clone(),
                    neutralised: expected.neutralised.clone(),
                };
                match self.engine.answer(&ask(Ask::Score(Marks { dead, neutralised }))) {
                    Answer::Score(answer) => {
                        self.record(key, line, score_difference(expected, &answer));
                    }
                    other => self.no_answer(key, line, other),
                }
            }
            Expectation::Perft(depths) => {
                for Located { value: (depth, nodes), line } in depths {
                    let sub = format!("{key}.{depth}");
                    match self.engine.answer(&self.run.query(Ask::Perft(*depth))) {
                        Answer::Perft(got) => {
                            self.record(&sub, *line, differ(nodes, &got, u64::to_string));
                        }
                        other => self.no_answer(&sub, *line, other),
                    }
                }
            }
            Expectation::Coordinates(points) => {
                let asked = points.iter().map(|located| located.value.0).collect();
                match self.engine.answer(&ask(Ask::Coordinates(asked))) {
                    Answer::Coordinates(names) if names.len() == points.len() => {
                        for (Located { value: (point, expected), line }, got) in
                            points.iter().zip(names)
                        {
                            let show = |name: &Option<String>| {
                                name.clone().unwrap_or_else(|| "none".into())
                            };
                            let difference = differ(expected, &got, show);
                            self.record(&format!("{key}.{point}"), *line, difference);
                        }
                    }
                    other => self.no_answer(key, line, other),
                }
            }
        }
    }

    /// Compares a line of moves; a step that no expectation calls illegal must be legal.
    fn steps(
        &mut self,
        moves: &[StatedMove],
        after: &[Located<(usize, StepExpectation)>],
        steps: &[Step],
        line: usize,
    ) {
        for (index, (play, step)) in moves.iter().zip(steps).enumerate() {
            let expected = after.iter().find(|located| located.value.0 == index + 1);
            let sub = format!("after.{}", index + 1);
            match (expected, &step.outcome) {
                (Some(Located { value: (_, expected), line }), _) => {
                    self.record(&sub, *line, step_difference(expected, step));
                }
                (None, Err(got)) => {
                    let got = format!("{play} refused by {}", show_clauses(got));
                    let expected = format!("{play} legal");
                    self.record(&sub, line, Some((FailureKind::Legality, expected, got)));
                }
                (None, Ok(_)) => {}
            }
        }
        if after.is_empty() {
            self.record("play", line, None);
        }
    }

    fn map_difference(&self, signs: &[(Point, MapSign)], verdicts: &[Verdict]) -> Difference {
        let case = self.run.case;
        // The board that the map shows is that after the moves; its stones come from the map, and
        // a point that the engine refuses by GO-1 holds a stone.
        let got: Vec<(Point, MapSign)> = signs
            .iter()
            .zip(verdicts)
            .map(|((point, expected), verdict)| (*point, sign_of(*expected, verdict)))
            .collect();
        let picture = |signs: &[(Point, MapSign)]| {
            draw(case.board.size(), |point| {
                signs.iter().find(|(at, _)| *at == point).map_or('?', |(_, sign)| sign.sign())
            })
        };
        let differs = signs != got;
        differs.then(|| (FailureKind::Legality, picture(signs), picture(&got)))
    }
}

/// The sign that a verdict earns. Where the map shows a stone, any refusal will do.
fn sign_of(expected: MapSign, verdict: &Verdict) -> MapSign {
    match expected {
        MapSign::Stone(_) if verdict.is_err() => expected,
        _ => MapSign::of_verdict(verdict),
    }
}

fn verdict_difference(expected: &Verdict, got: &Verdict) -> Difference {
    let show = |verdict: &Verdict| match verdict {
        Ok(()) => "legal".into(),
        Err(clauses) => format!("refused by {}", show_clauses(clauses)),
    };
    let kind = match (expected, got) {
        (Ok(()), Ok(())) => return None,
        (Err(expected), Err(got)) if set(expected) == set(got) => return None,
        (Err(_), Err(_)) => FailureKind::Clauses,
        (Ok(()), Err(_)) | (Err(_), Ok(())) => FailureKind::Legality,
    };
    Some((kind, show(expected), show(got)))
}

fn string_difference(expected: &StringExpectation, all: &[crate::StoneString]) -> Difference {
    let holds = |point: &Point| all.iter().find(|string| string.points.contains(point));
    let Some(string) = holds(&expected.at) else {
        let got = format!("no string at {}", expected.at);
        return Some((FailureKind::Value, "a string".into(), got));
    };
    let adjacent = |points: &[Point]| -> BTreeSet<Point> {
        points.iter().map(|point| holds(point).map_or(*point, |other| other.points[0])).collect()
    };
    let stones = expected.stones.as_ref().and_then(|stones| {
        differ(&set(stones), &set(&string.points), |s| format!("stones {}", show_points(s)))
    });
    let liberties = expected.liberties.as_ref().and_then(|liberties| {
        differ(&set(liberties), &set(&string.liberties), |s| {
            format!("liberties {}", show_points(s))
        })
    });
    let neighbours = expected.adjacent.as_ref().and_then(|points| {
        let (expected, got) = (adjacent(points), adjacent(&string.adjacent));
        differ(&expected, &got, |s| format!("adjacent strings at {}", show_points(s)))
    });
    stones.or(liberties).or(neighbours)
}

fn eye_difference(expected: &EyeExpectation, all: &[crate::EmptyRegion]) -> Difference {
    let Some(region) = all.iter().find(|region| region.points.contains(&expected.at)) else {
        let got = format!("no empty region at {}", expected.at);
        return Some((FailureKind::Value, "an empty region".into(), got));
    };
    let points = expected.points.as_ref().and_then(|points| {
        differ(&set(points), &set(&region.points), |s| format!("points {}", show_points(s)))
    });
    let touches = expected.touches.as_ref().and_then(|touches| {
        differ(&set(touches), &set(&region.touches), |s| format!("touches {}", join(s)))
    });
    let eye = expected.eye_of.as_ref().and_then(|eye| {
        let show = |eye: &Option<crate::Player>| {
            format!("eye of {}", eye.map_or("nobody", crate::Player::name))
        };
        differ(eye, &region.eye_of(), show)
    });
    points.or(touches).or(eye)
}

fn step_difference(expected: &StepExpectation, step: &Step) -> Difference {
    let expected_verdict = expected.illegal.clone().map_or(Ok(()), Err);
    let verdict = step.outcome.as_ref().map(|_| ()).map_err(Clone::clone);
    if let Some(difference) = verdict_difference(&expected_verdict, &verdict) {
        return Some(difference);
    }
    let captured = step.outcome.as_deref().unwrap_or_default();
    let captures = expected.captures.as_ref().and_then(|captures| {
        differ(&set(captures), &set(captured), |s| format!("captures {}", show_points(s)))
    });
    let board =
        expected.board.as_ref().and_then(|board| differ(board, &step.board, Board::to_string));
    let number = expected
        .number
        .and_then(|number| differ(&number, &step.number, |n| format!("next number {n}")));
    let to_move = expected
        .to_move
        .and_then(|player| differ(&player, &step.to_move, |p| format!("{p} to move")));
    let due = expected.due.and_then(|due| differ(&due, &step.due, |s| format!("{s} due")));
    let status = expected
        .status
        .and_then(|status| differ(&status, &step.status.name(), |s| format!("status {s}")));
    let atari = expected.atari.as_ref().and_then(|points| atari_difference(points, step));
    captures.or(board).or(number).or(to_move).or(due).or(status).or(atari)
}

/// The strings in atari, each named by any one of its stones.
fn atari_difference(points: &[Point], step: &Step) -> Difference {
    let names = |points: &[Point]| -> BTreeSet<Point> {
        let first = |point: &Point| crate::string_at(&step.board, *point).map(|s| s.points[0]);
        points.iter().map(|point| first(point).unwrap_or(*point)).collect()
    };
    differ(&names(points), &names(&step.atari), |s| format!("strings in atari {}", show_points(s)))
}

fn score_difference(
    expected: &ScoreExpectation,
    answer: &Result<crate::Score, Vec<ClauseId>>,
) -> Difference {
    let score = match (&expected.illegal, answer) {
        (Some(_), _) | (None, Err(_)) => {
            let verdict = answer.as_ref().map(|_| ()).map_err(Clone::clone);
            let expected = expected.illegal.clone().map_or(Ok(()), Err);
            return verdict_difference(&expected, &verdict);
        }
        (None, Ok(score)) => score,
    };
    let numbers = [
        ("black", expected.black, score.black),
        ("white", expected.white, score.white),
        ("neutral", expected.neutral, score.neutral),
    ];
    let number = numbers.into_iter().find_map(|(name, expected, got)| {
        differ(&expected?, &got, |number| format!("{name} {number}"))
    });
    let text = |name: &str, expected: &Option<String>, got: String| {
        differ(expected.as_ref()?, &got, |text| format!("{name} {text}"))
    };
    number
        .or_else(|| text("margin", &expected.margin, score.margin().to_string()))
        .or_else(|| text("points", &expected.points, score.margin().in_points()))
}

fn set<T: Ord + Clone>(items: &[T]) -> BTreeSet<T> {
    items.iter().cloned().collect()
}

fn join<T: ToString>(items: &BTreeSet<T>) -> String {
    if items.is_empty() {
        return "none".into();
    }
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

fn show_points(points: &BTreeSet<Point>) -> String {
    join(points)
}

fn show_clauses(clauses: &[ClauseId]) -> String {
    join(&set(clauses))
}
