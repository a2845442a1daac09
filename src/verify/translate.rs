//! Queries and answers as they stand on the wire, and back.

use std::{collections::HashSet, fmt::Display, hash::Hash, str::FromStr};

use serde_json::value::{RawValue, to_raw_value};

use super::wire;
use crate::{
    Answer, Ask, Board, BoardSize, Clause, ClauseId, Marks, Nature, NatureAnswer, Player, Point,
    Quarters, Query, RegionAnswer, Ruleset, ScoreAnswer, Setup, StatedMove, Status, StepAnswer,
    Stone, StringAnswer, Verdict,
    rules::{
        Axis, Rules, UnknownName,
        extras::{Allowance, Extras},
        gray::Gray,
    },
};

/// Text that means nothing, with what was expected.
type Unreadable = String;

fn texts<T: ToString>(items: &[T]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

fn read<T: FromStr<Err: ToString>>(text: &str) -> Result<T, Unreadable> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

fn read_all<T: FromStr<Err: ToString>>(texts: &[String]) -> Result<Vec<T>, Unreadable> {
    texts.iter().map(|text| read(text)).collect()
}

/// A list that names nothing twice.
fn distinct<T: Copy + Eq + Hash + Display>(all: Vec<T>) -> Result<Vec<T>, Unreadable> {
    let mut seen = HashSet::new();
    match all.iter().find(|one| !seen.insert(**one)) {
        Some(twice) => Err(format!("{twice} stands twice in a list")),
        None => Ok(all),
    }
}

/// Points of a list that names none twice.
fn once(texts: &[String]) -> Result<Vec<Point>, Unreadable> {
    distinct(read_all(texts)?)
}

/// The value of one of a few names.
fn named<T: Copy>(
    kind: &'static str,
    text: &str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, Unreadable> {
    let names = all.iter().map(|&value| name(value));
    let found = all.iter().copied().find(|&value| name(value) == text);
    found.ok_or_else(|| UnknownName::new(kind, text, names).to_string())
}

fn player(text: &str) -> Result<Player, Unreadable> {
    named("side", text, &Player::ALL, Player::name)
}

fn stone(text: &str) -> Result<Stone, Unreadable> {
    named("stone", text, &Stone::ALL, Stone::name)
}

fn nature(text: &str) -> Result<Nature, Unreadable> {
    named("nature", text, &Nature::ALL, Nature::name)
}

fn status(text: &str) -> Result<&'static str, Unreadable> {
    let all = [Status::Playing, Status::Over, Status::Resigned(Player::Black)];
    named("status", text, &all, |status| status.name()).map(Status::name)
}

/// The rows of a board, the highest first.
pub(super) fn rows(board: &Board) -> Vec<String> {
    let size = board.size();
    let signs: Vec<char> =
        size.iter().map(|point| board.get(point).map_or('.', Stone::sign)).collect();
    signs.chunks(size.width().into()).rev().map(|row| row.iter().collect()).collect()
}

/// A board of rows, the highest first.
pub(super) fn board(rows: &[String]) -> Result<Board, Unreadable> {
    let width = rows.first().map_or(0, |row| row.chars().count());
    let size = BoardSize::new(width, rows.len()).map_err(|error| error.to_string())?;
    let mut board = Board::empty(size);
    let mut points = size.iter();
    for (index, row) in rows.iter().enumerate().rev() {
        let length = row.chars().count();
        if length != width {
            return Err(format!("row {} has {length} points, the first one {width}", index + 1));
        }
        for (sign, point) in row.chars().zip(&mut points) {
            let stone = Stone::ALL.into_iter().find(|stone| stone.sign() == sign);
            if stone.is_none() && sign != '.' {
                return Err(format!("row {} holds `{sign}`: expected X, O, * or .", index + 1));
            }
            board.set(point, stone);
        }
    }
    Ok(board)
}

impl From<&Rules> for wire::Rules {
    fn from(rules: &Rules) -> Self {
        let Allowance { count, receiver, mode, seed } = rules.allowance;
        let allowance = match rules.extras {
            Extras::None => None,
            Extras::Flybombs => Some(wire::Allowance {
                count: Some(count),
                mode: Some(mode.name().into()),
                seed: Some(seed.to_string()),
                receiver: None,
            }),
            Extras::Knives | Extras::Replacements => Some(wire::Allowance {
                count: Some(count),
                receiver: Some(receiver.name().into()),
                ..wire::Allowance::default()
            }),
        };
        Self {
            ruleset: rules.ruleset.name().into(),
            schedule: Some(rules.schedule.name().into()),
            gray: Some(rules.gray.name().into()),
            escape: Some(rules.escape.name().into()),
            extras: Some(rules.extras.name().into()),
            allowance,
            rulings: rules.rulings.iter().map(|(s, value)| (s.name.into(), value.into())).collect(),
            komi: Some(rules.komi.to_string()),
        }
    }
}

impl TryFrom<&wire::Rules> for Rules {
    type Error = Unreadable;

    fn try_from(wire: &wire::Rules) -> Result<Self, Unreadable> {
        fn axis<A: Axis>(text: Option<&String>, own: A) -> Result<A, Unreadable> {
            text.map_or(Ok(own), |text| A::named(text).map_err(|error| error.to_string()))
        }
        let own = Ruleset::named(&wire.ruleset).map_err(|error| error.to_string())?.rules();
        let mut rules = Self {
            schedule: axis(wire.schedule.as_ref(), own.schedule)?,
            gray: axis(wire.gray.as_ref(), own.gray)?,
            escape: axis(wire.escape.as_ref(), own.escape)?,
            extras: axis(wire.extras.as_ref(), own.extras)?,
            komi: wire.komi.as_deref().map_or(Ok(own.komi), read::<Quarters>)?,
            ..own
        };
        for (switch, value) in &wire.rulings {
            rules.rulings.set(switch, value).map_err(|error| error.to_string())?;
        }
        if let Some(given) = &wire.allowance {
            let allowance = &mut rules.allowance;
            allowance.count = given.count.unwrap_or(allowance.count);
            allowance.mode = axis(given.mode.as_ref(), allowance.mode)?;
            if let Some(receiver) = &given.receiver {
                allowance.receiver = player(receiver)?;
            }
            if let Some(seed) = &given.seed {
                let known = seed.parse().ok().filter(|_| seed.bytes().all(|c| c.is_ascii_digit()));
                let unknown = || format!("the seed `{seed}` is no whole number below 2^64");
                allowance.seed = known.ok_or_else(unknown)?;
            }
        }
        Ok(rules)
    }
}

impl From<&Query> for wire::Run {
    fn from(query: &Query) -> Self {
        let Setup { board, number, previous, history, to_move, left, times } = &query.setup;
        let player = to_move.unwrap_or_else(|| query.rules.schedule.due(*number).player);
        let sides = |[black, white]: [u8; 2]| wire::Sides { black, white };
        let all = (query.rules.extras != Extras::None).then(|| query.rules.extras_at_will());
        Self {
            rules: (&query.rules).into(),
            board: rows(board),
            number: Some(*number),
            to_move: Some(player.name().into()),
            previous: previous.map(|point| point.to_string()),
            history: history.iter().map(rows).collect(),
            left: left.or(all).map(sides),
            times: times.clone().map(|[black, white]| wire::Sides { black, white }),
            moves: texts(&query.moves),
            query: (&query.ask).into(),
        }
    }
}

impl TryFrom<&wire::Run> for Query {
    type Error = Unreadable;

    fn try_from(run: &wire::Run) -> Result<Self, Unreadable> {
        let in_history = |(index, rows): (usize, &Vec<String>)| {
            board(rows).map_err(|why| format!("position {} of the history: {why}", index + 1))
        };
        let to_move = run.to_move.as_deref().map(player).transpose()?;
        // GO-8: White alone stands for number 2.
        let first = if to_move == Some(Player::White) { 2 } else { 1 };
        let setup = Setup {
            board: board(&run.board).map_err(|why| format!("the board: {why}"))?,
            number: run.number.unwrap_or(first),
            previous: run.previous.as_deref().map(read).transpose()?,
            history: run.history.iter().enumerate().map(in_history).collect::<Result<_, _>>()?,
            to_move,
            left: run.left.map(|left| [left.black, left.white]),
            times: run.times.clone().map(|times| [times.black, times.white]),
        };
        let (rules, moves) = (Rules::try_from(&run.rules)?, read_all(&run.moves)?);
        Ok(Self { rules, setup, moves, ask: (&run.query).try_into()? })
    }
}

impl From<&Ask> for wire::Query {
    fn from(ask: &Ask) -> Self {
        let nothing = wire::Nothing {};
        match ask {
            Ask::Legal(moves) => Self::Legal(wire::Moves { moves: texts(moves) }),
            Ask::LegalMoves => Self::LegalMoves(nothing),
            Ask::Play(moves) => Self::Play(wire::Moves { moves: texts(moves) }),
            Ask::Strings => Self::Strings(nothing),
            Ask::EmptyRegions => Self::Eyes(nothing),
            Ask::Enclosed(by, at) => {
                Self::Enclosed(wire::At { by: by.name().into(), at: at.to_string() })
            }
            Ask::PrivateEyes => Self::PrivateEyes(nothing),
            Ask::Natures => Self::Natures(nothing),
            Ask::Score(Marks { dead, neutralised }) => {
                Self::Score(wire::Marks { dead: texts(dead), neutralised: texts(neutralised) })
            }
            Ask::Perft(depth) => Self::Perft(wire::Depth { depth: *depth }),
            Ask::Coordinates(points) => Self::Coordinates(wire::Points { points: texts(points) }),
        }
    }
}

impl TryFrom<&wire::Query> for Ask {
    type Error = Unreadable;

    fn try_from(query: &wire::Query) -> Result<Self, Unreadable> {
        use wire::Query as Q;
        Ok(match query {
            Q::Legal(wire::Moves { moves }) => Self::Legal(read_all(moves)?),
            Q::LegalMoves(_) => Self::LegalMoves,
            Q::Play(wire::Moves { moves }) => Self::Play(read_all(moves)?),
            Q::Strings(_) => Self::Strings,
            Q::Eyes(_) => Self::EmptyRegions,
            Q::Enclosed(wire::At { by, at }) => Self::Enclosed(player(by)?, read(at)?),
            Q::PrivateEyes(_) => Self::PrivateEyes,
            Q::Natures(_) => Self::Natures,
            Q::Score(wire::Marks { dead, neutralised }) => {
                Self::Score(Marks { dead: read_all(dead)?, neutralised: read_all(neutralised)? })
            }
            Q::Perft(wire::Depth { depth }) => Self::Perft(*depth),
            Q::Coordinates(wire::Points { points }) => Self::Coordinates(read_all(points)?),
        })
    }
}

fn illegal(clauses: &[ClauseId]) -> wire::Illegal {
    wire::Illegal { clauses: clauses.iter().map(|id| id.as_str().into()).collect() }
}

fn clauses(illegal: &wire::Illegal) -> Result<Vec<ClauseId>, Unreadable> {
    let clause = |id: &String| Clause::named(id).map(|clause| clause.id);
    let ids = illegal.clauses.iter().map(|id| clause(id).map_err(|error| error.to_string()));
    distinct(ids.collect::<Result<_, _>>()?)
}

/// The response with an answer to a query under these rules.
pub fn response(id: String, answer: &Answer, rules: &Rules) -> wire::Response {
    let empty = wire::Response { id, ok: None, illegal: None, unsupported: None, error: None };
    let ok = |value: Result<Box<RawValue>, serde_json::Error>| wire::Response {
        ok: Some(value.expect("an answer is JSON")),
        ..empty.clone()
    };
    match answer {
        Answer::Verdicts(verdicts) => {
            let verdict = |verdict: &Verdict| match verdict {
                Ok(()) => wire::Verdict::Ok(wire::Bye {}),
                Err(clauses) => wire::Verdict::Illegal(illegal(clauses)),
            };
            let verdicts = verdicts.iter().map(verdict).collect();
            ok(to_raw_value(&wire::Verdicts { verdicts }))
        }
        Answer::LegalMoves(moves) => ok(to_raw_value(&wire::LegalMoves { moves: texts(moves) })),
        Answer::Strings(strings) => {
            let string = |string: &StringAnswer| wire::StoneString {
                stone: string.stone.map(|stone| stone.name().into()),
                stones: texts(&string.points),
                liberties: string.liberties.as_deref().map(texts),
                adjacent: string.adjacent.as_deref().map(texts),
            };
            let strings = strings.iter().map(string).collect();
            ok(to_raw_value(&wire::Strings { strings }))
        }
        Answer::EmptyRegions(regions) => {
            let eye = |region: &RegionAnswer| wire::Eye {
                points: texts(&region.points),
                touches: region.touches.as_ref().map(|stones| texts(stones)),
                eye_of: region.eye_of.map(|owner| owner.map_or("nobody", Player::name).into()),
            };
            let eyes = regions.iter().map(eye).collect();
            ok(to_raw_value(&wire::Eyes { eyes }))
        }
        Answer::Enclosed(points) => {
            let points = texts(points.as_deref().unwrap_or_default());
            ok(to_raw_value(&wire::Region { points }))
        }
        Answer::PrivateEyes(strings) => {
            let eye = |(string, eyes): &(Point, Vec<Vec<Point>>)| wire::PrivateEye {
                string: string.to_string(),
                eyes: eyes.iter().map(|eye| texts(eye)).collect(),
            };
            let private_eyes = strings.iter().map(eye).collect();
            ok(to_raw_value(&wire::PrivateEyes { private_eyes }))
        }
        Answer::Natures(all) => {
            let natures = all.iter().map(gray_string).collect();
            ok(to_raw_value(&wire::Natures { natures }))
        }
        Answer::Played(steps) => {
            let steps = steps.iter().map(|step| wire_step(step, rules)).collect();
            ok(to_raw_value(&wire::Steps { steps }))
        }
        Answer::Score(Ok(score)) => {
            let count = |count: Option<Quarters>| count.map(|count| count.to_string());
            ok(to_raw_value(&wire::Score {
                black: count(score.black),
                white: count(score.white),
                neutral: count(score.neutral),
                margin: score.margin.clone(),
                points: score.points.clone(),
            }))
        }
        Answer::Score(Err(clauses)) => wire::Response { illegal: Some(illegal(clauses)), ..empty },
        Answer::Perft(sequences) => ok(to_raw_value(&wire::Sequences { sequences: *sequences })),
        Answer::Coordinates(names) => ok(to_raw_value(&wire::Names { names: names.clone() })),
        Answer::Unsupported(what) => {
            wire::Response { unsupported: Some(wire::Unsupported { what: what.clone() }), ..empty }
        }
        Answer::Error(message) => {
            wire::Response { error: Some(wire::Failed { message: message.clone() }), ..empty }
        }
    }
}

fn gray_string(gray: &NatureAnswer) -> wire::GrayString {
    wire::GrayString {
        stones: texts(&gray.points),
        black_eyes: gray.black_eyes,
        white_eyes: gray.white_eyes,
        black_others: gray.black_others,
        white_others: gray.white_others,
        nature: gray.nature.map(|nature| nature.name().into()),
    }
}

fn wire_step(step: &StepAnswer, rules: &Rules) -> wire::Step {
    let natured = rules.gray == Gray::Natured;
    let natures = step.natures.as_ref().filter(|_| natured);
    let left = step.left.filter(|_| rules.extras != Extras::None);
    let refused = step.verdict.as_ref().err();
    wire::Step {
        captures: match refused {
            None => step.captures.as_deref().map(texts),
            Some(_) => None,
        },
        illegal: refused.map(|clauses| illegal(clauses)),
        board: step.board.as_ref().map(rows),
        number: step.number,
        to_move: step.to_move.map(|player| player.name().into()),
        due: step.due.map(|stone| stone.name().into()),
        status: step.status.map(Into::into),
        atari: step.atari.as_deref().map(texts),
        natures: natures.map(|all| all.iter().map(gray_string).collect()),
        left: left.map(|[black, white]| wire::Sides { black, white }),
    }
}

/// The answer that a response gives to a question.
///
/// # Errors
/// When it is no answer to it: what was expected.
pub fn answer(response: wire::Response, ask: &Ask) -> Result<Answer, Unreadable> {
    match response {
        wire::Response {
            ok: Some(value), illegal: None, unsupported: None, error: None, ..
        } => okay(&value, ask),
        wire::Response {
            ok: None, illegal: Some(refused), unsupported: None, error: None, ..
        } => match ask {
            Ask::Score(_) => Ok(Answer::Score(Err(clauses(&refused)?))),
            Ask::Legal(_)
            | Ask::LegalMoves
            | Ask::Strings
            | Ask::EmptyRegions
            | Ask::Enclosed(..)
            | Ask::PrivateEyes
            | Ask::Natures
            | Ask::Play(_)
            | Ask::Perft(_)
            | Ask::Coordinates(_) => {
                Err("`illegal` answers `score` only; a verdict stands inside `ok`".into())
            }
        },
        wire::Response { ok: None, illegal: None, unsupported: Some(it), error: None, .. } => {
            Ok(Answer::Unsupported(it.what))
        }
        wire::Response { ok: None, illegal: None, unsupported: None, error: Some(it), .. } => {
            Ok(Answer::Error(it.message))
        }
        _ => Err("an answer has exactly one of `ok`, `illegal`, `unsupported`, `error`".into()),
    }
}

fn parts<T: serde::de::DeserializeOwned>(value: &RawValue) -> Result<T, Unreadable> {
    // A struct of serde may be read from an array as well.
    if !value.get().starts_with('{') {
        return Err("`ok` is no object".into());
    }
    serde_json::from_str(value.get()).map_err(|error| format!("`ok`: {error}"))
}

fn okay(value: &RawValue, ask: &Ask) -> Result<Answer, Unreadable> {
    Ok(match ask {
        Ask::Legal(moves) => {
            let wire::Verdicts { verdicts } = parts(value)?;
            same_length(moves.len(), verdicts.len(), "verdicts", "moves")?;
            let verdict = |verdict: &wire::Verdict| match verdict {
                wire::Verdict::Ok(_) => Ok(Ok(())),
                wire::Verdict::Illegal(refused) => clauses(refused).map(Err),
            };
            Answer::Verdicts(verdicts.iter().map(verdict).collect::<Result<_, _>>()?)
        }
        Ask::LegalMoves => {
            let moves: Vec<StatedMove> = read_all(&parts::<wire::LegalMoves>(value)?.moves)?;
            // What a word states of itself makes no other move.
            let moves = moves.into_iter().map(|stated| stated.play).collect();
            Answer::LegalMoves(distinct(moves)?)
        }
        Ask::Strings => {
            let string = |string: &wire::StoneString| {
                Ok(StringAnswer {
                    points: some(once(&string.stones)?, "stones")?,
                    stone: string.stone.as_deref().map(stone).transpose()?,
                    liberties: string.liberties.as_deref().map(once).transpose()?,
                    adjacent: string.adjacent.as_deref().map(once).transpose()?,
                })
            };
            let all = parts::<wire::Strings>(value)?.strings;
            Answer::Strings(all.iter().map(string).collect::<Result<_, Unreadable>>()?)
        }
        Ask::EmptyRegions => {
            let owner = |text: &str| {
                if text == "nobody" { Ok(None) } else { player(text).map(Some) }
            };
            let region = |eye: &wire::Eye| {
                let touches = |all: &Vec<String>| {
                    let stones = all.iter().map(|text| stone(text)).collect::<Result<_, _>>()?;
                    distinct(stones)
                };
                Ok(RegionAnswer {
                    points: some(once(&eye.points)?, "points")?,
                    touches: eye.touches.as_ref().map(touches).transpose()?,
                    eye_of: eye.eye_of.as_deref().map(owner).transpose()?,
                })
            };
            let all = parts::<wire::Eyes>(value)?.eyes;
            Answer::EmptyRegions(all.iter().map(region).collect::<Result<_, Unreadable>>()?)
        }
        Ask::Enclosed(..) => Answer::Enclosed(Some(once(&parts::<wire::Region>(value)?.points)?)),
        Ask::PrivateEyes => {
            let string = |string: &wire::PrivateEye| {
                let eyes = string.eyes.iter().map(|eye| once(eye)).collect::<Result<_, _>>()?;
                Ok((read(&string.string)?, eyes))
            };
            let all = parts::<wire::PrivateEyes>(value)?.private_eyes;
            Answer::PrivateEyes(all.iter().map(string).collect::<Result<_, Unreadable>>()?)
        }
        Ask::Natures => {
            let all = parts::<wire::Natures>(value)?.natures;
            Answer::Natures(all.iter().map(nature_answer).collect::<Result<_, _>>()?)
        }
        Ask::Play(moves) => {
            let wire::Steps { steps } = parts(value)?;
            same_length(moves.len(), steps.len(), "steps", "moves")?;
            let steps = steps.iter().enumerate().map(|(index, step)| {
                step_answer(step).map_err(|why| format!("step {}: {why}", index + 1))
            });
            Answer::Played(steps.collect::<Result<_, _>>()?)
        }
        Ask::Score(_) => {
            let wire::Score { black, white, neutral, margin, points } = parts(value)?;
            if [&black, &white, &neutral, &margin, &points].iter().all(|part| part.is_none()) {
                return Err("`ok` holds nothing of a count".into());
            }
            let count = |text: Option<String>| text.as_deref().map(read).transpose();
            let (black, white, neutral) = (count(black)?, count(white)?, count(neutral)?);
            Answer::Score(Ok(ScoreAnswer { black, white, neutral, margin, points }))
        }
        Ask::Perft(_) => Answer::Perft(parts::<wire::Sequences>(value)?.sequences),
        Ask::Coordinates(points) => {
            let wire::Names { names } = parts(value)?;
            same_length(points.len(), names.len(), "names", "points")?;
            Answer::Coordinates(names)
        }
    })
}

fn same_length(asked: usize, got: usize, what: &str, of: &str) -> Result<(), Unreadable> {
    if asked == got { Ok(()) } else { Err(format!("{got} {what} for {asked} {of}")) }
}

/// Something that has at least one part.
fn some<T>(all: Vec<T>, what: &str) -> Result<Vec<T>, Unreadable> {
    if all.is_empty() { Err(format!("`{what}` is empty")) } else { Ok(all) }
}

fn nature_answer(gray: &wire::GrayString) -> Result<NatureAnswer, Unreadable> {
    Ok(NatureAnswer {
        points: some(once(&gray.stones)?, "stones")?,
        black_eyes: gray.black_eyes,
        white_eyes: gray.white_eyes,
        black_others: gray.black_others,
        white_others: gray.white_others,
        nature: gray.nature.as_deref().map(nature).transpose()?,
    })
}

fn step_answer(step: &wire::Step) -> Result<StepAnswer, Unreadable> {
    let verdict = match (&step.captures, &step.illegal) {
        (Some(_), None) => Ok(()),
        (None, Some(refused)) => Err(clauses(refused)?),
        (Some(_), Some(_)) | (None, None) => {
            return Err("a step has `captures` or `illegal`".into());
        }
    };
    let natures = |all: &Vec<wire::GrayString>| all.iter().map(nature_answer).collect();
    Ok(StepAnswer {
        verdict,
        captures: Some(step.captures.as_deref().map_or(Ok(vec![]), once)?),
        board: step.board.as_deref().map(board).transpose()?,
        number: step.number,
        to_move: step.to_move.as_deref().map(player).transpose()?,
        due: step.due.as_deref().map(stone).transpose()?,
        status: step.status.as_deref().map(status).transpose()?,
        atari: step.atari.as_deref().map(once).transpose()?,
        natures: step.natures.as_ref().map(natures).transpose()?,
        left: step.left.map(|left| [left.black, left.white]),
    })
}

/// A text of an engine, without most of it where it is very long.
pub(super) fn clipped(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(2000) {
        text.truncate(end);
        text += " …";
        // A truncated text keeps the memory of the whole one.
        text.shrink_to_fit();
    }
    text
}

/// What a response of a length says to a question, whose answer may have so many bytes.
/// [`Answer::Error`] where it is none.
pub fn understood(response: wire::Response, length: usize, ask: &Ask, longest: usize) -> Answer {
    // A text that is too long is cut; lists are kept until the end of the run.
    let holds_lists = response.ok.is_some() || response.illegal.is_some();
    let said = if holds_lists && length > longest {
        Err(format!("it has {length} bytes; at most {longest} answer this question"))
    } else {
        answer(response, ask)
    };
    let mut answer = said.unwrap_or_else(|why| Answer::Error(format!("not understood: {why}")));
    if let Answer::Error(text) | Answer::Unsupported(text) = &mut answer {
        *text = clipped(std::mem::take(text));
    }
    answer
}
