//! Expectations about private eyes and the natures of gray strings.

use std::ops::Range;

use super::{
    error::Fault,
    expect::Scenes,
    format::NatureShape,
    reader::Reader,
    start::Scene,
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
        let message = "`private_eyes` means nothing where gray has no natures (DEF-8)";
        self.needs_natures(map.span.range(), scenes, message);
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
            for count in [black_eyes, white_eyes, black_others, white_others] {
                if let Some(count) = &count.0 {
                    let message = "a count means nothing where gray has no natures (NAT-1)";
                    reader.needs_natures(count.span.range(), scenes, message);
                }
            }
            Some(NatureExpectation {
                at,
                black_eyes: reader.strings_count(black_eyes),
                white_eyes: reader.strings_count(white_eyes),
                black_others: reader.strings_count(black_others),
                white_others: reader.strings_count(white_others),
                nature: nature.0.as_ref().and_then(|nature| reader.nature(nature, scenes)),
            })
        });
        Some(Expectation::Natures(natures))
    }

    fn strings_count(&mut self, count: &Maybe<Text<Strings>>) -> Option<usize> {
        let count = self.number(count.0.as_ref()?, "a number of strings", (0, MAX_STRINGS))?;
        usize::try_from(count).ok()
    }

    fn nature(&mut self, scalar: &Scalar, scenes: Scenes<'_>) -> Option<Nature> {
        let names = Nature::ALL.map(|nature| (nature.name(), nature));
        let nature = self.name(scalar, "nature", &names)?;
        if nature != Nature::Neutral {
            let message = "gray is neutral where it has no natures (LAYER-6)";
            self.needs_natures(scalar.span.range(), scenes, message);
        }
        Some(nature)
    }

    /// Reports what means nothing in rulesets without natures.
    fn needs_natures(&mut self, range: Range<usize>, scenes: Scenes<'_>, message: &str) {
        let without = scenes.iter().filter(|scene| !scene.natured);
        let fault = |scene: &&Scene| (Fault::new(range.clone(), message), scene.name.clone());
        self.faults_of_scenes(without.map(fault).collect(), scenes.len());
    }

    /// The natures of gray stones after a step.
    pub(super) fn step_natures(
        &mut self,
        map: &Map<PointName, Text<NatureName>>,
        scenes: Scenes<'_>,
    ) -> Vec<(Point, Nature)> {
        let point = |reader: &mut Self, point: &Scalar| reader.point(point);
        let natures = self.entries("natures", map, point, |reader, _, at, nature| {
            Some((*at, reader.nature(nature, scenes)?))
        });
        natures.into_iter().map(|Located { value, .. }| value).collect()
    }
}
