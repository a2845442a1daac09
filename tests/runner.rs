//! The runner: which questions a case asks, and what it says of answers that are wrong in any way.

#![cfg(feature = "conformance")]

use rstest::rstest;
use ternary_go::{
    Answer, Board, BoardSize, Clause, ClauseId, Engine, IllegalMove, Player, Query, Reasons,
    Reference, Setup, StatedMove, Status, Step, StepAnswer, Stone, StringAnswer, Verdict,
    case::{
        Case,
        check::{Check, CheckStatus, FailureKind},
        load::load,
    },
};

/// A case about gray stones in a corner, with these expectations.
fn case(expectations: &str) -> Case {
    // Private eyes are asked for where there are natures.
    let ruleset = if expectations.contains("private_eyes") { "meng" } else { "dunshi" };
    case_of(ruleset, &["3 O . .", "2 O O .", "1 a O .", "  A B C"], expectations)
}

/// A case about a position under a ruleset, with these expectations.
fn case_of(ruleset: &str, rows: &[&str], expectations: &str) -> Case {
    let head = format!(
        "id: FORB-2.a\ntitle: An eye at `a`\ntests: [FORB-2]\nrulesets: [{ruleset}]\nboard: |\n  {}\n",
        rows.join("\n  ")
    );
    let loaded = load("FORB-2.a.yaml", format!("{head}{expectations}\n").as_bytes());
    loaded.unwrap_or_else(|errors| panic!("{}", errors[0]))
}

/// An engine that changes the answers of the reference engine.
struct Wrong<F>(Reasons, F);

impl<F: FnMut(&Query, Answer) -> Answer> Engine for Wrong<F> {
    fn answer(&mut self, query: &Query) -> Answer {
        (self.1)(query, Reference.answer(query))
    }

    fn reasons(&self) -> Reasons {
        self.0
    }
}

fn checks(case: &Case, change: impl FnMut(&Query, Answer) -> Answer) -> Vec<Check> {
    case.check(&mut Wrong(Reasons::All, change))
}

fn failures(checks: &[Check]) -> Vec<(&str, FailureKind)> {
    checks.iter().filter_map(|c| Some((c.name.as_str(), c.failure.as_ref()?.kind))).collect()
}

fn names(checks: &[Check]) -> Vec<&str> {
    checks.iter().map(|check| check.name.as_str()).collect()
}

fn clauses(ids: &str) -> Vec<ClauseId> {
    ids.split(' ').filter(|id| !id.is_empty()).map(|id| Clause::named(id).unwrap().id).collect()
}

#[test]
fn common_expectations_are_asked_for_every_value_and_for_no_other() {
    let case = case(
        "strings:\n  A2: { stones: [A2, A3, B1, B2] }\nby:\n  number:\n    9: { legal: { a: FORB-2 } }\n    10: { legal: { a: ok } }\n",
    );
    let checks = case.check(&mut Reference);
    assert_eq!(
        names(&checks),
        [
            "FORB-2.a/number=9/strings.A2",
            "FORB-2.a/number=9/legal.a",
            "FORB-2.a/number=10/strings.A2",
            "FORB-2.a/number=10/legal.a"
        ]
    );
    assert!(failures(&checks).is_empty());
    assert!(case.runs().iter().all(|run| [9, 10].contains(&run.number)));
}

const MAP: &str = "number: 9\nlegal_map: |\n  3 O 3 .\n  2 O O .\n  1 2 O 3\n";

fn clause(reason: IllegalMove) -> ClauseId {
    reason.clause()
}

#[rstest]
#[case::one_more("FORB-2 and another", vec![IllegalMove::OpponentsEye, IllegalMove::NotEmpty], FailureKind::Clauses)]
#[case::another("another", vec![IllegalMove::OpponentsMouth], FailureKind::Clauses)]
#[case::none("no clause", vec![], FailureKind::Clauses)]
fn a_map_compares_all_clauses(
    #[case] what: &str,
    #[case] reasons: Vec<IllegalMove>,
    #[case] kind: FailureKind,
) {
    let change = |_: &Query, answer| {
        let Answer::Verdicts(mut verdicts) = answer else { return answer };
        verdicts[0] = Err(reasons.iter().map(|reason| clause(*reason)).collect());
        Answer::Verdicts(verdicts)
    };
    let checks = checks(&case(MAP), change);
    assert_eq!(failures(&checks), [("FORB-2.a/legal_map", kind)], "{what}");
}

/// A list of legal moves may be in any order; what is missing and what is too much is named.
#[test]
fn legal_moves_are_compared_as_a_set() {
    let case = case("number: 9\nlegal_moves: C3 pass C2\n");
    let answer = |words: &'static str| {
        checks(&case, move |_, _| {
            let read = |word: &str| word.parse::<StatedMove>().unwrap().play;
            Answer::LegalMoves(words.split(' ').map(read).collect())
        })
    };
    assert!(failures(&answer("pass C2 C3")).is_empty());
    let checks = answer("C3 pass resign");
    assert_eq!(failures(&checks), [("FORB-2.a/legal_moves", FailureKind::Legality)]);
    let failure = checks[0].failure.as_ref().unwrap();
    assert_eq!(failure.expected, "legal moves C3 pass C2");
    assert!(failure.got.ends_with("\nmissing C2\nsuperfluous resign"), "{}", failure.got);
}

#[test]
fn a_map_tells_legality_from_clauses() {
    assert!(failures(&checks(&case(MAP), |_, answer| answer)).is_empty());
    let change = |_: &Query, answer| {
        let Answer::Verdicts(mut verdicts) = answer else { return answer };
        verdicts[0] = Err(vec![]);
        verdicts[5] = Err(vec![clause(IllegalMove::CapturePoint)]);
        Answer::Verdicts(verdicts)
    };
    let checks = checks(&case(MAP), change);
    assert_eq!(failures(&checks), [("FORB-2.a/legal_map", FailureKind::Legality)]);
    let failure = checks[0].failure.as_ref().unwrap();
    assert!(failure.got.contains("2 O O 1\n1 ! O 3") && failure.got.contains("A1 refused by none"));
}

/// Nothing that an engine answers is more than a failed check.
#[test]
fn a_step_on_another_board_is_a_failed_check() {
    let line = "number: 9\nplay:\n  moves: C3 pass\n  after:\n    1: { captures: [], atari: [], natures: { C3: neutral }, number: 10 }\n";
    let small: Board = ".".parse().unwrap();
    let step = Step {
        outcome: Ok(vec!["Z25".parse().unwrap()]),
        board: small,
        number: 0,
        to_move: Player::White,
        due: Stone::Gray,
        status: Status::Playing,
        atari: vec!["Z25".parse().unwrap()],
        natures: vec![],
        left: [0; 2],
    };
    let other = Step { board: case(MAP).board, ..step.clone() };
    for step in [step, other] {
        let change = |_: &Query, answer| {
            let Answer::Played(steps) = answer else { return answer };
            Answer::Played(vec![step.clone().into(); steps.len()])
        };
        let checks = checks(&case(line), change);
        assert_eq!(failures(&checks), [("FORB-2.a/after.1", FailureKind::Value)]);
    }
}

#[rstest]
fn an_answer_of_another_kind_is_no_answer(
    #[values(
        "legal: { a: ok }",
        "legal_map: |\n  3 O . .\n  2 O O .\n  1 . O .\n",
        "legal_moves: C3 pass",
        "strings: { A2: { stones: [A2, A3, B1, B2] } }",
        "eyes: { a: { eye_of: white } }",
        "enclosed: { white: { a: [a] } }",
        "private_eyes: { A2: none }",
        "play: { moves: pass }",
        "score: { dead: [A2], black: 0 }",
        "perft: { 1: 3 }",
        "coordinates: { A1: AA }"
    )]
    expectation: &str,
    #[values(Answer::Perft(7), Answer::Verdicts(vec![]), Answer::Played(vec![]), Answer::Strings(vec![]))]
    answer: Answer,
) {
    let checks = checks(&case(expectation), |_, _| answer.clone());
    assert_eq!(failures(&checks).len(), 1, "{checks:?}");
}

#[test]
fn a_line_that_fails_does_not_pass_as_well() {
    let checks = case("play:\n  moves: A2\n").check(&mut Reference);
    assert_eq!(failures(&checks), [("FORB-2.a/play", FailureKind::Legality)]);
    assert_eq!(checks.len(), 1);
}

#[test]
fn every_difference_of_a_check_is_told() {
    let line = "number: 9\nplay:\n  moves: C3\n  after:\n    1: { number: 12, due: black, to_move: black }\n";
    let checks = case(line).check(&mut Reference);
    assert_eq!(names(&checks), ["FORB-2.a/play", "FORB-2.a/after.1"]);
    let failure = checks[1].failure.as_ref().unwrap();
    assert_eq!(failure.expected, "next number 12\nblack to move\nblack due");
    assert_eq!(failure.got, "next number 10\nwhite to move\ngray due");
}

/// A count without end is an error, not a run without end.
/// What an author needs to play up to a failure: the moves of the case, then those of the line.
#[test]
fn a_failure_tells_how_its_position_came_about() {
    let line = "number: 7\nprevious: B1\nhistory:\n  - |\n    3 . . .\n    2 . . .\n    1 . . .\n      A B C\nmoves: C3\nplay: { moves: C3 A1 C2, after: { 1: { illegal: GO-1 }, 3: { captures: [] } } }\n";
    let case = case_of("go", &["3 . . .", "2 . . .", "1 . O .", "  A B C"], line);
    let change = |_: &Query, answer| {
        let Answer::Played(mut steps) = answer else { return answer };
        steps[2].captures = Some(vec!["A1".parse().unwrap()]);
        Answer::Played(steps)
    };
    let checks = checks(&case, change);
    assert_eq!(failures(&checks), [("FORB-2.a/after.3", FailureKind::Value)]);
    let past = checks.into_iter().find_map(|check| Some(check.failure?.past)).unwrap();
    let told = "previous: B1; history: 1 board; moves from 7: C3, C3 (refused), A1";
    assert_eq!(past.to_string(), told);
    assert_eq!((past.number, past.to_move), (9, Player::Black));
}

#[test]
fn sequences_beyond_bounds_are_not_counted() {
    let board = ". . . . . . . . .\n".repeat(9);
    let rows: String = board.lines().map(|line| format!("  {line}\n")).collect();
    let text = format!(
        "id: GO-1.a\ntitle: x is no title\ntests: [GO-1]\nrulesets: [go]\nboard: |\n{rows}perft:\n  12: 5\n"
    );
    let case = load("GO-1.a.yaml", text.as_bytes()).unwrap();
    let checks = case.check(&mut Reference);
    assert_eq!(failures(&checks), [("GO-1.a/perft.12", FailureKind::NoAnswer)]);
}

/// A gray stone on A1 takes the last liberty, fills an eye and repeats a position.
const THREE_REASONS: &str = "number: 9\nhistory:\n  - |\n    1 * O\n  - |\n    1 . .\n";

/// What comes of a verdict or a refusal of marks that names these clauses; `ok` refuses nothing.
fn named(expectation: &str, named: &str, reasons: Reasons) -> Option<FailureKind> {
    let given: Verdict = if named == "ok" { Ok(()) } else { Err(clauses(named)) };
    let mut engine = Wrong(reasons, |_: &Query, mut answer| {
        if let Answer::Verdicts(verdicts) = &mut answer {
            verdicts[0] = given.clone();
        }
        if let Answer::Played(steps) = &mut answer {
            steps[0].verdict = given.clone();
        }
        if let Answer::Score(score) = &mut answer {
            *score = given.clone().map(|()| Default::default());
        }
        answer
    });
    let case = case_of("dunshi", &["1 a O"], &format!("{THREE_REASONS}{expectation}"));
    assert!(failures(&case.check(&mut Reference)).is_empty());
    let checks = case.check(&mut engine);
    let failures = failures(&checks);
    assert!(failures.len() <= 1, "{failures:?}");
    failures.first().map(|(_, kind)| *kind)
}

/// An engine that names some reasons may leave any of them out, and add none.
#[rstest]
#[case::all_three("FORB-1 FORB-2 GO-6", None, None)]
#[case::two("GO-6 FORB-2", None, Some(FailureKind::Clauses))]
#[case::one("FORB-1", None, Some(FailureKind::Clauses))]
#[case::none("", None, Some(FailureKind::Clauses))]
#[case::another("GO-5", Some(FailureKind::Clauses), Some(FailureKind::Clauses))]
#[case::one_more("FORB-1 FORB-2 GO-6 GO-1", Some(FailureKind::Clauses), Some(FailureKind::Clauses))]
#[case::legal("ok", Some(FailureKind::Legality), Some(FailureKind::Legality))]
fn reasons_of_a_move(
    #[values(
        "legal: { a: FORB-1 FORB-2 GO-6 }",
        "play: { moves: a, after: { 1: { illegal: FORB-1 FORB-2 GO-6 } } }"
    )]
    expectation: &str,
    #[case] ids: &str,
    #[case] some: Option<FailureKind>,
    #[case] all: Option<FailureKind>,
) {
    assert_eq!(named(expectation, ids, Reasons::Some), some);
    assert_eq!(named(expectation, ids, Reasons::All), all);
}

/// The sign `K` stands for GO-6 with any of FORB.
#[rstest]
#[case("FORB-1 FORB-2 GO-6", None, None)]
#[case("GO-6 FORB-3", None, None)]
#[case("GO-6", None, Some(FailureKind::Clauses))]
#[case("FORB-1 FORB-3", None, Some(FailureKind::Clauses))]
#[case("", None, Some(FailureKind::Clauses))]
#[case("GO-6 GO-5", Some(FailureKind::Clauses), Some(FailureKind::Clauses))]
#[case("GO-6 FORB-2 FORB-3", Some(FailureKind::Clauses), Some(FailureKind::Clauses))]
#[case("ok", Some(FailureKind::Legality), Some(FailureKind::Legality))]
fn reasons_of_a_map(
    #[case] ids: &str,
    #[case] some: Option<FailureKind>,
    #[case] all: Option<FailureKind>,
) {
    let map = "legal_map: |\n  1 K O";
    assert_eq!(named(map, ids, Reasons::Some), some);
    assert_eq!(named(map, ids, Reasons::All), all);
}

#[rstest]
#[case("SCORE-2", None, None)]
#[case("", None, Some(FailureKind::Clauses))]
#[case("R-NEUTRALISED", Some(FailureKind::Clauses), Some(FailureKind::Clauses))]
#[case("ok", Some(FailureKind::Legality), Some(FailureKind::Legality))]
fn reasons_of_marks(
    #[case] ids: &str,
    #[case] some: Option<FailureKind>,
    #[case] all: Option<FailureKind>,
) {
    let score = "score: { dead: [a], illegal: SCORE-2 }";
    assert_eq!(named(score, ids, Reasons::Some), some);
    assert_eq!(named(score, ids, Reasons::All), all);
}

/// A map whose stones are refused for no reason: that is one reason left out.
#[test]
fn stones_of_a_map_are_refused_for_some_reason() {
    let change = |_: &Query, answer| {
        let Answer::Verdicts(mut verdicts) = answer else { return answer };
        verdicts[1] = Err(vec![]);
        Answer::Verdicts(verdicts)
    };
    let case = case(MAP);
    assert!(failures(&case.check(&mut Wrong(Reasons::Some, change))).is_empty());
    let checks = case.check(&mut Wrong(Reasons::All, change));
    assert_eq!(failures(&checks), [("FORB-2.a/legal_map", FailureKind::Clauses)]);
}

/// An answer without some of its facts.
fn leave_out(_: &Query, mut answer: Answer) -> Answer {
    if let Answer::Strings(strings) = &mut answer {
        strings.iter_mut().for_each(|s| (s.liberties, s.adjacent) = (None, None));
    }
    if let Answer::EmptyRegions(regions) = &mut answer {
        regions.iter_mut().for_each(|region| (region.touches, region.eye_of) = (None, None));
    }
    if let Answer::Natures(natures) = &mut answer {
        natures.iter_mut().for_each(|gray| (gray.black_others, gray.nature) = (None, None));
    }
    if let Answer::Played(steps) = &mut answer {
        steps.iter_mut().for_each(without_most);
    }
    if let Answer::Score(Ok(score)) = &mut answer {
        (score.black, score.margin) = (None, None);
    }
    answer
}

/// A step with its verdict and its number alone.
fn without_most(step: &mut StepAnswer) {
    let StepAnswer { verdict, number, .. } = step.clone();
    *step = StepAnswer {
        verdict,
        captures: None,
        board: None,
        number,
        to_move: None,
        due: None,
        status: None,
        atari: None,
        natures: None,
        left: None,
    };
}

/// The gray stone is White's in games with natures: A1 is a private eye.
const NATURED: [&str; 3] = ["3 * . .", "2 O O .", "1 a O X"];

/// What is left out is unsupported, unless something beside it differs.
#[rstest]
#[case(
    "strings: { A2: { stones: [A2, B1, B2], liberties: [a, B3, C2], adjacent: [A3, C1] } }",
    "B1, B2",
    "B1",
    "liberties, adjacent"
)]
#[case(
    "eyes: { a: { points: [a], touches: [white], eye_of: white } }",
    "points: [a]",
    "points: [a, B3]",
    "touches, eye_of"
)]
#[case("natures: { A3: { By: 0, Wy: 1, Bo: 0, nature: white } }", "Wy: 1", "Wy: 2", "Bo, nature")]
#[case(
    "score: { black: 2.5, white: 6.5, margin: W+5.75 }",
    "white: 6.5",
    "white: 6",
    "black, margin"
)]
#[case(
    "play:\n  moves: C3\n  after:\n    1: { captures: [], number: 2, to_move: white, due: white, status: playing, \
     atari: [], natures: { A3: white }, left: { black: 3 } }",
    "number: 2",
    "number: 3",
    "captures, to_move, due, status, atari, natures, left"
)]
fn facts_left_out(
    #[case] expectation: &str,
    #[case] fact: &str,
    #[case] other: &str,
    #[case] left_out: &str,
) {
    let last = |text: &str| checks(&case_of("flybomb", &NATURED, text), leave_out).pop().unwrap();
    let full = case_of("flybomb", &NATURED, expectation).check(&mut Reference);
    assert!(failures(&full).is_empty(), "{full:?}");
    let check = last(expectation);
    assert_eq!((check.status, check.failure), (CheckStatus::Unsupported, None));
    assert_eq!(check.note, format!("the answer leaves out {left_out}"));
    let wrong = expectation.replacen(fact, other, 1);
    let check = last(&wrong);
    assert_eq!(check.status, CheckStatus::Fail, "{wrong}");
    assert_eq!(check.failure.unwrap().kind, FailureKind::Value);
    assert_eq!(check.note, "");
}

type Change = fn(&mut StepAnswer);

/// What comes of a step of a game with natures or without, changed in some way.
fn step_status(ruleset: &str, facts: &str, alter: Change) -> CheckStatus {
    let line = format!("play: {{ moves: C3, after: {{ 1: {{ {facts} }} }} }}");
    let change = |_: &Query, mut answer| {
        if let Answer::Played(steps) = &mut answer {
            alter(&mut steps[0]);
        }
        answer
    };
    checks(&case_of(ruleset, &NATURED, &line), change)[1].status
}

/// Natures may be left out where there are none (LAYER-6), and there only.
#[test]
fn natures_of_a_step() {
    let cases: [(_, _, Change, _); 8] = [
        ("dunshi", "A3: neutral", |step| step.natures = None, CheckStatus::Pass),
        ("dunshi", "A3: neutral", |step| step.natures = Some(vec![]), CheckStatus::Pass),
        ("dunshi", "B3: neutral", |step| step.natures = None, CheckStatus::Fail),
        ("dunshi", "A3: neutral", without_most, CheckStatus::Unsupported),
        ("flybomb", "A3: white", |_| {}, CheckStatus::Pass),
        ("flybomb", "A3: neutral", |step| step.natures = Some(vec![]), CheckStatus::Fail),
        ("flybomb", "A3: white", nature_left_out, CheckStatus::Unsupported),
        ("flybomb", "A3: white, B3: neutral", nature_left_out, CheckStatus::Fail),
    ];
    for (index, (ruleset, natures, change, status)) in cases.into_iter().enumerate() {
        let found = step_status(ruleset, &format!("natures: {{ {natures} }}"), change);
        assert_eq!(found, status, "number {index}");
    }
}

fn nature_left_out(step: &mut StepAnswer) {
    step.natures.iter_mut().flatten().for_each(|gray| gray.nature = None);
}

/// An engine's strings in atari, with what tells the strings of the holographic layer or without.
fn atari(step: &mut StepAnswer, at: &[&str], board: bool, natures: bool) {
    step.atari = Some(at.iter().map(|point| point.parse().unwrap()).collect());
    step.board = step.board.take().filter(|_| board);
    step.natures = step.natures.take().filter(|_| natures);
}

/// Which string a stone names is not known without the layer.
#[test]
fn strings_in_atari_of_a_step() {
    let cases: [(_, Change, _); 7] = [
        ("dunshi", |step| atari(step, &["B1"], true, false), CheckStatus::Pass),
        ("dunshi", |step| atari(step, &["A3"], true, false), CheckStatus::Fail),
        ("flybomb", |step| atari(step, &["A3"], true, true), CheckStatus::Pass),
        ("flybomb", |step| atari(step, &["A3"], true, false), CheckStatus::Unsupported),
        ("flybomb", |step| atari(step, &["B1"], false, true), CheckStatus::Unsupported),
        ("flybomb", |step| atari(step, &["A2"], false, false), CheckStatus::Pass),
        ("flybomb", |step| atari(step, &[], false, false), CheckStatus::Fail),
    ];
    for (index, (ruleset, change, status)) in cases.into_iter().enumerate() {
        assert_eq!(step_status(ruleset, "atari: [A2]", change), status, "number {index}");
    }
}

const QUESTIONS: &str = "number: 9
legal: { a: FORB-2, C3: ok, pass: ok }
legal_map: |
  3 O 3 .
  2 O O .
  1 2 O 3
legal_moves: C3 pass C2
strings: { A2: { stones: [A2, A3, B1, B2] } }
eyes: { a: { eye_of: white }, B3: { eye_of: white } }
enclosed: { white: { a: [a] } }
private_eyes: { A2: a }
score: { white: 9 }
play: { moves: C3 pass C2, after: { 1: { number: 10 }, 3: { captures: [] } } }
perft: { 1: 3 }
coordinates: { a: AA, Z9: none }";

/// The checks of a question have the same names and lines, whatever is answered.
#[test]
fn checks_do_not_depend_on_the_answer() {
    let case = case(QUESTIONS);
    let runs = case.runs();
    let questions = runs[0].questions();
    assert_eq!(questions.len(), 11);
    let places = |checks: &[Check]| -> Vec<(String, usize)> {
        checks.iter().map(|check| (check.name.clone(), check.line)).collect()
    };
    for question in &questions {
        let query = question.query();
        let right = Reference.answer(&query);
        let larger = Setup::new(Board::empty(BoardSize::square(5).unwrap()), 9);
        let wrong = Reference.answer(&Query { setup: larger, ..query.clone() });
        let all = places(&question.judge(&right, Reasons::All));
        for (answer, status) in [
            (right, CheckStatus::Pass),
            (wrong, CheckStatus::Fail),
            (Answer::Played(vec![]), CheckStatus::Error),
            (Answer::Verdicts(vec![Ok(())]), CheckStatus::Error),
            (Answer::Unsupported("this".into()), CheckStatus::Unsupported),
            (Answer::Error("that".into()), CheckStatus::Error),
        ] {
            let checks = question.judge(&answer, Reasons::All);
            assert_eq!(places(&checks), all, "{answer:?}");
            let found = checks.iter().filter(|check| check.status == status).count();
            let enough = if status == CheckStatus::Fail { 1 } else { checks.len() };
            assert!(found >= enough, "{status}: {checks:?}");
        }
    }
}

/// What came of a question without an answer stands in a failure or in a note.
#[test]
fn questions_without_an_answer() {
    let case = case(QUESTIONS);
    let question = &case.runs()[0].questions()[0];
    for status in CheckStatus::ALL {
        let checks = question.unanswered(status, "why");
        assert_eq!(
            names(&checks),
            ["FORB-2.a/legal.a", "FORB-2.a/legal.C3", "FORB-2.a/legal.pass"]
        );
        let failed =
            matches!(status, CheckStatus::Error | CheckStatus::Crash | CheckStatus::Timeout);
        for check in checks {
            assert_eq!(check.status, status);
            let Some(failure) = check.failure else {
                assert_eq!((failed, &*check.note), (false, "why"), "{status}");
                continue;
            };
            assert_eq!((failed, &*check.note), (true, ""), "{status}");
            assert_eq!(failure.kind, FailureKind::NoAnswer);
            assert_eq!((&*failure.expected, &*failure.got), ("an answer", "why"));
            assert!(failure.turn.ends_with(", move 9: Black places a gray stone"));
        }
    }
}

/// A list that is none of this board fails, even where the entries that a case names are right.
#[rstest]
#[case::surplus(|all: &mut Vec<StringAnswer>| all.push(all[0].clone()))]
#[case::missing(|all: &mut Vec<StringAnswer>| drop(all.pop()))]
#[case::off_board(|all: &mut Vec<StringAnswer>| all[0].points.push("Z25".parse().unwrap()))]
#[case::colour(|all: &mut Vec<StringAnswer>| all[0].stone = Some(Stone::Gray))]
fn a_list_holds_each_point_once(#[case] change: fn(&mut Vec<StringAnswer>)) {
    let case = case("strings: { A2: { stones: [A2, A3, B1, B2] } }\n");
    let checks = checks(&case, |_, answer| {
        let Answer::Strings(mut all) = answer else { return answer };
        change(&mut all);
        Answer::Strings(all)
    });
    assert_eq!(failures(&checks), [("FORB-2.a/strings.A2", FailureKind::Value)]);
}

/// A private eye is a set of empty points.
#[test]
fn an_eye_holds_no_stone() {
    let case = case("private_eyes: { A2: a }\n");
    let checks = checks(&case, |_, answer| {
        let Answer::PrivateEyes(mut all) = answer else { return answer };
        all[0].1[0].push("A2".parse().unwrap());
        Answer::PrivateEyes(all)
    });
    assert_eq!(failures(&checks), [("FORB-2.a/private_eyes.A2", FailureKind::Value)]);
}

/// The name of a check with its ruleset is its own: a list of known failures rests on it.
#[test]
fn names_of_checks_are_unique() {
    let mut names = std::collections::BTreeSet::new();
    for case in ternary_go::case::load::suite().unwrap() {
        for check in case.check(&mut Reference) {
            let name = format!("{} [{}]", check.name, check.ruleset);
            assert!(names.insert(name.clone()), "{name}");
        }
    }
}
