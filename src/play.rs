//! A black or white stone placed: captures and suicide. FLOW-2, GO-4, GO-5.

use crate::{
    Board, Player,
    board::{Cell, Place, PlaceSet},
    region::{has_liberty_besides, string},
};

/// GO-4: the stones that a stone of the mover on an empty place captures.
///
/// The strings that neighbour the place and have no other liberty: the stone takes their last one.
#[inline]
pub(crate) fn captures(board: &Board, mover: Player, place: Place) -> PlaceSet {
    let opponent = Cell::of(mover.opponent());
    let mut captured = PlaceSet::default();
    for side in board.sides(place) {
        if board.cell(side) == opponent
            && !captured.contains(side)
            && !has_liberty_besides(board, side, place)
        {
            captured.extend(&string(board, side).0);
        }
    }
    captured
}

/// GO-5: whether a stone of the mover on an empty place that captures nothing has no liberty,
/// nor any string of the mover that it joins.
///
/// A stone that captures has the captured points for liberties.
#[inline]
pub(crate) fn is_suicide(board: &Board, mover: Player, place: Place) -> bool {
    let sides = board.sides(place);
    let own = Cell::of(mover);
    !sides.iter().any(|&side| board.cell(side) == Cell::Empty)
        && !sides
            .iter()
            .any(|&side| board.cell(side) == own && has_liberty_besides(board, side, place))
}
