//! Expectations that are counts or names: `score`, `perft`, `coordinates`.

use super::{
    format::ScoreShape,
    reader::Reader,
    words::{Count, Depth, MAX_COUNT, MAX_DEPTH, PointName, Points, SourceName},
    yaml::{Map, Maybe, Node, Scalar, Text},
};
use crate::{
    BadMark, BoardSize, ClauseId, Margin, Point, Quarters,
    case::{Expectation, ScoreExpectation},
};

impl Reader<'_> {
    pub(super) fn score(&mut self, node: &Node<ScoreShape>) -> Option<Expectation> {
        let shape = &node.value;
        let mut marks = |list: &Maybe<Node<Vec<Text<PointName>>>>| {
            let list = list.0.as_ref();
            list.and_then(|list| self.distinct(list, |reader, point| reader.any_point(point)))
        };
        let dead = marks(&shape.dead).unwrap_or_default();
        let neutralised = marks(&shape.neutralised).unwrap_or_default();
        let illegal = shape.illegal.0.as_ref();
        let score = ScoreExpectation {
            dead,
            neutralised,
            illegal: illegal.and_then(|ids| self.reasons(ids, &mark_reasons(), None)),
            black: self.side_points(&shape.black),
            white: self.side_points(&shape.white),
            neutral: self.neutral_points(&shape.neutral),
            margin: shape.margin.0.as_ref().and_then(|margin| self.margin(margin)),
            points: shape.points.0.as_ref().and_then(|points| self.margin_in_points(points)),
        };
        let results = shape.black.0.is_some()
            || shape.white.0.is_some()
            || shape.neutral.0.is_some()
            || shape.margin.0.is_some()
            || shape.points.0.is_some();
        match illegal {
            Some(illegal) if results => {
                let help = "marks that are refused are not counted";
                let message = "`illegal` and the results of a count exclude each other";
                self.fault_with_help(illegal.span.range(), message, help);
            }
            None if !results => {
                let help = "give black, white, neutral, margin or points, or else illegal";
                self.fault_with_help(node.span.range(), "`score` expects nothing", help);
            }
            Some(_) | None => {}
        }
        Some(Expectation::Score(score))
    }

    /// The points of a side: whole or half stones, none below 0.
    fn side_points(&mut self, points: &Maybe<Text<Points>>) -> Option<Quarters> {
        let scalar = points.0.as_ref()?;
        let count = self.stones(scalar)?;
        let halves = count.0 >= 0 && count.0 % 2 == 0;
        let error = "points are whole or half stones, 0 or more";
        self.check(scalar, halves.then_some(count).ok_or(error))
    }

    /// The neutral points: whole stones, for no neutral point is shared (SCORE-5).
    fn neutral_points(&mut self, points: &Maybe<Text<Points>>) -> Option<Quarters> {
        let scalar = points.0.as_ref()?;
        let count = self.stones(scalar)?;
        let whole = count.0 >= 0 && count.0 % 4 == 0;
        let error = "neutral points are whole stones, 0 or more";
        self.check(scalar, whole.then_some(count).ok_or(error))
    }

    /// A margin in stones, as it is written.
    fn margin(&mut self, scalar: &Scalar) -> Option<String> {
        if scalar.value == "draw" {
            return Some("draw".into());
        }
        let written = winner_and_count(&scalar.value, MAX_MARGIN).map(|margin| margin.to_string());
        self.as_written(scalar, written, "W+12.75, or draw")
    }

    /// A margin in points, as GTP and SGF write it.
    fn margin_in_points(&mut self, scalar: &Scalar) -> Option<String> {
        if scalar.value == "0" {
            return Some("0".into());
        }
        let half = |margin: Margin| {
            let Quarters(quarters) = margin.0;
            (quarters % 2 == 0).then_some(Margin(Quarters(quarters / 2)))
        };
        let written = winner_and_count(&scalar.value, MAX_MARGIN.doubled())
            .and_then(half)
            .map(Margin::in_points);
        self.as_written(scalar, written, "W+25.5, or 0")
    }

    fn as_written(
        &mut self,
        scalar: &Scalar,
        written: Option<String>,
        example: &str,
    ) -> Option<String> {
        let error = match &written {
            Some(written) => format!("this margin is written {written}"),
            None => format!("`{}` is not a margin: write it as {example}", scalar.value),
        };
        self.check(scalar, written.filter(|written| *written == scalar.value).ok_or(error))
    }

    pub(super) fn perft(&mut self, map: &Map<Depth, Text<Count>>) -> Option<Expectation> {
        let depth = |reader: &mut Self, depth: &Scalar| {
            let depth = reader.number(depth, "a length", (1, MAX_DEPTH))?;
            u32::try_from(depth).ok()
        };
        let counts = self.entries("perft", map, depth, |reader, _, depth, count| {
            Some((*depth, reader.number(count, "a number of sequences", (0, MAX_COUNT))?))
        });
        Some(Expectation::Perft(counts))
    }

    pub(super) fn coordinates(
        &mut self,
        map: &Map<PointName, Text<SourceName>>,
    ) -> Option<Expectation> {
        let point = |reader: &mut Self, point: &Scalar| reader.any_point(point);
        let names = self.entries("coordinates", map, point, |reader, _, point, name| {
            Some((*point, reader.source_name(name)?))
        });
        Some(Expectation::Coordinates(names))
    }

    /// A name in the sources' notation as it is written, or `Some(None)` for `none`.
    fn source_name(&mut self, scalar: &Scalar) -> Option<Option<String>> {
        if scalar.value == "none" {
            return Some(None);
        }
        let size = self.size()?;
        let point = match Point::from_source(&scalar.value, size) {
            Ok(point) => point,
            Err(error) => {
                let help =
                    "write two signs such as BB or 二B, or none where there is no such point";
                self.fault_with_help(scalar.span.range(), error.to_string(), help);
                return None;
            }
        };
        let written = point.to_source(size).unwrap_or_default();
        if written != scalar.value {
            let message = format!("this point is written {written} (COORD-2)");
            self.fault(scalar.span.range(), message);
            return None;
        }
        Some(Some(written))
    }
}

/// More stones than any margin has: those of the largest board and the largest komi.
const MAX_MARGIN: Quarters =
    Quarters::stones((BoardSize::MAX as i32).pow(2) + Quarters::MAX_STONES);

/// A margin that is no draw, from `B+` or `W+` and a count.
fn winner_and_count(text: &str, most: Quarters) -> Option<Margin> {
    let (sign, count) = match text.split_once('+')? {
        ("B", count) => (1, count),
        ("W", count) => (-1, count),
        _ => return None,
    };
    let Quarters(count) = Quarters::exact(count)?;
    (1..=most.0).contains(&count).then_some(Margin(Quarters(sign * count)))
}

/// The clauses on which the refusal of marks can rest (R-MARKS).
fn mark_reasons() -> Vec<ClauseId> {
    let point = Point::at(0, 0);
    let marks = [
        BadMark::NothingDead(point),
        BadMark::NothingNeutralised(point),
        BadMark::AliveNotDead(point),
        BadMark::AliveNotNeutralised(point),
        BadMark::NotEnclosed(point),
        BadMark::SharesRegion(point),
    ];
    let mut ids = marks.map(BadMark::clause).to_vec();
    ids.dedup();
    ids
}
