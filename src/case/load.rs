//! Reads cases: from YAML to checked values, with errors that show the place.
//!
//! ```
//! let text = "id: FORB-2.a\ntitle: An eye\nboad: |\n  . X\n";
//! let errors = ternary_go::case::load::load("FORB-2.a.yaml", text.as_bytes()).unwrap_err();
//! assert_eq!((errors[0].line, errors[0].column), (3, 1));
//! assert_eq!(errors[0].message, "unknown key `boad`: did you mean `board`?");
//! ```
//!
//! The bytes become text here, `yaml` reads the text into the shape that `format` describes, and
//! the other files check every word of it against the rules: `head` the ids and names, `start` the
//! position, `extras` the extras, `by` the axis, `expect`, `gray`, `line` and `count` the
//! expectations.

mod by;
mod count;
mod error;
mod expect;
mod extras;
mod format;
mod gray;
mod head;
mod line;
mod reader;
mod start;
mod words;
mod yaml;

use std::{collections::HashMap, ops::Range};

pub use error::{CaseError, printable, printable_json};

use self::{
    error::{Fault, Source},
    format::CaseFile,
    reader::Reader,
    start::Scene,
};
use super::{Branch, Case};

/// The largest case file, in bytes.
pub const MAX_BYTES: usize = 256 * 1024;

/// The most errors that are reported of one file.
const MAX_ERRORS: usize = 20;

/// Reads a case; `file` names it in messages.
///
/// # Errors
/// With all that is wrong with it, in the order of its lines.
pub fn load(file: &str, bytes: &[u8]) -> Result<Case, Vec<CaseError>> {
    read(file, bytes).map(|loaded| loaded.case)
}

/// Reads several cases, each a name and its bytes, and checks that their ids differ.
///
/// # Errors
/// With all that is wrong with any of them.
pub fn load_all<'a>(
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<Vec<Case>, Vec<CaseError>> {
    let (cases, errors) = load_each(files);
    if errors.is_empty() { Ok(cases) } else { Err(errors) }
}

/// Reads several cases as [`load_all`], and gives those that are whole beside what is wrong with
/// the others.
pub fn load_each<'a>(
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> (Vec<Case>, Vec<CaseError>) {
    let (mut cases, mut errors) = (Vec::new(), Vec::new());
    let mut files_of_ids: HashMap<String, String> = HashMap::new();
    for (file, bytes) in files {
        match read(file, bytes) {
            Ok(loaded) => match files_of_ids.get(&loaded.case.id) {
                Some(first) => errors.push(loaded.used_twice(first)),
                None => {
                    files_of_ids.insert(loaded.case.id.clone(), file.to_owned());
                    cases.push(loaded.case);
                }
            },
            Err(more) => errors.extend(more),
        }
    }
    (cases, errors)
}

/// All cases of the suite, in the order of their ids.
///
/// # Errors
/// When the suite itself is broken.
pub fn suite() -> Result<Vec<Case>, Vec<CaseError>> {
    let files = crate::embedded::CASES.iter().map(|(file, text)| (*file, text.as_bytes()));
    let mut cases = load_all(files)?;
    cases.sort_by(|one, other| order(&one.id).cmp(&order(&other.id)));
    Ok(cases)
}

/// The JSON Schema of case files, as it stands in `cases/schema.json`.
pub fn schema() -> String {
    format!("{:#}\n", format::schema().to_value())
}

/// What ids are sorted by: chapter, then part by part, numbers by their size.
fn order(id: &str) -> (&str, Vec<(u64, &str)>) {
    let (chapter, rest) = id.split_once('-').unwrap_or((id, ""));
    let part = |part| match str::parse(part) {
        Ok(number) => (number, ""),
        Err(_) => (0, part),
    };
    (chapter, rest.split('.').map(part).collect())
}

/// A case with what a later error about its id needs.
struct Loaded {
    case: Case,
    source: Source,
    id: Range<usize>,
}

impl Loaded {
    fn used_twice(&self, first: &str) -> CaseError {
        let message = format!("a second case {}", self.case.id);
        let fault = Fault::new(self.id.clone(), message)
            .with_help(format!("the first is in {first}; ids are never used twice"));
        CaseError::new(&self.source, fault)
    }
}

fn read(file: &str, bytes: &[u8]) -> Result<Loaded, Vec<CaseError>> {
    let source = decode(file, bytes).map_err(|error| vec![*error])?;
    read_source(&source)
        .map_err(|mut faults| {
            faults.sort_by_key(|fault| fault.range.start);
            let more = faults.len().saturating_sub(MAX_ERRORS);
            faults.truncate(MAX_ERRORS);
            if let Some(last) = faults.last_mut().filter(|_| more > 0) {
                last.help = Some(format!("{more} more errors in this file are not shown"));
            }
            faults.into_iter().map(|fault| CaseError::new(&source, fault)).collect::<Vec<_>>()
        })
        .map(|(case, id)| Loaded { case, id, source: source.clone() })
}

/// The text of a file: of bounded size and in UTF-8, without a byte order mark.
fn decode(file: &str, bytes: &[u8]) -> Result<Source, Box<CaseError>> {
    if bytes.len() > MAX_BYTES {
        let size = bytes.len();
        let message = format!("a file of {size} bytes: a case has at most {MAX_BYTES} (256 KiB)");
        return Err(Box::new(CaseError::of_file(file, message)));
    }
    let lossy = String::from_utf8_lossy(bytes);
    let mark = if lossy.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let source = Source::new(file, &lossy[mark..]);
    let fault = if let Err(error) = str::from_utf8(bytes) {
        let byte = bytes[error.valid_up_to()];
        let start = error.valid_up_to() - mark;
        Fault::new(start..start + 1, format!("the byte {byte:#04x} here is not UTF-8"))
            .with_help("case files are UTF-8")
    } else if let Some((start, sign)) = source.text.char_indices().find(|(_, sign)| bars(*sign)) {
        let message = format!("the control character {} here", sign.escape_default());
        Fault::new(start..start + sign.len_utf8(), message).with_help("YAML allows none in a file")
    } else {
        return Ok(source);
    };
    Err(Box::new(CaseError::new(&source, fault)))
}

/// Whether YAML bars a character from files.
const fn bars(sign: char) -> bool {
    matches!(sign, '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\x7f'..='\u{84}')
        || matches!(sign, '\u{86}'..='\u{9f}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Reads the text of a case: all that is wrong with it, or the case and the bytes of its id.
fn read_source(source: &Source) -> Result<(Case, Range<usize>), Vec<Fault>> {
    let mut file: CaseFile = yaml::read(source).map_err(|fault| vec![fault])?;
    let mut reader = Reader::new(source);
    reader.board(&file);
    let head = reader.head(&file);
    let start = reader.start(&file, &head);
    let block = file.take_block();
    let has_by = file.by.0.is_some();
    if block.is_empty() && !has_by {
        let help = "give at least one, as `legal` or `play`";
        reader.fault_with_help(file.id.span.range(), "the case expects nothing", help);
    }
    let branches = reader.by(&mut file, &head);
    let values: Vec<_> = branches.iter().map(|(on, _)| *on).collect();
    let scenes = match &start {
        Some(start) => reader.scenes(&file, &head, start, &values),
        None => Vec::new(),
    };
    let all: Vec<&Scene> = scenes.iter().collect();
    let expect = reader.block(&block, &all);
    let mut by = Vec::new();
    for (index, (on, block)) in branches.into_iter().enumerate() {
        let own: Vec<_> = all.iter().copied().filter(|s| s.branch == Some(index)).collect();
        by.push(Branch { on, expect: reader.block(&block, &own) });
    }
    reader.unused_marks(&file);
    let (Some(start), Some(diagram), []) = (start, reader.diagram, &*reader.faults) else {
        return Err(reader.faults);
    };
    let CaseFile { id, title, catches, why, .. } = file;
    let case = Case {
        id: id.value.clone(),
        title: title.value.trim_end().to_owned(),
        tests: head.tests,
        requires: head.requires,
        catches: catches.0.map(|text| text.value.trim_end().to_owned()),
        why: why.0.map(|text| text.value.trim_end().to_owned()),
        rulesets: head.rulesets,
        rulings: head.rulings,
        board: diagram.board,
        marks: diagram.marks,
        number: start.number,
        to_move: start.to_move,
        allowance: start.extras.allowance,
        left: start.extras.left,
        times: start.extras.times,
        history: start.history,
        previous: start.previous,
        komi: start.komi,
        moves: start.moves.into_iter().map(|(stated, _)| stated).collect(),
        expect,
        by,
        file: source.file.clone(),
        text: source.text.clone(),
    };
    Ok((case, id.span.range()))
}
