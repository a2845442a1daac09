//! `by`: expectations side by side for the values of one axis.

use super::{
    format::{Block, CaseFile},
    head::Head,
    reader::{Reader, again},
    words::{OTHER_AXES, ValueName},
    yaml::{Map, Node, Scalar, Text},
};
use crate::{
    Ruleset,
    case::Variation,
    rules::{Axis, Switch, UnknownName},
};

/// The most values of an axis that a case sets side by side.
const MAX_VALUES: usize = 100;

/// The expectations for one value of the axis.
pub(super) type Branch = (Variation, Block);

/// What `by` varies.
#[derive(Clone, Copy, Debug)]
enum Varied {
    Switch(&'static Switch),
    Ruleset,
    Number,
    Komi,
}

impl Reader<'_> {
    /// Reads the axis and its values, and takes out what is expected for each.
    pub(super) fn by(&mut self, file: &mut CaseFile, head: &Head) -> Vec<Branch> {
        let Some(by) = file.by.0.take() else { return Vec::new() };
        let mut axes = by.value.0.into_iter();
        let Some((name, values)) = axes.next() else {
            let help = format!("the axes are {}", axis_names().collect::<Vec<_>>().join(", "));
            self.fault_with_help(by.span.range(), "`by` names no axis", help);
            return Vec::new();
        };
        if let Some((second, _)) = axes.next() {
            let help = "`by` varies one axis: put another into a case of its own";
            let message = format!("a second axis, `{}`, in `by`", second.value);
            self.fault_with_help(second.span.range(), message, help);
        }
        let Some(varied) = self.varied(&name) else { return Vec::new() };
        self.exclusions(file, head, &name, varied);
        self.branches(head, &name, varied, values)
    }

    fn varied(&mut self, name: &Scalar) -> Option<Varied> {
        let varied = match name.value.as_str() {
            "ruleset" => Some(Varied::Ruleset),
            "number" => Some(Varied::Number),
            "komi" => Some(Varied::Komi),
            other => Switch::named(other).ok().map(Varied::Switch),
        };
        let error = || UnknownName::new("axis", &name.value, axis_names());
        self.check(name, varied.ok_or_else(error))
    }

    /// What a case may not state besides when `by` varies it.
    fn exclusions(&mut self, file: &CaseFile, head: &Head, name: &Scalar, varied: Varied) {
        let mut exclude = |key: &str, given: bool, help: &str| {
            if given {
                let message = format!("`by: {}` and `{key}` exclude each other", name.value);
                self.fault_with_help(name.span.range(), message, help);
            }
        };
        match varied {
            Varied::Switch(switch) => {
                let pinned = head.rulings.iter().any(|reading| reading.switch.name == switch.name);
                exclude("rulings", pinned, "a switch is pinned or varied, not both");
            }
            Varied::Number => {
                let help = "the number is that of `by`";
                exclude("number", file.number.0.is_some(), help);
                exclude("to_move", file.to_move.0.is_some() && !head.only_knives(), help);
                let help = "moves are played from a known number: put them under `play`";
                exclude("moves", file.moves.0.is_some(), help);
            }
            Varied::Komi => exclude("komi", file.komi.0.is_some(), "the komi is that of `by`"),
            Varied::Ruleset => {}
        }
    }

    fn branches(
        &mut self,
        head: &Head,
        name: &Scalar,
        varied: Varied,
        values: Map<ValueName, Node<Block>>,
    ) -> Vec<Branch> {
        let range = values.span.range();
        if values.value.0.is_empty() {
            self.fault(range.clone(), format!("`by: {}` names no value", name.value));
        }
        if values.value.0.len() > MAX_VALUES {
            self.fault(range, format!("more than {MAX_VALUES} values in `by`"));
            return Vec::new();
        }
        let (mut branches, mut seen) = (Vec::<Branch>::new(), Vec::<(String, String)>::new());
        for (value, block) in values.value.0 {
            if block.value.is_empty() {
                let help = "give at least one expectation for each value";
                self.fault_with_help(value.span.range(), "nothing is expected here", help);
            }
            let Some(on) = self.variation(head, varied, &value) else { continue };
            let same = on.to_string();
            if let Some((_, first)) = seen.iter().find(|(other, _)| *other == same) {
                self.fault(value.span.range(), again(&value.value, first));
                continue;
            }
            seen.push((same, value.value.clone()));
            branches.push((on, block.value));
        }
        if matches!(varied, Varied::Ruleset) {
            self.all_rulesets(head, name, &branches);
        }
        branches
    }

    fn variation(
        &mut self,
        head: &Head,
        varied: Varied,
        value: &Text<ValueName>,
    ) -> Option<Variation> {
        match varied {
            Varied::Switch(switch) => self.reading(switch, value).map(Variation::Reading),
            Varied::Number => self.move_number(value).map(Variation::Number),
            Varied::Komi => self.stones(value).map(Variation::Komi),
            Varied::Ruleset => {
                let ruleset = self.check(value, Ruleset::named(&value.value))?;
                if !head.rulesets.contains(&ruleset) {
                    let message = format!("{ruleset} is not among `rulesets`");
                    let help = "`rulesets` names all rulesets in which the case holds";
                    self.fault_with_help(value.span.range(), message, help);
                    return None;
                }
                Some(Variation::Ruleset(ruleset))
            }
        }
    }

    /// `by: ruleset` has a value for each ruleset of the case.
    fn all_rulesets(&mut self, head: &Head, name: &Scalar, branches: &[Branch]) {
        for &ruleset in &head.rulesets {
            let given = branches
                .iter()
                .any(|(on, _)| matches!(on, Variation::Ruleset(other) if *other == ruleset));
            if !given {
                let message = format!("`by: ruleset` says nothing of {ruleset}");
                let help = "each of `rulesets` has its expectations here";
                self.fault_with_help(name.span.range(), message, help);
            }
        }
    }
}

fn axis_names() -> impl Iterator<Item = &'static str> {
    Switch::ALL.iter().map(|switch| switch.name).chain(OTHER_AXES)
}
