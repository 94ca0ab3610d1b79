//! Colours: UPPAAL's hue for each kind of label, dark enough to read on white, with lighter twins for
//! viewers that prefer a dark page.

use std::fmt::Write as _;

use super::text::{MONO, SANS};

/// A class of elements with its colour on white and on black.
struct Tint {
    class: &'static str,
    light: &'static str,
    dark: &'static str,
}

const fn tint(class: &'static str, light: &'static str, dark: &'static str) -> Tint {
    Tint { class, light, dark }
}

/// What is filled.
const FILLS: &[Tint] = &[
    tint("paper", "#ffffff", "#16181d"),
    tint("panel", "#f5f6f8", "#1f232b"),
    tint("place", "#dbe4f8", "#2b3a55"),
    tint("knot", "#33383f", "#c9d1d9"),
    tint("head", "#33383f", "#c9d1d9"),
    tint("mark", "#1c2733", "#e6edf3"),
    tint("title", "#16202b", "#e6edf3"),
    tint("code", "#3d4650", "#b6c0cb"),
    tint("faint", "#5f6b76", "#8d97a3"),
    tint("name", "#8b1a1a", "#ff9d8f"),
    tint("invariant", "#8a1f9c", "#e29bf0"),
    tint("exponentialrate", "#b3400f", "#ffb07c"),
    tint("select", "#766500", "#d8c556"),
    tint("guard", "#16752a", "#74d087"),
    tint("synchronisation", "#00758a", "#5fd0e4"),
    tint("assignment", "#1f3fd1", "#93b0ff"),
    tint("probability", "#8a4b08", "#e0a96d"),
    tint("comments", "#66707a", "#959fab"),
];

/// What is drawn as a line.
const STROKES: &[Tint] = &[
    tint("ring", "#3f5273", "#8ea7d6"),
    tint("edge", "#33383f", "#c9d1d9"),
    tint("halo", "#ffffff", "#16181d"),
    tint("rule", "#cdd3da", "#3a414c"),
];

/// The style sheet of every picture. All selectors start at the picture's own root, so that a picture
/// placed in a page changes nothing else there.
#[must_use]
pub fn style() -> String {
    let mut css = String::from("\n");
    let _ = writeln!(css, ".orrery text{{font:13px {SANS}}}");
    let _ = writeln!(css, ".orrery .title{{font:bold 16px {SANS}}}");
    let _ = writeln!(css, ".orrery .parameters{{font:16px {SANS}}}");
    let _ = writeln!(css, ".orrery .code{{font:12px {MONO};white-space:pre}}");
    let _ = writeln!(css, ".orrery .mark{{font:bold 12px {SANS}}}");
    let _ = writeln!(css, ".orrery .comments{{font-style:italic}}");
    css.push_str(
        ".orrery .ring{fill:none;stroke-width:1.4}\n\
         .orrery .edge{fill:none;stroke-width:1.3;stroke-linejoin:round}\n\
         .orrery .rule{fill:none;stroke-width:1}\n\
         .orrery .halo{paint-order:stroke;stroke-width:3;stroke-linejoin:round;stroke-opacity:.85}\n\
         .orrery .environment{stroke-dasharray:7 4}\n\
         .orrery .branch{stroke-dasharray:3 3}\n",
    );
    for tints in [(FILLS, "fill"), (STROKES, "stroke")] {
        for tint in tints.0 {
            let _ = writeln!(css, ".orrery .{}{{{}:{}}}", tint.class, tints.1, tint.light);
        }
    }
    css.push_str("@media(prefers-color-scheme:dark){\n");
    for tints in [(FILLS, "fill"), (STROKES, "stroke")] {
        for tint in tints.0 {
            let _ = writeln!(css, ".orrery .{}{{{}:{}}}", tint.class, tints.1, tint.dark);
        }
    }
    css.push_str("}\n");
    css
}

/// The class of a label of this kind; unknown kinds look like comments.
#[must_use]
pub fn label_class(kind: &str) -> &'static str {
    const KINDS: [&str; 8] = [
        "name",
        "invariant",
        "exponentialrate",
        "select",
        "guard",
        "synchronisation",
        "assignment",
        "probability",
    ];
    KINDS.iter().find(|known| **known == kind).copied().unwrap_or("comments")
}

/// A colour from a file as `#rrggbb`, if it is one (`#rgb` and `#aarrggbb` are understood).
#[must_use]
pub fn colour(text: &str) -> Option<String> {
    let digits = text.trim().strip_prefix('#')?;
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let digits = digits.to_ascii_lowercase();
    match digits.len() {
        3 => Some(digits.chars().fold("#".to_owned(), |out, d| format!("{out}{d}{d}"))),
        6 => Some(format!("#{digits}")),
        8 => Some(format!("#{}", &digits[2..])),
        _ => None,
    }
}

/// Is black text readable on this `#rrggbb` colour?
#[must_use]
pub fn is_bright(colour: &str) -> bool {
    let part = |from: usize| {
        let digits = colour.get(from..from + 2).unwrap_or("ff");
        f64::from(u8::from_str_radix(digits, 16).unwrap_or(255))
    };
    0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5) > 140.0
}
