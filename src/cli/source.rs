//! Where a position comes from: a size, a case, a diagram, a file, standard input.

use std::path::Path;

use ternary_go::{
    Board, BoardSize, Diagram, Player, Point, Ruleset, Setup, StatedMove, Stone,
    case::{Case, load},
    rules::{Rules, UnknownName, extras::Extras},
};

use super::{Error, error, read};

/// A position before the options have their say.
pub(crate) enum Source {
    Case(Box<Case>),
    Diagram(Diagram),
}

impl Source {
    /// Reads the word of the command line.
    pub(crate) fn read(text: &str) -> Result<Self, Error> {
        if text == "-" {
            return of_bytes("standard input", read(Path::new("-"))?);
        }
        let digit = text.starts_with(|first: char| first.is_ascii_digit());
        if digit && text.chars().all(|c| c.is_ascii_digit() || c == 'x' || c == '×') {
            let size: BoardSize = text.parse()?;
            return Ok(Self::Diagram(Diagram { board: Board::empty(size), marks: Vec::new() }));
        }
        let path = Path::new(text);
        // Folders may be diagrams: `..` and `../..` are rows of points.
        if path.exists() && !path.is_dir() {
            return of_bytes(text, read(path)?);
        }
        if let Some(rows) = diagram_rows(text) {
            let diagram = rows.parse().map(Self::Diagram);
            return diagram.map_err(|problem| {
                error(format!("`{}` is neither a file nor a diagram: {problem}", shorten(text)))
            });
        }
        if path.is_dir() {
            return Err(error(format!("{text} is a folder, not a position")));
        }
        if text.contains(['/', '\n']) {
            let message = format!("`{}` is neither a file nor a diagram", shorten(text));
            return Err(error(message + ": rows hold `.`, X, O, * and marks, with blanks between"));
        }
        let suite = suite()?;
        let unknown = UnknownName::new("case", text, suite.iter().map(|case| case.id.as_str()));
        let nearest = unknown.nearest().map(|id| format!(": did you mean `{id}`?"));
        let case = suite.into_iter().find(|case| case.id == text);
        case.map(|case| Self::Case(Box::new(case))).ok_or_else(|| {
            let message = format!("`{}` is neither a file nor a case", shorten(text));
            error(message + &nearest.unwrap_or_default())
        })
    }

    /// The rules of a ruleset, or of the one that fits.
    pub(crate) fn rules(&self, ruleset: Option<Ruleset>) -> Rules {
        match self {
            Self::Case(case) => case.rules(ruleset.unwrap_or(case.rulesets[0])),
            Self::Diagram(diagram) => {
                let gray = diagram.board.stones().any(|(_, stone)| stone == Stone::Gray);
                let otherwise = if gray { Ruleset::Dunshi } else { Ruleset::Go };
                ruleset.unwrap_or(otherwise).rules()
            }
        }
    }

    /// The position, its marks, and the moves before the question.
    pub(crate) fn start(&self, rules: &Rules) -> (Setup, Vec<(char, Point)>, Vec<StatedMove>) {
        match self {
            Self::Case(case) => (case.setup(rules), case.marks.clone(), case.moves.clone()),
            Self::Diagram(Diagram { board, marks }) => {
                (Setup::new(board.clone(), 1), marks.clone(), Vec::new())
            }
        }
    }
}

/// The number of the first move of a side, and the side where the number does not tell it.
pub(crate) fn first_turn(rules: &Rules, player: Player) -> (u32, Option<Player>) {
    let number = if player == Player::White { 2 } else { 1 };
    (number, (rules.extras == Extras::Knives).then_some(player))
}

/// The rows of a diagram in an argument; `None` where it can be none, or looks like a path.
fn diagram_rows(text: &str) -> Option<String> {
    let stones_and_points = text.contains(['.', 'X', 'O', '*']);
    let all = text.chars().all(|c| {
        ".XO*/\n ".contains(c)
            || c.is_ascii_lowercase()
            || c.is_ascii_digit()
            || c.is_ascii_uppercase()
    });
    let labels = text
        .rsplit(['/', '\n'])
        .skip(1)
        .all(|row| row.chars().all(|c| !c.is_ascii_uppercase() || "XO".contains(c)));
    (stones_and_points && all && labels && !looks_like_a_path(text))
        .then(|| text.replace('/', "\n"))
}

/// Whether a text without blanks is rather the name of a file: letters stand in it as in words.
fn looks_like_a_path(text: &str) -> bool {
    let letters = |pair: &[u8]| pair.iter().all(u8::is_ascii_lowercase);
    let words = text.as_bytes().windows(2).any(letters);
    let marks_alone =
        text.contains(|c: char| c.is_ascii_lowercase()) && !text.contains(['X', 'O', '*']);
    // `../*X` is a board: names with letters are none.
    let from_here = text.starts_with('/')
        || ["./", "../"].iter().any(|start| text.starts_with(start))
            && !text.chars().all(|c| ".XO*/".contains(c));
    !text.contains([' ', '\n']) && (words || marks_alone || from_here)
}

/// A case or a diagram: a case begins with a key, after comments and the marks of YAML.
fn of_bytes(name: &str, bytes: Vec<u8>) -> Result<Source, Error> {
    let text = String::from_utf8_lossy(&bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let says = |line: &&str| {
        let line = line.trim();
        !line.is_empty() && line != "---" && !line.starts_with(['#', '%'])
    };
    if text.lines().find(says).is_some_and(|line| line.contains(':')) {
        let case = load::load(name, &bytes).map_err(Error::Cases)?;
        return Ok(Source::Case(Box::new(case)));
    }
    let rows = text.lines().map(|line| if says(&line) { line } else { "" });
    let diagram = rows.collect::<Vec<_>>().join("\n").parse();
    diagram.map(Source::Diagram).map_err(|problem| error(format!("{name}: {problem}")))
}

/// The embedded cases.
pub(crate) fn suite() -> Result<Vec<Case>, Error> {
    load::suite().map_err(Error::Cases)
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::diagram_rows;

    #[test]
    fn paths_are_no_diagrams() {
        for text in
            ["a/b", "tmp/a.b", "a.b/c.d", "../board.txt", "/tmp/X.O", "src", "x.o/y.z", "./a1"]
        {
            assert_eq!(diagram_rows(text), None, "{text}");
        }
        let diagrams = [
            "...O/..O./O.../.O..",
            "X . a/. O b",
            "X/O",
            ".",
            "..",
            "../..",
            "../*X",
            "./X",
            "2 X ./1 . O/  A B",
            "aX.b",
        ];
        for text in diagrams {
            assert!(diagram_rows(text).is_some(), "{text}");
        }
    }
}
