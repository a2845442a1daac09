//! Answers as JSON, under the names that the cases use.

use serde_json::{Value, json};
use ternary_go::{
    BadMark, Board, ClauseId, EmptyRegion, EyeReport, Game, GrayString, Marks, Player, Point,
    Score, Step, StoneString, Verdict,
    case::load::CaseError,
    rules::{
        Axis, Rules,
        extras::{Allowance, Extras},
        gray::Gray,
    },
};

pub(crate) fn points(points: &[Point]) -> Value {
    points.iter().map(ToString::to_string).collect()
}

pub(crate) fn clauses(clauses: &[ClauseId]) -> Value {
    clauses.iter().map(|clause| clause.as_str()).collect()
}

/// The rows of a board without labels, the highest first.
pub(crate) fn board(board: &Board) -> Value {
    let size = board.size();
    let sign = |point| board.get(point).map_or('.', ternary_go::Stone::sign);
    let mut rows: Vec<String> = Vec::new();
    for (index, point) in size.iter().enumerate() {
        if index % usize::from(size.width()) == 0 {
            rows.push(String::new());
        }
        rows.last_mut().expect("a row was begun").push(sign(point));
    }
    rows.into_iter().rev().collect()
}

/// The rules of a game, every axis and switch.
pub(crate) fn rules(rules: &Rules) -> Value {
    let rulings: serde_json::Map<String, Value> =
        rules.rulings.iter().map(|(switch, value)| (switch.name.into(), value.into())).collect();
    let mut value = json!({
        "ruleset": rules.ruleset.name(),
        "schedule": rules.schedule.name(),
        "gray": rules.gray.name(),
        "escape": rules.escape.name(),
        "extras": rules.extras.name(),
        "rulings": rulings,
        "komi": rules.komi.to_string(),
    });
    let Allowance { count, receiver, mode, seed } = rules.allowance;
    if rules.extras == Extras::Flybombs {
        value["allowance"] =
            json!({ "count": count, "mode": mode.name(), "seed": seed.to_string() });
    } else if rules.extras != Extras::None {
        value["allowance"] = json!({ "count": count, "receiver": receiver.name() });
    }
    value
}

/// The position and whose turn it is.
pub(crate) fn state(game: &Game) -> Value {
    let due = game.due();
    let mut value = json!({
        "rules": rules(game.rules()),
        "board": board(game.board()),
        "number": game.number(),
        "to_move": due.player.name(),
        "due": due.stone.name(),
        "status": game.status().name(),
        "atari": points(&game.in_atari()),
    });
    let left = Player::ALL.map(|player| game.extras_left(player));
    add_layer(&mut value, game.rules(), &game.natures(), left);
    add_bombs(&mut value, game);
    value
}

/// Whether the turn is one with a flybomb, and the times of random ones, where there are flybombs.
fn add_bombs(value: &mut Value, game: &Game) {
    if game.rules().extras != Extras::Flybombs {
        return;
    }
    value["bomb"] = game.has_bomb().into();
    if game.rules().random_bombs() > 0 {
        let [black, white] = Player::ALL.map(|player| game.random_times(player));
        value["times"] = json!({ "black": black, "white": white });
    }
}

/// Natures, and the extras left, in the rulesets that have them.
fn add_layer(value: &mut Value, rules: &Rules, natures: &[GrayString], left: [u8; 2]) {
    if rules.gray == Gray::Natured {
        value["natures"] = natures.iter().map(nature).collect();
    }
    if rules.extras != Extras::None {
        value["left"] = json!({ "black": left[0], "white": left[1] });
    }
}

pub(crate) fn nature(gray: &GrayString) -> Value {
    json!({
        "stones": points(&gray.points),
        "By": gray.counts.black_eyes,
        "Wy": gray.counts.white_eyes,
        "Bo": gray.counts.black_others,
        "Wo": gray.counts.white_others,
        "nature": gray.nature.name(),
    })
}

/// The private eyes of a string, and the reasons for which other regions are none.
pub(crate) fn private_eyes((stone, report): &(Point, EyeReport)) -> Value {
    let refused = report
        .refused
        .iter()
        .map(|(region, why)| json!({ "points": points(region), "why": why.to_string() }));
    json!({
        "string": stone.to_string(),
        "eyes": report.eyes.iter().map(|eye| points(eye)).collect::<Value>(),
        "refused": refused.collect::<Value>(),
    })
}

pub(crate) fn verdict(play: &str, verdict: &Verdict) -> Value {
    let refused_by = verdict.as_ref().err().map(Vec::as_slice).unwrap_or_default();
    json!({ "move": play, "legal": verdict.is_ok(), "illegal": clauses(refused_by) })
}

pub(crate) fn string(string: &StoneString) -> Value {
    json!({
        "stone": string.stone.name(),
        "stones": points(&string.points),
        "liberties": points(&string.liberties),
        "adjacent": points(&string.adjacent),
    })
}

pub(crate) fn region(region: &EmptyRegion) -> Value {
    json!({
        "points": points(&region.points),
        "touches": region.touches.iter().map(|stone| stone.name()).collect::<Vec<_>>(),
        "eye_of": region.eye_of().map_or("nobody", Player::name),
    })
}

/// A step that a game has just taken.
pub(crate) fn step(play: &str, step: &Step, game: &Game) -> Value {
    let mut value = json!({
        "move": play,
        "board": board(&step.board),
        "number": step.number,
        "to_move": step.to_move.name(),
        "due": step.due.name(),
        "status": step.status.name(),
        "atari": points(&step.atari),
    });
    add_layer(&mut value, game.rules(), &step.natures, step.left);
    add_bombs(&mut value, game);
    match &step.outcome {
        Ok(captures) => value["captures"] = points(captures),
        Err(refused_by) => value["illegal"] = clauses(refused_by),
    }
    value
}

/// A count with its marks and the counted board, drawn with the owners of empty points.
pub(crate) fn score(score: &Score, of: &Rules, marks: &Marks, at: &Board, owners: &str) -> Value {
    let par = |player| score.par(player).to_string();
    let rows = owners.lines().take(at.size().height().into());
    let row = |row: &str| row.split_whitespace().skip(1).collect::<String>();
    json!({
        "rules": rules(of),
        "dead": points(&marks.dead),
        "neutralised": points(&marks.neutralised),
        "board": board(at),
        "owners": rows.map(row).collect::<Vec<_>>(),
        "black": score.black.to_string(),
        "white": score.white.to_string(),
        "neutral": score.neutral.to_string(),
        "komi": score.komi.to_string(),
        "pars": { "black": par(Player::Black), "white": par(Player::White) },
        "margin": score.margin().to_string(),
        "points": score.margin().in_points(),
    })
}

pub(crate) fn bad_mark(mark: &BadMark, of: &Rules, marks: &Marks, at: &Board) -> Value {
    json!({
        "rules": rules(of),
        "board": board(at),
        "dead": points(&marks.dead),
        "neutralised": points(&marks.neutralised),
        "illegal": [mark.clause().as_str()],
        "message": mark.to_string(),
    })
}

/// What is wrong with case files.
pub(crate) fn case_errors(errors: &[CaseError]) -> Value {
    let error = |error: &CaseError| {
        json!({
            "file": error.file, "line": error.line, "column": error.column,
            "message": error.message, "help": error.help,
        })
    };
    errors.iter().map(error).collect()
}
