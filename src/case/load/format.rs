//! The shape of a case file: its keys and what stands under them.
//!
//! The doc comments here are the descriptions of the JSON Schema.

use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde::Deserialize;

use super::{
    words::{
        AxisName, CaseId, ClauseName, Colour, Count, Depth, EyePoint, Few, Line, MarginInPoints,
        MarginInStones, ModeName, MoveLine, MoveName, MoveNumber, NatureName, NextNumber, Owner,
        Picture, PointName, Points, Prose, Reasons, RulesetName, Seed, Side, SourceName,
        StatusName, Step, Stones, Strings, SwitchName, ValueName, VerdictText, by_schema,
        rulings_schema,
    },
    yaml::{List, Map, Maybe, Node, Text},
};

/// A struct with the expectations after its own keys.
macro_rules! with_expectations {
    ($(#[$outer:meta])* $name:ident { $($(#[$inner:meta])* $key:ident: $value:ty,)* }) => {
        #[derive(Debug, Deserialize, JsonSchema)]
        $(#[$outer])*
        #[serde(deny_unknown_fields)]
        pub(super) struct $name {
            $($(#[$inner])* pub(super) $key: $value,)*
            /// Single moves, each `ok` or all the ids that forbid it.
            #[serde(default)]
            pub(super) legal: Maybe<Map<MoveName, Text<VerdictText>>>,
            /// The whole board of verdicts for placing the stone that is due, as a diagram.
            #[serde(default)]
            pub(super) legal_map: Maybe<Text<Picture>>,
            /// All legal moves but `resign` and `agree`, separated by blanks, or `none`.
            #[serde(default)]
            pub(super) legal_moves: Maybe<Text<MoveLine>>,
            /// Strings, named by one of their stones.
            #[serde(default)]
            pub(super) strings: Maybe<Map<PointName, StringShape>>,
            /// Empty regions (DEF-5), named by one of their points.
            #[serde(default)]
            pub(super) eyes: Maybe<Map<PointName, EyeShape>>,
            /// Enclosed regions (DEF-6), named by the colour that encloses and a point in them.
            #[serde(default)]
            pub(super) enclosed: Maybe<Map<Side, Map<PointName, List<Text<PointName>>>>>,
            /// Black and white strings with a point of one of their private eyes (DEF-8), or `none`.
            #[serde(default)]
            pub(super) private_eyes: Maybe<Map<PointName, Text<EyePoint>>>,
            /// Gray strings with their counts and natures (NAT), named by one of their stones.
            #[serde(default)]
            pub(super) natures: Maybe<Map<PointName, NatureShape>>,
            /// A line of moves from the position, and what holds after each.
            #[serde(default)]
            pub(super) play: Maybe<PlayShape>,
            /// One count of the position (SCORE).
            #[serde(default)]
            pub(super) score: Maybe<Node<ScoreShape>>,
            /// The number of legal sequences of moves by length.
            #[serde(default)]
            pub(super) perft: Maybe<Map<Depth, Text<Count>>>,
            /// Points in the sources' own notation (COORD-2), or `none`.
            #[serde(default)]
            pub(super) coordinates: Maybe<Map<PointName, Text<SourceName>>>,
        }
    };
}

with_expectations! {
    /// A case: one board position that decides one or more clauses of the specification.
    #[schemars(title = "A case of ternary-go")]
    CaseFile {
        /// Main clause and a lower-case letter, as `FORB-2.a`; equals the file's stem.
        id: Text<CaseId>,
        /// What the position shows, in one line.
        title: Text<Line>,
        /// The clauses and rulings that the case decides.
        #[schemars(extend("minItems" = 1, "uniqueItems" = true))]
        tests: List<Text<ClauseName>>,
        /// The clauses and rulings that it merely uses.
        #[serde(default)]
        requires: Maybe<List<Text<ClauseName>>>,
        /// The mistake in an engine that this case finds.
        #[serde(default)]
        catches: Maybe<Text<Prose>>,
        /// How the expected values follow from the clauses.
        #[serde(default)]
        why: Maybe<Text<Prose>>,
        /// The rulesets in which all its expectations hold.
        #[schemars(extend("minItems" = 1, "uniqueItems" = true))]
        rulesets: List<Text<RulesetName>>,
        /// Readings that the case pins. Unnamed switches have their default.
        #[serde(default)]
        #[schemars(schema_with = "rulings_schema")]
        rulings: Maybe<Map<SwitchName, Text<ValueName>>>,
        /// The position from which the case starts.
        board: Text<Picture>,
        /// The number of the move to be made on that board; 1 by default.
        #[serde(default)]
        number: Maybe<Text<MoveNumber>>,
        /// In place of `number`: black is number 1, white is number 2. In `knife-go` also beside it.
        #[serde(default)]
        to_move: Maybe<Text<Side>>,
        /// Flybombs, knives or replacements: how many, whose, when, and how many are left.
        #[serde(default)]
        extras: Maybe<Node<ExtrasShape>>,
        /// The positions that stood before `board`, oldest first, one for each move before.
        #[serde(default)]
        history: Maybe<List<Text<Picture>>>,
        /// Where the stone was played that led to `board` (R-SETUP).
        #[serde(default)]
        previous: Maybe<Text<PointName>>,
        /// The komi in stones, in quarters; 3.75 by default, but 0 in `knife-go` and `bomb-go`.
        #[serde(default)]
        komi: Maybe<Text<Stones>>,
        /// Moves played from `board` before anything is asked; each must be legal.
        #[serde(default)]
        moves: Maybe<Text<MoveLine>>,
        /// Expectations that differ by the value of one axis, side by side.
        #[serde(default)]
        #[schemars(schema_with = "by_schema")]
        by: Maybe<Map<AxisName, Map<ValueName, Node<Block>>>>,
    }
}

with_expectations! {
    /// Expectations for one value of an axis.
    #[schemars(extend("minProperties" = 1))]
    Block {}
}

impl CaseFile {
    /// Takes out the expectations that hold whatever the value of the axis in `by`.
    pub(super) fn take_block(&mut self) -> Block {
        use std::mem::take;
        Block {
            legal: take(&mut self.legal),
            legal_map: take(&mut self.legal_map),
            legal_moves: take(&mut self.legal_moves),
            strings: take(&mut self.strings),
            eyes: take(&mut self.eyes),
            enclosed: take(&mut self.enclosed),
            private_eyes: take(&mut self.private_eyes),
            natures: take(&mut self.natures),
            play: take(&mut self.play),
            score: take(&mut self.score),
            perft: take(&mut self.perft),
            coordinates: take(&mut self.coordinates),
        }
    }
}

impl Block {
    /// Whether nothing is expected.
    pub(super) const fn is_empty(&self) -> bool {
        self.legal.0.is_none()
            && self.legal_map.0.is_none()
            && self.legal_moves.0.is_none()
            && self.strings.0.is_none()
            && self.eyes.0.is_none()
            && self.enclosed.0.is_none()
            && self.private_eyes.0.is_none()
            && self.natures.0.is_none()
            && self.play.0.is_none()
            && self.score.0.is_none()
            && self.perft.0.is_none()
            && self.coordinates.0.is_none()
    }
}

/// How many extras there are, and whose. Each key may be left out.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Extras", extend("minProperties" = 1))]
pub(super) struct ExtrasShape {
    /// N: the flybombs of each side, the knives or replacements of the receiver; 3 by default.
    #[serde(default)]
    pub(super) count: Maybe<Text<Few>>,
    /// Who receives knives or replacements; black by default.
    #[serde(default)]
    pub(super) receiver: Maybe<Text<Side>>,
    /// Which flybombs come at random times (BOMB-5); C by default.
    #[serde(default)]
    pub(super) mode: Maybe<Text<ModeName>>,
    /// The seed from which random times are drawn (R-SCHEDULE); 0 by default.
    #[serde(default)]
    pub(super) seed: Maybe<Text<Seed>>,
    /// How many the sides may still use at will; all by default.
    #[serde(default)]
    pub(super) left: Maybe<Map<Side, Text<Few>>>,
    /// The times of the random flybombs that the sides have still to throw (R-SCHEDULE); drawn from
    /// the seed by default. A side that is left out has none.
    #[serde(default)]
    pub(super) times: Maybe<Map<Side, List<Text<MoveNumber>>>>,
}

/// What is expected of a string. Each key may be left out.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "String", extend("minProperties" = 1))]
pub(super) struct StringShape {
    /// All its stones.
    #[serde(default)]
    pub(super) stones: Maybe<List<Text<PointName>>>,
    /// All its liberties.
    #[serde(default)]
    pub(super) liberties: Maybe<List<Text<PointName>>>,
    /// One stone of each adjacent string.
    #[serde(default)]
    pub(super) adjacent: Maybe<List<Text<PointName>>>,
}

/// What is expected of an empty region. Each key may be left out.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Eye", extend("minProperties" = 1))]
pub(super) struct EyeShape {
    /// All its points.
    #[serde(default)]
    pub(super) points: Maybe<List<Text<PointName>>>,
    /// The colours of the stones adjacent to it.
    #[serde(default)]
    pub(super) touches: Maybe<List<Text<Colour>>>,
    /// Whose eye it is (DEF-7).
    #[serde(default)]
    pub(super) eye_of: Maybe<Text<Owner>>,
}

/// What is expected of a gray string. Each key may be left out.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Nature", extend("minProperties" = 1))]
pub(super) struct NatureShape {
    /// The number of adjacent black strings with a private eye.
    #[serde(default, rename = "By")]
    pub(super) black_eyes: Maybe<Text<Strings>>,
    /// The number of adjacent white strings with a private eye.
    #[serde(default, rename = "Wy")]
    pub(super) white_eyes: Maybe<Text<Strings>>,
    /// The number of adjacent black strings without one.
    #[serde(default, rename = "Bo")]
    pub(super) black_others: Maybe<Text<Strings>>,
    /// The number of adjacent white strings without one.
    #[serde(default, rename = "Wo")]
    pub(super) white_others: Maybe<Text<Strings>>,
    /// The nature (LAYER-3).
    #[serde(default)]
    pub(super) nature: Maybe<Text<NatureName>>,
}

/// A line of moves from the position, and what holds after each.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Play")]
pub(super) struct PlayShape {
    /// The moves, separated by blanks.
    pub(super) moves: Text<MoveLine>,
    /// What holds after a step; steps are counted from 1, one for each word.
    #[serde(default)]
    pub(super) after: Maybe<Map<Step, StepShape>>,
}

/// What is expected after a step. Each key may be left out.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Step", extend("minProperties" = 1))]
pub(super) struct StepShape {
    /// The move is refused by all these clauses.
    #[serde(default)]
    pub(super) illegal: Maybe<Text<Reasons>>,
    /// The points whose stones the step removed, all of them.
    #[serde(default)]
    pub(super) captures: Maybe<List<Text<PointName>>>,
    /// The position.
    #[serde(default)]
    pub(super) board: Maybe<Text<Picture>>,
    /// The number of the next move.
    #[serde(default)]
    pub(super) number: Maybe<Text<NextNumber>>,
    /// The side to make the next move.
    #[serde(default)]
    pub(super) to_move: Maybe<Text<Side>>,
    /// The stone due at the next move.
    #[serde(default)]
    pub(super) due: Maybe<Text<Colour>>,
    /// Whether the game goes on (GO-7).
    #[serde(default)]
    pub(super) status: Maybe<Text<StatusName>>,
    /// One stone of each string that gives the side to move its escape (PASS2-1, CONV-1).
    #[serde(default)]
    pub(super) atari: Maybe<List<Text<PointName>>>,
    /// Gray stones, each with the nature of its string (LAYER-3).
    #[serde(default)]
    pub(super) natures: Maybe<Map<PointName, Text<NatureName>>>,
    /// The flybombs, knives or replacements that the sides may still use at will.
    #[serde(default)]
    pub(super) left: Maybe<Map<Side, Text<Few>>>,
}

/// One count of the position. Each of the results may be left out.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Score", extend("minProperties" = 1))]
pub(super) struct ScoreShape {
    /// One stone of each dead string.
    #[serde(default)]
    pub(super) dead: Maybe<List<Text<PointName>>>,
    /// One stone of each neutralised string.
    #[serde(default)]
    pub(super) neutralised: Maybe<List<Text<PointName>>>,
    /// The marks are refused by these clauses; in place of the results.
    #[serde(default)]
    pub(super) illegal: Maybe<Text<Reasons>>,
    /// Black's points, in stones.
    #[serde(default)]
    pub(super) black: Maybe<Text<Points>>,
    /// White's points, in stones.
    #[serde(default)]
    pub(super) white: Maybe<Text<Points>>,
    /// The neutral points, in stones.
    #[serde(default)]
    pub(super) neutral: Maybe<Text<Points>>,
    /// The margin in stones, as `W+12.75`, or `draw`.
    #[serde(default)]
    pub(super) margin: Maybe<Text<MarginInStones>>,
    /// The margin in points, as GTP and SGF write it: `W+25.5`, or `0`.
    #[serde(default)]
    pub(super) points: Maybe<Text<MarginInPoints>>,
}

/// The JSON Schema of a case file.
pub(super) fn schema() -> Schema {
    SchemaSettings::draft07().into_generator().into_root_schema_for::<CaseFile>()
}
