//! Chapters LAYER and NAT, FLOW-3 and R-SHIFT: the natures of gray strings and what they change.

use ternary_go::{
    Counts, GrayString, Nature, Player, Point, Stone,
    rules::{Rules, gray::Gray},
};

use super::{Group, Model, Points, Position, eyes::Scene};

/// A position after FLOW-3.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    /// The position.
    pub(crate) position: Position,
    /// Its holographic position.
    pub(crate) layer: Position,
    /// What R-SHIFT removed from the mover and from the opponent.
    pub(crate) removed: [Points; 2],
}

impl Model {
    /// The gray strings with their counts and natures (NAT).
    pub(crate) fn grays(&self, rules: &Rules, position: &Position) -> Vec<GrayString> {
        let first = self.grays_on(rules, position, position);
        if self.is("DEF-8.1: gray stones count with their natures for private eyes") {
            let layer = Self::holographic(position, &first);
            return self.grays_on(rules, position, &layer);
        }
        first
    }

    /// The gray strings of a position, private eyes being judged on a layer of it.
    fn grays_on(&self, rules: &Rules, position: &Position, layer: &Position) -> Vec<GrayString> {
        let mut strings = self.strings(position);
        let scene = self.scene(rules, layer);
        let has_eye = |string: &Group| {
            let holds = |other: &&Group| other.stones.is_superset(&string.stones);
            let on_layer = scene.strings.iter().find(holds);
            on_layer.is_some_and(|string| !scene.private_eyes(string).is_empty())
        };
        let eyes: Vec<bool> = strings
            .iter()
            .map(|string| {
                string.colour != Stone::Gray
                    && self.touches_gray(position, string)
                    && has_eye(string)
            })
            .collect();
        let sides: Vec<(Group, bool)> = strings.iter().cloned().zip(eyes).collect();
        strings.retain(|string| string.colour == Stone::Gray);
        let answer = |gray: &Group| {
            let mut counts =
                Counts { black_eyes: 0, white_eyes: 0, black_others: 0, white_others: 0 };
            for (string, eye) in &sides {
                let count = match (string.colour, eye) {
                    (Stone::Gray, _) => continue,
                    (Stone::Black, true) => &mut counts.black_eyes,
                    (Stone::Black, false) => &mut counts.black_others,
                    (Stone::White, true) => &mut counts.white_eyes,
                    (Stone::White, false) => &mut counts.white_others,
                };
                let beside = |&stone: &Point| gray.stones.iter().any(|&g| self.adjacent(g, stone));
                let times = string.stones.iter().copied().filter(beside).count();
                *count += match self.is("NAT-1: a string counts once for each stone that touches") {
                    true => times,
                    false => times.min(1),
                };
            }
            let nature = match rules.gray {
                Gray::Natured => self.nature(&counts),
                Gray::Absent | Gray::Neutral => Nature::Neutral,
            };
            GrayString { points: gray.stones.iter().copied().collect(), counts, nature }
        };
        strings.iter().map(answer).collect()
    }

    fn touches_gray(&self, position: &Position, string: &Group) -> bool {
        self.touches(position, &string.stones).contains(&Stone::Gray)
    }

    /// NAT: the nature that the four counts give.
    fn nature(&self, counts: &Counts) -> Nature {
        let Counts { black_eyes: by, white_eyes: wy, black_others: bo, white_others: wo } = *counts;
        let black = Nature::Of(Player::Black);
        let white = Nature::Of(Player::White);
        if self.is("NAT-2.1: strings without private eyes count as much as those with one") {
            return match (by + bo).cmp(&(wy + wo)) {
                _ if by + wy == 0 => Nature::Neutral,
                std::cmp::Ordering::Greater => black,
                std::cmp::Ordering::Less => white,
                std::cmp::Ordering::Equal => Nature::Neutral,
            };
        }
        if self.holds("NAT-1", by + wy == 0) {
            Nature::Neutral
        } else if self.holds("NAT-2.1", by > wy) {
            black
        } else if self.holds("NAT-2.2", by < wy) {
            white
        } else if self.holds("NAT-2.3.1", bo > wo) {
            black
        } else if self.holds("NAT-2.3.2", bo < wo) {
            white
        } else if self.is("NAT-2.3.3: a balance makes black nature") {
            black
        } else if self.is("NAT-2.3.3: a balance makes white nature") {
            white
        } else {
            Nature::Neutral
        }
    }

    /// LAYER-3: the position with stones of a side in place of gray stones of its nature.
    fn holographic(position: &Position, grays: &[GrayString]) -> Position {
        let mut layer = position.clone();
        for gray in grays {
            if let Nature::Of(side) = gray.nature {
                for &point in &gray.points {
                    layer.stones.insert(point, side.stone());
                    layer.natured.insert(point);
                }
            }
        }
        layer
    }

    /// LAYER-3 and LAYER-6: the holographic position. Without natures it is the position itself.
    pub(crate) fn layer(&self, rules: &Rules, position: &Position) -> Position {
        if rules.gray != Gray::Natured || !self.holds("LAYER-3", true) {
            return position.clone();
        }
        if !position.stones.values().any(|&stone| stone == Stone::Gray) {
            return position.clone();
        }
        Self::holographic(position, &self.grays(rules, position))
    }

    /// FLOW-3 and R-SHIFT after a placement of the mover; `before` is the holographic position that
    /// FLOW-2 leaves, with the natures before the move.
    pub(crate) fn settled(
        &self,
        rules: &Rules,
        position: &Position,
        before: &Position,
        mover: Player,
        placed: (Point, Stone),
    ) -> Settled {
        let mut settled = Settled {
            position: position.clone(),
            layer: before.clone(),
            removed: [Points::new(), Points::new()],
        };
        if rules.gray != Gray::Natured {
            return settled;
        }
        if self.is("FLOW-3: a gray stone changes no natures") && placed.1 == Stone::Gray {
            return settled;
        }
        settled.layer = self.layer(rules, position);
        let unchanged = settled.layer.natured == before.natured;
        let stays = !self.reads(rules, "shift-removal", "immediate")
            || unchanged && self.is("FLOW-3: strings go only where a nature has changed");
        // Each round removes a stone; mutants are stopped all the same.
        for _ in 0..position.stones.len() + 1 {
            let mover = match self.is("R-SHIFT: the mover's strings go first") {
                true => mover.opponent(),
                false => mover,
            };
            let dead = |side: Player| -> Points {
                let mut strings = self.own_strings(&settled.layer, side);
                strings.retain(|string| string.count == 0);
                if self.is("R-SHIFT: the stone just placed stays") {
                    strings.retain(|string| !string.stones.contains(&placed.0));
                }
                if self.is("LAYER-2: black and white strings need a liberty on the base layer") {
                    strings.extend(self.own_strings(&settled.position, side));
                    strings.retain(|string| string.count == 0);
                }
                strings.into_iter().flat_map(|string| string.stones).collect()
            };
            let (own, opponents) = (dead(mover), dead(mover.opponent()));
            let together = self.is("R-SHIFT: the strings of both sides go together");
            let mut gone = match opponents.is_empty() {
                true => own.clone(),
                false if together => &own | &opponents,
                false => opponents.clone(),
            };
            if self.is("R-SHIFT: strings of the mover are never removed") {
                gone = opponents.clone();
            }
            if stays || gone.is_empty() || !self.holds("FLOW-3", true) {
                break;
            }
            let first = self.is("R-SHIFT: the mover's strings go first");
            let [of_mover, of_opponent] = &mut settled.removed;
            let (mine, theirs) =
                if first { (of_opponent, of_mover) } else { (of_mover, of_opponent) };
            mine.extend(gone.intersection(&own));
            theirs.extend(gone.intersection(&opponents));
            settled.position = settled.position.without(&gone);
            settled.layer = match self.is("R-SHIFT: natures stay as they are between the rounds") {
                true => settled.layer.without(&gone),
                false => self.layer(rules, &settled.position),
            };
            if self.is("R-SHIFT: there is one round alone") {
                break;
            }
        }
        settled
    }

    /// The answer to a question about private eyes.
    pub(crate) fn private_eye_answers(
        &self,
        rules: &Rules,
        position: &Position,
    ) -> Vec<(Point, Vec<Vec<Point>>)> {
        let mut layer = position.clone();
        if self.is("DEF-8.1: gray stones count with their natures for private eyes") {
            layer = self.layer(rules, position);
        }
        let scene: Scene<'_> = self.scene(rules, &layer);
        let base = self.scene(rules, position);
        let answer = |string: &Group| {
            let holds = |other: &&Group| other.stones.is_superset(&string.stones);
            let on_layer = scene.strings.iter().find(holds).expect("a string");
            let eyes = scene.private_eyes(on_layer);
            let eyes = eyes.into_iter().map(|eye| eye.into_iter().collect()).collect();
            (*string.stones.first().expect("a stone"), eyes)
        };
        base.strings.iter().map(answer).collect()
    }
}
