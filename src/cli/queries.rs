//! Queries of people's own, read from a file of lines, some at a time.

use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
};

use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::Value;
use ternary_go::{
    Query,
    verify::{
        line::next_line,
        wire::{self, LONGEST_LINE},
    },
};

use super::{Error, error};

/// Lines that are put together.
#[derive(Default)]
pub(crate) struct Chunk {
    pub(crate) lines: Vec<Line>,
    /// What is wrong with the line after them.
    pub(crate) bad: Option<String>,
    /// Whether the input ends with them.
    pub(crate) last: bool,
}

/// A line that was read.
pub(crate) struct Line {
    pub(crate) number: usize,
    pub(crate) text: String,
    pub(crate) query: Query,
}

/// The lines of a file, some at a time.
pub(crate) struct Input {
    lines: Box<dyn BufRead>,
    name: String,
    /// How many were read.
    number: usize,
    /// How far it was read.
    pub(crate) bar: ProgressBar,
}

/// Lines that are put together, at most.
const LINES: usize = 1000;

/// The bytes of lines after which no more are added to them.
const BYTES: usize = 8 << 20;

/// A line as it stands in the file: a request, of which the id does not matter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    #[serde(default, rename = "id")]
    _id: Option<IgnoredAny>,
    #[serde(default)]
    hello: Option<IgnoredAny>,
    #[serde(default)]
    run: Option<Box<wire::Run>>,
    #[serde(default)]
    bye: Option<IgnoredAny>,
}

impl Input {
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let input = path.as_os_str() == "-";
        let name = if input { "standard input".into() } else { path.display().to_string() };
        let bytes = |length: Option<u64>| {
            let template = match length {
                Some(_) => "{bar:40} {bytes}/{total_bytes} {msg}",
                None => "{spinner} {bytes} {msg}",
            };
            let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
            let style = ProgressStyle::with_template(template);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        };
        if input {
            let lines = Box::new(BufReader::new(std::io::stdin()));
            return Ok(Self { lines, name, number: 0, bar: bytes(None) });
        }
        let failed = |problem| error(format!("cannot read {name}: {problem}"));
        let file = File::open(path).map_err(failed)?;
        let about = file.metadata().map_err(failed)?;
        if about.is_dir() {
            return Err(error(format!("{name} is a folder")));
        }
        let length = Some(about.len()).filter(|_| about.is_file());
        Ok(Self { lines: Box::new(BufReader::new(file)), name, number: 0, bar: bytes(length) })
    }

    /// The next queries.
    pub(crate) fn chunk(&mut self) -> Result<Chunk, Error> {
        let (mut chunk, mut size) = (Chunk::default(), 0);
        while chunk.lines.len() < LINES && size < BYTES {
            let line = next_line(&mut self.lines, LONGEST_LINE);
            let line =
                line.map_err(|problem| error(format!("cannot read {}: {problem}", self.name)))?;
            let Some(line) = line else {
                chunk.last = true;
                break;
            };
            self.number += 1;
            let number = self.number;
            let read = line.map_err(|bad| (None, bad.to_string())).and_then(|text| {
                size += text.len() + 1;
                self.bar.inc(text.len() as u64 + 1);
                read(&text).map(|query| query.map(|query| Line { number, text, query }))
            });
            match read {
                Ok(line) => chunk.lines.extend(line),
                Err((column, why)) => {
                    let column = column.map(|column| format!(":{column}")).unwrap_or_default();
                    chunk.bad = Some(format!("{}:{number}{column}: {why}", self.name));
                    break;
                }
            }
        }
        Ok(chunk)
    }
}

/// The query of a line, `None` where it asks nothing; otherwise the column, if it is known, and
/// what is wrong.
fn read(text: &str) -> Result<Option<Query>, (Option<usize>, String)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Ok(None);
    }
    let wrong = |problem: serde_json::Error| {
        let column = Some(problem.column()).filter(|column| *column > 0);
        let message = problem.to_string();
        let end = message.rfind(" at line ").unwrap_or(message.len());
        (column, message[..end].to_owned())
    };
    let value: Value = serde_json::from_str(text).map_err(wrong)?;
    let has = |key: &str| value.get(key).is_some();
    let run = if ["id", "hello", "run", "bye"].into_iter().any(has) {
        let Request { hello, run, bye, .. } = serde_json::from_str(text).map_err(wrong)?;
        match (hello, run, bye) {
            (None, Some(run), None) => run,
            (Some(_), None, None) | (None, None, Some(_)) => return Ok(None),
            _ => return Err((None, "expected one of `hello`, `run`, `bye`".into())),
        }
    } else {
        Box::new(serde_json::from_str(text).map_err(wrong)?)
    };
    Query::try_from(&*run).map(Some).map_err(|why| (None, why))
}
