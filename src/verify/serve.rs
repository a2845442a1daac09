//! The engine's side of the protocol: any [`Engine`] behind standard input and output.

use std::io::{self, BufRead, Write};

use serde_json::value::to_raw_value;

use super::{
    line::{BadLine, next_line},
    translate::response,
    wire::{self, Hello, LONGEST_LINE, PROTOCOL, Request, Response, Welcome},
};
use crate::{Engine, Query};

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
        if bytes.len() > LONGEST_LINE {
            let why =
                format!("the answer has {} bytes, a line {LONGEST_LINE} at most", bytes.len());
            bytes = serde_json::to_vec(&failed(response.id, why))?;
        }
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

fn okay(id: String, value: &impl serde::Serialize) -> Response {
    Response { ok: Some(to_raw_value(value).expect("it is JSON")), ..empty(id) }
}

pub(super) fn failed(id: String, message: String) -> Response {
    Response { error: Some(wire::Failed { message }), ..empty(id) }
}

/// The response to `hello`.
pub(super) fn greet(id: String, hello: &Hello, welcome: &Welcome) -> Response {
    if hello.protocol == PROTOCOL {
        return okay(id, welcome);
    }
    let what = format!("protocol {}: this engine speaks {PROTOCOL}", hello.protocol);
    Response { unsupported: Some(wire::Unsupported { what }), ..empty(id) }
}

/// The response to `run`.
pub(super) fn run(id: String, run: &wire::Run, engine: &mut dyn Engine) -> Response {
    match Query::try_from(run) {
        Ok(query) => response(id, &engine.answer(&query), &query.rules),
        Err(message) => failed(id, message),
    }
}

/// The response to a line, and whether it is the last one.
fn answer(engine: &mut dyn Engine, welcome: &Welcome, text: &str) -> (Response, bool) {
    let Request { id, hello, run: asked, bye } = match serde_json::from_str(text) {
        Ok(request) => request,
        Err(error) => {
            // The id is answered even where the rest is not understood.
            let value: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
            let id = value.get("id").and_then(serde_json::Value::as_str).unwrap_or_default();
            return (failed(id.into(), error.to_string()), false);
        }
    };
    match (hello, asked, bye) {
        (Some(hello), None, None) => (greet(id, &hello, welcome), false),
        (None, Some(asked), None) => (run(id, &asked, engine), false),
        (None, None, Some(bye)) => (okay(id, &bye), true),
        _ => (failed(id, "a request has exactly one of `hello`, `run`, `bye`".into()), false),
    }
}
