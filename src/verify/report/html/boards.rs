//! The boards of a failure: before, expected and got, with the points that differ marked.

use maud::{Markup, PreEscaped, html};

use crate::{
    Board, Diagram, Grid, Picture, Point, Stone,
    case::{
        Case, MapSign,
        check::{Check, Failure},
    },
    verify::report::readable,
};

/// The pixels of the side of a board: three stand next to each other.
const LARGEST: usize = 320;

/// Board, expectation and answer next to each other.
pub(super) fn figures(case: &Case, check: &Check, failure: &Failure) -> Markup {
    let Ok(before) = failure.before.parse::<Diagram>() else {
        return texts(&failure.before, &failure.expected, &failure.got);
    };
    let asked: Vec<Point> = asked(case, check).into_iter().collect();
    let drawn = Picture { board: &before.board, letters: &before.marks, rings: &asked };
    let (expected, got) = sides(check, failure, &before.board);
    html! {
        div.boards {
            (figure("before", &html! { (PreEscaped(drawn.in_page(LARGEST))) }))
            (figure("expected", &expected))
            (figure("got", &got))
        }
    }
}

fn figure(name: &str, what: &Markup) -> Markup {
    html! { figure class=(name) { figcaption { (name) } (what) } }
}

fn texts(before: &str, expected: &str, got: &str) -> Markup {
    let text = |text| html! { pre { (readable(text)) } };
    html! {
        div.boards {
            (figure("before", &text(before)))
            (figure("expected", &text(expected)))
            (figure("got", &text(got)))
        }
    }
}

/// The point that the check asks about, where its name ends in one or in a mark.
fn asked(case: &Case, check: &Check) -> Option<Point> {
    let word = check.name.rsplit('/').next()?.rsplit('.').next()?;
    let mark = case.marks.iter().find(|(mark, _)| word.chars().eq([*mark]));
    mark.map(|(_, point)| *point).or_else(|| word.parse().ok())
}

/// What was expected and what was answered: boards where both hold one, with what else they say.
fn sides(check: &Check, failure: &Failure, before: &Board) -> (Markup, Markup) {
    let is_map = check.name.ends_with("/legal_map");
    let text = |text: &str| html! { pre { (readable(text)) } };
    let boards = (split(&failure.expected, before), split(&failure.got, before));
    let (Some(expected), Some(got)) = boards else {
        return (text(&failure.expected), text(&failure.got));
    };
    let differ: Vec<Point> = expected
        .signs
        .iter()
        .zip(&got.signs)
        .filter(|((_, one), (_, other))| one != other)
        .map(|((point, _), _)| *point)
        .collect();
    let side = |side: &Side| {
        html! {
            (PreEscaped(side.draw(before, is_map, &differ)))
            @if is_map { (legend(side, &differ)) }
            @if !side.rest.trim().is_empty() { pre { (readable(side.rest.trim())) } }
        }
    };
    (side(&expected), side(&got))
}

/// A text that holds a board.
struct Side {
    signs: Vec<(Point, char)>,
    /// The text without the board.
    rest: String,
}

/// Finds a board of the size of another in a text.
fn split(text: &str, like: &Board) -> Option<Side> {
    let lines: Vec<&str> = text.lines().collect();
    let height = usize::from(like.size().height()) + 1;
    let found = lines.windows(height).enumerate().find_map(|(start, window)| {
        // The last line has the letters of the columns.
        let letters = window.last().is_some_and(|line| line.trim_start().starts_with('A'));
        let numbered = window
            .first()
            .is_some_and(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
        let grid =
            (letters && numbered).then(|| Grid::read_sized(&window.join("\n"), like.size()).ok());
        grid.flatten().map(|grid| (start, grid))
    });
    let (start, grid) = found?;
    let signs = grid.iter().map(|(point, sign, _)| (point, sign)).collect();
    let rest = [&lines[..start], &lines[start + height..]].concat().join("\n");
    Some(Side { signs, rest })
}

impl Side {
    /// The picture: of a map the signs over the stones that stand there, else the stones.
    fn draw(&self, before: &Board, is_map: bool, rings: &[Point]) -> String {
        let mut board = Board::empty(before.size());
        let mut letters = Vec::new();
        for &(point, sign) in &self.signs {
            let stone = Stone::ALL.into_iter().find(|stone| stone.sign() == sign);
            if is_map {
                board.set(point, before.get(point));
                match sign {
                    '.' if rings.contains(&point) => letters.push((LEGAL, point)),
                    '.' => {}
                    sign if stone.is_none() => letters.push((sign, point)),
                    _ => {}
                }
            } else {
                board.set(point, stone);
            }
        }
        Picture { board: &board, letters: &letters, rings }.in_page(LARGEST)
    }
}

/// What stands for a legal move on a point that differs.
const LEGAL: char = '✓';

/// What the signs on the points that differ mean.
fn legend(side: &Side, differ: &[Point]) -> Markup {
    let mut signs: Vec<char> = side
        .signs
        .iter()
        .filter(|(point, _)| differ.contains(point))
        .map(|(_, sign)| *sign)
        .collect();
    signs.sort_unstable();
    signs.dedup();
    let meaning = |sign: char| match (sign, MapSign::of_sign(sign)) {
        ('.', _) => Some((LEGAL, "legal")),
        (_, Some(MapSign::Stone(_))) => None,
        (_, Some(known)) => Some((sign, known.name())),
        (_, None) => Some((sign, MapSign::Other.name())),
    };
    html! {
        @for (sign, name) in signs.into_iter().filter_map(meaning) { p.legend { b { (sign) } " " (name) } }
    }
}
