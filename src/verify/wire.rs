//! The messages of `spec/protocol.md`, as they stand on the wire.
//!
//! Points, moves and boards are text here; `translate` gives them their meaning. The doc comments
//! are the descriptions of the JSON Schema.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    Ask,
    rules::{
        Axis, Ruleset, Switch,
        escape::Escape,
        extras::{Extras, Mode},
        gray::Gray,
        schedule::Schedule,
    },
};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The name of the suite, with its version.
pub const SUITE: &str = concat!("ternary-go ", env!("CARGO_PKG_VERSION"));

/// The longest line that is read from an engine, in bytes.
pub const LONGEST_LINE: usize = 16 << 20;

/// The longest answer to a question, in bytes: far more than one in a few lines needs, and so little
/// that many fit into memory.
pub fn longest_answer(query: &crate::Query) -> usize {
    let size = query.setup.board.size();
    let points = size.iter().count();
    let (steps, named) = match &query.ask {
        Ask::Play(moves) => (moves.len().max(1), 0),
        Ask::Legal(moves) => (1, moves.len()),
        Ask::Coordinates(points) => (1, points.len()),
        Ask::LegalMoves
        | Ask::Strings
        | Ask::EmptyRegions
        | Ask::Enclosed(..)
        | Ask::PrivateEyes
        | Ask::Natures
        | Ask::Score(_)
        | Ask::Perft(_) => (1, 0),
    };
    (16 + points.saturating_mul(steps) + named).saturating_mul(1 << 10).min(LONGEST_LINE)
}

/// A request: an id and one of `hello`, `run`, `bye`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [{"required": ["hello"]}, {"required": ["run"]}, {"required": ["bye"]}]))]
pub struct Request {
    /// Any text; the answer has the same.
    pub id: String,
    /// The first request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Hello")]
    pub hello: Option<Hello>,
    /// One question about one position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Run")]
    pub run: Option<Box<Run>>,
    /// The last request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Bye")]
    pub bye: Option<Bye>,
}

/// Who asks, and in which version of the protocol.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The version of the protocol.
    pub protocol: u32,
    /// Who asks.
    #[serde(default)]
    pub suite: String,
}

/// Nothing.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Bye {}

/// One question about one position.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The rules of the game.
    pub rules: Rules,
    /// The rows, the highest first: `X` black, `O` white, `*` gray, `.` empty.
    #[schemars(schema_with = "rows")]
    pub board: Vec<String>,
    /// The number of the move to be made on that board; 1 when left out.
    #[serde(default)]
    pub number: Option<u32>,
    /// `black` or `white`; that of the number when left out.
    #[serde(default)]
    #[schemars(schema_with = "side_or_null")]
    pub to_move: Option<String>,
    /// The point on which the move before placed its stone.
    #[serde(default)]
    pub previous: Option<String>,
    /// The boards before, oldest first.
    #[serde(default)]
    #[schemars(schema_with = "boards")]
    pub history: Vec<Vec<String>>,
    /// The extras that the sides may still use at will; all when left out.
    #[serde(default)]
    pub left: Option<Sides<u8>>,
    /// The times of the random flybombs still to come; drawn from the seed when left out.
    #[serde(default)]
    pub times: Option<Sides<Vec<u32>>>,
    /// Moves made before the question is asked; each is legal.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The question.
    pub query: Query,
}

/// Something for each side.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sides<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

/// The rules of a game: every axis and switch. What is left out is that of the ruleset.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// A name; the other keys decide.
    #[schemars(schema_with = "axis::<Ruleset>")]
    pub ruleset: String,
    /// Which stone is due at which move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "axis::<Schedule>")]
    pub schedule: Option<String>,
    /// What gray stones are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "axis::<Gray>")]
    pub gray: Option<String>,
    /// What the mover may do in place of a gray stone when a string is in atari.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "axis::<Escape>")]
    pub escape: Option<String>,
    /// What a side may do a few times besides its moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "axis::<Extras>")]
    pub extras: Option<String>,
    /// How often, and who; for flybombs also when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowance: Option<Allowance>,
    /// A reading for each switch.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(schema_with = "rulings")]
    pub rulings: BTreeMap<String, String>,
    /// Stones, in exact quarters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "quarters")]
    pub komi: Option<String>,
}

/// How many flybombs, knives or replacements there are.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allowance {
    /// N; 3 when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u8>,
    /// Who receives knives or replacements; Black when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "side")]
    pub receiver: Option<String>,
    /// Which flybombs come at random times; `C` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "axis::<Mode>")]
    pub mode: Option<String>,
    /// The seed of the random times, in digits; 0 when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "digits")]
    pub seed: Option<String>,
}

/// What is asked.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Query {
    /// A verdict on each of these moves.
    Legal(Moves),
    /// All legal moves, but to resign and to agree.
    LegalMoves(Nothing),
    /// The result of each of these moves; a refused one is taken back.
    Play(Moves),
    /// All strings with their liberties.
    Strings(Nothing),
    /// All empty regions, and whose eyes they are.
    Eyes(Nothing),
    /// The region enclosed by a side that holds a point.
    Enclosed(At),
    /// All black and white strings with their private eyes.
    PrivateEyes(Nothing),
    /// All gray strings with their counts and natures.
    Natures(Nothing),
    /// The count.
    Score(Marks),
    /// The number of legal sequences of so many moves.
    Perft(Depth),
    /// The names of points in the sources' notation.
    Coordinates(Points),
}

impl Query {
    /// The names of all queries.
    pub const NAMES: [&'static str; 11] = [
        "legal",
        "legal_moves",
        "play",
        "strings",
        "eyes",
        "enclosed",
        "private_eyes",
        "natures",
        "score",
        "perft",
        "coordinates",
    ];

    /// Its name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Legal(_) => "legal",
            Self::LegalMoves(_) => "legal_moves",
            Self::Play(_) => "play",
            Self::Strings(_) => "strings",
            Self::Eyes(_) => "eyes",
            Self::Enclosed(_) => "enclosed",
            Self::PrivateEyes(_) => "private_eyes",
            Self::Natures(_) => "natures",
            Self::Score(_) => "score",
            Self::Perft(_) => "perft",
            Self::Coordinates(_) => "coordinates",
        }
    }
}

/// A query without arguments.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Moves as words.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moves {
    /// The words.
    pub moves: Vec<String>,
}

/// A side and a point.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct At {
    /// The side that encloses.
    #[schemars(schema_with = "side")]
    pub by: String,
    /// The point.
    pub at: String,
}

/// Marks for the count: one stone of each string.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Marks {
    /// Dead strings.
    #[serde(default)]
    pub dead: Vec<String>,
    /// Neutralised strings.
    #[serde(default)]
    pub neutralised: Vec<String>,
}

/// A length of sequences.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Depth {
    /// How many moves.
    pub depth: u32,
}

/// Points.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// The points.
    pub points: Vec<String>,
}

/// An answer: the id of the request and one of `ok`, `illegal`, `unsupported`, `error`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("oneOf" = [{"required": ["ok"]}, {"required": ["illegal"]}, {"required": ["unsupported"]}, {"required": ["error"]}]))]
pub struct Response {
    /// That of the request.
    pub id: String,
    /// The answer to the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Okay")]
    pub ok: Option<Box<RawValue>>,
    /// The question is about something illegal as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Illegal")]
    pub illegal: Option<Illegal>,
    /// The engine does not know this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Unsupported")]
    pub unsupported: Option<Unsupported>,
    /// The request makes no sense to the engine, or it has failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failed")]
    pub error: Option<Failed>,
}

/// What an answer `ok` holds, by the request.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the answers in the JSON Schema")]
enum Okay {
    Hello(Welcome),
    Legal(Verdicts),
    LegalMoves(LegalMoves),
    Play(Steps),
    Strings(Strings),
    Eyes(Eyes),
    Enclosed(Region),
    PrivateEyes(PrivateEyes),
    Natures(Natures),
    Score(Score),
    Perft(Sequences),
    Coordinates(Names),
    Bye(Bye),
}

/// The clauses that forbid something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Illegal {
    /// Their ids: all, some or none.
    #[serde(default)]
    pub clauses: Vec<String>,
}

/// What an engine does not know.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Unsupported {
    /// In a few words.
    #[serde(default)]
    pub what: String,
}

/// What went wrong.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Failed {
    /// In a few words.
    #[serde(default)]
    pub message: String,
}

/// Who answers, and what it knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Welcome {
    /// The name of the engine.
    pub engine: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
    /// The version of the protocol that it speaks.
    pub protocol: u32,
    /// The rulesets that it plays.
    pub rulesets: Vec<String>,
    /// The queries that it answers; all when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queries: Option<Vec<String>>,
    /// The readings that it plays of each switch; of a switch that is left out the default.
    #[serde(default)]
    pub readings: BTreeMap<String, Vec<String>>,
    /// Which of the clauses that forbid a move it names.
    #[serde(default)]
    pub reasons: Reasons,
    /// How many requests may wait at once; 1 when left out.
    #[serde(default = "one")]
    pub in_flight: u32,
}

const fn one() -> u32 {
    1
}

/// Which of the clauses that forbid a move an engine names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reasons {
    /// Any of them, or none.
    #[default]
    Some,
    /// All of them.
    All,
}

/// To `legal`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Verdicts {
    /// A verdict each, in the order asked.
    pub verdicts: Vec<Verdict>,
}

/// Legal, or the clauses that forbid the move.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Legal.
    Ok(Bye),
    /// Illegal.
    Illegal(Illegal),
}

/// To `legal_moves`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LegalMoves {
    /// The words.
    pub moves: Vec<String>,
}

/// To `play`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Steps {
    /// A step for each word.
    pub steps: Vec<Step>,
}

/// What one move led to: `captures` or `illegal`, and the position after it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The points whose stones the move removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captures: Option<Vec<String>>,
    /// The verdict on a refused move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<Illegal>,
    /// The position after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Vec<String>>,
    /// The number of the next move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The side to move next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<String>,
    /// The stone due next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<String>,
    /// `playing`, `over` or `resigned`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// One stone of each joined string that gives the side to move its escape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub atari: Option<Vec<String>>,
    /// The gray strings with their natures, in games that have natures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub natures: Option<Vec<GrayString>>,
    /// The extras that may still be used at will, in games that have extras.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Sides<u8>>,
}

/// To `strings`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Strings {
    /// All strings, in any order.
    pub strings: Vec<StoneString>,
}

/// A string of the board as it stands.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StoneString {
    /// Its colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stone: Option<String>,
    /// Its stones.
    pub stones: Vec<String>,
    /// Its liberties.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub liberties: Option<Vec<String>>,
    /// One stone of each adjacent string.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjacent: Option<Vec<String>>,
}

/// To `eyes`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Eyes {
    /// All empty regions, in any order.
    pub eyes: Vec<Eye>,
}

/// An empty region.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Eye {
    /// Its points.
    pub points: Vec<String>,
    /// The colours of the stones adjacent to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touches: Option<Vec<String>>,
    /// `black`, `white` or `nobody`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eye_of: Option<String>,
}

/// To `enclosed`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Region {
    /// Its points; none where a stone of the side or a wall stands.
    pub points: Vec<String>,
}

/// To `private_eyes`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PrivateEyes {
    /// All black and white strings, in any order.
    pub private_eyes: Vec<PrivateEye>,
}

/// A string and its private eyes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PrivateEye {
    /// One of its stones.
    pub string: String,
    /// The points of each of its private eyes.
    pub eyes: Vec<Vec<String>>,
}

/// To `natures`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Natures {
    /// All gray strings, in any order.
    pub natures: Vec<GrayString>,
}

/// A gray string with its counts and its nature.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GrayString {
    /// Its stones.
    pub stones: Vec<String>,
    /// Adjacent black strings with a private eye.
    #[serde(default, rename = "By", skip_serializing_if = "Option::is_none")]
    pub black_eyes: Option<usize>,
    /// Adjacent white strings with a private eye.
    #[serde(default, rename = "Wy", skip_serializing_if = "Option::is_none")]
    pub white_eyes: Option<usize>,
    /// Adjacent black strings without one.
    #[serde(default, rename = "Bo", skip_serializing_if = "Option::is_none")]
    pub black_others: Option<usize>,
    /// Adjacent white strings without one.
    #[serde(default, rename = "Wo", skip_serializing_if = "Option::is_none")]
    pub white_others: Option<usize>,
    /// `neutral`, `black` or `white`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nature: Option<String>,
}

/// To `score`: points in stones, exact.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Score {
    /// Black's points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// White's points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// The neutral points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neutral: Option<String>,
    /// The margin in stones, as `W+12.75`, or `draw`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<String>,
    /// The margin in points, as `W+25.5`, or `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<String>,
}

/// To `perft`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Sequences {
    /// How many there are.
    pub sequences: u64,
}

/// To `coordinates`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Names {
    /// The names, in the order asked; `null` where there is none.
    pub names: Vec<Option<String>>,
}

fn axis<A: Axis>(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<&str> = A::ALL.iter().map(|value| value.name()).collect();
    json_schema!({ "enum": names })
}

fn side(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": ["black", "white"] })
}

fn side_or_null(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": ["black", "white", null] })
}

fn rows(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array", "minItems": 1, "maxItems": 25,
        "items": { "type": "string", "pattern": "^[XO*.]{1,25}$" },
    })
}

fn boards(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "array", "items": rows(generator) })
}

fn digits(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "pattern": "^[0-9]{1,20}$" })
}

fn quarters(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "pattern": "^-?[0-9]+(\\.(0|5|00|25|50|75))?$" })
}

fn rulings(_: &mut SchemaGenerator) -> Schema {
    let of_switch = |switch: &Switch| {
        (switch.name.to_owned(), serde_json::json!({ "enum": (switch.values)() }))
    };
    let switches: serde_json::Map<_, _> = Switch::ALL.iter().map(of_switch).collect();
    json_schema!({ "type": "object", "properties": switches, "additionalProperties": false })
}

/// The JSON Schema of both kinds of lines, as it is checked in at `spec/protocol.schema.json`.
pub fn schema() -> String {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let request = generator.subschema_for::<Request>();
    let response = generator.subschema_for::<Response>();
    let schema = serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of the protocol of ternary-go, version 1",
        "anyOf": [request, response],
        "$defs": generator.take_definitions(true),
    });
    let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
    text + "\n"
}
