//! The mutants: the model bent in one place each, for the cases to find.

use std::sync::LazyLock;

use super::mutated_rulings::RULINGS;

/// The model with one change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mutant {
    /// What it does.
    pub(crate) change: Change,
    /// The clause that it breaks.
    clause: &'static str,
    /// The other clauses that say what it breaks.
    others: &'static [&'static str],
}

/// What a mutant does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The condition of its clause never holds.
    Never,
    /// The condition of its clause always holds.
    Always,
    /// What this says, after the id of the clause.
    Other(&'static str),
}

impl Mutant {
    /// The clause whose condition is fixed, if one is.
    pub(crate) fn condition(&self) -> &'static str {
        match self.change {
            Change::Never | Change::Always => self.clause,
            Change::Other(_) => "",
        }
    }

    /// The one reading of a ruling that it knows.
    pub(crate) fn only_reading(&self, ruling: &str) -> Option<&'static str> {
        let Change::Other(says) = self.change else { return None };
        says.strip_prefix(ruling)?.strip_prefix(": every reading is ")
    }

    /// The clauses that it breaks.
    pub(crate) fn clauses(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.clause).chain(self.others.iter().copied())
    }

    /// What it does, in a line.
    pub(crate) fn says(&self) -> String {
        match self.change {
            Change::Never => format!("{}: its condition never holds", self.clause),
            Change::Always => format!("{}: its condition always holds", self.clause),
            Change::Other(says) => says.into(),
        }
    }
}

pub(super) const fn never(clause: &'static str) -> Mutant {
    Mutant { change: Change::Never, clause, others: &[] }
}

pub(super) const fn always(clause: &'static str) -> Mutant {
    Mutant { change: Change::Always, clause, others: &[] }
}

/// A change in words, which begin with the clause; the other clauses that say the same.
pub(super) const fn other(says: &'static str, others: &'static [&'static str]) -> Mutant {
    let mut end = 0;
    while says.as_bytes()[end] != b':' {
        end += 1;
    }
    Mutant { change: Change::Other(says), clause: says.split_at(end).0, others }
}

/// All mutants.
pub(crate) fn mutants() -> &'static [Mutant] {
    static ALL: LazyLock<Vec<Mutant>> = LazyLock::new(|| [CLAUSES, RULINGS].concat());
    &ALL
}

#[rustfmt::skip]
const CLAUSES: &[Mutant] = &[
    never("DEF-1"),
    always("DEF-1"),
    never("DEF-2"),
    always("DEF-2"),
    other("DEF-2: diagonal points are adjacent", &[]),
    other("DEF-2: points above one another are not adjacent", &[]),
    never("DEF-3"),
    always("DEF-3"),
    other("DEF-3: a shared liberty counts once for each stone", &[]),
    never("DEF-4"),
    always("DEF-4"),
    other("DEF-4: gray strings are nobody's neighbours", &[]),
    never("DEF-5"),
    always("DEF-5"),
    other("DEF-5: every empty point is a region by itself", &[]),
    never("DEF-6"),
    always("DEF-6"),
    other("DEF-6: a region holds an empty point", &[]),
    other("DEF-6: a region touches a stone of the side that encloses it", &[]),
    other("DEF-6: gray is no wall", &[]),
    other("DEF-6: the opponent's stones enclose too", &[]),
    never("DEF-7"),
    always("DEF-7"),
    other("DEF-7: gray beside a region spoils the eye", &[]),
    other("DEF-7: only regions of one point are eyes", &[]),
    other("DEF-8.1: gray stones count with their natures for private eyes", &["LAYER-2", "R-EDITION"]),
    never("DEF-8.2"),
    always("DEF-8.2"),
    other("DEF-8.2: no string of the opponent may touch the eye either", &[]),
    never("DEF-8.3"),
    always("DEF-8.3"),
    other("DEF-8.3: added stones may take last liberties", &[]),
    other("DEF-8.3: every string of the opponent in the region is asked", &[]),
    other("DEF-8.3: the opponent's eye may hold the string itself", &[]),
    other("DEF-8.3: the opponent's eye with stones lies in the region", &[]),
    other("LAYER-1: a black or white stone needs no liberty when it is played", &[]),
    other("LAYER-1: black and white strings are never captured", &[]),
    other("LAYER-2: black and white strings need a liberty on the base layer", &[]),
    never("LAYER-3"),
    other("LAYER-3: atari is judged on the base layer", &[]),
    other("LAYER-3: captures are judged on the base layer", &[]),
    other("LAYER-3: forbidden points are judged on the base layer", &[]),
    other("LAYER-3: points are counted on the base layer", &[]),
    other("LAYER-4: a gray stone needs a liberty", &[]),
    other("LAYER-4: gray strings are captured when their last liberty is taken", &[]),
    other("LAYER-5: a gray stone of a joined string has no liberties", &[]),
    other("LAYER-5: a joined string is captured without its gray stones", &[]),
    other("LAYER-5: gray of a nature joins no string", &[]),
    never("LAYER-6"),
    always("LAYER-6"),
    never("NAT-1"),
    always("NAT-1"),
    other("NAT-1: a string counts once for each stone that touches", &[]),
    never("NAT-2.1"),
    always("NAT-2.1"),
    other("NAT-2.1: strings without private eyes count as much as those with one", &[]),
    never("NAT-2.2"),
    always("NAT-2.2"),
    never("NAT-2.3.1"),
    always("NAT-2.3.1"),
    never("NAT-2.3.2"),
    always("NAT-2.3.2"),
    other("NAT-2.3.3: a balance makes black nature", &[]),
    other("NAT-2.3.3: a balance makes white nature", &[]),
    never("GO-1"),
    always("GO-1"),
    other("GO-1: a stone may go on the other colours", &[]),
    never("GO-2"),
    always("GO-2"),
    other("GO-2: White moves first", &[]),
    other("GO-2: a conversion takes no number", &["CONV-3"]),
    other("GO-2: a pass takes no number", &[]),
    other("GO-2: a resignation takes a number", &[]),
    other("GO-2: a stated number is not looked at", &[]),
    other("GO-2: a stated side is not looked at", &[]),
    other("GO-2: agreement takes a number", &[]),
    other("GO-2: of side and number one has to be right", &[]),
    other("GO-2: the side stated with a knife is the one to move", &[]),
    never("GO-3"),
    other("GO-3: a move at which gray is due is no pass", &[]),
    other("GO-3: a pass after a pass is refused", &[]),
    other("GO-3: a pass removes strings without liberties", &[]),
    never("GO-4"),
    always("GO-4"),
    other("GO-4: a stone captures strings of its own colour", &[]),
    other("GO-4: strings that had no liberty before are captured too", &["R-SETUP"]),
    other("GO-4: of a string only the stones beside the new one are captured", &[]),
    other("GO-4: only the first string is captured", &[]),
    never("GO-5"),
    always("GO-5"),
    other("GO-5: a stone that joins a string is not asked for liberties", &[]),
    other("GO-5: every string of the mover is asked for liberties", &[]),
    other("GO-5: liberties are counted before the captures", &["FLOW-1"]),
    other("GO-5: the stone alone is asked for liberties, not its string", &[]),
    other("GO-5: liberties are counted on the base layer", &[]),
    other("GO-5: natures are worked out anew before liberties are counted", &["FLOW-2"]),
    never("GO-6"),
    always("GO-6"),
    other("GO-6: a pass is refused that repeats a position", &[]),
    other("GO-6: a placement that captures nothing is not compared", &[]),
    other("GO-6: a placement that is refused is recorded", &[]),
    other("GO-6: gray placements are free of it", &[]),
    other("GO-6: gray stones are left out of the comparison", &[]),
    other("GO-6: positions are compared before the captures", &["FLOW-1", "FLOW-2"]),
    other("GO-6: bombs are free of it", &[]),
    other("GO-6: positions are compared before R-SHIFT", &["FLOW-3"]),
    other("GO-6: the first stone of a turn is not recorded", &[]),
    never("GO-7"),
    always("GO-7"),
    other("GO-7: a resignation is an agreement", &[]),
    other("GO-7: agreement and resignation are open after the end", &[]),
    other("GO-7: agreement does not end the game", &[]),
    other("GO-7: agreement is a resignation", &[]),
    other("GO-7: escapes are judged as before the end", &[]),
    other("GO-7: passes are open after the end", &[]),
    other("GO-7: placements are open after the end", &[]),
    other("GO-7: the game goes on after a resignation", &[]),
    other("GO-7: the pass that ends the game takes no number", &[]),
    other("GO-7: agreement is open after a pass only", &[]),
    other("GO-7: agreement and resignation wait for the end of a bomb turn", &[]),
    other("GO-7: extras are judged as before the end", &[]),
    other("GO-8: every game starts with number 1", &[]),
    other("GO-8: the set-up position is not in the record", &["GO-6"]),
    other("GO-8: the stated number is one too high", &[]),
    other("GO-9: a board has as many rows as columns", &[]),
    other("GO-9: boards end at 19 lines", &[]),
    other("GO-9: boards have at least two columns and two rows", &[]),
    never("CYCLE-1"),
    always("CYCLE-1"),
    never("CYCLE-2"),
    always("CYCLE-2"),
    other("CYCLE-2: Black's ninth stone is black", &[]),
    other("CYCLE-2: White's tenth stone is white", &[]),
    other("CYCLE-2: adjacent gray stones are separate strings", &["DEF-3"]),
    other("CYCLE-2: gray is due at the last two of every nine moves", &[]),
    other("CYCLE-2: gray is due once, at the end of the first ten", &[]),
    never("FORB-1"),
    always("FORB-1"),
    other("FORB-1: strings that had no liberty before count too", &["FLOW-1"]),
    other("FORB-1: only strings of one stone count", &[]),
    other("FORB-1: only the mover's own strings count", &[]),
    other("FORB-1: only the opponent's strings count", &[]),
    never("FORB-2"),
    always("FORB-2"),
    other("FORB-2: a point closed by wall alone is an eye", &["FORB-4"]),
    other("FORB-2: a side that faces the edge spoils the eye", &[]),
    other("FORB-2: gray beside the point spoils the eye", &[]),
    other("FORB-2: the mover's own eyes are barred instead", &[]),
    other("FORB-2: the mover's own eyes are barred too", &["FORB-4"]),
    other("FORB-2: gray of the opponent's nature is wall", &[]),
    never("FORB-3"),
    always("FORB-3"),
    other("FORB-3: a point closed by wall alone is a mouth", &["FORB-4"]),
    other("FORB-3: a side that faces the edge spoils the mouth", &[]),
    other("FORB-3: gray beside the point spoils the mouth", &[]),
    other("FORB-3: the mover's own mouths are barred instead", &[]),
    other("FORB-3: the mover's own mouths are barred too", &["FORB-4"]),
    other("FORB-3: two sides may be empty", &[]),
    other("FORB-4: a stone of the mover acts as wall", &[]),
    other("FORB-4: one string has to make the eye or mouth", &[]),
    other("FORB-4: strings in atari make no eye and no mouth", &[]),
    other("FORB-4: gray of the mover's nature is wall", &[]),
    never("PASS2-1"),
    always("PASS2-1"),
    other("PASS2-1: a double pass that is open has to be announced", &[]),
    other("PASS2-1: White has no double pass", &[]),
    other("PASS2-2: a double pass takes one number", &["PASS2-3", "GO-2"]),
    other("PASS2-2: a double pass takes three numbers", &[]),
    other("PASS2-2: the move after a double pass has to rescue a string", &[]),
    never("CONV-1"),
    always("CONV-1"),
    other("CONV-1: a conversion that is open has to be made", &[]),
    other("CONV-1: White has no conversion", &[]),
    never("CONV-2"),
    always("CONV-2"),
    other("CONV-2: the first string alone can be rescued", &[]),
    other("CONV-2: the only liberty of any own string will do", &[]),
    other("CONV-3: FORB bars conversions too", &[]),
    other("CONV-3: GO-5 does not bar conversions", &[]),
    other("CONV-3: GO-6 does not bar conversions", &[]),
    other("CONV-3: a conversion has to give the string more liberties", &[]),
    other("CONV-3: a converted stone captures nothing", &["FLOW-2"]),
    other("CONV-3: a converted stone stays gray", &[]),
    other("CONV-3: the mover's next stone after a conversion is gray", &[]),
    other("BOMB-1: each side has three bombs, whatever is agreed", &[]),
    other("BOMB-1: the sides share their bombs", &[]),
    never("BOMB-2"),
    always("BOMB-2"),
    other("BOMB-2: a bomb may be declared between the stone and the bomb", &[]),
    other("BOMB-2: a bomb may be declared twice", &[]),
    other("BOMB-2: a bomb may be declared while a random one is due", &["R-SCHEDULE"]),
    other("BOMB-2: a declaration takes a number", &[]),
    other("BOMB-2: a side without a bomb at will may declare", &[]),
    other("BOMB-2: the bomb is a second stone of the mover", &[]),
    other("BOMB-3: the bomb takes no number", &[]),
    other("BOMB-3: the dummy takes no number", &["GO-2"]),
    other("BOMB-3: the opponent throws the bomb", &[]),
    other("BOMB-4: FORB does not bar a bomb", &[]),
    other("BOMB-4: a bomb may not be passed", &[]),
    other("BOMB-4: a passed bomb is not used up", &["R-BOMBPASS"]),
    other("BOMB-4: a passed bomb takes no number", &[]),
    other("BOMB-4: the bomb is judged on the position before the turn's stone", &[]),
    other("BOMB-5: every mode is A", &[]),
    other("BOMB-5: every mode is B", &[]),
    other("BOMB-5: every mode is C", &[]),
    other("BOMB-5: random bombs come besides the bombs at will", &[]),
    other("BOMB-5: random bombs may be declared too", &[]),
    other("BOMB-5: with N = 0 mode A still has a random bomb", &[]),
    never("KNIFE-1"),
    always("KNIFE-1"),
    other("KNIFE-1: a knife may be thrown after the opponent has moved", &[]),
    other("KNIFE-1: a knife may follow a knife", &[]),
    other("KNIFE-1: a knife takes no number", &[]),
    other("KNIFE-1: both sides may throw knives", &[]),
    other("KNIFE-1: the parity of the number tells the side", &["R-KNIFE"]),
    other("KNIFE-1: there is no end of knives", &[]),
    other("KNIFE-2: GO-6 does not bar knives", &[]),
    other("KNIFE-2: a knife captures nothing", &[]),
    other("KNIFE-2: a knife may be suicide", &["R-KNIFE"]),
    other("KNIFE-2: a knife may follow a pass", &[]),
    never("BOMBGO-1"),
    always("BOMBGO-1"),
    other("BOMBGO-1: a replacement takes no number", &[]),
    other("BOMBGO-1: an empty point may be replaced", &[]),
    other("BOMBGO-1: an own stone may be replaced", &[]),
    other("BOMBGO-1: both sides may replace", &[]),
    other("BOMBGO-1: there is no end of replacements", &[]),
    other("BOMBGO-2: GO-6 does not bar replacements", &[]),
    other("BOMBGO-2: a replacement may be suicide", &[]),
    other("BOMBGO-2: the new stone captures nothing", &[]),
    other("BOMBGO-2: the position without the replaced stone is recorded", &[]),
    other("BOMBGO-2: the replaced stone changes its colour where it stands", &["R-BOMBGO"]),
    other("FLOW-1: a refused move loses the game", &[]),
    other("FLOW-1: a refused move takes its number", &[]),
    other("FLOW-1: a refused stone stays where it was put", &[]),
    other("FLOW-1: a refused extra is used up", &[]),
    other("FLOW-1: a refused stone withdraws the declaration", &[]),
    other("FLOW-2: a gray stone captures", &["GO-4"]),
    never("FLOW-3"),
    other("FLOW-3: a move removes every string without liberties", &[]),
    other("FLOW-3: a gray stone changes no natures", &[]),
    other("FLOW-3: strings go only where a nature has changed", &[]),
    other("FLOW-3: strings without liberties go after a pass too", &[]),
    other("SCORE-1: a komi below zero is none", &[]),
    other("SCORE-1: the komi is always 3.75 stones", &[]),
    other("SCORE-1: the komi is counted in points, as in GTP", &[]),
    other("SCORE-1: the komi is in whole stones", &[]),
    other("SCORE-1: there is no komi", &[]),
    never("SCORE-2"),
    always("SCORE-2"),
    never("SCORE-3"),
    always("SCORE-3"),
    other("SCORE-3: gray beside a region makes it neutral", &[]),
    never("SCORE-4"),
    always("SCORE-4"),
    other("SCORE-4: an odd region is not shared", &[]),
    other("SCORE-4: shared points are neutral", &[]),
    never("SCORE-5"),
    always("SCORE-5"),
    other("SCORE-5: gray stones are no part of X", &[]),
    other("SCORE-5: neutral empty points are no part of X", &[]),
    other("SCORE-6: neutralised strings are no part of X", &[]),
    other("SCORE-6: neutralised strings are removed", &[]),
    other("SCORE-6: neutralised strings count as they stand", &[]),
    other("SCORE-6: natures are worked out anew with the neutralised strings as gray", &[]),
    other("SCORE-7: a draw goes to White", &[]),
    other("SCORE-7: gray is not taken off: Y is half of all points", &["SCORE-8"]),
    other("SCORE-7: the komi is taken off Black alone", &["SCORE-8", "R-DEDUCT"]),
    never("COORD-2"),
    always("COORD-2"),
    other("COORD-2: boards with an even side have names", &[]),
    other("COORD-2: letters lie above", &[]),
    other("COORD-2: letters lie to the right", &[]),
    other("COORD-2: only square boards have names", &[]),
    other("COORD-2: the board is at most 9 lines", &[]),
    other("COORD-2: the letters leave out I", &[]),
    other("COORD-2: the origin is the lower left corner", &[]),
    other("COORD-2: the row stands first", &[]),
    other("COORD-2: zero is written 0", &[]),
];
