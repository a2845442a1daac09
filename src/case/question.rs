//! Which questions a case asks of an engine, and how its answers are judged.

use std::{borrow::Cow, collections::BTreeMap};

use super::{
    Branch, Case, Expectation, EyeExpectation, Located, MapSign, NatureExpectation,
    ScoreExpectation, StepExpectation, StringExpectation, Variation,
    check::{Check, CheckStatus, Failure, FailureKind, Past},
    compare::{
        Finding, differ, eye_difference, join, map_difference, moves_difference, nature_difference,
        points_difference, private_eye_difference, score_difference, step_difference,
        string_difference, verdict_difference,
    },
    whole,
};
use crate::{
    Answer, Ask, Board, Engine, Game, Marks, Move, Player, Point, Query, Reasons, Setup,
    StatedMove, StepAnswer, Stone, Verdict, draw,
    rules::{Axis, Rules, gray::Gray},
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

/// One question of a case, with what is expected of the answer.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The case under these rules.
    pub run: Run<'a>,
    part: Part<'a>,
    /// The line of the case file where the expectation begins.
    line: usize,
    /// How many questions of the run before it have a check of the same name.
    again: usize,
}

/// What is expected of the answer to one question.
#[derive(Clone, Copy, Debug)]
enum Part<'a> {
    Legal(&'a [Located<(String, StatedMove, Verdict)>]),
    LegalMap(&'a [(Point, MapSign)]),
    LegalMoves(&'a [Move]),
    Strings(&'a [Located<StringExpectation>]),
    Eyes(&'a [Located<EyeExpectation>]),
    Enclosed(Player, Point, &'a [Point]),
    PrivateEyes(&'a [Located<(Point, Option<Point>)>]),
    Natures(&'a [Located<NatureExpectation>]),
    Play(&'a [StatedMove], &'a [Located<(usize, StepExpectation)>]),
    Score(&'a ScoreExpectation),
    Perft(u32, u64),
    Coordinates(&'a [Located<(Point, Option<String>)>]),
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

impl<'a> Run<'a> {
    /// Puts the case to an engine under these rules.
    pub fn check(&self, engine: &mut dyn Engine) -> Vec<Check> {
        let judged = |question: Question<'_>| {
            let answer = engine.answer(&question.query());
            question.judge(&answer, engine.reasons())
        };
        self.questions().into_iter().flat_map(judged).collect()
    }

    /// What the case asks under these rules.
    pub fn questions(&self) -> Vec<Question<'a>> {
        let of_value = self.branch.map_or(&[][..], |branch| &branch.expect);
        self.questions_of(self.case.expect.iter().chain(of_value))
    }

    /// What it asks for these of its expectations.
    pub fn questions_of(
        &self,
        expectations: impl IntoIterator<Item = &'a Located<Expectation>>,
    ) -> Vec<Question<'a>> {
        let mut questions = Vec::new();
        for Located { value, line } in expectations {
            let mut add = |part, line| {
                questions.push(Question { run: self.clone(), part, line, again: 0 });
            };
            match value {
                Expectation::Legal(moves) => add(Part::Legal(moves), *line),
                Expectation::LegalMap(signs) => add(Part::LegalMap(signs), *line),
                Expectation::LegalMoves(moves) => add(Part::LegalMoves(moves), *line),
                Expectation::Strings(strings) => add(Part::Strings(strings), *line),
                Expectation::Eyes(eyes) => add(Part::Eyes(eyes), *line),
                Expectation::Enclosed(regions) => {
                    for Located { value: (player, point, points), line } in regions {
                        add(Part::Enclosed(*player, *point, points), *line);
                    }
                }
                Expectation::PrivateEyes(eyes) => add(Part::PrivateEyes(eyes), *line),
                Expectation::Natures(natures) => add(Part::Natures(natures), *line),
                Expectation::Play { moves, after } => add(Part::Play(moves, after), *line),
                Expectation::Score(expected) => add(Part::Score(expected), *line),
                Expectation::Perft(depths) => {
                    for Located { value: (depth, sequences), line } in depths {
                        add(Part::Perft(*depth, *sequences), *line);
                    }
                }
                Expectation::Coordinates(points) => add(Part::Coordinates(points), *line),
            }
        }
        // What is expected for every value and for one may have the same name.
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        for question in &mut questions {
            let subs = question.subs();
            let before = subs.iter().filter_map(|(sub, _)| names.get(sub)).max();
            question.again = before.copied().unwrap_or(0);
            for (sub, _) in subs {
                names.insert(sub, question.again + 1);
            }
        }
        questions
    }

    /// The board asked about.
    fn board(&self) -> Option<Cow<'a, Board>> {
        if self.case.moves.is_empty() {
            return Some(Cow::Borrowed(&self.case.board));
        }
        Some(Cow::Owned(self.reached(&[])?.game.board().clone()))
    }

    /// The position asked about, and these moves made there; a refused one is taken back (FLOW-1).
    fn reached(&self, more: &[StatedMove]) -> Option<Reached> {
        let Query { rules, setup, moves, .. } = self.query(Ask::Strings);
        let mut game = Game::from_setup(rules, setup).ok()?;
        let all = moves.iter().chain(more);
        let moves = all.map(|play| (*play, game.play(*play).is_err())).collect();
        Some(Reached { game, moves })
    }

    /// The query that asks something about the position of the case.
    pub fn query(&self, ask: Ask) -> Query {
        let setup = Setup { number: self.number, ..self.case.setup(&self.rules) };
        Query { rules: self.rules, setup, moves: self.case.moves.clone(), ask }
    }

    /// The name of a check of this run.
    fn check_name(&self, sub: &str) -> String {
        let variation = self.branch.map(|branch| format!("/{}", branch.on)).unwrap_or_default();
        format!("{}{variation}/{sub}", self.case.id)
    }

    /// A failure at a position: drawn with the marks that are still empty, whose turn it is, and how
    /// it came about.
    fn failure(
        &self,
        kind: FailureKind,
        [expected, got]: [String; 2],
        at: Option<Reached>,
    ) -> Failure {
        let game = at.as_ref().map(|reached| &reached.game);
        let board = game.map_or(&self.case.board, Game::board);
        let marks = &self.case.marks;
        let mark = |point| marks.iter().find(|(_, at)| *at == point).map_or('.', |(mark, _)| *mark);
        let sign = |point| board.get(point).map_or_else(|| mark(point), Stone::sign);
        let (before, turn) =
            (draw(board.size(), sign), game.map_or_else(String::new, Game::headline));
        let Setup { previous, history, .. } = self.case.setup(&self.rules);
        let due = game.map_or_else(|| self.rules.schedule.due(self.number), Game::due);
        let past = Past {
            number: game.map_or(self.number, Game::number),
            to_move: due.player,
            from: self.number,
            previous,
            history: history.len(),
            moves: at.map(|reached| reached.moves).unwrap_or_default(),
        };
        Failure { kind, expected, got, before, turn, past }
    }
}

/// A position, and the moves that led there from the board of the case, with whether each was refused.
struct Reached {
    game: Game,
    moves: Vec<(StatedMove, bool)>,
}

impl Question<'_> {
    /// The query to put to an engine; it holds nothing of what is expected.
    pub fn query(&self) -> Query {
        self.run.query(self.ask())
    }

    /// What it asks about the position.
    pub fn ask(&self) -> Ask {
        match self.part {
            Part::Legal(moves) => Ask::Legal(moves.iter().map(|at| at.value.1).collect()),
            Part::LegalMap(signs) => {
                Ask::Legal(signs.iter().map(|(point, _)| Move::Place(*point).into()).collect())
            }
            Part::LegalMoves(_) => Ask::LegalMoves,
            Part::Strings(_) => Ask::Strings,
            Part::Eyes(_) => Ask::EmptyRegions,
            Part::Enclosed(player, point, _) => Ask::Enclosed(player, point),
            Part::PrivateEyes(_) => Ask::PrivateEyes,
            Part::Natures(_) => Ask::Natures,
            Part::Play(moves, _) => Ask::Play(moves.to_vec()),
            Part::Score(expected) => Ask::Score(Marks {
                dead: expected.dead.clone(),
                neutralised: expected.neutralised.clone(),
            }),
            Part::Perft(depth, _) => Ask::Perft(depth),
            Part::Coordinates(points) => {
                Ask::Coordinates(points.iter().map(|at| at.value.0).collect())
            }
        }
    }

    /// The checks that the answer passes and fails: the same ones whatever the answer is.
    pub fn judge(&self, answer: &Answer, reasons: Reasons) -> Vec<Check> {
        if let Answer::Unsupported(what) = answer {
            return self.unanswered(CheckStatus::Unsupported, what);
        }
        if let Answer::Error(message) = answer {
            return self.unanswered(CheckStatus::Error, &format!("error: {message}"));
        }
        self.compare(answer, reasons).map(together).unwrap_or_else(|| {
            let message = format!("an answer to another question: {answer:?}");
            self.unanswered(CheckStatus::Error, &message)
        })
    }

    /// The checks of the question when there is no answer to compare, with the reason.
    pub fn unanswered(&self, status: CheckStatus, why: &str) -> Vec<Check> {
        let check = |(sub, line): (String, usize)| {
            let check = self.check_at(&sub, line, Finding::Same, &[]);
            if matches!(status, CheckStatus::Error | CheckStatus::Crash | CheckStatus::Timeout) {
                let sides = ["an answer".into(), why.into()];
                let at = self.run.reached(&[]);
                let failure = Some(self.run.failure(FailureKind::NoAnswer, sides, at));
                Check { status, failure, ..check }
            } else {
                Check { status, note: why.into(), ..check }
            }
        };
        together(self.subs().into_iter().map(check).collect())
    }

    /// The names of its checks within the run, and their lines.
    fn subs(&self) -> Vec<(String, usize)> {
        fn each<T>(all: &[Located<T>], sub: impl Fn(&T) -> String) -> Vec<(String, usize)> {
            all.iter().map(|located| (sub(&located.value), located.line)).collect()
        }
        let one = |sub: String| vec![(sub, self.line)];
        match self.part {
            Part::Legal(moves) => each(moves, |(name, ..)| format!("legal.{name}")),
            Part::LegalMap(_) => one("legal_map".into()),
            Part::LegalMoves(_) => one("legal_moves".into()),
            Part::Strings(strings) => each(strings, |string| format!("strings.{}", string.at)),
            Part::Eyes(eyes) => each(eyes, |eye| format!("eyes.{}", eye.at)),
            Part::Enclosed(player, point, _) => one(format!("enclosed.{player}.{point}")),
            Part::PrivateEyes(eyes) => each(eyes, |(at, _)| format!("private_eyes.{at}")),
            Part::Natures(natures) => each(natures, |gray| format!("natures.{}", gray.at)),
            Part::Play(_, after) => {
                let line = one("play".into()).into_iter();
                line.chain(each(after, |(step, _)| format!("after.{step}"))).collect()
            }
            Part::Score(_) => one("score".into()),
            Part::Perft(depth, _) => one(format!("perft.{depth}")),
            Part::Coordinates(points) => each(points, |(point, _)| format!("coordinates.{point}")),
        }
    }

    /// A check about the position after some moves of a line.
    fn check_at(&self, sub: &str, line: usize, finding: Finding, moves: &[StatedMove]) -> Check {
        let (status, failure, note) = match finding {
            Finding::Same => (CheckStatus::Pass, None, String::new()),
            Finding::LeftOut(what) => {
                (CheckStatus::Unsupported, None, format!("the answer leaves out {what}"))
            }
            Finding::Differs(kind, expected, got) => {
                let at = self.run.reached(moves);
                let failure = self.run.failure(kind, [expected, got], at);
                (CheckStatus::Fail, Some(failure), String::new())
            }
        };
        let again = if self.again > 0 { format!("~{}", self.again + 1) } else { String::new() };
        let name = self.run.check_name(sub) + &again;
        let ruleset = self.run.rules.ruleset.name();
        Check { name, question: String::new(), ruleset, line, status, failure, note }
    }

    /// Compares an answer with what is expected; `None` when it answers another question.
    fn compare(&self, answer: &Answer, reasons: Reasons) -> Option<Vec<Check>> {
        if let Some(wrong) = self.wrong_list(answer) {
            let checks = self.subs().into_iter();
            return Some(
                checks.map(|(sub, line)| self.check_at(&sub, line, wrong.clone(), &[])).collect(),
            );
        }
        let findings: Vec<Finding> = match (self.part, answer) {
            (Part::Legal(moves), Answer::Verdicts(verdicts)) => {
                let pairs = pairs(moves, verdicts)?;
                let difference = |(at, got): (&Located<(String, StatedMove, Verdict)>, _)| {
                    let (_, play, expected) = &at.value;
                    verdict_difference(expected, got, reasons).about(play)
                };
                pairs.map(difference).collect()
            }
            (Part::LegalMap(signs), Answer::Verdicts(verdicts)) => {
                let _ = pairs(signs, verdicts)?;
                vec![map_difference(self.run.case.board.size(), signs, verdicts, reasons)]
            }
            (Part::LegalMoves(expected), Answer::LegalMoves(got)) => {
                vec![moves_difference(expected, got)]
            }
            (Part::Strings(strings), Answer::Strings(got)) => {
                strings.iter().map(|at| string_difference(&at.value, got)).collect()
            }
            (Part::Eyes(eyes), Answer::EmptyRegions(got)) => {
                eyes.iter().map(|at| eye_difference(&at.value, got)).collect()
            }
            (Part::Enclosed(_, _, points), Answer::Enclosed(got)) => {
                vec![points_difference(points, got.as_deref().unwrap_or_default())]
            }
            (Part::PrivateEyes(eyes), Answer::PrivateEyes(got)) => {
                let board = self.run.board()?;
                let difference = |located: &Located<(Point, Option<Point>)>| {
                    private_eye_difference(&board, located.value.0, located.value.1, got)
                };
                eyes.iter().map(difference).collect()
            }
            (Part::Natures(natures), Answer::Natures(got)) => {
                natures.iter().map(|at| nature_difference(&at.value, got)).collect()
            }
            (Part::Play(moves, after), Answer::Played(steps)) => {
                let _ = pairs(moves, steps)?;
                return Some(self.line_of_moves(moves, after, steps, reasons));
            }
            (Part::Score(expected), Answer::Score(got)) => {
                vec![score_difference(expected, got, reasons)]
            }
            (Part::Perft(_, expected), Answer::Perft(got)) => {
                vec![differ(&expected, got, u64::to_string)]
            }
            (Part::Coordinates(points), Answer::Coordinates(names)) => {
                let show = |name: &Option<String>| name.clone().unwrap_or_else(|| "none".into());
                let pairs = pairs(points, names)?;
                pairs.map(|(at, got)| differ(&at.value.1, got, show)).collect()
            }
            _ => return None,
        };
        let subs = self.subs().into_iter().zip(findings);
        Some(subs.map(|((sub, line), found)| self.check_at(&sub, line, found, &[])).collect())
    }

    /// What is wrong with a list of the kind that is asked for, whatever is expected of its entries.
    fn wrong_list(&self, answer: &Answer) -> Option<Finding> {
        let asked = matches!(
            (self.part, answer),
            (Part::Strings(_), Answer::Strings(_))
                | (Part::Eyes(_), Answer::EmptyRegions(_))
                | (Part::PrivateEyes(_), Answer::PrivateEyes(_))
                | (Part::Natures(_), Answer::Natures(_))
        );
        if !asked {
            return None;
        }
        whole::wrong(&*self.run.board()?, answer)
    }

    /// Compares a line of moves; a step that no expectation calls illegal must be legal.
    fn line_of_moves(
        &self,
        moves: &[StatedMove],
        after: &[Located<(usize, StepExpectation)>],
        steps: &[StepAnswer],
        reasons: Reasons,
    ) -> Vec<Check> {
        let size = self.run.case.board.size();
        let natured = self.run.rules.gray == Gray::Natured;
        let expected = |index: usize| after.iter().find(|located| located.value.0 == index + 1);
        let refused = (0..steps.len()).find_map(|index| {
            let got = steps[index].verdict.as_ref().err()?;
            expected(index).is_none().then_some((index, got))
        });
        let mut checks = vec![match refused {
            None => self.check_at("play", self.line, Finding::Same, &[]),
            Some((index, got)) => {
                let play = moves[index];
                let (got, expected) =
                    (format!("{play} refused by {}", join(got)), format!("{play} legal"));
                let finding = Finding::Differs(FailureKind::Legality, expected, got);
                self.check_at("play", self.line, finding, &moves[..index])
            }
        }];
        for Located { value: (step, expected), line } in after {
            let finding = match steps.get(step - 1) {
                Some(got) => step_difference(size, expected, got, reasons, natured),
                None => Finding::LeftOut(format!("step {step}")),
            };
            let sub = format!("after.{step}");
            checks.push(self.check_at(&sub, *line, finding, &moves[..step - 1]));
        }
        checks
    }
}

/// The checks of one question, each with the name of the first.
fn together(mut checks: Vec<Check>) -> Vec<Check> {
    let question = checks.first().map(|check| check.name.clone()).unwrap_or_default();
    checks.iter_mut().for_each(|check| check.question.clone_from(&question));
    checks
}

/// Items with the answers to them; `None` when there are more of one than of the other.
fn pairs<'a, T, U>(
    items: &'a [T],
    answers: &'a [U],
) -> Option<impl Iterator<Item = (&'a T, &'a U)>> {
    (items.len() == answers.len()).then(|| items.iter().zip(answers))
}
