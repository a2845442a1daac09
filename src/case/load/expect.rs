//! Expectations about a position: verdicts, strings, regions.

use std::ops::Range;

use super::{
    error::Fault,
    format::{Block, EyeShape, StringShape},
    reader::{Reader, again},
    start::Scene,
    words::{MoveName, PointName, Side, VerdictText},
    yaml::{List, Map, Scalar, Span, Text},
};
use crate::{
    Board, Clause, ClauseId, Grid, IllegalMove, Move, Player, Point, Stone,
    case::{Expectation, EyeExpectation, Located, MapSign, StringExpectation, Verdict},
    enclosed_region_at,
    rules::UnknownName,
};

/// The positions that a block of expectations is about.
pub(super) type Scenes<'a> = &'a [&'a Scene];

impl Reader<'_> {
    /// Reads a block of expectations, in the order of the file.
    pub(super) fn block(&mut self, block: &Block, scenes: Scenes<'_>) -> Vec<Located<Expectation>> {
        let read = [
            ("legal", block.legal.0.as_ref().map(|map| (map.span, self.legal(map)))),
            (
                "legal_map",
                block.legal_map.0.as_ref().map(|map| (map.span, self.legal_map(map, scenes))),
            ),
            (
                "legal_moves",
                block.legal_moves.0.as_ref().map(|line| (line.span, self.legal_moves(line))),
            ),
            ("strings", block.strings.0.as_ref().map(|map| (map.span, self.strings(map, scenes)))),
            ("eyes", block.eyes.0.as_ref().map(|map| (map.span, self.eyes(map, scenes)))),
            (
                "enclosed",
                block.enclosed.0.as_ref().map(|map| (map.span, self.enclosed(map, scenes))),
            ),
            (
                "private_eyes",
                block.private_eyes.0.as_ref().map(|map| (map.span, self.private_eyes(map, scenes))),
            ),
            ("natures", block.natures.0.as_ref().map(|map| (map.span, self.natures(map, scenes)))),
            ("play", block.play.0.as_ref().map(|play| (play.moves.span, self.play(play, scenes)))),
            ("score", block.score.0.as_ref().map(|score| (score.span, self.score(score)))),
            ("perft", block.perft.0.as_ref().map(|map| (map.span, self.perft(map)))),
            (
                "coordinates",
                block.coordinates.0.as_ref().map(|map| (map.span, self.coordinates(map))),
            ),
        ];
        let located = |(key, read): (&str, Option<(Span, Option<Expectation>)>)| {
            let (span, value) = read?;
            Some(Located { line: self.line_of_key(key, span.used), value: value? })
        };
        let mut all: Vec<_> = read.into_iter().filter_map(located).collect();
        all.sort_by_key(|located| located.line);
        all
    }

    /// The entries of a map: at least one, and no name twice under two spellings.
    pub(super) fn entries<'m, K, V, N: PartialEq, T>(
        &mut self,
        key: &str,
        map: &'m Map<K, V>,
        mut name: impl FnMut(&mut Self, &Scalar) -> Option<N>,
        mut read: impl FnMut(&mut Self, &'m Text<K>, &N, &'m V) -> Option<T>,
    ) -> Vec<Located<T>> {
        if map.value.0.is_empty() {
            self.fault(map.span.range(), format!("`{key}` expects nothing: leave it out"));
        }
        let mut names: Vec<(N, &str)> = Vec::new();
        let mut all = Vec::new();
        for (entry, value) in &map.value.0 {
            let Some(name) = name(self, entry) else { continue };
            if let Some((_, first)) = names.iter().find(|(other, _)| *other == name) {
                self.fault(entry.span.range(), again(&entry.value, first));
                continue;
            }
            let line = self.source.line(entry.span.used);
            all.extend(read(self, entry, &name, value).map(|value| Located { value, line }));
            names.push((name, entry.value.as_str()));
        }
        all
    }

    fn legal(&mut self, map: &Map<MoveName, Text<VerdictText>>) -> Option<Expectation> {
        let name =
            |reader: &mut Self, word: &Scalar| reader.stated_move(&word.value, word.span.range());
        let verdicts = self.entries("legal", map, name, |reader, word, stated, verdict| {
            Some((word.value.clone(), *stated, reader.verdict(verdict)?))
        });
        Some(Expectation::Legal(verdicts))
    }

    /// `ok`, or the ids of the clauses that forbid a move.
    fn verdict(&mut self, scalar: &Scalar) -> Option<Verdict> {
        if scalar.value == "ok" {
            return Some(Ok(()));
        }
        self.reasons(scalar, &IllegalMove::ALL.map(IllegalMove::clause), Some("ok")).map(Err)
    }

    /// The ids of clauses, among those on which a refusal can rest.
    pub(super) fn reasons(
        &mut self,
        scalar: &Scalar,
        known: &[ClauseId],
        besides: Option<&str>,
    ) -> Option<Vec<ClauseId>> {
        let words = self.words(scalar, &[',']);
        let names: Vec<_> = besides.into_iter().chain(known.iter().map(|id| id.as_str())).collect();
        let help = || format!("expected {}", names.join(", "));
        if words.is_empty() {
            self.fault_with_help(scalar.span.range(), "no clause is named here", help());
            return None;
        }
        let (mut ids, faults) = (Vec::new(), self.faults.len());
        for (word, range) in words {
            match known.iter().find(|id| id.as_str() == word) {
                Some(id) if ids.contains(id) => {
                    self.fault(range, format!("{word} stands here twice"));
                }
                Some(id) => ids.push(*id),
                None if besides == Some(word) => {
                    self.fault(range, format!("`{word}` stands alone, without the ids of clauses"));
                }
                None if Clause::named(word).is_ok() => {
                    let message = format!("{word} is never the reason of a refusal here");
                    self.fault_with_help(range, message, help());
                }
                None => {
                    let kind = if besides.is_some() { "verdict" } else { "reason" };
                    let unknown = UnknownName::new(kind, word, names.iter().copied());
                    self.fault(range, unknown.to_string());
                }
            }
        }
        (self.faults.len() == faults).then_some(ids)
    }

    fn legal_map(&mut self, scalar: &Scalar, scenes: Scenes<'_>) -> Option<Expectation> {
        self.literal(scalar, "legal_map:")?;
        let grid = match Grid::read_sized(&scalar.value, self.size()?) {
            Ok(grid) => grid,
            Err(error) => {
                let help = "a sign for each point; all rows are numbered or none";
                self.diagram_fault(scalar, &error, Some(help));
                return None;
            }
        };
        let (mut signs, faults) = (Vec::new(), self.faults.len());
        for (point, sign, spot) in grid.iter() {
            let range = self.range_of_spot(scalar, spot).unwrap_or_else(|| scalar.span.range());
            let Some(meaning) = MapSign::of_sign(sign) else {
                let help = "the signs are X O * . 1 2 3 e m s k K #; marks stand only in `board`";
                let message = format!("`{}` is no sign of a `legal_map`", sign.escape_debug());
                self.fault_with_help(range, message, help);
                continue;
            };
            let stone = stone_of(meaning);
            self.holds(range, scenes, |board| {
                let stands = board.get(point);
                (stands != stone).then(|| {
                    let position = stands.map_or('.', Stone::sign);
                    format!("`{sign}` on {point}, where the position has `{position}`")
                })
            });
            signs.push((point, meaning));
        }
        (self.faults.len() == faults).then_some(Expectation::LegalMap(signs))
    }

    /// All legal moves, each once and without what it states of itself, or `none`.
    fn legal_moves(&mut self, scalar: &Scalar) -> Option<Expectation> {
        let text = scalar.value.trim();
        if text.is_empty() {
            let help = "write all legal moves, separated by blanks, or none where there are none";
            self.fault_with_help(scalar.span.range(), "no legal moves are named here", help);
            return None;
        }
        let line = if text == "none" { Vec::new() } else { self.moves(scalar)? };
        let (mut moves, faults) = (Vec::<(Move, &str)>::new(), self.faults.len());
        for ((stated, range), (word, _)) in line.into_iter().zip(self.words(scalar, &[])) {
            let play = stated.play;
            if matches!(play, Move::Resign | Move::Agree) {
                let help = "all moves but these two are listed: they are open until the end (GO-7)";
                self.fault_with_help(range, format!("`{word}` stands in no `legal_moves`"), help);
            } else if stated != play.into() {
                let help = "neither side nor number is stated here";
                self.fault_with_help(range, format!("write `{play}` for `{word}`"), help);
            } else if let Some((_, first)) = moves.iter().find(|(other, _)| *other == play) {
                self.fault(range, again(word, first));
            } else {
                moves.push((play, word));
            }
        }
        let moves = moves.into_iter().map(|(play, _)| play).collect();
        (self.faults.len() == faults).then_some(Expectation::LegalMoves(moves))
    }

    /// Reports what is wrong on one of the positions.
    pub(super) fn holds(
        &mut self,
        range: Range<usize>,
        scenes: Scenes<'_>,
        wrong: impl Fn(&Board) -> Option<String>,
    ) {
        let fault = |scene: &&Scene| {
            Some((Fault::new(range.clone(), wrong(&scene.board)?), scene.name.clone()))
        };
        let found = scenes.iter().filter_map(fault).collect();
        self.faults_of_scenes(found, scenes.len());
    }

    /// Reports when something that must hold a point of itself does not.
    fn includes(&mut self, list: &List<Text<PointName>>, points: &Option<Vec<Point>>, at: Point) {
        if points.as_ref().is_some_and(|points| !points.contains(&at)) {
            self.fault(list.span.range(), format!("{at} itself is missing here"));
        }
    }

    /// The points of a list under a key that may be left out.
    fn some_points(&mut self, list: &Option<List<Text<PointName>>>) -> Option<Vec<Point>> {
        list.as_ref().and_then(|list| self.points(list))
    }

    fn strings(
        &mut self,
        map: &Map<PointName, StringShape>,
        scenes: Scenes<'_>,
    ) -> Option<Expectation> {
        let read = |reader: &mut Self, name: &Text<_>, &at: &Point, shape: &StringShape| {
            let StringShape { stones, liberties, adjacent } = shape;
            if stones.0.is_none() && liberties.0.is_none() && adjacent.0.is_none() {
                let help = "give `stones`, `liberties` or `adjacent`";
                reader.fault_with_help(name.span.range(), "nothing is expected here", help);
            }
            reader.holds(name.span.range(), scenes, |board| {
                board.get(at).is_none().then(|| format!("no stone stands on {at}, so no string"))
            });
            let points = reader.some_points(&stones.0);
            if let Some(list) = &stones.0 {
                reader.includes(list, &points, at);
            }
            Some(StringExpectation {
                at,
                stones: points,
                liberties: reader.some_points(&liberties.0),
                adjacent: reader.some_points(&adjacent.0),
            })
        };
        let strings = self.entries("strings", map, |reader, point| reader.point(point), read);
        Some(Expectation::Strings(strings))
    }

    fn eyes(&mut self, map: &Map<PointName, EyeShape>, scenes: Scenes<'_>) -> Option<Expectation> {
        let read = |reader: &mut Self, name: &Text<_>, &at: &Point, shape: &EyeShape| {
            let EyeShape { points, touches, eye_of } = shape;
            if points.0.is_none() && touches.0.is_none() && eye_of.0.is_none() {
                let help = "give `points`, `touches` or `eye_of`";
                reader.fault_with_help(name.span.range(), "nothing is expected here", help);
            }
            reader.holds(name.span.range(), scenes, |board| {
                let stone = board.get(at)?;
                Some(format!("a {stone} stone stands on {at}, so no empty region"))
            });
            let region = reader.some_points(&points.0);
            if let Some(list) = &points.0 {
                reader.includes(list, &region, at);
            }
            let touches = touches
                .0
                .as_ref()
                .and_then(|list| reader.distinct(list, |reader, colour| reader.stone(colour)));
            let eye_of = eye_of.0.as_ref().and_then(|owner| reader.owner(owner));
            Some(EyeExpectation { at, points: region, touches, eye_of })
        };
        let eyes = self.entries("eyes", map, |reader, point| reader.point(point), read);
        Some(Expectation::Eyes(eyes))
    }

    /// A side, or `Some(None)` for nobody.
    fn owner(&mut self, scalar: &Scalar) -> Option<Option<Player>> {
        let [black, white] = Player::ALL.map(|player| (player.name(), Some(player)));
        self.name(scalar, "owner", &[black, white, ("nobody", None)])
    }

    fn enclosed(
        &mut self,
        map: &Map<Side, Map<PointName, List<Text<PointName>>>>,
        scenes: Scenes<'_>,
    ) -> Option<Expectation> {
        let sides = self.entries(
            "enclosed",
            map,
            |reader, side| reader.player(side),
            |reader, side, &player, regions| {
                let read = |reader: &mut Self, name: &Text<_>, &at: &Point, list: &List<_>| {
                    reader.holds(name.span.range(), scenes, |board| {
                        let none = enclosed_region_at(board, player, at).is_none();
                        none.then(|| format!("{at} is in no region that {player} encloses (DEF-6)"))
                    });
                    let points = reader.points(list);
                    reader.includes(list, &points, at);
                    Some((player, at, points?))
                };
                let point = |reader: &mut Self, point: &Scalar| reader.point(point);
                Some(reader.entries(&side.value, regions, point, read))
            },
        );
        let regions = sides.into_iter().flat_map(|side| side.value).collect();
        Some(Expectation::Enclosed(regions))
    }
}

/// The stone that a sign of a `legal_map` says stands there.
const fn stone_of(sign: MapSign) -> Option<Stone> {
    match sign {
        MapSign::Stone(stone) => Some(stone),
        MapSign::Legal
        | MapSign::CapturePoint
        | MapSign::Eye
        | MapSign::Mouth
        | MapSign::EyeInAtari
        | MapSign::MouthInAtari
        | MapSign::Suicide
        | MapSign::Superko
        | MapSign::SuperkoAndShape
        | MapSign::GameOver
        | MapSign::Other => None,
    }
}
