//! The clauses and rulings: ids, and the registry that is read out of `spec/`.

use std::{fmt, sync::LazyLock};

use crate::rules::UnknownName;

/// The id of a clause or ruling, such as `FORB-2` or `R-TIGER`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClauseId(&'static str);

impl ClauseId {
    pub(crate) const fn of(id: &'static str) -> Self {
        Self(id)
    }

    /// The id as text.
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// Whether it is a ruling: its id begins with `R-`.
    pub fn is_ruling(self) -> bool {
        self.0.starts_with("R-")
    }

    /// The part of the id before its number: `FORB`, `PASS2`, or `R` for rulings.
    pub fn chapter(self) -> &'static str {
        self.0.split('-').next().unwrap_or(self.0)
    }

    /// What `spec/` says of it; `None` where no chapter has it yet.
    pub fn clause(self) -> Option<&'static Clause> {
        CLAUSES.iter().find(|clause| clause.id == self)
    }
}

impl fmt::Display for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A clause or ruling as a chapter of `spec/` states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Its id.
    pub id: ClauseId,
    /// Its name: one-point eye, capture point.
    pub name: &'static str,
    /// The Chinese term, where there is one.
    pub term: Option<&'static str>,
    /// The normative text after the name, as Markdown.
    pub text: &'static str,
    /// The rulesets it is confined to; empty for all.
    pub rulesets: Vec<&'static str>,
    /// The switch of a ruling.
    pub switch: Option<&'static str>,
    /// Why a ruling reads as it does, as Markdown.
    pub why: Option<&'static str>,
    /// The source, by title and place.
    pub source: Option<&'static str>,
    /// Examples and notes, as Markdown; they bind nobody.
    pub notes: &'static str,
    /// Where it stands: the file below the root of the project.
    pub file: &'static str,
    /// The line of its id in that file, from 1.
    pub line: usize,
}

impl Clause {
    /// All clauses and rulings, chapter by chapter.
    pub fn all() -> &'static [Self] {
        &CLAUSES
    }

    /// The clause of an id.
    ///
    /// ```
    /// use ternary_go::Clause;
    /// assert_eq!(Clause::named("FORB-2")?.term, Some("彼方一气眼"));
    /// let error = Clause::named("FORB2").unwrap_err();
    /// assert_eq!(error.to_string(), "unknown clause `FORB2`: did you mean `FORB-2`?");
    /// # Ok::<(), ternary_go::rules::UnknownName>(())
    /// ```
    ///
    /// # Errors
    /// When there is none; the message names the nearest.
    pub fn named(id: &str) -> Result<&'static Self, UnknownName> {
        Self::all()
            .iter()
            .find(|clause| clause.id.0 == id)
            .ok_or_else(|| UnknownName::new("clause", id, Self::all().iter().map(|c| c.id.0)))
    }

    /// The first sentence of the text, without Markdown: what the clause says in short.
    pub fn sentence(&self) -> String {
        first_sentence(self.text.split("\n\n").next().unwrap_or(self.text))
    }

    /// What a ruling answers in short, after its question; of a clause its first sentence.
    pub fn answer(&self) -> String {
        let mut paragraphs = self.text.split("\n\n");
        let switch = paragraphs.find(|paragraph| paragraph.starts_with("*Switch"));
        let answer = switch.and_then(|_| paragraphs.next()).filter(|_| self.id.is_ruling());
        let answer = answer.map(|answer| format!(" {}", whole_answer(answer)));
        self.sentence() + &answer.unwrap_or_default()
    }
}

/// The fewest characters that say something: "no" does not.
const SAYS_SOMETHING: usize = 40;

/// The first item of a list or the paragraph, without Markdown, as far as it takes to say something.
fn whole_answer(paragraph: &str) -> String {
    let mut rest = paragraph.split("\n- ").next().unwrap_or(paragraph).trim_start_matches("- ");
    let mut answer = String::new();
    loop {
        let next = first_sentence(rest);
        let (_, said) = next.split_once("(default): ").unwrap_or(("", &next));
        let enough = answer.chars().count() + said.chars().count() >= SAYS_SOMETHING;
        answer = [answer.as_str(), next.as_str()].join(if answer.is_empty() { "" } else { " " });
        let end = rest.replace('\n', " ").find(". ").map(|dot| dot + 2);
        match end.and_then(|end| rest.get(end..)) {
            Some(more) if !enough => rest = more.trim_start(),
            Some(_) | None => return answer,
        }
    }
}

/// The first sentence of a paragraph, without Markdown.
fn first_sentence(paragraph: &str) -> String {
    let paragraph = paragraph.replace('\n', " ");
    let end = paragraph.find(". ").map_or(paragraph.len(), |dot| dot + 1);
    paragraph[..end].replace(['`', '*'], "")
}

static CLAUSES: LazyLock<Vec<Clause>> = LazyLock::new(|| {
    let mut chapters = crate::embedded::SPEC.to_vec();
    // In the order in which spec/README.md links to them.
    let contents = chapters.iter().find(|(file, _)| *file == "spec/README.md");
    let contents = contents.map_or("", |(_, text)| *text);
    chapters.sort_by_key(|(file, _)| {
        contents.find(&format!("({})", file.trim_start_matches("spec/"))).unwrap_or(usize::MAX)
    });
    chapters.into_iter().flat_map(|(file, text)| read_chapter(file, text)).collect()
});

/// The clauses of a chapter: a `### ` line with nothing but an id, then its paragraphs.
fn read_chapter(file: &'static str, text: &'static str) -> Vec<Clause> {
    let mut clauses = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("### ") {
        let at_line_start = start == 0 || rest.as_bytes()[start - 1] == b'\n';
        let after = &rest[start + 4..];
        let (heading, body) = after.split_once('\n').unwrap_or((after, ""));
        rest = body;
        if !at_line_start || !is_id(heading.trim()) {
            continue;
        }
        let end = body.find("\n#").map_or(body.len(), |end| end + 1);
        let line = text[..text.len() - after.len()].matches('\n').count() + 1;
        clauses.push(read_clause(file, line, ClauseId(heading.trim()), &body[..end]));
        rest = &body[end..];
    }
    clauses
}

fn is_id(heading: &str) -> bool {
    let part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-' || c == '.';
    heading.contains('-') && heading.chars().all(part)
}

fn read_clause(file: &'static str, line: usize, id: ClauseId, body: &'static str) -> Clause {
    let notes_start = body.find("\n>").map_or(body.len(), |start| start + 1);
    let (normative, notes) = body.split_at(notes_start);
    let normative = normative.trim();
    let (name, mut text) = normative
        .strip_prefix("**")
        .and_then(|rest| rest.split_once("**"))
        .unwrap_or(("", normative));
    let mut term = None;
    if let Some((inside, after)) =
        text.trim_start().strip_prefix('(').and_then(|t| t.split_once(')'))
    {
        (term, text) = (Some(inside), after);
    }
    let text = text.trim_start_matches('.').trim();
    // A line in italics that begins with a label; its paragraph ends with a full stop and a star.
    let label = |label: &str| {
        let (_, after) = normative.split_once(label)?;
        after.split_once(".*").map(|(inside, _)| inside.trim())
    };
    let text = ["\n*Source:", "\n*Rulesets:", "\n*Switch: none", "\n*Why:"]
        .iter()
        .filter(|label| !id.is_ruling() || !label.contains("Switch"))
        .filter_map(|label| text.find(label))
        .min()
        .map_or(text, |end| text[..end].trim());
    let rulesets = label("*Rulesets:").map(|names| names.split(", ").collect()).unwrap_or_default();
    let switch =
        label("*Switch:").map(|name| name.trim_matches('`')).filter(|name| *name != "none");
    let (why, source, notes) = (label("*Why:"), label("*Source:"), notes.trim());
    Clause { id, name, term, text, rulesets, switch, why, source, notes, file, line }
}
