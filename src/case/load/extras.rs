//! `extras`: how many flybombs, knives or replacements there are, and how many are left.

use std::ops::Range;

use super::{
    format::{CaseFile, ExtrasShape},
    head::Head,
    reader::Reader,
    words::{Few, MoveNumber, Side},
    yaml::{List, Map, Node, Scalar, Text},
};
use crate::{
    Player, Ruleset,
    case::Located,
    rules::{
        Axis,
        extras::{Allowance, Extras, Mode, index},
    },
};

/// The extras of a case.
#[derive(Debug, Default)]
pub(super) struct Allowed {
    pub(super) allowance: Allowance,
    /// What both sides have left, where that is stated.
    pub(super) left: [Option<u8>; 2],
    /// The times of the random bombs of both sides, where they are stated.
    pub(super) times: Option<[Vec<u32>; 2]>,
}

impl Reader<'_> {
    pub(super) fn extras(&mut self, file: &CaseFile, head: &Head) -> Allowed {
        let mut allowed = Allowed::default();
        let Some(node) = &file.extras.0 else { return allowed };
        self.rulesets_have(node, head);
        let shape = &node.value;
        let Allowed { allowance, left, times } = &mut allowed;
        if let Some(count) = &shape.count.0 {
            allowance.count = self.few(count).unwrap_or(allowance.count);
        }
        if let Some(receiver) = &shape.receiver.0 {
            allowance.receiver = self.player(receiver).unwrap_or(allowance.receiver);
        }
        if let Some(mode) = &shape.mode.0 {
            allowance.mode = self.check(mode, Mode::named(&mode.value)).unwrap_or(allowance.mode);
        }
        if let Some(seed) = &shape.seed.0 {
            let seed = self.number(seed, "a seed", (0, u64::MAX));
            allowance.seed = seed.unwrap_or(allowance.seed);
        }
        if let Some(map) = &shape.left.0 {
            for (player, number) in self.left(map) {
                left[index(player)] = Some(number);
            }
        }
        if let Some(map) = &shape.times.0 {
            let times = times.insert([Vec::new(), Vec::new()]);
            for (player, of_player) in self.times(map) {
                times[index(player)] = of_player;
            }
        }
        allowed
    }

    /// The times of the random bombs that sides have still to throw.
    fn times(&mut self, map: &Map<Side, List<Text<MoveNumber>>>) -> Vec<(Player, Vec<u32>)> {
        let side = |reader: &mut Self, side: &Scalar| reader.player(side);
        let times = self.entries("times", map, side, |reader, _, side, list| {
            let times = reader.distinct(list, |reader, time| reader.move_number(time))?;
            Some((*side, times))
        });
        times.into_iter().map(|Located { value, .. }| value).collect()
    }

    /// That every ruleset has extras, and some ruleset those that a key is about.
    fn rulesets_have(&mut self, node: &Node<ExtrasShape>, head: &Head) {
        let ExtrasShape { count, receiver, mode, seed, left, times } = &node.value;
        let keys = [count.0.is_some(), left.0.is_some()];
        let of = |ruleset: &Ruleset| ruleset.rules().extras;
        if let Some(without) = head.rulesets.iter().find(|ruleset| of(ruleset) == Extras::None) {
            let with = Ruleset::ALL.iter().filter(|ruleset| of(ruleset) != Extras::None);
            let with: Vec<_> = with.map(|ruleset| ruleset.name()).collect();
            let message = format!("{without} has no `extras`");
            let help = format!("the rulesets with extras are {}", with.join(", "));
            self.fault_with_help(node.span.range(), message, help);
            return;
        }
        let keys = keys.into_iter().chain([receiver.0.is_some(), mode.0.is_some()]);
        if !keys.chain([seed.0.is_some(), times.0.is_some()]).any(|given| given) {
            self.fault(node.span.range(), "`extras` says nothing: leave it out");
        }
        let flybombs = head.rulesets.iter().any(|ruleset| of(ruleset) == Extras::Flybombs);
        let others = head.rulesets.iter().any(|ruleset| of(ruleset) != Extras::Flybombs);
        let named = |key, scalar: Option<&Scalar>| Some((key, scalar?.span.range()));
        if !others {
            let help = "only knife-go and bomb-go have a receiver";
            self.meaningless(named("receiver", receiver.0.as_deref()), help);
        }
        if !flybombs {
            let help = "only the bombs of flybomb come at random times";
            self.meaningless(named("mode", mode.0.as_deref()), help);
            self.meaningless(named("seed", seed.0.as_deref()), help);
            self.meaningless(times.0.as_ref().map(|map| ("times", map.span.range())), help);
        }
        if let (Some(seed), Some(_)) = (&seed.0, &times.0) {
            let help = "times are given, or drawn from a seed";
            let message = "`seed` and `times` exclude each other";
            self.fault_with_help(seed.span.range(), message, help);
        }
    }

    fn meaningless(&mut self, key: Option<(&str, Range<usize>)>, help: &str) {
        if let Some((key, range)) = key {
            let message = format!("`{key}` means nothing in these rulesets");
            self.fault_with_help(range, message, help);
        }
    }

    /// The extras that sides have left.
    pub(super) fn left(&mut self, map: &Map<Side, Text<Few>>) -> Vec<(Player, u8)> {
        let side = |reader: &mut Self, side: &Scalar| reader.player(side);
        let left = self
            .entries("left", map, side, |reader, _, side, left| Some((*side, reader.few(left)?)));
        left.into_iter().map(|Located { value, .. }| value).collect()
    }

    fn few(&mut self, scalar: &Scalar) -> Option<u8> {
        let few = self.number(scalar, "a number of extras", (0, u8::MAX.into()))?;
        u8::try_from(few).ok()
    }

    /// Where the number stands of the extras that a side has left.
    pub(super) fn range_of_left(file: &CaseFile, player: Player) -> Option<Range<usize>> {
        let left = file.extras.0.as_ref()?.value.left.0.as_ref()?;
        let of_player = left.value.0.iter().find(|(side, _)| side.value == player.name());
        Some(of_player.map_or(left.span.range(), |(_, number)| number.span.range()))
    }

    /// Where the times of a side stand.
    pub(super) fn range_of_times(file: &CaseFile, player: Player) -> Option<Range<usize>> {
        let times = file.extras.0.as_ref()?.value.times.0.as_ref()?;
        let of_player = times.value.0.iter().find(|(side, _)| side.value == player.name());
        Some(of_player.map_or(times.span.range(), |(_, list)| list.span.range()))
    }
}
