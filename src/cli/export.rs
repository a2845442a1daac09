//! Cases as JSON: everything in the file, with marks resolved and diagrams as rows.

use serde_json::{Map, Value, json};
use ternary_go::{
    ClauseId, Player, Point, Quarters, StatedMove,
    case::{
        Case, Expectation, EyeExpectation, Located, NatureExpectation, ScoreExpectation,
        StepExpectation, StringExpectation,
    },
    rules::{Axis, extras::Allowance},
};

use super::json::{board, clauses, points, verdict};

/// A case whole: the keys are those of the file.
pub(crate) fn case(case: &Case) -> Value {
    let rulings = case.rulings.iter().map(|reading| (reading.switch.name, reading.value.into()));
    let marks = case.marks.iter().map(|(mark, point)| (mark.to_string(), text(point)));
    let Allowance { count, receiver, mode, seed } = case.allowance;
    let mut value = json!({
        "id": case.id,
        "title": case.title,
        "tests": clauses(&case.tests),
        "requires": clauses(&case.requires),
        "catches": case.catches,
        "why": case.why,
        "rulesets": case.rulesets.iter().map(|ruleset| ruleset.name()).collect::<Vec<_>>(),
        "rulings": map(rulings),
        "board": board(&case.board),
        "marks": map(marks),
        "number": case.number,
        "to_move": case.to_move.map(Player::name),
        "extras": {
            "count": count, "receiver": receiver.name(), "mode": mode.name(), "seed": seed,
            "left": { "black": case.left[0], "white": case.left[1] },
            "times": case.times.as_ref().map(|[black, white]| json!({ "black": black, "white": white })),
        },
        "history": case.history.iter().map(board).collect::<Value>(),
        "previous": case.previous.as_ref().map(text),
        "komi": case.komi.as_ref().map(text),
        "moves": moves(&case.moves),
        "file": case.file,
    });
    add(&mut value, &case.expect);
    let mut axes = Map::new();
    for branch in &case.by {
        let on = branch.on.to_string();
        let (axis, of_axis) = on.split_once('=').unwrap_or((&on, ""));
        let mut block = json!({});
        add(&mut block, &branch.expect);
        axes.entry(axis).or_insert_with(|| json!({}))[of_axis] = block;
    }
    value["by"] = axes.into();
    value
}

fn text(value: &impl ToString) -> Value {
    value.to_string().into()
}

fn map<K: Into<String>>(entries: impl IntoIterator<Item = (K, Value)>) -> Value {
    Value::Object(entries.into_iter().map(|(key, value)| (key.into(), value)).collect())
}

/// The keys that are given.
fn given<const N: usize>(entries: [(&str, Option<Value>); N]) -> Value {
    map(entries.into_iter().filter_map(|(key, value)| Some((key, value?))))
}

fn moves(moves: &[StatedMove]) -> Value {
    moves.iter().map(text).collect()
}

/// Adds the expectations of a block under their keys.
fn add(value: &mut Value, expect: &[Located<Expectation>]) {
    for Located { value: expectation, .. } in expect {
        value[expectation.key()] = of_kind(expectation);
    }
}

fn of_kind(expectation: &Expectation) -> Value {
    match expectation {
        Expectation::Legal(all) => {
            all.iter().map(|one| verdict(&one.value.1.to_string(), &one.value.2)).collect()
        }
        Expectation::LegalMap(signs) => {
            let mut rows: Vec<(Point, String)> = Vec::new();
            for (point, sign) in signs {
                match rows.last_mut().filter(|(first, _)| first.row() == point.row()) {
                    Some((_, row)) => row.push(sign.sign()),
                    None => rows.push((*point, sign.sign().into())),
                }
            }
            rows.into_iter().rev().map(|(_, row)| row).collect()
        }
        Expectation::LegalMoves(all) => all.iter().map(text).collect(),
        Expectation::Strings(all) => map(all.iter().map(|one| string(&one.value))),
        Expectation::Eyes(all) => map(all.iter().map(|one| eye(&one.value))),
        Expectation::Enclosed(all) => {
            let mut sides = json!({});
            for Located { value: (player, point, region), .. } in all {
                sides[player.name()][point.to_string()] = points(region);
            }
            sides
        }
        Expectation::PrivateEyes(all) => {
            let eye = |eye: &Option<Point>| eye.as_ref().map_or(Value::Null, text);
            map(all.iter().map(|one| (one.value.0.to_string(), eye(&one.value.1))))
        }
        Expectation::Natures(all) => map(all.iter().map(|one| nature(&one.value))),
        Expectation::Play { moves: line, after } => {
            let after = after.iter().map(|one| (one.value.0.to_string(), step(&one.value.1)));
            json!({ "moves": moves(line), "after": map(after) })
        }
        Expectation::Score(expected) => score(expected),
        Expectation::Perft(all) => {
            map(all.iter().map(|one| (one.value.0.to_string(), one.value.1.into())))
        }
        Expectation::Coordinates(all) => {
            map(all.iter().map(|one| (one.value.0.to_string(), one.value.1.clone().into())))
        }
    }
}

fn string(expected: &StringExpectation) -> (String, Value) {
    let list = |list: &Option<Vec<Point>>| list.as_deref().map(points);
    let value = given([
        ("stones", list(&expected.stones)),
        ("liberties", list(&expected.liberties)),
        ("adjacent", list(&expected.adjacent)),
    ]);
    (expected.at.to_string(), value)
}

fn eye(expected: &EyeExpectation) -> (String, Value) {
    let colours = |list: &Vec<ternary_go::Stone>| list.iter().map(|stone| stone.name()).collect();
    let value = given([
        ("points", expected.points.as_deref().map(points)),
        ("touches", expected.touches.as_ref().map(colours)),
        ("eye_of", expected.eye_of.map(|owner| owner.map_or("nobody", Player::name).into())),
    ]);
    (expected.at.to_string(), value)
}

fn nature(expected: &NatureExpectation) -> (String, Value) {
    let value = given([
        ("By", expected.black_eyes.map(Value::from)),
        ("Wy", expected.white_eyes.map(Value::from)),
        ("Bo", expected.black_others.map(Value::from)),
        ("Wo", expected.white_others.map(Value::from)),
        ("nature", expected.nature.map(|nature| nature.name().into())),
    ]);
    (expected.at.to_string(), value)
}

fn step(expected: &StepExpectation) -> Value {
    let natures = |all: &Vec<(Point, ternary_go::Nature)>| {
        map(all.iter().map(|(point, nature)| (point.to_string(), nature.name().into())))
    };
    let left = |all: &Vec<(Player, u8)>| {
        map(all.iter().map(|(player, left)| (player.name(), (*left).into())))
    };
    given([
        ("illegal", expected.illegal.as_deref().map(clauses)),
        ("captures", expected.captures.as_deref().map(points)),
        ("board", expected.board.as_ref().map(board)),
        ("number", expected.number.map(Value::from)),
        ("to_move", expected.to_move.map(|player| player.name().into())),
        ("due", expected.due.map(|stone| stone.name().into())),
        ("status", expected.status.map(Value::from)),
        ("atari", expected.atari.as_deref().map(points)),
        ("natures", expected.natures.as_ref().map(natures)),
        ("left", expected.left.as_ref().map(left)),
    ])
}

fn score(expected: &ScoreExpectation) -> Value {
    let quarters = |quarters: &Option<Quarters>| quarters.as_ref().map(text);
    let ids = |ids: &Option<Vec<ClauseId>>| ids.as_deref().map(clauses);
    given([
        ("dead", Some(points(&expected.dead))),
        ("neutralised", Some(points(&expected.neutralised))),
        ("illegal", ids(&expected.illegal)),
        ("black", quarters(&expected.black)),
        ("white", quarters(&expected.white)),
        ("neutral", quarters(&expected.neutral)),
        ("margin", expected.margin.clone().map(Value::from)),
        ("points", expected.points.clone().map(Value::from)),
    ])
}
