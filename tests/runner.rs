//! The runner: which questions a case asks, and what it says of answers that are wrong in any way.

#![cfg(feature = "conformance")]

use rstest::rstest;
use ternary_go::{
    Answer, Ask, Board, ClauseId, Engine, IllegalMove, Player, Query, Reference, Status, Step,
    Stone,
    case::{
        Case,
        check::{Check, FailureKind},
        load::load,
    },
};

/// A case about gray stones in a corner, with these expectations.
fn case(expectations: &str) -> Case {
    let head = "id: FORB-2.a\ntitle: An eye\ntests: [FORB-2]\nrulesets: [dunshi]\n\
                board: |\n  3 O . .\n  2 O O .\n  1 a O .\n    A B C\n";
    let loaded = load("FORB-2.a.yaml", format!("{head}{expectations}").as_bytes());
    loaded.unwrap_or_else(|errors| panic!("{}", errors[0]))
}

/// An engine that changes the answers of the reference engine.
struct Wrong<F>(F);

impl<F: FnMut(&Query, Answer) -> Answer> Engine for Wrong<F> {
    fn answer(&mut self, query: &Query) -> Answer {
        (self.0)(query, Reference.answer(query))
    }
}

fn checks(case: &Case, change: impl FnMut(&Query, Answer) -> Answer) -> Vec<Check> {
    case.check(&mut Wrong(change))
}

fn failures(checks: &[Check]) -> Vec<(&str, FailureKind)> {
    checks.iter().filter_map(|c| Some((c.name.as_str(), c.failure.as_ref()?.kind))).collect()
}

#[test]
fn common_expectations_are_asked_for_every_value_and_for_no_other() {
    let case = case(
        "strings:\n  A2: { stones: [A2, A3, B1, B2] }\nby:\n  number:\n    9: { legal: { a: FORB-2 } }\n    10: { legal: { a: ok } }\n",
    );
    let checks = case.check(&mut Reference);
    let names: Vec<_> = checks.iter().map(|check| check.name.as_str()).collect();
    assert_eq!(
        names,
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
        let change = |query: &Query, answer| match &query.ask {
            Ask::Play(moves) => Answer::Played(vec![step.clone(); moves.len()]),
            Ask::Legal(_)
            | Ask::Strings
            | Ask::EmptyRegions
            | Ask::Enclosed(..)
            | Ask::PrivateEyes
            | Ask::Natures
            | Ask::Score(_)
            | Ask::Perft(_)
            | Ask::Coordinates(_) => answer,
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
    let checks = checks(&case(&format!("{expectation}\n")), |_, _| answer.clone());
    assert_eq!(failures(&checks).len(), 1, "{checks:?}");
}

#[test]
fn a_line_that_fails_does_not_pass_as_well() {
    let checks = case("play:\n  moves: A2\n").check(&mut Reference);
    assert_eq!(failures(&checks), [("FORB-2.a/after.1", FailureKind::Legality)]);
    assert_eq!(checks.len(), 1);
}

#[test]
fn every_difference_of_a_check_is_told() {
    let line = "number: 9\nplay:\n  moves: C3\n  after:\n    1: { number: 12, due: black, to_move: black }\n";
    let checks = case(line).check(&mut Reference);
    let failure = checks[0].failure.as_ref().unwrap();
    assert_eq!(failure.expected, "next number 12\nblack to move\nblack due");
    assert_eq!(failure.got, "next number 10\nwhite to move\ngray due");
}

/// A count without end is an error, not a run without end.
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
