//! What is wrong with a case file, and where: messages that show the line.

use std::{fmt, ops::Range};

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

/// Something wrong with a case file.
///
/// `Display` shows the line of the file with the place marked, without colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseError {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What was expected, or how to mend it.
    pub help: Option<String>,
    // The text of the line with the bytes to mark; none where the file as a whole is wrong.
    shown: Option<(String, Range<usize>)>,
}

impl CaseError {
    /// An error that concerns a file as a whole, such as that it cannot be read.
    pub fn of_file(file: &str, message: impl Into<String>) -> Self {
        let message = printable(&message.into());
        Self { file: printable(file), line: 1, column: 1, message, help: None, shown: None }
    }

    pub(super) fn new(source: &Source, fault: Fault) -> Self {
        let start = source.floor(source.opening(fault.range.start));
        let line = source.line(start);
        let whole = source.line_range(line);
        let start = start.min(whole.end);
        let column = source.text[whole.start..start].chars().count() + 1;
        let end = source.floor(fault.range.end).clamp(start, whole.end);
        let shown = |bytes: Range<usize>| source.text[bytes].replace(drives_terminal, "\u{fffd}");
        let mut text = shown(whole.start..start);
        let mut marked = text.len()..text.len();
        text += &shown(start..end);
        marked.end = text.len();
        text += &shown(end..whole.end);
        Self {
            file: printable(&source.file),
            line,
            column,
            message: printable(&fault.message),
            help: fault.help.as_deref().map(printable),
            shown: Some((text, marked)),
        }
    }

    /// The error with the line of the file, in colours for a terminal.
    pub fn coloured(&self) -> String {
        self.render(&Renderer::styled())
    }

    fn render(&self, renderer: &Renderer) -> String {
        let title = Level::ERROR.primary_title(&self.message);
        let mut group = match &self.shown {
            Some((text, marked)) => title.element(
                Snippet::source(text)
                    .line_start(self.line)
                    .path(&self.file)
                    .annotation(AnnotationKind::Primary.span(marked.clone())),
            ),
            None => title.element(Origin::path(&self.file)),
        };
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help));
        }
        renderer.render(&[group])
    }
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(&Renderer::plain()))
    }
}

impl std::error::Error for CaseError {}

/// A text without control characters, so that no file can drive a terminal.
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for sign in text.chars() {
        if drives_terminal(sign) && sign != '\n' {
            printable.extend(sign.escape_default());
        } else {
            printable.push(sign);
        }
    }
    printable
}

/// JSON in which no string can drive a terminal: what [`printable`] escapes, JSON escapes too.
pub fn printable_json(json: &str) -> String {
    let mut printable = String::with_capacity(json.len());
    for sign in json.chars() {
        if drives_terminal(sign) && sign != '\n' {
            printable += &format!("\\u{:04x}", u32::from(sign));
        } else {
            printable.push(sign);
        }
    }
    printable
}

/// Whether a terminal may take a character for a command: a control, another line, a change of
/// direction.
pub(super) fn drives_terminal(sign: char) -> bool {
    (sign.is_control() && sign != '\t')
        || matches!(sign, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(sign, '\u{2066}'..='\u{2069}')
}

/// Something wrong at some bytes of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) range: Range<usize>,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl Fault {
    pub(super) fn new(range: Range<usize>, message: impl Into<String>) -> Self {
        Self { range, message: message.into(), help: None }
    }

    pub(super) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The text of a case file with its lines.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) file: String,
    pub(super) text: String,
    // The byte at which each line begins.
    lines: Vec<usize>,
}

impl Source {
    pub(super) fn new(file: &str, text: &str) -> Self {
        let mut lines = vec![0];
        let bytes = text.as_bytes();
        for (index, byte) in bytes.iter().enumerate() {
            let ends = *byte == b'\n' || (*byte == b'\r' && bytes.get(index + 1) != Some(&b'\n'));
            if ends && index + 1 < bytes.len() {
                lines.push(index + 1);
            }
        }
        Self { file: file.to_owned(), text: text.to_owned(), lines }
    }

    /// The byte before one that closes an empty list or map: there it begins.
    fn opening(&self, byte: usize) -> usize {
        let pair = byte.checked_sub(1).and_then(|start| self.text.get(start..byte + 1));
        byte - usize::from(matches!(pair, Some("[]" | "{}")))
    }

    /// The nearest start of a character at or before a byte.
    fn floor(&self, byte: usize) -> usize {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    }

    /// The line of a byte, from 1.
    pub(super) fn line(&self, byte: usize) -> usize {
        self.lines.partition_point(|&start| start <= byte)
    }

    /// The byte at a line and a column, from 1, or the nearest before it.
    pub(super) fn byte_at(&self, line: usize, column: usize) -> usize {
        let range = self.line_range(line);
        let mut starts = self.text[range.clone()].char_indices().skip(column.saturating_sub(1));
        starts.next().map_or(range.end, |(byte, _)| range.start + byte)
    }

    /// The bytes of a line, from 1, without its end; the last line for a higher number.
    pub(super) fn line_range(&self, line: usize) -> Range<usize> {
        let index = line.clamp(1, self.lines.len()) - 1;
        let end = self.lines.get(index + 1).copied().unwrap_or(self.text.len());
        let start = self.lines[index];
        start..start + self.text[start..end].trim_end_matches(['\r', '\n']).len()
    }

    /// The first line that is neither empty nor a comment.
    pub(super) fn first_line(&self) -> Range<usize> {
        let says = |range: &Range<usize>| {
            let text = self.text[range.clone()].trim();
            !text.is_empty() && !text.starts_with(['#', '%']) && text != "---"
        };
        let mut lines = (1..=self.lines.len()).map(|line| self.line_range(line));
        lines.find(says).unwrap_or(0..0)
    }
}
