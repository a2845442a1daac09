//! What a refusal rests on in the position at hand.

use ternary_go::{
    Game, IllegalMove, Move, Player, Point, Stone, StoneString,
    rules::{escape::Escape, extras::Extras},
    strings,
};

use super::join;

/// What a reason rests on here, in a line, where that is more than the clause says.
pub(crate) fn fact(game: &Game, play: Move, reason: IllegalMove) -> Option<String> {
    match reason {
        IllegalMove::NotTheTurn => {
            Some(format!("the next is move {}: {}", game.number(), game.due_in_words()))
        }
        IllegalMove::NoDoublePass => no_escape(game, Escape::DoublePass),
        IllegalMove::NoConversion => no_escape(game, Escape::Conversion),
        IllegalMove::NoBomb => Some(no_bomb(game)),
        IllegalMove::NoKnife => Some(no_knife(game)),
        IllegalMove::NoReplacement => Some(no_replacement(game, point_of(play)?)),
        IllegalMove::NotEmpty => not_empty(game, point_of(play)?),
        IllegalMove::NoRescue => no_rescue(game),
        IllegalMove::CapturePoint => last_liberty(game, point_of(play)?),
        IllegalMove::GameOver
        | IllegalMove::BombNeedsStone
        | IllegalMove::Suicide
        | IllegalMove::Superko
        | IllegalMove::OpponentsEye
        | IllegalMove::OpponentsMouth => None,
    }
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
    let name = |string: &StoneString| format!("{} {}", string.stone, string.points[0]);
    let names: Vec<String> = all.iter().filter(last).map(name).collect();
    (!names.is_empty()).then(|| format!("the last liberty of {}", names.join(", ")))
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
        format!("a knife follows a stone of {} at once", receiver.title())
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
