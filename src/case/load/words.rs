//! The kinds of words in a case file, as the JSON Schema describes them.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use super::{
    format::Block,
    reader::MAX_MOVES,
    yaml::{Entries, Maybe, Node, Text},
};
use crate::{
    BoardSize, Game, Nature, Player, Ruleset, Stone,
    rules::{Axis, Switch, extras::Mode},
};

/// A kind of scalar: what the schema says of it as a value and as a key.
pub(super) trait Word {
    /// The schema of a value.
    fn schema() -> Schema {
        json_schema!({ "type": "string", "pattern": Self::pattern() })
    }

    /// The regular expression that a key matches.
    fn pattern() -> String;
}

const POINT: &str = "[A-HJ-Za-hj-z]([1-9]|1[0-9]|2[0-5])|[a-z]";
const MARGIN: &str = "[1-9][0-9]{0,3}";
const CLAUSE: &str = r"[A-Z][A-Z0-9]*-[A-Z0-9]+(\.[0-9]+)*";

fn whole(pattern: &str) -> String {
    format!("^({pattern})$")
}

fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    whole(&names.into_iter().collect::<Vec<_>>().join("|"))
}

/// Kinds whose values are texts of one pattern.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident = $pattern:expr;)+) => {
        $($(#[$doc])*
        #[derive(Debug)]
        pub(super) enum $name {}

        impl Word for $name {
            fn pattern() -> String {
                $pattern
            }
        })+
    };
}

words! {
    /// The id of a case.
    CaseId = whole(&format!(r"{CLAUSE}\.[a-z]"));
    /// The id of a clause or ruling.
    ClauseName = whole(CLAUSE);
    /// A text in one line.
    Line = r"^[^\n]*\S[^\n]*\n?$".into();
    /// Any text.
    Prose = r"\S".into();
    /// A diagram.
    Picture = r"\S".into();
    /// The name of a value.
    ValueName = ".".into();
    /// A point, or a letter that marks one.
    PointName = whole(POINT);
    /// A point of a private eye, or that there is none.
    EyePoint = whole(&format!("none|{POINT}"));
    /// A move.
    MoveName = whole(&format!(
        r"([1-9][0-9]*\.)?([BW]:)?(pass|double-pass|bomb|resign|agree|((convert|knife|replace):)?({POINT}))"
    ));
    /// Moves separated by blanks.
    MoveLine = r"\S".into();
    /// `ok`, or the ids of clauses.
    VerdictText = whole(&format!("ok|{CLAUSE}([ ,]+{CLAUSE})*"));
    /// The ids of clauses.
    Reasons = whole(&format!("{CLAUSE}([ ,]+{CLAUSE})*"));
    /// A point in the sources' notation, or that there is none.
    SourceName = "^(none|[A-I〇一二三四五六七八九]{2})$".into();
    /// A margin in stones.
    MarginInStones = whole(&format!(r"draw|[BW]\+(0\.(25|5|75)|{MARGIN}(\.25|\.5|\.75)?)"));
}

/// Kinds that are one of a few names.
macro_rules! names {
    ($($(#[$doc:meta])* $name:ident = $names:expr;)+) => {
        $($(#[$doc])*
        #[derive(Debug)]
        pub(super) enum $name {}

        impl Word for $name {
            fn schema() -> Schema {
                let names: Vec<&str> = $names.into_iter().collect();
                json_schema!({ "enum": names })
            }

            fn pattern() -> String {
                one_of($names)
            }
        })+
    };
}

names! {
    /// The name of a ruleset.
    RulesetName = Ruleset::ALL.iter().map(|ruleset| ruleset.name());
    /// The name of a switch.
    SwitchName = Switch::ALL.iter().map(|switch| switch.name);
    /// The name of the axis in `by`.
    AxisName = Switch::ALL.iter().map(|switch| switch.name).chain(OTHER_AXES);
    /// A side.
    Side = Player::ALL.map(Player::name);
    /// A colour of stones.
    Colour = Stone::ALL.map(Stone::name);
    /// A side, or nobody.
    Owner = Player::ALL.map(Player::name).into_iter().chain(["nobody"]);
    /// The nature of a gray string.
    NatureName = Nature::ALL.map(Nature::name);
    /// Which flybombs come at random times.
    ModeName = Mode::ALL.iter().map(|mode| mode.name());
    /// Whether a game goes on.
    StatusName = ["playing", "over", "resigned"];
}

/// The axes of `by` that are no switches.
pub(super) const OTHER_AXES: [&str; 3] = ["ruleset", "number", "komi"];

/// A margin in points: a text, but for 0.
#[derive(Debug)]
pub(super) enum MarginInPoints {}

impl Word for MarginInPoints {
    fn schema() -> Schema {
        json_schema!({ "anyOf": [
            { "const": 0 },
            { "type": "string", "pattern": Self::pattern() },
        ] })
    }

    fn pattern() -> String {
        whole(&format!(r"[BW]\+(0\.5|{MARGIN}(\.5)?)"))
    }
}

/// Points as stones, in halves.
#[derive(Debug)]
pub(super) enum Points {}

impl Word for Points {
    fn schema() -> Schema {
        json_schema!({ "type": "number", "multipleOf": 0.5, "minimum": 0 })
    }

    fn pattern() -> String {
        r"^[0-9]+(\.[05])?$".into()
    }
}

/// A number of stones, in quarters.
#[derive(Debug)]
pub(super) enum Stones {}

impl Word for Stones {
    fn schema() -> Schema {
        json_schema!({ "type": "number", "multipleOf": 0.25, "minimum": -1000, "maximum": 1000 })
    }

    fn pattern() -> String {
        STONES.into()
    }
}

const STONES: &str = r"^[-+]?(0*[0-9]{1,3}(\.(0*|250*|50*|750*))?|0*1000(\.0*)?)$";

/// Kinds that are whole numbers within bounds, with the pattern of keys.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident = $least:literal.. $($most:expr)?, $pattern:expr;)+) => {
        $($(#[$doc])*
        #[derive(Debug)]
        pub(super) enum $name {}

        impl Word for $name {
            fn schema() -> Schema {
                json_schema!({ "type": "integer", "minimum": $least $(, "maximum": $most)? })
            }

            fn pattern() -> String {
                $pattern.into()
            }
        })+
    };
}

const NUMBER: &str = r"^\+?([1-9][0-9]{0,8}|1000000000)(\.0*)?$";
const WHOLE: &str = r"^\+?(0|[1-9][0-9]*)(\.0*)?$";

/// The most sequences that `perft` claims, so that a suite can be run in little time.
pub(super) const MAX_COUNT: u64 = Game::MOST_SEQUENCES;

/// The number of the next move at most, after a line of moves.
pub(super) const MAX_NEXT_NUMBER: u32 = Game::MAX_NUMBER + 2 * MAX_MOVES as u32;

/// The longest sequences that `perft` counts.
pub(super) const MAX_DEPTH: u64 = 12;

/// The most strings of a board.
pub(super) const MAX_STRINGS: u64 = (BoardSize::MAX as u64).pow(2);

numbers! {
    /// The number of a move.
    MoveNumber = 1.. Game::MAX_NUMBER, NUMBER;
    /// The number of the next move after a line of moves.
    NextNumber = 1.. MAX_NEXT_NUMBER, NUMBER;
    /// The number of a step.
    Step = 1.. MAX_MOVES, NUMBER;
    /// The length of a sequence of moves.
    Depth = 1.. MAX_DEPTH, r"^\+?([1-9]|1[0-2])(\.0*)?$";
    /// A number of strings.
    Strings = 0.. MAX_STRINGS, WHOLE;
    /// A number of extras.
    Few = 0.. u8::MAX, WHOLE;
    /// The seed of random times.
    Seed = 0.. u64::MAX, WHOLE;
    /// A number of sequences.
    Count = 0.. MAX_COUNT, WHOLE;
}

impl<K: Word> JsonSchema for Text<K> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        K::schema()
    }
}

impl<K: Word, V: JsonSchema> JsonSchema for Entries<K, V> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Entries".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<V>();
        json_schema!({
            "type": "object",
            "patternProperties": { K::pattern(): value },
            "additionalProperties": false,
            "minProperties": 1,
        })
    }
}

/// Wrappers that leave no trace in the schema.
macro_rules! transparent {
    ($($wrapper:ident)+) => {
        $(impl<T: JsonSchema> JsonSchema for $wrapper<T> {
            fn inline_schema() -> bool {
                T::inline_schema()
            }

            fn schema_name() -> Cow<'static, str> {
                T::schema_name()
            }

            fn schema_id() -> Cow<'static, str> {
                T::schema_id()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                T::json_schema(generator)
            }
        })+
    };
}

transparent! { Maybe Node }

/// `rulings`: each switch with its values.
pub(super) fn rulings_schema(_: &mut SchemaGenerator) -> Schema {
    let switch = |switch: &Switch| (switch.name.to_owned(), json!({ "enum": (switch.values)() }));
    let switches: serde_json::Map<String, Value> = Switch::ALL.iter().map(switch).collect();
    json_schema!({
        "type": "object",
        "properties": switches,
        "additionalProperties": false,
        "minProperties": 1,
    })
}

/// `by`: one axis, and under each of its values a block of expectations.
pub(super) fn by_schema(generator: &mut SchemaGenerator) -> Schema {
    let block = generator.subschema_for::<Block>();
    let axis = |pattern: String| {
        json!({
            "type": "object",
            "patternProperties": { pattern: block },
            "additionalProperties": false,
            "minProperties": 1,
        })
    };
    let switch = |switch: &Switch| (switch.name.to_owned(), axis(one_of((switch.values)())));
    let mut axes: serde_json::Map<String, Value> = Switch::ALL.iter().map(switch).collect();
    let patterns = [RulesetName::pattern(), NUMBER.into(), STONES.into()];
    for (name, pattern) in OTHER_AXES.into_iter().zip(patterns) {
        axes.insert(name.into(), axis(pattern));
    }
    json_schema!({
        "type": "object",
        "properties": axes,
        "additionalProperties": false,
        "minProperties": 1,
        "maxProperties": 1,
    })
}
