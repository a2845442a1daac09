//! Output and input: what is printed, and the files that are read.

use std::{
    io::{ErrorKind, Read, Write as _},
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use indicatif::{ProgressBar, ProgressStyle};
use ternary_go::{
    Point,
    case::load::{CaseError, printable_json},
};

use super::{Error, error};

/// Points separated by blanks, or `none`.
pub(crate) fn join(points: &[Point]) -> String {
    if points.is_empty() {
        return "none".into();
    }
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Standard output in pieces. A reader that has gone is no error: the exit code is still told.
#[derive(Default)]
pub(crate) struct Output {
    buffer: String,
    closed: bool,
}

impl Output {
    /// Adds a text; prints when there is much of it.
    pub(crate) fn add(&mut self, text: &str) -> Result<(), Error> {
        if !self.closed {
            self.buffer += text;
        }
        if self.buffer.len() > 1 << 16 { self.flush() } else { Ok(()) }
    }

    /// Prints what was added.
    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        let mut out = anstream::stdout().lock();
        let result = out.write_all(self.buffer.as_bytes()).and_then(|()| out.flush());
        self.buffer.clear();
        match result {
            Ok(()) => Ok(()),
            Err(problem) if problem.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            Err(problem) => Err(error(format!("cannot write the output: {problem}"))),
        }
    }

    /// Whether nobody reads any more.
    pub(crate) const fn is_closed(&self) -> bool {
        self.closed
    }
}

/// Prints a text on standard output, in one piece.
pub(crate) fn print(text: &str) -> Result<(), Error> {
    let mut out = Output { buffer: text.into(), closed: false };
    out.flush()
}

/// Prints a JSON value with a line break.
pub(crate) fn print_json(value: &serde_json::Value) -> Result<(), Error> {
    print(&printable_json(&format!("{value:#}\n")))
}

/// Tells what is wrong with case files on standard error.
pub(crate) fn tell_errors(errors: &[CaseError]) {
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    tell!("{}", errors.join("\n\n"));
}

/// Tells something on standard error; where nobody can hear it, it is not told.
macro_rules! tell {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(anstream::stderr(), $($words)*);
    }};
}
pub(crate) use tell;

/// Reads a file whole, `-` for standard input; refuses more than a mebibyte.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    bytes(path, (1 << 20, "a mebibyte"))
}

/// Reads a text file, `-` for standard input; refuses more than a gibibyte.
pub(crate) fn read_large(path: &Path) -> Result<String, Error> {
    let bytes = bytes(path, (1 << 30, "a gibibyte"))?;
    let name = path.display();
    let text = String::from_utf8(bytes).map_err(|_| error(format!("{name} is not UTF-8")))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

/// The bytes of a file, so many at most.
fn bytes(path: &Path, (limit, in_words): (u64, &str)) -> Result<Vec<u8>, Error> {
    static INPUT_READ: AtomicBool = AtomicBool::new(false);
    let mut bytes = Vec::new();
    let input = path.as_os_str() == "-";
    let name = if input { "standard input".into() } else { path.display().to_string() };
    if input && INPUT_READ.swap(true, Ordering::Relaxed) {
        return Err(error("`-` stands twice: standard input can be read once"));
    }
    let result = if input {
        std::io::stdin().take(limit + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
    };
    result.map_err(|problem| error(format!("cannot read {name}: {problem}")))?;
    if bytes.len() as u64 > limit {
        return Err(error(format!("{name} is larger than {in_words}")));
    }
    Ok(bytes)
}

/// A bar on standard error, with a rate, while something of this length goes on.
pub(crate) fn progress(length: usize, what: &'static str) -> ProgressBar {
    let template = format!("{{bar:40}} {{pos}}/{{len}} {what}, {{per_sec}} {{msg}}");
    let style = ProgressStyle::with_template(&template);
    ProgressBar::new(length as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
