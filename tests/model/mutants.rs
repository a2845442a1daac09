//! The mutants: the model bent in one place each, for the cases to find.

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

const fn never(clause: &'static str) -> Mutant {
    Mutant { change: Change::Never, clause, others: &[] }
}

const fn always(clause: &'static str) -> Mutant {
    Mutant { change: Change::Always, clause, others: &[] }
}

/// A change in words, which begin with the clause; the other clauses that say the same.
const fn other(says: &'static str, others: &'static [&'static str]) -> Mutant {
    let mut end = 0;
    while says.as_bytes()[end] != b':' {
        end += 1;
    }
    Mutant { change: Change::Other(says), clause: says.split_at(end).0, others }
}

/// All mutants.
pub(crate) fn mutants() -> &'static [Mutant] {
    MUTANTS
}

#[rustfmt::skip]
const MUTANTS: &[Mutant] = &[
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
    other("LAYER-1: a black or white stone needs no liberty when it is played", &[]),
    other("LAYER-1: black and white strings are never captured", &[]),
    other("LAYER-4: a gray stone needs a liberty", &[]),
    other("LAYER-4: gray strings are captured when their last liberty is taken", &[]),
    never("LAYER-6"),
    always("LAYER-6"),
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
    never("GO-6"),
    always("GO-6"),
    other("GO-6: a pass is refused that repeats a position", &[]),
    other("GO-6: a placement that captures nothing is not compared", &[]),
    other("GO-6: a placement that is refused is recorded", &[]),
    other("GO-6: gray placements are free of it", &[]),
    other("GO-6: gray stones are left out of the comparison", &[]),
    other("GO-6: positions are compared before the captures", &["FLOW-1", "FLOW-2"]),
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
    other("FLOW-1: a refused move loses the game", &[]),
    other("FLOW-1: a refused move takes its number", &[]),
    other("FLOW-1: a refused stone stays where it was put", &[]),
    other("FLOW-2: a gray stone captures", &["GO-4"]),
    other("FLOW-3: a move removes every string without liberties", &[]),
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
    other("R-TIGER: a point of a larger eye is no mouth", &[]),
    other("R-TIGER: under three-stones gray counts as a stone", &[]),
    other("R-TIGER: under two-stones gray counts as a stone", &[]),
    other("R-TIGER: every reading is closed-sides", &[]),
    other("R-TIGER: every reading is two-stones", &[]),
    other("R-TIGER: every reading is three-stones", &[]),
    other("R-EYE: an eye may hold stones of the mover beside its one empty point", &[]),
    other("R-SUPERKO: a double pass makes one entry", &[]),
    other("R-SUPERKO: an open escape changes the stone due", &[]),
    other("R-SUPERKO: simple forgets the history", &[]),
    other("R-SUPERKO: simple looks past passes", &[]),
    other("R-SUPERKO: situational does not ask for the side to move", &[]),
    other("R-SUPERKO: situational does not ask for the stone due", &[]),
    other("R-SUPERKO: situational forgets the history", &[]),
    other("R-SUPERKO: situational forgets the start", &[]),
    other("R-SUPERKO: under situational forced passes make no entry", &[]),
    other("R-SUPERKO: under situational passes make no entry", &[]),
    other("R-SUPERKO: every reading is positional", &[]),
    other("R-SUPERKO: every reading is situational", &[]),
    other("R-SUPERKO: every reading is simple", &[]),
    other("R-SUPERKO: every reading is none", &[]),
    never("R-ATARI"),
    always("R-ATARI"),
    other("R-ATARI: a converted stone gives no atari", &["CONV-1", "CONV-3"]),
    other("R-ATARI: a gray stone gives no atari", &["PASS2-1", "CONV-1"]),
    other("R-ATARI: a stone that has gone gives no atari", &[]),
    other("R-ATARI: a string in atari before is given none", &["PASS2-1", "CONV-1"]),
    other("R-ATARI: passes are skipped in looking for the move just made", &["PASS2-1", "CONV-1"]),
    other("R-ATARI: reduced asks for exactly two liberties before", &[]),
    other("R-ATARI: touching is being adjacent alone", &[]),
    other("R-ATARI: under any no move has to be made", &[]),
    other("R-ATARI: without a previous point any string in atari counts", &["GO-8", "R-SETUP"]),
    other("R-ATARI: every reading is touching", &[]),
    other("R-ATARI: every reading is reduced", &[]),
    other("R-ATARI: every reading is any", &[]),
    never("R-END"),
    always("R-END"),
    other("R-END: a pass stands behind every set-up", &[]),
    other("R-END: a passed chance to convert is a stone pass", &[]),
    other("R-END: a passed gray move breaks a row of stone passes", &[]),
    other("R-END: forced passes count as passes", &["PASS2-3"]),
    other("R-END: placements between two passes do not matter", &[]),
    other("R-END: every reading is stone-passes", &[]),
    other("R-END: every reading is any-two-passes", &[]),
    other("R-REASONS: FORB decides before GO-6 is asked", &[]),
    other("R-REASONS: a suicide is asked about GO-6 too", &[]),
    other("R-REASONS: an escape is open whatever stone is due", &["PASS2-1", "CONV-1"]),
    other("R-REASONS: reasons are collected over all stages", &[]),
    other("R-REASONS: the first reason alone is named", &[]),
    other("R-REASONS: CONV-2 decides before GO-5 and GO-6 are asked", &[]),
    other("R-REASONS: the side is asked for before the end of the game", &[]),
    other("R-REASONS: the point is asked for before the escape", &[]),
    other("R-SETUP: strings without liberties are removed at the set-up", &[]),
    other("R-SETUP: the history is forgotten", &["GO-6"]),
    other("R-SETUP: the previous point alone tells the position before", &[]),
    other("R-SETUP: the previous point is forgotten", &["GO-8"]),
    other("R-SETUP: a history tells the previous point", &[]),
    other("R-SETUP: a given previous point stays the move just made", &[]),
    other("R-CLEAN: strings in atari are removed with the dead of their colour", &[]),
    other("R-CLEAN: strings marked dead stay", &["SCORE-2"]),
    other("R-CLEAN: strings without liberties are removed with the dead, unmarked", &[]),
    other("R-CLEAN: the marked stone alone is removed, not its string", &["SCORE-2", "R-MARKS"]),
    never("R-NEUTRALISED"),
    always("R-NEUTRALISED"),
    other("R-NEUTRALISED: a pass-alive string may be marked as neutralised", &[]),
    other("R-NEUTRALISED: a pass-alive string may be marked dead", &["R-MARKS"]),
    other("R-NEUTRALISED: a region with stones in it is not vital", &[]),
    other("R-NEUTRALISED: a region without an empty point is vital", &[]),
    other("R-NEUTRALISED: every mark is taken by itself", &[]),
    other("R-NEUTRALISED: in a vital region stones count as liberties too", &[]),
    other("R-NEUTRALISED: one vital region is enough", &[]),
    other("R-NEUTRALISED: regions beside strings that may die still count", &[]),
    other("R-NEUTRALISED: steps 4 and 5 are not repeated", &[]),
    other("R-NEUTRALISED: the board need not have two fields", &[]),
    other("R-NEUTRALISED: the string may share an empty region with the opponent's", &[]),
    other("R-MARKS: a gray string may be marked", &[]),
    other("R-MARKS: a mark that means nothing is ignored", &[]),
    other("R-MARKS: marks are checked one after the other", &[]),
    other("R-MARKS: dead marks are judged with the other dead strings removed", &[]),
    other("R-MARKS: a second mark on a string is refused", &[]),
    other("R-MARKS: neutralised marks are checked before dead ones", &[]),
    other("R-MARKS: neutralised marks are judged on the position as given", &[]),
];
