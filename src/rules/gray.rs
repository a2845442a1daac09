//! The gray axis: what gray stones are, and where they may not go. FORB-1 to FORB-4, R-TIGER.

use super::axis;
use crate::{
    Board, IllegalMove, Player, Point, Refusal,
    board::{Cell, Place},
    eye::{one_point_eye, tiger_mouth},
    region::has_liberty_besides,
};

axis! {
    /// What gray stones are.
    Gray, "gray" {
        /// The game has none.
        Absent = "absent",
        /// Always neutral: wall (LAYER-4, LAYER-6).
        Neutral = "neutral",
        /// Neutral, black or white by the counts of NAT (LAYER-3).
        Natured = "natured",
    }
}

axis! {
    /// R-TIGER: what a tiger's mouth is.
    TigerMouth, "tiger-mouth" {
        /// All sides but one are closed, by at least one stone of the opponent.
        ClosedSides = "closed-sides",
        /// All sides but one are closed, by at least two stones of the opponent.
        TwoStones = "two-stones",
        /// Exactly three stones of the opponent.
        ThreeStones = "three-stones",
    }
}

impl TigerMouth {
    /// Whether this many stones of the opponent make a mouth, the other sides but one being wall.
    pub(crate) const fn is_made_by(self, stones: usize) -> bool {
        match self {
            Self::ClosedSides => stones >= 1,
            Self::TwoStones => stones >= 2,
            Self::ThreeStones => stones == 3,
        }
    }
}

/// What forbids the mover a gray stone on an empty place: the shape of the position before the
/// move, and nothing else (FORB-4).
pub(crate) fn forbidden(board: &Board, mover: Player, place: Place, tiger: TigerMouth) -> Refusal {
    let opponent = mover.opponent();
    let mut refusal = Refusal::default();
    if is_capture_point(board, place) {
        refusal.add(IllegalMove::CapturePoint); // FORB-1
    }
    if one_point_eye(board, place, opponent) {
        refusal.add(IllegalMove::OpponentsEye); // FORB-2
    }
    if tiger_mouth(board, place, opponent, tiger) {
        refusal.add(IllegalMove::OpponentsMouth); // FORB-3
    }
    refusal
}

/// The empty points on which a side may not place a gray stone, by FORB alone, with the reasons.
///
/// Row by row from the lower left corner. GO-6 is not asked.
pub fn forbidden_points(board: &Board, mover: Player, tiger: TigerMouth) -> Vec<(Point, Refusal)> {
    let empty = board.size().iter().filter(|&point| board.get(point).is_none());
    let judged = empty.map(|point| (point, forbidden(board, mover, board.place(point), tiger)));
    judged.filter(|(_, refusal)| !refusal.is_empty()).collect()
}

/// FORB-1: whether an empty place is the only liberty of a black or white string.
fn is_capture_point(board: &Board, place: Place) -> bool {
    board.sides(place).into_iter().any(|side| {
        matches!(board.cell(side), Cell::Black | Cell::White)
            && !has_liberty_besides(board, side, place)
    })
}
