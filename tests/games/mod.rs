//! Games of any rules, positions and moves at random, and what turns and exchanges them.

use proptest::prelude::*;
use ternary_go::{
    Board, BoardSize, Game, GrayString, Move, Player, Point, Refusal, Ruleset, Setup, Status,
    Stone,
    rules::{
        Axis, Rules, Switch,
        extras::{Allowance, Extras, Mode},
        gray::Gray,
        schedule::Due,
    },
};

/// Rules of any ruleset with any reading of every switch and any extras.
pub(crate) fn rules() -> impl Strategy<Value = Rules> {
    let ruleset = prop::sample::select(Ruleset::ALL);
    let choices = prop::collection::vec(any::<prop::sample::Index>(), Switch::ALL.len());
    let mode = prop::sample::select(Mode::ALL);
    let allowance = (0..4_u8, player(), mode, any::<u64>())
        .prop_map(|(count, receiver, mode, seed)| Allowance { count, receiver, mode, seed });
    (ruleset, choices, allowance).prop_map(|(ruleset, choices, allowance)| {
        let mut rules = Rules { allowance, ..ruleset.rules() };
        for (switch, choice) in Switch::ALL.iter().zip(choices) {
            let values = (switch.values)();
            rules.rulings.set(switch.name, values[choice.index(values.len())]).unwrap();
        }
        rules
    })
}

pub(crate) fn player() -> impl Strategy<Value = Player> {
    prop::sample::select(&Player::ALL[..])
}

pub(crate) fn size(most: usize) -> impl Strategy<Value = BoardSize> {
    (1..=most, 1..=most).prop_map(|(width, height)| BoardSize::new(width, height).unwrap())
}

/// Any arrangement of stones; gray ones only where the rules have them.
pub(crate) fn board(most: usize, gray: bool) -> impl Strategy<Value = Board> {
    size(most).prop_flat_map(move |size| {
        let stones: usize = if gray { 4 } else { 3 };
        prop::collection::vec(0..stones, size.points()).prop_map(move |stones| {
            let mut board = Board::empty(size);
            for (point, stone) in size.iter().zip(stones) {
                let stone =
                    [None, Some(Stone::Black), Some(Stone::White), Some(Stone::Gray)][stone];
                board.set(point, stone);
            }
            board
        })
    })
}

/// Rules, a set-up for them, and choices of moves.
pub(crate) fn game() -> impl Strategy<Value = (Rules, Setup, Vec<prop::sample::Index>)> {
    rules().prop_flat_map(|rules| {
        let natured = rules.gray == Gray::Natured;
        let moves = if natured { 24 } else { 40 };
        let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..moves);
        let empty = size(5).prop_map(Board::empty);
        let board = prop_oneof![board(5, rules.gray != Gray::Absent), empty];
        let knives = rules.extras == Extras::Knives;
        let to_move = prop::option::of(player()).prop_map(move |side| side.filter(|_| knives));
        let spent = prop::option::of((0..3_u8, 0..3_u8));
        (Just(rules), board, 1..=21_u32, to_move, spent, choices).prop_map(
            |(rules, board, number, to_move, spent, choices)| {
                let [black, white] = rules.extras_at_will();
                let left = spent.map(|(b, w)| [black.saturating_sub(b), white.saturating_sub(w)]);
                (rules, Setup { to_move, left, ..Setup::new(board, number) }, choices)
            },
        )
    })
}

/// Every move that can be written down for a board, and some off it.
pub(crate) fn all_moves(size: BoardSize) -> Vec<Move> {
    let mut points: Vec<Point> = size.iter().collect();
    points.extend(["Z25", "A25", "Z1"].map(|point| point.parse::<Point>().unwrap()));
    let kinds = [Move::Place, Move::Convert, Move::Knife, Move::Replace];
    let with_points = kinds.iter().flat_map(|kind| points.iter().copied().map(kind));
    with_points.chain([Move::Pass, Move::DoublePass, Move::DeclareBomb]).collect()
}

pub(crate) fn verdicts(game: &Game) -> Vec<Result<(), Refusal>> {
    all_moves(game.board().size()).into_iter().map(|play| game.verdict(play)).collect()
}

pub(crate) fn left(game: &Game) -> [u8; 2] {
    Player::ALL.map(|player| game.extras_left(player))
}

/// Everything that can be seen of a game.
#[derive(Debug, PartialEq)]
pub(crate) struct Visible {
    pub(crate) boards: [Board; 2],
    pub(crate) number: u32,
    pub(crate) due: Due,
    pub(crate) status: Status,
    pub(crate) atari: Vec<Point>,
    pub(crate) bomb: bool,
    pub(crate) left: [u8; 2],
    pub(crate) verdicts: Vec<Result<(), Refusal>>,
}

pub(crate) fn visible(game: &Game) -> Visible {
    Visible {
        boards: [game.board().clone(), game.layer().clone()],
        number: game.number(),
        due: game.due(),
        status: game.status(),
        atari: game.in_atari(),
        bomb: game.has_bomb(),
        left: left(game),
        verdicts: verdicts(game),
    }
}

/// A symmetry of the square, 0 to 7, as a map of points.
pub(crate) fn turn(symmetry: u8, size: BoardSize, point: Point) -> (BoardSize, Point) {
    let (mut x, mut y) = (point.column(), point.row());
    if symmetry & 1 != 0 {
        x = size.width() - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = size.height() - 1 - y;
    }
    let (w, h) = (usize::from(size.width()), usize::from(size.height()));
    if symmetry & 4 != 0 {
        (BoardSize::new(h, w).unwrap(), Point::new(y, x).unwrap())
    } else {
        (size, Point::new(x, y).unwrap())
    }
}

pub(crate) fn turned_point(symmetry: u8, size: BoardSize, point: Point) -> Point {
    if size.contains(point) { turn(symmetry, size, point).1 } else { point }
}

pub(crate) fn turned_move(symmetry: u8, size: BoardSize, play: Move) -> Move {
    let turned = |point| turned_point(symmetry, size, point);
    match play {
        Move::Place(point) => Move::Place(turned(point)),
        Move::Convert(point) => Move::Convert(turned(point)),
        Move::Knife(point) => Move::Knife(turned(point)),
        Move::Replace(point) => Move::Replace(turned(point)),
        Move::Pass | Move::DoublePass | Move::DeclareBomb | Move::Resign | Move::Agree => play,
    }
}

pub(crate) fn turned_natures(
    symmetry: u8,
    size: BoardSize,
    natures: Vec<GrayString>,
) -> Vec<GrayString> {
    let turned = |mut gray: GrayString| {
        gray.points = gray.points.iter().map(|&p| turned_point(symmetry, size, p)).collect();
        gray.points.sort();
        gray
    };
    let mut turned: Vec<GrayString> = natures.into_iter().map(turned).collect();
    turned.sort_by_key(|gray| gray.points[0]);
    turned
}

pub(crate) fn turned(symmetry: u8, board: &Board) -> Board {
    let size = board.size();
    let mut turned = Board::empty(turn(symmetry, size, "A1".parse().unwrap()).0);
    for (point, stone) in board.stones() {
        turned.set(turned_point(symmetry, size, point), Some(stone));
    }
    turned
}

pub(crate) fn exchanged(board: &Board) -> Board {
    let mut exchanged = board.clone();
    for (point, stone) in board.stones() {
        let other = stone.player().map_or(Stone::Gray, |player| player.opponent().stone());
        exchanged.set(point, Some(other));
    }
    exchanged
}

/// The rules for the other colour: the receiver exchanged.
pub(crate) fn exchanged_rules(mut rules: Rules) -> Rules {
    rules.allowance.receiver = rules.allowance.receiver.opponent();
    rules
}

/// Plays one of the legal moves for each choice.
pub(crate) fn play(game: &mut Game, choices: &[prop::sample::Index]) -> Vec<Move> {
    let mut played = Vec::new();
    for choice in choices {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        let play = legal[choice.index(legal.len())];
        game.play(play).unwrap();
        played.push(play);
    }
    played
}
