//! Colours as values: whoever prints decides.

/// What each part of a text starts with; every styled part ends with `reset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Styles {
    pub process: &'static str,
    pub location: &'static str,
    pub channel: &'static str,
    pub time: &'static str,
    pub change: &'static str,
    /// Answers that are good news.
    pub good: &'static str,
    /// Answers that are bad news.
    pub bad: &'static str,
    /// Answers that are none.
    pub unsure: &'static str,
    pub faint: &'static str,
    /// The end of a style.
    pub reset: &'static str,
}

impl Styles {
    pub const PLAIN: Styles = Styles {
        process: "",
        location: "",
        channel: "",
        time: "",
        change: "",
        good: "",
        bad: "",
        unsure: "",
        faint: "",
        reset: "",
    };

    /// Colours for terminals that understand ANSI's escape sequences.
    pub const ANSI: Styles = Styles {
        process: "\u{1b}[1m",
        location: "\u{1b}[31m",
        channel: "\u{1b}[36m",
        time: "\u{1b}[35m",
        change: "\u{1b}[34m",
        good: "\u{1b}[1;32m",
        bad: "\u{1b}[1;31m",
        unsure: "\u{1b}[1;33m",
        faint: "\u{1b}[2m",
        reset: "\u{1b}[0m",
    };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextOptions {
    pub styles: Styles,
    /// The value of every clock after each step.
    pub clocks: bool,
    /// What each answer took.
    pub stats: bool,
}

impl Default for TextOptions {
    fn default() -> TextOptions {
        TextOptions { styles: Styles::PLAIN, clocks: false, stats: false }
    }
}

/// A text in a style. Control characters, which a model's names could carry, are replaced: they must not reach a
/// terminal.
pub(super) fn paint(style: &str, text: &str, reset: &str) -> String {
    let text = clean(text);
    if style.is_empty() || text.is_empty() { text } else { format!("{style}{text}{reset}") }
}

/// The text without control characters.
pub(super) fn clean(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '\u{FFFD}' } else { letter }).collect()
}

/// Blanks that fill `text` up to a width in characters.
pub(super) fn pad(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.chars().count()))
}
