//! Expectations about private eyes and the natures of gray strings.

use super::{
    expect::Scenes,
    format::NatureShape,
    reader::Reader,
    words::{EyePoint, MAX_STRINGS, NatureName, PointName, Strings},
    yaml::{Map, Maybe, Scalar, Text},
};
use crate::{
    Nature, Point, Stone,
    case::{Expectation, Located, NatureExpectation},
};

impl Reader<'_> {
    pub(super) fn private_eyes(
        &mut self,
        map: &Map<PointName, Text<EyePoint>>,
        scenes: Scenes<'_>,
    ) -> Option<Expectation> {
        let point = |reader: &mut Self, point: &Scalar| reader.point(point);
        let eyes = self.entries("private_eyes", map, point, |reader, name, &at, eye| {
            reader.holds(name.span.range(), scenes, |board| {
                let none = board.get(at).and_then(Stone::player).is_none();
                none.then(|| format!("no black or white stone stands on {at}"))
            });
            if eye.value == "none" {
                return Some((at, None));
            }
            let faults = reader.faults.len();
            let Some(point) = reader.point(eye) else {
                let help = "name a point of the private eye, or none";
                reader.faults[faults..].iter_mut().for_each(|f| f.help = Some(help.to_owned()));
                return None;
            };
            reader.holds(eye.span.range(), scenes, |board| {
                let stone = board.get(point)?;
                Some(format!("a {stone} stone stands on {point}, so no empty region"))
            });
            Some((at, Some(point)))
        });
        Some(Expectation::PrivateEyes(eyes))
    }

    pub(super) fn natures(
        &mut self,
        map: &Map<PointName, NatureShape>,
        scenes: Scenes<'_>,
    ) -> Option<Expectation> {
        let point = |reader: &mut Self, point: &Scalar| reader.point(point);
        let natures = self.entries("natures", map, point, |reader, name, &at, shape| {
            reader.holds(name.span.range(), scenes, |board| {
                let none = board.get(at) != Some(Stone::Gray);
                none.then(|| format!("no gray stone stands on {at}"))
            });
            let NatureShape { black_eyes, white_eyes, black_others, white_others, nature } = shape;
            let mut counts = [black_eyes, white_eyes, black_others, white_others].into_iter();
            if counts.all(|count| count.0.is_none()) && nature.0.is_none() {
                let help = "give `By`, `Wy`, `Bo`, `Wo` or `nature`";
                reader.fault_with_help(name.span.range(), "nothing is expected here", help);
            }
            Some(NatureExpectation {
                at,
                black_eyes: reader.strings_count(black_eyes),
                white_eyes: reader.strings_count(white_eyes),
                black_others: reader.strings_count(black_others),
                white_others: reader.strings_count(white_others),
                nature: nature.0.as_ref().and_then(|nature| reader.nature(nature)),
            })
        });
        Some(Expectation::Natures(natures))
    }

    fn strings_count(&mut self, count: &Maybe<Text<Strings>>) -> Option<usize> {
        let count = self.number(count.0.as_ref()?, "a number of strings", (0, MAX_STRINGS))?;
        usize::try_from(count).ok()
    }

    fn nature(&mut self, scalar: &Scalar) -> Option<Nature> {
        self.name(scalar, "nature", &Nature::ALL.map(|nature| (nature.name(), nature)))
    }

    /// The natures of gray stones after a step.
    pub(super) fn step_natures(
        &mut self,
        map: &Map<PointName, Text<NatureName>>,
    ) -> Vec<(Point, Nature)> {
        let point = |reader: &mut Self, point: &Scalar| reader.point(point);
        let natures = self.entries("natures", map, point, |reader, _, at, nature| {
            Some((*at, reader.nature(nature)?))
        });
        natures.into_iter().map(|Located { value, .. }| value).collect()
    }
}
