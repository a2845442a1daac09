//! Words of a case file: points, moves, numbers, names, diagrams, each checked where it stands.

use std::{
    cell::{Cell, RefCell},
    ops::Range,
    str::FromStr,
};

use super::{
    error::{Fault, Source},
    yaml::{List, Scalar, Text},
};
use crate::{
    Board, BoardSize, Diagram, DiagramError, Grid, MoveError, Player, Point, PointError, Quarters,
    Spot, StatedMove, Stone, point::short, rules::UnknownName,
};

/// Reads the words of one case and gathers what is wrong with them.
///
/// What cannot be read is reported and then `None`.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) source: &'a Source,
    pub(super) faults: Vec<Fault>,
    /// The board of the case; `None` where its diagram is faulty.
    pub(super) diagram: Option<Diagram>,
    /// The marks that stood for their points, a bit each.
    pub(super) marks_used: Cell<u32>,
}

/// The longest line of moves.
pub(super) const MAX_MOVES: usize = 2000;

/// A move of a line, with the bytes of its word.
pub(super) type Word = (StatedMove, Range<usize>);

impl<'a> Reader<'a> {
    pub(super) const fn new(source: &'a Source) -> Self {
        Self { source, faults: Vec::new(), diagram: None, marks_used: Cell::new(0) }
    }

    pub(super) fn fault(&mut self, range: Range<usize>, message: impl Into<String>) {
        self.faults.push(Fault::new(range, message));
    }

    pub(super) fn fault_with_help(
        &mut self,
        range: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.faults.push(Fault::new(range, message).with_help(help));
    }

    /// The value of a result, or its error at a scalar.
    pub(super) fn check<T>(
        &mut self,
        scalar: &Scalar,
        result: Result<T, impl ToString>,
    ) -> Option<T> {
        result.map_err(|error| self.fault(scalar.span.range(), error.to_string())).ok()
    }

    /// The size of the board.
    pub(super) fn size(&self) -> Option<BoardSize> {
        self.diagram.as_ref().map(|diagram| diagram.board.size())
    }

    /// The line on which a key stands whose value is at a byte.
    pub(super) fn line_of_key(&self, key: &str, used: usize) -> usize {
        let before = self.source.text.get(..used).unwrap_or_default();
        let is_key = |byte: &usize| {
            let after = &before[byte + key.len()..];
            let starts = before[..*byte].ends_with(|c: char| c.is_whitespace() || "{,".contains(c));
            after.starts_with(':') && (*byte == 0 || starts)
        };
        let byte = before.rmatch_indices(key).map(|(byte, _)| byte).find(is_key);
        self.source.line(byte.unwrap_or(used))
    }

    /// One of a few names.
    pub(super) fn name<T: Copy>(
        &mut self,
        scalar: &Scalar,
        kind: &'static str,
        names: &[(&str, T)],
    ) -> Option<T> {
        let known = names.iter().find(|(name, _)| *name == scalar.value);
        let error = || UnknownName::new(kind, &scalar.value, names.iter().map(|(name, _)| *name));
        self.check(scalar, known.map(|(_, value)| *value).ok_or_else(error))
    }

    pub(super) fn player(&mut self, scalar: &Scalar) -> Option<Player> {
        self.name(scalar, "side", &Player::ALL.map(|player| (player.name(), player)))
    }

    pub(super) fn stone(&mut self, scalar: &Scalar) -> Option<Stone> {
        self.name(scalar, "colour", &Stone::ALL.map(|stone| (stone.name(), stone)))
    }

    /// A whole number within bounds, in plain digits.
    pub(super) fn number(
        &mut self,
        scalar: &Scalar,
        what: &str,
        bounds: (u64, u64),
    ) -> Option<u64> {
        let (least, most) = bounds;
        self.unquoted(scalar)?;
        let text = &scalar.value;
        // `+3` and `3.0` are whole numbers to every reader of YAML.
        let digits = text.strip_prefix('+').unwrap_or(text);
        let digits = digits.split_once('.').map_or(digits, |(whole, fraction)| {
            if fraction.trim_end_matches('0').is_empty() { whole } else { digits }
        });
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit())
            && (digits == "0" || !digits.starts_with('0'));
        let number = digits.parse().ok().filter(|number| plain && (least..=most).contains(number));
        let text = short(text);
        let error = format!("`{text}` is not {what}: write a whole number from {least} to {most}");
        self.check(scalar, number.ok_or(error))
    }

    /// A number of stones, in quarters.
    pub(super) fn stones(&mut self, scalar: &Scalar) -> Option<Quarters> {
        self.unquoted(scalar)?;
        self.check(scalar, Quarters::from_str(&scalar.value))
    }

    fn unquoted(&mut self, scalar: &Scalar) -> Option<()> {
        let range = scalar.span.range();
        if self.written(&range).starts_with(['"', '\'']) {
            self.fault(range, "a number stands without quotes");
            return None;
        }
        Some(())
    }

    fn written(&self, range: &Range<usize>) -> &'a str {
        self.source.text.get(range.clone()).unwrap_or_default()
    }

    /// A point by its name or its mark, on the board or not.
    pub(super) fn any_point(&mut self, scalar: &Scalar) -> Option<Point> {
        match self.point_of(&scalar.value) {
            Ok(point) => point,
            Err(message) => {
                self.fault(scalar.span.range(), message);
                None
            }
        }
    }

    /// A point of the board.
    pub(super) fn point(&mut self, scalar: &Scalar) -> Option<Point> {
        let point = self.any_point(scalar)?;
        let size = self.size()?;
        let off = || format!("{point} is off a board of {size}");
        self.check(scalar, size.contains(point).then_some(point).ok_or_else(off))
    }

    /// Distinct points of the board.
    pub(super) fn points<K>(&mut self, list: &List<Text<K>>) -> Option<Vec<Point>> {
        self.distinct(list, |reader, scalar| reader.point(scalar))
    }

    /// The values of a list, none of them twice.
    pub(super) fn distinct<K, T: PartialEq>(
        &mut self,
        list: &List<Text<K>>,
        mut read: impl FnMut(&mut Self, &Scalar) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut values: Vec<(T, &str)> = Vec::new();
        let faults = self.faults.len();
        for item in &list.value {
            let Some(value) = read(self, item) else { continue };
            if let Some((_, first)) = values.iter().find(|(other, _)| *other == value) {
                self.fault(item.span.range(), again(&item.value, first));
            }
            values.push((value, item.value.as_str()));
        }
        let whole = self.faults.len() == faults && values.len() == list.value.len();
        whole.then(|| values.into_iter().map(|(value, _)| value).collect())
    }

    /// A point by its name or its mark. `Ok(None)` for a mark where the board is unknown.
    fn point_of(&self, text: &str) -> Result<Option<Point>, String> {
        let mut letters = text.chars();
        let (Some(mark @ 'a'..='z'), None) = (letters.next(), letters.next()) else {
            let point = text.parse::<Point>();
            return point.map(Some).map_err(|error| point_error(text, &error).to_string());
        };
        self.marks_used.set(self.marks_used.get() | bit(mark));
        let Some(Diagram { marks, .. }) = &self.diagram else { return Ok(None) };
        match marks.iter().find(|(letter, _)| *letter == mark) {
            Some((_, point)) => Ok(Some(*point)),
            None if marks.is_empty() => {
                Err(format!("`{mark}` marks no point: there are no marks on the board"))
            }
            None => {
                let marks: Vec<_> = marks.iter().map(|(letter, _)| letter.to_string()).collect();
                Err(format!("`{mark}` marks no point: the marks are {}", marks.join(", ")))
            }
        }
    }

    /// One move word.
    pub(super) fn stated_move(&mut self, word: &str, range: Range<usize>) -> Option<StatedMove> {
        // What is wrong with the point, where that says more than that the word is no move.
        let reason = RefCell::new(None);
        let point = |text: &str| {
            let is_mark = text.len() == 1 && text.starts_with(|c: char| c.is_ascii_lowercase());
            match self.point_of(text) {
                Ok(Some(point)) => Ok(point),
                Ok(None) => {
                    *reason.borrow_mut() = Some(String::new());
                    Err(MoveError::unknown(text))
                }
                Err(message) => {
                    let nearly = text.parse::<Point>().is_err_and(|error| {
                        !matches!(point_error(text, &error), PointError::NotPoint(_))
                    });
                    *reason.borrow_mut() = (is_mark || nearly).then_some(message);
                    Err(MoveError::unknown(text))
                }
            }
        };
        match StatedMove::read(word, point) {
            Ok(stated) => Some(stated),
            Err(error) => {
                let message = reason.into_inner().unwrap_or_else(|| error.to_string());
                if !message.is_empty() {
                    self.fault(range, message);
                }
                None
            }
        }
    }

    /// A line of moves, separated by blanks.
    pub(super) fn moves(&mut self, scalar: &Scalar) -> Option<Vec<Word>> {
        let words = self.words(scalar, &[]);
        if words.is_empty() {
            let help = "write the words of moves, separated by blanks";
            self.fault_with_help(scalar.span.range(), "there are no moves here", help);
            return None;
        }
        let count = words.len();
        if count > MAX_MOVES {
            let message = format!("{count} moves: a line has at most {MAX_MOVES}");
            self.fault(scalar.span.range(), message);
            return None;
        }
        let read = |(word, range): (&str, Range<usize>)| {
            Some((self.stated_move(word, range.clone())?, range))
        };
        let moves: Vec<_> = words.into_iter().filter_map(read).collect();
        (moves.len() == count).then_some(moves)
    }

    /// The words of a scalar with their bytes; separated by blanks and the given signs.
    pub(super) fn words<'s>(
        &self,
        scalar: &'s Scalar,
        separators: &'s [char],
    ) -> Vec<(&'s str, Range<usize>)> {
        let splits = |sign: char| sign.is_whitespace() || separators.contains(&sign);
        let range = scalar.span.range();
        let mut written = split(self.written(&range), |sign| splits(sign) || "\"'".contains(sign));
        // Where the words as written are not those of the value, the scalar stands for them.
        split(&scalar.value, splits)
            .map(|(_, word)| match written.next() {
                Some((byte, same)) if same == word => {
                    let start = range.start + byte;
                    (word, start..start + word.len())
                }
                Some(_) | None => (word, range.clone()),
            })
            .collect()
    }

    /// The diagram of a board; `key` is how it is introduced.
    pub(super) fn diagram(&mut self, scalar: &Scalar, key: &str) -> Option<Diagram> {
        self.literal(scalar, key)?;
        match scalar.value.parse() {
            Ok(diagram) => Some(diagram),
            Err(error) => {
                self.diagram_fault(scalar, &error, None);
                None
            }
        }
    }

    /// That a diagram of several rows is a literal block: YAML folds all others into one row.
    pub(super) fn literal(&mut self, scalar: &Scalar, key: &str) -> Option<()> {
        let written = self.written(&scalar.span.range()).trim_end();
        if self.block_header(scalar) == Some('|') || !written.contains(['\n', '\r']) {
            return Some(());
        }
        let message = "YAML folds the rows of this diagram into one";
        self.fault_with_help(scalar.span.range(), message, format!("write `{key} |`"));
        None
    }

    /// The diagram of another position: of the same size, with no marks of its own.
    pub(super) fn position(&mut self, scalar: &Scalar, key: &str) -> Option<Board> {
        let Diagram { board, marks } = self.diagram(scalar, key)?;
        let own = self.diagram.as_ref()?;
        if board.size() != own.board.size() {
            let (found, expected) = (board.size(), own.board.size());
            let message = format!("a diagram of {found} where the board is {expected}");
            self.fault(scalar.span.range(), message);
            return None;
        }
        if let Some(&(mark, point)) = marks.iter().find(|mark| !own.marks.contains(mark)) {
            let range = self.range_of_point(scalar, point);
            let help = "marks are taken from `board`; elsewhere an empty point is `.`";
            self.fault_with_help(range, format!("`board` has no mark `{mark}` on {point}"), help);
            return None;
        }
        Some(board)
    }

    /// Reports what is wrong with a diagram at the very sign.
    pub(super) fn diagram_fault(
        &mut self,
        scalar: &Scalar,
        error: &DiagramError,
        help: Option<&str>,
    ) {
        let (range, message) = match self.range_of_spot(scalar, error.spot) {
            Some(range) => (range, error.message()),
            None if scalar.value.trim().is_empty() => (self.above(scalar), error.message()),
            None => (scalar.span.range(), error.to_string()),
        };
        let fault = Fault { range, message, help: help.map(str::to_owned) };
        self.faults.push(fault);
    }

    /// The line above a scalar that is not blank: that of the `|` of a block.
    fn above(&self, scalar: &Scalar) -> Range<usize> {
        let lines = (1..self.source.line(scalar.span.range().start)).rev();
        let mut lines = lines.map(|line| self.source.line_range(line));
        let blank = |range: &Range<usize>| self.source.text[range.clone()].trim().is_empty();
        lines.find(|range| !blank(range)).unwrap_or_else(|| scalar.span.range())
    }

    /// The `|` or `>` of a block scalar.
    fn block_header(&self, scalar: &Scalar) -> Option<char> {
        let start = scalar.span.range().start;
        let line = self.source.line_range(self.source.line(start));
        if !self.source.text.get(line.start..start)?.trim().is_empty() {
            return None;
        }
        let header = &self.source.text[self.above(scalar)];
        let header = header.split(" #").next()?;
        let header = header.trim_end_matches(|c: char| c == ' ' || "+-123456789".contains(c));
        header.chars().next_back().filter(|sign| ['|', '>'].contains(sign))
    }

    /// The bytes of a point's sign in a diagram.
    pub(super) fn range_of_point(&self, scalar: &Scalar, point: Point) -> Range<usize> {
        let grid = Grid::read(&scalar.value).or_else(|error| match self.size() {
            Some(size) => Grid::read_sized(&scalar.value, size),
            None => Err(error),
        });
        let spot = grid.ok().and_then(|grid| {
            let sign = grid.iter().find(|(place, ..)| *place == point);
            sign.map(|(_, _, spot)| spot)
        });
        spot.and_then(|spot| self.range_of_spot(scalar, spot))
            .unwrap_or_else(|| scalar.span.range())
    }

    /// The bytes of one sign of a scalar, where the scalar stands in the file as it is.
    pub(super) fn range_of_spot(&self, scalar: &Scalar, spot: Spot) -> Option<Range<usize>> {
        let line = scalar.value.lines().nth(spot.line - 1)?;
        let (before, sign) = line.char_indices().nth(spot.column - 1)?;
        let (range, text) = (scalar.span.range(), &self.source.text);
        let written = text.get(range.clone())?;
        let start = if let Some(quoted) = written.find(line).filter(|_| {
            // One line in quotes or without.
            !scalar.value.trim_end_matches('\n').contains('\n') && !written.contains('\n')
        }) {
            range.start + quoted
        } else {
            // A block scalar begins at its first row that is not blank.
            let blank = scalar.value.lines().take_while(|line| line.trim().is_empty()).count();
            let number = self.source.line(range.start) + (spot.line - 1).checked_sub(blank)?;
            let whole = self.source.line_range(number);
            text[whole.clone()].ends_with(line).then(|| whole.end - line.len())?
        };
        Some(start + before..start + before + sign.len_utf8())
    }
}

/// The bit of a mark among those used.
pub(super) const fn bit(mark: char) -> u32 {
    1 << (mark as u32 - 'a' as u32)
}

/// That a word says what one before it says.
pub(super) fn again(word: &str, first: &str) -> String {
    if word == first {
        format!("`{word}` stands here twice")
    } else {
        format!("`{word}` stands here already, as `{first}`")
    }
}

/// Why a text is no point; a row above 25 is none of any board.
fn point_error(text: &str, error: &PointError) -> PointError {
    let mut signs = text.chars();
    let letter = signs.next().is_some_and(|letter| letter.is_ascii_alphabetic());
    let row = signs.as_str().parse::<u64>().is_ok_and(|row| row > BoardSize::MAX.into());
    if letter && row { PointError::OffAnyBoard } else { error.clone() }
}

/// The words of a text with the bytes at which they begin.
fn split<'s>(
    text: &'s str,
    splits: impl Fn(char) -> bool + Copy + 's,
) -> impl Iterator<Item = (usize, &'s str)> {
    let mut start = 0;
    text.split_inclusive(splits)
        .map(move |piece| {
            let byte = start;
            start += piece.len();
            (byte, piece.trim_end_matches(splits))
        })
        .filter(|(_, word)| !word.is_empty())
}
