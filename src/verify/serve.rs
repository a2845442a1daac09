//! The engine's side of the protocol: any [`Engine`] behind standard input and output.

use std::{
    collections::BTreeMap,
    io::{self, BufRead, Write},
};

use super::{
    line::{BadLine, next_line},
    translate::response,
    wire::{self, LONGEST_LINE, PROTOCOL, Request, Response, Welcome},
};
use crate::{
    Engine, Query, Ruleset,
    rules::{Axis, Switch, UnknownName},
};

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
            readings: Switch::ALL.iter().map(of_switch).collect::<BTreeMap<_, _>>(),
            reasons: wire::Reasons::All,
            in_flight: 64,
        }
    }
}

impl Welcome {
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

/// Answers requests until `bye` or the end of the input.
///
/// ```
/// use ternary_go::{Reference, verify::{serve::serve, wire::Welcome}};
/// let request = r#"{"id":"7","run":{"rules":{"ruleset":"go"},"board":["..",".X"],"query":{"perft":{"depth":1}}}}"#;
/// let mut output = Vec::new();
/// serve(&mut Reference, &Welcome::everything("mine", "1"), request.as_bytes(), &mut output)?;
/// assert_eq!(String::from_utf8(output)?, "{\"id\":\"7\",\"ok\":{\"sequences\":4}}\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a stream fails.
pub fn serve(
    engine: &mut dyn Engine,
    welcome: &Welcome,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    while let Some(line) = next_line(&mut input, LONGEST_LINE)? {
        let (response, last) = match line {
            Ok(text) if text.trim().is_empty() => continue,
            Ok(text) => answer(engine, welcome, &text),
            Err(bad) => {
                if bad == BadLine::TooLong {
                    input.skip_until(b'\n')?;
                }
                (failed(String::new(), bad.to_string()), false)
            }
        };
        let mut bytes = serde_json::to_vec(&response)?;
        bytes.push(b'\n');
        output.write_all(&bytes)?;
        output.flush()?;
        if last {
            break;
        }
    }
    Ok(())
}

fn empty(id: String) -> Response {
    Response { id, ok: None, illegal: None, unsupported: None, error: None }
}

fn failed(id: String, message: String) -> Response {
    Response { error: Some(wire::Failed { message }), ..empty(id) }
}

/// The response to a line, and whether it is the last one.
fn answer(engine: &mut dyn Engine, welcome: &Welcome, text: &str) -> (Response, bool) {
    let Request { id, hello, run, bye } = match serde_json::from_str(text) {
        Ok(request) => request,
        Err(error) => {
            // The id is answered even where the rest is not understood.
            let value: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
            let id = value.get("id").and_then(serde_json::Value::as_str).unwrap_or_default();
            return (failed(id.into(), error.to_string()), false);
        }
    };
    match (hello, run, bye) {
        (Some(hello), None, None) if hello.protocol != PROTOCOL => {
            let what = format!("protocol {}: this engine speaks {PROTOCOL}", hello.protocol);
            (Response { unsupported: Some(wire::Unsupported { what }), ..empty(id) }, false)
        }
        (Some(_), None, None) => {
            let ok = serde_json::to_value(welcome).expect("it is JSON");
            (Response { ok: Some(ok), ..empty(id) }, false)
        }
        (None, Some(run), None) => match Query::try_from(&*run) {
            Ok(query) => (response(id, &engine.answer(&query), &query.rules), false),
            Err(message) => (failed(id, message), false),
        },
        (None, None, Some(_)) => (Response { ok: Some(serde_json::json!({})), ..empty(id) }, true),
        _ => (failed(id, "a request has exactly one of `hello`, `run`, `bye`".into()), false),
    }
}
