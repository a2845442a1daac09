//! What an engine says of itself in its answer to `hello`, and what follows from it.

use super::wire::{self, Hello, PROTOCOL, Response, SUITE, Welcome};
use crate::{
    Ask, Reasons, Ruleset,
    rules::{Axis, Switch, UnknownName},
};

impl From<wire::Reasons> for Reasons {
    fn from(reasons: wire::Reasons) -> Self {
        match reasons {
            wire::Reasons::Some => Self::Some,
            wire::Reasons::All => Self::All,
        }
    }
}

impl Hello {
    /// The hello of this version of the suite.
    pub fn ours() -> Self {
        Self { protocol: PROTOCOL, suite: SUITE.into() }
    }
}

impl Welcome {
    /// Says that an engine plays every ruleset and every reading, and names all clauses.
    pub fn everything(engine: &str, version: &str) -> Self {
        let names = |values: Vec<&str>| values.into_iter().map(Into::into).collect();
        let of_switch = |switch: &Switch| (switch.name.into(), names((switch.values)()));
        Self {
            engine: engine.into(),
            version: version.into(),
            protocol: PROTOCOL,
            rulesets: names(Ruleset::ALL.iter().map(|ruleset| ruleset.name()).collect()),
            queries: Some(names(wire::Query::NAMES.to_vec())),
            readings: Switch::ALL.iter().map(of_switch).collect(),
            reasons: wire::Reasons::All,
            in_flight: 64,
        }
    }

    /// Reads it out of the answer to `hello`.
    ///
    /// # Errors
    /// When that is no welcome in this version of the protocol: what it is instead.
    pub fn of(response: Response) -> Result<Self, String> {
        let Response { ok, illegal, unsupported, error, .. } = response;
        match (ok, illegal, unsupported, error) {
            (Some(ok), None, None, None) => {
                let welcome: Self =
                    serde_json::from_str(ok.get()).map_err(|problem| format!("`ok`: {problem}"))?;
                match welcome {
                    Self { protocol, .. } if protocol != PROTOCOL => {
                        Err(format!("protocol {protocol}; this suite speaks {PROTOCOL}"))
                    }
                    Self { in_flight: 0, .. } => Err("`in_flight` is 0".into()),
                    welcome => Ok(welcome),
                }
            }
            (None, None, Some(unsupported), None) => {
                Err(format!("unsupported: {}", unsupported.what))
            }
            (None, None, None, Some(error)) => Err(error.message),
            _ => Err("it is not `ok` alone".into()),
        }
    }

    /// Whether the engine says that it plays a ruleset.
    pub fn plays(&self, ruleset: Ruleset) -> bool {
        self.rulesets.iter().any(|name| name == ruleset.name())
    }

    /// Whether it says that it plays a reading; of a switch that it does not name, the default.
    pub fn reads(&self, switch: &Switch, value: &str) -> bool {
        match self.readings.get(switch.name) {
            Some(played) => played.iter().any(|name| name == value),
            None => (switch.values)()[0] == value,
        }
    }

    /// Whether it says that it answers a question of this kind.
    pub fn answers(&self, ask: &Ask) -> bool {
        let name = wire::Query::from(ask).name();
        self.queries.as_ref().is_none_or(|known| known.iter().any(|query| query == name))
    }

    /// What it names that this version of the suite does not know, in words.
    pub fn unknown_names(&self) -> Vec<String> {
        let rulesets = Ruleset::ALL.iter().map(|ruleset| ruleset.name());
        let switches = Switch::ALL.iter().map(|switch| switch.name);
        let mut unknown = Vec::new();
        let mut look = |kind, names: &mut dyn Iterator<Item = &String>, known: Vec<&str>| {
            let strange = names.filter(|name| !known.contains(&name.as_str()));
            unknown.extend(
                strange.map(|name| UnknownName::new(kind, name, known.iter().copied()).to_string()),
            );
        };
        look("ruleset", &mut self.rulesets.iter(), rulesets.collect());
        look("query", &mut self.queries.iter().flatten(), wire::Query::NAMES.to_vec());
        look("switch", &mut self.readings.keys(), switches.collect());
        for switch in Switch::ALL {
            let readings = self.readings.get(switch.name);
            look(switch.name, &mut readings.into_iter().flatten(), (switch.values)());
        }
        unknown
    }
}
