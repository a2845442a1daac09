//! The keys of a case that say what it is about: id, clauses, rulesets, readings.

use super::{
    error::drives_terminal,
    format::CaseFile,
    reader::Reader,
    yaml::{List, Scalar, Text},
};
use crate::{
    Clause, ClauseId, Ruleset,
    case::Reading,
    rules::{Axis, Switch, UnknownName, extras::Extras},
};

/// What a case is about.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) tests: Vec<ClauseId>,
    pub(super) requires: Vec<ClauseId>,
    pub(super) rulesets: Vec<Ruleset>,
    pub(super) rulings: Vec<Reading>,
}

impl Head {
    /// Whether numbers tell the side in none of the rulesets (R-KNIFE).
    pub(super) fn only_knives(&self) -> bool {
        let knives = |ruleset: &Ruleset| ruleset.rules().extras == Extras::Knives;
        !self.rulesets.is_empty() && self.rulesets.iter().all(knives)
    }
}

impl Reader<'_> {
    /// Reads the head of a case. What is faulty is left out.
    pub(super) fn head(&mut self, file: &CaseFile) -> Head {
        let tests = self.tests(&file.tests);
        let requires = match &file.requires.0 {
            Some(list) => self.requires(list, &tests),
            None => Vec::new(),
        };
        self.id(&file.id, &file.tests);
        self.text("title", &file.title);
        for (key, text) in [("catches", &file.catches.0), ("why", &file.why.0)] {
            if let Some(text) = text {
                self.text(key, text);
            }
        }
        let catches = file.catches.0.as_deref();
        for (key, text) in [("title", Some(&*file.title)), ("catches", catches)] {
            if let Some(text) = text.filter(|text| text.value.trim_end().contains('\n')) {
                self.fault(text.span.range(), format!("`{key}` is one line"));
            }
        }
        let rulesets = self.rulesets(&file.rulesets);
        Head { tests, requires, rulesets, rulings: self.rulings(file) }
    }

    /// The id: main clause and letter, the file's stem, the clause among those tested.
    fn id<K>(&mut self, id: &Scalar, tests: &List<Text<K>>) {
        let range = id.span.range();
        let letter = |letter: &str| letter.len() == 1 && letter.as_bytes()[0].is_ascii_lowercase();
        let parts = id.value.rsplit_once('.').filter(|(_, last)| letter(last));
        let Some((main, _)) = parts else {
            let help = "an id is the main clause and a lower-case letter, as FORB-2.a";
            self.fault_with_help(range, format!("`{}` is not the id of a case", id.value), help);
            return;
        };
        if self.check(id, Clause::named(main)).is_none() {
            return;
        }
        if !tests.value.is_empty() && !tests.value.iter().any(|test| test.value == main) {
            let message = format!("the main clause {main} of the id is not in `tests`");
            let help = "a case decides the clause that it is named after";
            self.fault_with_help(tests.span.range(), message, help);
        }
        let name = self.source.file.rsplit(['/', '\\']).next().unwrap_or_default();
        let (stem, end) = name.rsplit_once('.').unwrap_or((name, ""));
        let is_case = ["yaml", "yml"].iter().any(|known| known.eq_ignore_ascii_case(end));
        if is_case && stem != id.value {
            let message = format!("the id {} is not the stem of the file {name}", id.value);
            let help = format!("the file of {0} is {0}.yaml", id.value);
            self.fault_with_help(range, message, help);
        }
    }

    /// A text that every reader of YAML takes for one.
    fn text(&mut self, key: &str, scalar: &Scalar) {
        let text = scalar.value.trim();
        let written = self.source.text.get(scalar.span.range()).unwrap_or_default();
        let plain = written == text;
        let word = ["true", "false", "yes", "no", "on", "off"]
            .iter()
            .any(|word| word.eq_ignore_ascii_case(text));
        let control = text.chars().find(|&sign| sign != '\n' && drives_terminal(sign));
        if let Some(sign) = control {
            let message = format!("the control character {} in `{key}`", sign.escape_default());
            self.fault(scalar.span.range(), message);
        } else if text.is_empty() {
            self.fault(scalar.span.range(), format!("`{key}` says nothing"));
        } else if plain && (word || text.parse::<f64>().is_ok()) {
            let help = "a text that looks like a number or a truth value stands in quotes";
            self.fault_with_help(scalar.span.range(), format!("`{key}` takes a text"), help);
        }
    }

    fn clause(&mut self, scalar: &Scalar) -> Option<ClauseId> {
        self.check(scalar, Clause::named(&scalar.value)).map(|clause| clause.id)
    }

    fn tests<K>(&mut self, list: &List<Text<K>>) -> Vec<ClauseId> {
        if list.value.is_empty() {
            let help = "name the clauses that the case decides";
            self.fault_with_help(list.span.range(), "`tests` is empty", help);
        }
        self.known(list, |reader, scalar| {
            let clause = reader.clause(scalar)?;
            let ids = Clause::all().iter().map(|clause| clause.id.as_str());
            let narrower = narrower(clause.as_str(), ids);
            if narrower.is_empty() {
                return Some(clause);
            }
            let message = format!("{clause} has clauses of its own: {}", narrower.join(", "));
            let help = "`tests` names the ones meant; `requires` may name the whole";
            reader.fault_with_help(scalar.span.range(), message, help);
            None
        })
    }

    fn requires<K>(&mut self, list: &List<Text<K>>, tests: &[ClauseId]) -> Vec<ClauseId> {
        self.known(list, |reader, scalar| {
            let clause = reader.clause(scalar)?;
            if tests.contains(&clause) {
                let help = "`requires` lists what a case merely uses";
                let message = format!("{clause} is in `tests` already");
                reader.fault_with_help(scalar.span.range(), message, help);
                return None;
            }
            Some(clause)
        })
    }

    fn rulesets<K>(&mut self, list: &List<Text<K>>) -> Vec<Ruleset> {
        if list.value.is_empty() {
            let names: Vec<_> = Ruleset::ALL.iter().map(|ruleset| ruleset.name()).collect();
            let help = format!("name those in which the case holds: {}", names.join(", "));
            self.fault_with_help(list.span.range(), "`rulesets` is empty", help);
        }
        self.known(list, |reader, scalar| reader.check(scalar, Ruleset::named(&scalar.value)))
    }

    /// The values of a list that are known, each once.
    fn known<K, T: Copy + PartialEq>(
        &mut self,
        list: &List<Text<K>>,
        mut read: impl FnMut(&mut Self, &Scalar) -> Option<T>,
    ) -> Vec<T> {
        let mut known = Vec::new();
        let _ = self.distinct(list, |reader, scalar| {
            let value = read(reader, scalar)?;
            known.push(value);
            Some(value)
        });
        known
    }

    fn rulings(&mut self, file: &CaseFile) -> Vec<Reading> {
        let Some(map) = &file.rulings.0 else { return Vec::new() };
        if map.value.0.is_empty() {
            self.fault(map.span.range(), "`rulings` pins nothing: leave it out");
        }
        let read = |(switch, value): &(Text<_>, Text<_>)| {
            let switch = self.check(switch, Switch::named(&switch.value))?;
            self.reading(switch, value)
        };
        map.value.0.iter().filter_map(read).collect()
    }

    /// A value of a switch.
    pub(super) fn reading(&mut self, switch: &'static Switch, value: &Scalar) -> Option<Reading> {
        let values = (switch.values)();
        let known = values.iter().find(|name| **name == value.value).copied();
        let error = || UnknownName::new(switch.name, &value.value, values.iter().copied());
        let value = self.check(value, known.ok_or_else(error))?;
        Some(Reading { switch, value })
    }
}

/// The ids below an id: NAT-2.3.1 and NAT-2.3.2 below NAT-2.3.
fn narrower<'a>(id: &str, ids: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let below = |other: &&str| other.strip_prefix(id).is_some_and(|rest| rest.starts_with('.'));
    ids.filter(below).collect()
}

#[cfg(test)]
mod tests {
    use super::narrower;

    #[test]
    fn only_clauses_below_are_narrower() {
        let ids = ["NAT-2", "NAT-2.3", "NAT-2.3.1", "NAT-2.3.2", "NAT-2.31", "NAT-20"];
        assert_eq!(narrower("NAT-2.3", ids.into_iter()), ["NAT-2.3.1", "NAT-2.3.2"]);
        assert!(narrower("NAT-20", ids.into_iter()).is_empty());
    }
}
