//! Lines of a stream, each no longer than a line may be.

use std::io::{self, BufRead, Read as _};

/// Why a line cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadLine {
    /// It is longer than it may be; what follows of it is not skipped.
    TooLong,
    /// It is not UTF-8.
    NotUtf8,
}

impl std::fmt::Display for BadLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::TooLong => "a line that is too long",
            Self::NotUtf8 => "a line that is not UTF-8",
        })
    }
}

/// The next line without its end, `\n` or `\r\n`; `None` at the end of the stream.
///
/// # Errors
/// When the stream fails.
pub fn next_line(
    input: &mut impl BufRead,
    longest: usize,
) -> io::Result<Option<Result<String, BadLine>>> {
    let mut bytes = Vec::new();
    input.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        bytes.pop_if(|byte| *byte == b'\r');
    } else if bytes.len() > longest {
        return Ok(Some(Err(BadLine::TooLong)));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|_| BadLine::NotUtf8)))
}
