//! Boards as SVG pictures.

use std::fmt::Write as _;

use crate::{Board, Point, Stone, point::column_letter};

/// The distance between two lines, in pixels.
const STEP: usize = 32;
/// The space around the board for labels, in pixels.
const MARGIN: usize = 40;

/// A board as an SVG picture, with coordinates and with letters on the marked points.
///
/// Gray stones are striped, as S-Dullstone suggests. The same board gives the same bytes everywhere.
/// Marks off the board, and marks that are no letters or digits, are left out.
///
/// ```
/// let board: ternary_go::Board = "X .\n* O".parse()?;
/// assert!(ternary_go::svg(&board, &[]).starts_with("<svg "));
/// # Ok::<(), ternary_go::DiagramError>(())
/// ```
pub fn svg(board: &Board, marks: &[(char, Point)]) -> String {
    let letters: Vec<_> =
        marks.iter().copied().filter(|(mark, _)| mark.is_alphanumeric()).collect();
    Picture { board, letters: &letters, rings: &[] }.draw(GRAY, usize::MAX)
}

/// How gray stones are filled.
const GRAY: &str = "<defs><pattern id=\"gray\" width=\"6\" height=\"6\" \
     patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
     <rect width=\"6\" height=\"6\" fill=\"#b4b4b4\"/>\
     <rect width=\"3\" height=\"6\" fill=\"#787878\"/></pattern></defs>\n";

/// A board to be drawn in a page that holds several.
///
/// ```
/// use ternary_go::{Board, Picture};
/// let board: Board = "X .\n* O".parse()?;
/// let ring = ["B2".parse()?];
/// let picture = Picture { board: &board, letters: &[], rings: &ring };
/// let page = format!("{}{}", Picture::definitions(), picture.in_page(320));
/// assert!(page.contains("#c8102e"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The stones.
    pub board: &'a Board,
    /// Signs on points; on a stone they cover it.
    pub letters: &'a [(char, Point)],
    /// Points with a red ring around them.
    pub rings: &'a [Point],
}

impl Picture<'_> {
    /// What the pictures of a page share: to stand in it once, where it is not hidden.
    pub fn definitions() -> String {
        format!(
            "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">{}</svg>\n",
            GRAY.trim_end()
        )
    }

    /// The picture as an `svg` element that needs [`Picture::definitions`], at most so many pixels
    /// wide and high.
    pub fn in_page(&self, most: usize) -> String {
        self.draw("", most)
    }

    fn draw(&self, definitions: &str, most: usize) -> String {
        let Picture { board, letters, rings } = self;
        let size = board.size();
        let (columns, rows) = (usize::from(size.width()), usize::from(size.height()));
        let (right, bottom) = (MARGIN + STEP * (columns - 1), MARGIN + STEP * (rows - 1));
        let (width, height) = (right + MARGIN, bottom + MARGIN);
        let x = |point: Point| MARGIN + STEP * usize::from(point.column());
        let y = |point: Point| MARGIN + STEP * (rows - 1 - usize::from(point.row()));
        let side = width.max(height);
        let shown = |length: usize| if side > most { length * most / side } else { length };
        let (shown_width, shown_height) = (shown(width), shown(height));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{shown_width}\" \
             height=\"{shown_height}\" font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\">\n\
             {definitions}<rect width=\"{width}\" height=\"{height}\" fill=\"#f0d9a8\"/>\n<path stroke=\"#5a4a2a\" d=\""
        );
        let half = STEP / 2;
        for column in 0..columns {
            let x = MARGIN + STEP * column;
            let _ = match rows {
                1 => write!(svg, "M{x} {}V{}", MARGIN - half / 2, MARGIN + half / 2),
                _ => write!(svg, "M{x} {MARGIN}V{bottom}"),
            };
        }
        for row in 0..rows {
            let y = MARGIN + STEP * row;
            let _ = match columns {
                1 => write!(svg, "M{} {y}H{}", MARGIN - half / 2, MARGIN + half / 2),
                _ => write!(svg, "M{MARGIN} {y}H{right}"),
            };
        }
        svg += "\"/>\n";
        for (column, row) in stars(columns, rows) {
            let (x, y) = (MARGIN + STEP * column, MARGIN + STEP * row);
            let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"#5a4a2a\"/>");
        }
        svg += "<g fill=\"#5a4a2a\">";
        for column in 0..size.width() {
            let x = MARGIN + STEP * usize::from(column);
            let _ = write!(
                svg,
                "<text x=\"{x}\" y=\"{}\">{}</text>",
                bottom + 33,
                column_letter(column)
            );
        }
        for row in 0..rows {
            let y = MARGIN + STEP * (rows - 1 - row) + 5;
            let _ = write!(svg, "<text x=\"14\" y=\"{y}\">{}</text>", row + 1);
        }
        svg += "</g>\n";
        for (point, stone) in board.stones() {
            let fill = match stone {
                Stone::Black => "#1c1c1c",
                Stone::White => "#ffffff",
                Stone::Gray => "url(#gray)",
            };
            let (x, y) = (x(point), y(point));
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"14.5\" fill=\"{fill}\" stroke=\"#1c1c1c\"/>"
            );
        }
        let drawn = |(mark, point): &&(char, Point)| {
            !mark.is_control() && !"<>&".contains(*mark) && size.contains(*point)
        };
        for (mark, point) in letters.iter().filter(drawn) {
            let (x, y) = (x(*point), y(*point));
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" fill=\"#f0d9a8\"/><text x=\"{x}\" y=\"{}\" \
                 font-size=\"18\" fill=\"#a01818\">{mark}</text>",
                y + 6
            );
        }
        for point in rings.iter().filter(|point| size.contains(**point)) {
            let (x, y) = (x(*point), y(*point));
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"14\" fill=\"none\" stroke=\"#c8102e\" \
                 stroke-width=\"3\"/>"
            );
        }
        svg + "</svg>\n"
    }
}

/// The star points of a square board of 9, 13 or 19 lines, and the centre of any odd one (天元).
fn stars(columns: usize, rows: usize) -> Vec<(usize, usize)> {
    let lines: &[usize] = match (columns == rows, columns) {
        (true, 9) => &[2, 6],
        (true, 13) => &[3, 9],
        (true, 19) => &[3, 9, 15],
        _ => &[],
    };
    let mut stars: Vec<(usize, usize)> =
        lines.iter().flat_map(|&column| lines.iter().map(move |&row| (column, row))).collect();
    let centre = (columns / 2, rows / 2);
    if columns % 2 == 1 && rows % 2 == 1 && columns.min(rows) > 4 && !stars.contains(&centre) {
        stars.push(centre);
    }
    stars
}
