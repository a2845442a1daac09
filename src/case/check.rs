//! Puts a case to an engine and compares its answers with what the case expects.

use std::fmt;

use super::{
    Branch, Case, Expectation, EyeExpectation, Located, MapSign, NatureExpectation,
    ScoreExpectation, StepExpectation, StringExpectation, Variation,
    compare::{
        Difference, differ, eye_difference, join, map_difference, nature_difference,
        points_difference, private_eye_difference, score_difference, step_difference,
        string_difference, verdict_difference,
    },
};
use crate::{
    Answer, Ask, Engine, Game, Marks, Move, Player, Point, Query, Setup, StatedMove, Stone,
    Verdict, draw,
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
    /// The value of the axis with its expectations, where the case varies one.
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
    /// The rules and whose turn it was: `dunshi, move 9: Black places a gray stone`.
    pub turn: String,
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
            if self.by.is_empty() {
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
        let of_value = self.branch.map_or(&[][..], |branch| &branch.expect);
        let mut asker = Asker { run: self, start: self.game(), engine, checks: Vec::new() };
        for Located { value, line } in self.case.expect.iter().chain(of_value) {
            asker.expectation(value, *line);
        }
        asker.checks
    }

    /// The position asked about, as a game.
    fn game(&self) -> Option<Game> {
        let Query { rules, setup, moves, .. } = self.query(Ask::Strings);
        let mut game = Game::from_setup(rules, setup).ok()?;
        for play in moves {
            let _ = game.play(play);
        }
        Some(game)
    }

    /// The query that asks something about the position of the case.
    pub fn query(&self, ask: Ask) -> Query {
        let setup = Setup { number: self.number, ..self.case.setup(&self.rules) };
        Query { rules: self.rules, setup, moves: self.case.moves.clone(), ask }
    }
}

/// Asks an engine and gathers the checks.
struct Asker<'a> {
    run: &'a Run<'a>,
    /// The position asked about.
    start: Option<Game>,
    engine: &'a mut dyn Engine,
    checks: Vec<Check>,
}

impl Asker<'_> {
    fn record(&mut self, sub: &str, line: usize, difference: Difference) {
        let start = self.start.take();
        self.record_at(sub, line, difference, start.as_ref());
        self.start = start;
    }

    /// Records a check about a position.
    fn record_at(&mut self, sub: &str, line: usize, difference: Difference, at: Option<&Game>) {
        let case = self.run.case;
        let variation = self.run.branch.map(|branch| format!("/{}", branch.on)).unwrap_or_default();
        let failure = difference.map(|(kind, expected, got)| {
            let (before, turn) = self.position(at);
            Failure { kind, expected, got, before, turn }
        });
        let name = format!("{}{variation}/{sub}", case.id);
        self.checks.push(Check { name, ruleset: self.run.rules.ruleset.name(), line, failure });
    }

    /// A position with the marks that are still empty, and whose turn it is.
    fn position(&self, game: Option<&Game>) -> (String, String) {
        let board = game.map_or(&self.run.case.board, Game::board);
        let marks = &self.run.case.marks;
        let mark = |point| marks.iter().find(|(_, at)| *at == point).map_or('.', |(mark, _)| *mark);
        let sign = |point| board.get(point).map_or_else(|| mark(point), Stone::sign);
        (draw(board.size(), sign), game.map_or_else(String::new, Game::headline))
    }

    fn no_answer(&mut self, sub: &str, line: usize, answer: &Answer) {
        let got = if let Answer::Unsupported(what) = answer {
            format!("unsupported: {what}")
        } else if let Answer::Error(message) = answer {
            format!("error: {message}")
        } else {
            format!("an answer to another question: {answer:?}")
        };
        self.record(sub, line, Some((FailureKind::NoAnswer, "an answer".into(), got)));
    }

    fn expectation(&mut self, expectation: &Expectation, line: usize) {
        match expectation {
            Expectation::Legal(moves) => self.legal(moves, line),
            Expectation::LegalMap(signs) => self.legal_map(signs, line),
            Expectation::Strings(strings) => self.strings(strings, line),
            Expectation::Eyes(eyes) => self.eyes(eyes, line),
            Expectation::Enclosed(regions) => {
                for Located { value: (player, point, points), line } in regions {
                    self.enclosed(*player, *point, points, *line);
                }
            }
            Expectation::PrivateEyes(eyes) => self.private_eyes(eyes, line),
            Expectation::Natures(natures) => self.natures(natures, line),
            Expectation::Play { moves, after } => self.play(moves, after, line),
            Expectation::Score(expected) => self.score(expected, line),
            Expectation::Perft(depths) => self.perft(depths),
            Expectation::Coordinates(points) => self.coordinates(points, line),
        }
    }

    fn ask(&mut self, ask: Ask) -> Answer {
        self.engine.answer(&self.run.query(ask))
    }

    fn legal(&mut self, moves: &[Located<(String, StatedMove, Verdict)>], line: usize) {
        let asked: Vec<StatedMove> = moves.iter().map(|located| located.value.1).collect();
        let answer = self.ask(Ask::Legal(asked));
        let Answer::Verdicts(verdicts) = &answer else {
            return self.no_answer("legal", line, &answer);
        };
        if verdicts.len() != moves.len() {
            return self.no_answer("legal", line, &answer);
        }
        for (Located { value: (name, _, expected), line }, got) in moves.iter().zip(verdicts) {
            self.record(&format!("legal.{name}"), *line, verdict_difference(expected, got));
        }
    }

    fn legal_map(&mut self, signs: &[(Point, MapSign)], line: usize) {
        let moves: Vec<StatedMove> =
            signs.iter().map(|(point, _)| Move::Place(*point).into()).collect();
        let answer = self.ask(Ask::Legal(moves));
        let Answer::Verdicts(verdicts) = &answer else {
            return self.no_answer("legal_map", line, &answer);
        };
        if verdicts.len() != signs.len() {
            return self.no_answer("legal_map", line, &answer);
        }
        let size = self.run.case.board.size();
        self.record("legal_map", line, map_difference(size, signs, verdicts));
    }

    fn strings(&mut self, strings: &[Located<StringExpectation>], line: usize) {
        let answer = self.ask(Ask::Strings);
        let Answer::Strings(answers) = &answer else {
            return self.no_answer("strings", line, &answer);
        };
        for Located { value, line } in strings {
            let difference = string_difference(value, answers);
            self.record(&format!("strings.{}", value.at), *line, difference);
        }
    }

    fn eyes(&mut self, eyes: &[Located<EyeExpectation>], line: usize) {
        let answer = self.ask(Ask::EmptyRegions);
        let Answer::EmptyRegions(answers) = &answer else {
            return self.no_answer("eyes", line, &answer);
        };
        for Located { value, line } in eyes {
            self.record(&format!("eyes.{}", value.at), *line, eye_difference(value, answers));
        }
    }

    fn enclosed(&mut self, player: Player, point: Point, points: &[Point], line: usize) {
        let sub = format!("enclosed.{player}.{point}");
        let answer = self.ask(Ask::Enclosed(player, point));
        let Answer::Enclosed(region) = &answer else {
            return self.no_answer(&sub, line, &answer);
        };
        self.record(&sub, line, points_difference(points, region.as_deref().unwrap_or_default()));
    }

    fn private_eyes(&mut self, eyes: &[Located<(Point, Option<Point>)>], line: usize) {
        let answer = self.ask(Ask::PrivateEyes);
        let Answer::PrivateEyes(answers) = &answer else {
            return self.no_answer("private_eyes", line, &answer);
        };
        let board = self.start.as_ref().map_or(&self.run.case.board, Game::board).clone();
        for Located { value: (at, eye), line } in eyes {
            let difference = private_eye_difference(&board, *at, *eye, answers);
            self.record(&format!("private_eyes.{at}"), *line, difference);
        }
    }

    fn natures(&mut self, natures: &[Located<NatureExpectation>], line: usize) {
        let answer = self.ask(Ask::Natures);
        let Answer::Natures(answers) = &answer else {
            return self.no_answer("natures", line, &answer);
        };
        for Located { value, line } in natures {
            let difference = nature_difference(value, answers);
            self.record(&format!("natures.{}", value.at), *line, difference);
        }
    }

    /// Compares a line of moves; a step that no expectation calls illegal must be legal.
    fn play(
        &mut self,
        moves: &[StatedMove],
        after: &[Located<(usize, StepExpectation)>],
        line: usize,
    ) {
        let answer = self.ask(Ask::Play(moves.to_vec()));
        let Answer::Played(steps) = &answer else {
            return self.no_answer("play", line, &answer);
        };
        if steps.len() != moves.len() {
            return self.no_answer("play", line, &answer);
        }
        let size = self.run.case.board.size();
        let (mut game, before) = (self.start.clone(), self.checks.len());
        for (index, (play, step)) in moves.iter().zip(steps).enumerate() {
            let expected = after.iter().find(|located| located.value.0 == index + 1);
            let sub = format!("after.{}", index + 1);
            match (expected, &step.outcome) {
                (Some(Located { value: (_, expected), line }), _) => {
                    let difference = step_difference(size, expected, step);
                    self.record_at(&sub, *line, difference, game.as_ref());
                }
                (None, Err(got)) => {
                    let got = format!("{play} refused by {}", join(got));
                    let expected = format!("{play} legal");
                    let difference = Some((FailureKind::Legality, expected, got));
                    self.record_at(&sub, line, difference, game.as_ref());
                }
                (None, Ok(_)) => {}
            }
            // A refused move is taken back (FLOW-1).
            let _ = game.as_mut().map(|game| game.play(*play));
        }
        if self.checks.len() == before {
            self.record("play", line, None);
        }
    }

    fn score(&mut self, expected: &ScoreExpectation, line: usize) {
        let (dead, neutralised) = (expected.dead.clone(), expected.neutralised.clone());
        let answer = self.ask(Ask::Score(Marks { dead, neutralised }));
        let Answer::Score(count) = &answer else {
            return self.no_answer("score", line, &answer);
        };
        self.record("score", line, score_difference(expected, count));
    }

    /// Counts sequences. What is beyond the engine is so for longer sequences too: these are not
    /// asked for.
    fn perft(&mut self, depths: &[Located<(u32, u64)>]) {
        let mut beyond: Option<(u32, Answer)> = None;
        for Located { value: (depth, nodes), line } in depths {
            let sub = format!("perft.{depth}");
            let known = beyond.as_ref().filter(|(least, _)| depth >= least);
            let answer = known.map(|(_, answer)| answer.clone());
            let answer = answer.unwrap_or_else(|| self.ask(Ask::Perft(*depth)));
            if let Answer::Perft(got) = &answer {
                self.record(&sub, *line, differ(nodes, got, u64::to_string));
            } else {
                self.no_answer(&sub, *line, &answer);
                beyond = Some((*depth, answer));
            }
        }
    }

    fn coordinates(&mut self, points: &[Located<(Point, Option<String>)>], line: usize) {
        let asked = points.iter().map(|located| located.value.0).collect();
        let answer = self.ask(Ask::Coordinates(asked));
        let Answer::Coordinates(names) = &answer else {
            return self.no_answer("coordinates", line, &answer);
        };
        if names.len() != points.len() {
            return self.no_answer("coordinates", line, &answer);
        }
        for (Located { value: (point, expected), line }, got) in points.iter().zip(names) {
            let show = |name: &Option<String>| name.clone().unwrap_or_else(|| "none".into());
            self.record(&format!("coordinates.{point}"), *line, differ(expected, got, show));
        }
    }
}
