//! What a refusal rests on in the position at hand.

use serde_json::{Value, json};
use ternary_go::{
    Game, IllegalMove, Move, Player, Point, StatedMove, Stone, StoneString, holographic, natures,
    rules::{escape::Escape, extras::Extras, gray::Gray, shift::GrayShift},
    string_at, strings,
};

use super::join;

/// A reason against a move: the clause, and what it rests on here.
pub(crate) struct Reason {
    id: &'static str,
    name: &'static str,
    sentence: String,
    fact: Option<String>,
}

impl Reason {
    /// A line for the clause and one for the fact.
    pub(crate) fn text(&self, indent: &str) -> String {
        let Self { id, name, sentence, fact } = self;
        let fact = fact.as_ref().map(|fact| format!("{indent}  {fact}\n"));
        format!("{indent}{id} ({name}): {sentence}\n{}", fact.unwrap_or_default())
    }

    pub(crate) fn json(&self) -> Value {
        let Self { id, name, sentence, fact } = self;
        json!({ "id": id, "name": name, "text": sentence, "here": fact })
    }
}

/// All reasons against a move; none where it is legal.
pub(crate) fn reasons(game: &Game, play: StatedMove) -> Vec<Reason> {
    let Err(refusal) = game.verdict(play) else { return Vec::new() };
    let reason = |reason: IllegalMove| {
        let (id, fact) = (reason.clause(), fact(game, play.play, reason));
        let (name, sentence) =
            id.clause().map_or_else(Default::default, |clause| (clause.name, clause.answer()));
        Reason { id: id.as_str(), name, sentence, fact }
    };
    refusal.reasons().map(reason).collect()
}

/// What a reason rests on here, in a line, where that is more than the clause says.
fn fact(game: &Game, play: Move, reason: IllegalMove) -> Option<String> {
    match reason {
        IllegalMove::NotTheTurn => Some(not_the_turn(game, play)),
        IllegalMove::NoDoublePass => no_escape(game, Escape::DoublePass),
        IllegalMove::NoConversion => no_escape(game, Escape::Conversion),
        IllegalMove::NoBomb => Some(no_bomb(game)),
        IllegalMove::NoKnife => Some(no_knife(game)),
        IllegalMove::NoReplacement => Some(no_replacement(game, point_of(play)?)),
        IllegalMove::NotEmpty => not_empty(game, point_of(play)?),
        IllegalMove::NoRescue => no_rescue(game),
        IllegalMove::CapturePoint => {
            last_liberty(game, point_of(play)?).or_else(|| removal(game, play, "R-GRAYSHIFT"))
        }
        IllegalMove::BombNeedsStone => Some(if play == Move::DeclareBomb {
            "no point where the turn's stone could be played".into()
        } else {
            "the turn of a declared flybomb owes its stone".into()
        }),
        IllegalMove::Suicide => {
            no_liberty(game, play).or_else(|| removal(game, play, "R-SELFSHIFT"))
        }
        IllegalMove::Superko => {
            game.outcome(play)?.stood.map(|stood| format!("the position stood {stood}"))
        }
        IllegalMove::GameOver | IllegalMove::OpponentsEye | IllegalMove::OpponentsMouth => None,
    }
}

fn not_the_turn(game: &Game, play: Move) -> String {
    let number = game.number();
    if matches!(play, Move::Knife(_)) && game.rules().extras == Extras::Knives {
        let receiver = game.rules().allowance.receiver.title();
        return format!("the next is move {number}, and a knife is {receiver}'s");
    }
    format!("the next is move {number}: {}", game.due_in_words())
}

const fn point_of(play: Move) -> Option<Point> {
    match play {
        Move::Place(point) | Move::Convert(point) | Move::Knife(point) | Move::Replace(point) => {
            Some(point)
        }
        Move::Pass | Move::DoublePass | Move::DeclareBomb | Move::Resign | Move::Agree => None,
    }
}

fn not_empty(game: &Game, point: Point) -> Option<String> {
    let size = game.board().size();
    if !size.contains(point) {
        return Some(format!("{point} is off a board of {size}"));
    }
    game.board().get(point).map(|stone| format!("a {stone} stone stands there"))
}

fn last_liberty(game: &Game, point: Point) -> Option<String> {
    let all = strings(game.layer());
    let last = |string: &&StoneString| string.liberties == [point];
    let names: Vec<String> = all.iter().filter(last).map(name).collect();
    (!names.is_empty()).then(|| format!("the last liberty of {}", names.join(", ")))
}

fn name(string: &StoneString) -> String {
    format!("{} {}", string.stone, string.points[0])
}

/// The joined strings that have no liberty as the position stands.
pub(crate) fn without_liberties(game: &Game) -> Vec<String> {
    let all = strings(game.layer()).into_iter();
    let none = |string: &StoneString| string.stone != Stone::Gray && string.liberties.is_empty();
    all.filter(none).map(|string| name(&string)).collect()
}

/// Whether R-GRAYSHIFT alone makes a point a capture point.
pub(crate) fn by_gray_shift(game: &Game, point: Point) -> bool {
    let refused = game.verdict(Move::Place(point)).err();
    game.rules().gray == Gray::Natured
        && game.rules().rulings.gray_shift == GrayShift::Forbidden
        && refused.is_some_and(|refusal| refusal.has(IllegalMove::CapturePoint))
        && last_liberty(game, point).is_none()
}

/// What R-SHIFT would remove after a placement, and why.
fn removal(game: &Game, play: Move, ruling: &str) -> Option<String> {
    let (point, outcome) = (point_of(play)?, game.outcome(play)?);
    let [first, later @ ..] = &*outcome.rounds else { return None };
    // The position after FLOW-2, before anything is removed.
    let mut board = game.board().clone();
    board.set(point, Some(game.due().stone));
    outcome.captured.iter().for_each(|&point| board.set(point, None));
    let eyes = game.rules().rulings.eyes();
    let before = game.natures();
    let turned = natures(&board, eyes).into_iter().filter_map(|gray| {
        let was = before.iter().find(|was| was.points.iter().any(|p| gray.points.contains(p)))?;
        let now = gray.nature;
        (was.nature != now).then(|| format!("{} would turn {now}", was.points[0]))
    });
    let turned: Vec<String> = turned.collect();
    let holds = |string: &StoneString| string.points.iter().any(|point| first.contains(point));
    let starved: Vec<StoneString> =
        strings(&holographic(&board, eyes)).into_iter().filter(holds).collect();
    let had_none = |string: &StoneString| {
        let was = string.points.iter().find(|&&at| at != point);
        let was = was.and_then(|&at| string_at(game.layer(), at));
        was.is_some_and(|was| was.stone != Stone::Gray && was.liberties.is_empty())
    };
    let names = starved.iter().map(name).collect::<Vec<_>>().join(", ");
    let cause = if starved.iter().all(had_none) {
        let have = if starved.len() == 1 { "has" } else { "have" };
        format!("{names} {have} no liberty as it is")
    } else if turned.is_empty() {
        format!("{names} would have no liberty")
    } else {
        format!("{}, and {names} would have no liberty", turned.join(", "))
    };
    let then: String = later.iter().map(|round| format!(", then {}", join(round))).collect();
    Some(format!("{ruling}: {cause}; R-SHIFT would remove {}{then}", join(first)))
}

/// With natures, whose the gray stones are around a string that would have no liberty.
fn no_liberty(game: &Game, play: Move) -> Option<String> {
    let (point, player) = (point_of(play)?, game.due().player);
    let mut layer = game.layer().clone();
    layer.set(point, Some(player.stone()));
    let string = string_at(&layer, point).filter(|string| string.liberties.is_empty())?;
    let gray = game.natures().into_iter().filter(|gray| {
        let first = gray.points[0];
        let near = string_at(game.board(), first).is_some_and(|gray| {
            gray.liberties.contains(&point)
                || gray.adjacent.iter().any(|at| string.points.contains(at))
        });
        near || string.points.contains(&first)
    });
    let words = gray.map(|gray| match gray.nature {
        ternary_go::Nature::Neutral => format!("gray {} is neutral", gray.points[0]),
        ternary_go::Nature::Of(side) => format!("gray {} is {}'s", gray.points[0], side.title()),
    });
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| words.join(", "))
}

fn no_escape(game: &Game, escape: Escape) -> Option<String> {
    Some(if game.rules().escape != escape {
        format!("{} has none", game.rules().ruleset)
    } else if game.due().stone != Stone::Gray {
        "no gray stone is due".into()
    } else {
        "the move just made gave no atari".into()
    })
}

fn no_rescue(game: &Game) -> Option<String> {
    let threatened = game.in_atari();
    let all = strings(game.layer()).into_iter();
    let holds = |string: &StoneString| string.points.iter().any(|p| threatened.contains(p));
    let liberties: Vec<Point> = all.filter(holds).flat_map(|string| string.liberties).collect();
    (!liberties.is_empty()).then(|| format!("the single liberty is {}", join(&liberties)))
}

fn no_bomb(game: &Game) -> String {
    let player = game.due().player;
    if game.rules().extras != Extras::Flybombs {
        format!("{} has none", game.rules().ruleset)
    } else if game.extras_left(player) == 0 {
        format!("{} has none left to declare", player.title())
    } else {
        "this turn has its flybomb already".into()
    }
}

fn no_knife(game: &Game) -> String {
    let receiver = game.rules().allowance.receiver;
    if game.rules().extras != Extras::Knives {
        format!("{} has none", game.rules().ruleset)
    } else if game.extras_left(receiver) == 0 {
        format!("{} has none left", receiver.title())
    } else {
        format!("only right after {}'s own stone, before the opponent moves", receiver.title())
    }
}

fn no_replacement(game: &Game, point: Point) -> String {
    let receiver: Player = game.rules().allowance.receiver;
    if game.rules().extras != Extras::Replacements {
        format!("{} has none", game.rules().ruleset)
    } else if game.due().player != receiver {
        format!("only {} replaces stones", receiver.title())
    } else if game.extras_left(receiver) == 0 {
        format!("{} has none left", receiver.title())
    } else {
        format!("no {} stone stands on {point}", receiver.opponent())
    }
}
