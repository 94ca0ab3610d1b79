//! How wide a text is, without a font to ask.
//!
//! The widths are those of the Helvetica family (Arial, Liberation Sans and Nimbus Sans have the same
//! ones), which is what the pictures ask the viewer for. Where the viewer has only a wider font, the
//! small allowance in [`width`] keeps texts out of one another's way in most cases.

/// The fonts the pictures ask for, in order of preference; all but the last have the same widths.
pub(crate) const SANS: &str = "Helvetica,Arial,'Liberation Sans','Nimbus Sans',sans-serif";
/// The fonts for declarations.
pub(crate) const MONO: &str = "'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace";

/// The part of the line above the base line, in font sizes.
pub(crate) const ASCENT: f64 = 0.905;

/// Which of the fonts, and how large.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Font {
    /// The size in pixels.
    pub size: f64,
    /// The distance between base lines in pixels.
    pub line: f64,
    pub face: Face,
}

/// A family and weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Face {
    Regular,
    Bold,
    /// All letters equally wide.
    Mono,
}

impl Font {
    /// Labels of automata: as large as UPPAAL's, so that labels placed there do not collide here.
    pub(crate) const LABEL: Font = Font { size: 13.0, line: 15.0, face: Face::Regular };
    pub(crate) const TITLE: Font = Font { size: 16.0, line: 20.0, face: Face::Bold };
    pub(crate) const CODE: Font = Font { size: 12.0, line: 15.0, face: Face::Mono };
    pub(crate) const SMALL: Font = Font { size: 11.0, line: 13.0, face: Face::Regular };
    /// Headings within a chart.
    pub(crate) const HEAD: Font = Font { size: 13.0, line: 15.0, face: Face::Bold };
}

/// The width of one line.
#[must_use]
pub(crate) fn width(text: &str, font: Font) -> f64 {
    let units: u32 = text.chars().map(|letter| units(letter, font.face)).sum();
    f64::from(units) / 1000.0 * font.size * 1.02
}

/// Width and height of a text of several lines.
#[must_use]
pub(crate) fn size<S: AsRef<str>>(lines: &[S], font: Font) -> (f64, f64) {
    let widest = lines.iter().map(|line| width(line.as_ref(), font)).fold(0.0, f64::max);
    (widest, lines.len() as f64 * font.line)
}

/// The text if it is no wider than `limit`, otherwise as much of it as fits with an ellipsis.
#[must_use]
pub(crate) fn fit(text: &str, limit: f64, font: Font) -> String {
    if width(text, font) <= limit {
        return text.to_owned();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        kept.push(letter);
        if width(&format!("{kept}…"), font) > limit {
            kept.pop();
            break;
        }
    }
    kept.push('…');
    kept
}

/// The lines of a label: without blank lines before and after, without blanks at line ends, and with
/// tabs as four blanks.
#[must_use]
pub(crate) fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> =
        text.lines().map(|line| line.trim_end().replace('\t', "    ")).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let blank = lines.iter().take_while(|line| line.is_empty()).count();
    lines.drain(..blank);
    lines
}

/// Breaks the lines of a formula that are wider than `limit` where a reader would: after a conjunction,
/// disjunction, comma or semicolon. Pieces without such a place stay as long as they are.
#[must_use]
pub(crate) fn wrap(lines: Vec<String>, limit: f64, font: Font) -> Vec<String> {
    let mut wrapped = Vec::with_capacity(lines.len());
    for line in lines {
        if width(&line, font) <= limit {
            wrapped.push(line);
        } else {
            fill(&line, limit, font, &mut wrapped);
        }
    }
    wrapped
}

/// Puts as many pieces on each line as fit.
fn fill(line: &str, limit: f64, font: Font, into: &mut Vec<String>) {
    let mut current = String::new();
    for piece in pieces(line) {
        let candidate = format!("{current}{piece}");
        if !current.is_empty() && width(candidate.trim_end(), font) > limit {
            into.push(current.trim_end().to_owned());
            current = piece.trim_start().to_owned();
        } else {
            current = candidate;
        }
    }
    if !current.trim().is_empty() {
        into.push(current.trim_end().to_owned());
    }
}

/// The text cut after each place where a line may end; nothing is lost.
fn pieces(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut index = 0;
    while index < line.len() {
        let rest = &line[index..];
        let length = break_length(rest);
        if length > 0 {
            let blanks = rest[length..].len() - rest[length..].trim_start().len();
            index += length + blanks;
            pieces.push(&line[start..index]);
            start = index;
        } else {
            index += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    if start < line.len() {
        pieces.push(&line[start..]);
    }
    pieces
}

/// The length of the separator at the start of `rest`, or 0.
fn break_length(rest: &str) -> usize {
    const SEPARATORS: [&str; 7] = ["&&", "||", ",", ";", " and ", " or ", " imply "];
    SEPARATORS.iter().find(|separator| rest.starts_with(**separator)).map_or(0, |s| s.len())
}

/// The width of a letter in thousandths of the font size.
fn units(letter: char, face: Face) -> u32 {
    let code = u32::from(letter);
    if is_combining(code) {
        return 0;
    }
    if is_wide(code) {
        return if face == Face::Mono { 1204 } else { 1000 };
    }
    let table = match face {
        Face::Mono => return 602,
        Face::Regular => &REGULAR,
        Face::Bold => &BOLD,
    };
    let index = code.wrapping_sub(32) as usize;
    table.get(index).map_or(640, |width| u32::from(*width))
}

/// Marks that sit on the letter before them.
fn is_combining(code: u32) -> bool {
    matches!(code, 0x0300..=0x036F | 0x200B..=0x200F | 0x20D0..=0x20FF | 0xFE00..=0xFE0F)
}

/// Letters as wide as they are high.
fn is_wide(code: u32) -> bool {
    matches!(code, 0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF
        | 0xFE30..=0xFE4F | 0xFF00..=0xFF60 | 0x1F300..=0x1FAFF | 0x20000..=0x3FFFD)
}

/// Blank to tilde, regular.
#[rustfmt::skip]
const REGULAR: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// Blank to tilde, bold.
#[rustfmt::skip]
const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

#[cfg(test)]
mod tests;
