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
    tint("state", "#eef2fb", "#222d42"),
    tint("note", "#fff8dc", "#33301f"),
    tint("note-text", "#4c4220", "#e2d8ac"),
    tint("title-text", "#16202b", "#e6edf3"),
    tint("head-text", "#16202b", "#e6edf3"),
    tint("ink", "#16202b", "#16202b"),
    tint("tick", "#33383f", "#c9d1d9"),
    tint("message-head", "#00758a", "#5fd0e4"),
    tint("loop-head", "#8a1f9c", "#e29bf0"),
    tint("loop-text", "#8a1f9c", "#e29bf0"),
    tint("alarm", "#c62828", "#ff8a80"),
    tint("alarm-note", "#fde7e7", "#4a2020"),
];

/// What is drawn as a line.
const STROKES: &[Tint] = &[
    tint("ring", "#3f5273", "#8ea7d6"),
    tint("edge", "#33383f", "#c9d1d9"),
    tint("halo", "#ffffff", "#16181d"),
    tint("state", "#9fb2d8", "#4c6394"),
    tint("note", "#e0d08a", "#6b6236"),
    tint("axis", "#33383f", "#c9d1d9"),
    tint("guide", "#dfe3e8", "#2b313a"),
    tint("lifeline", "#8a94a0", "#7b8592"),
    tint("message", "#00758a", "#5fd0e4"),
    tint("loop", "#8a1f9c", "#e29bf0"),
    tint("message.alarm", "#c62828", "#ff8a80"),
    tint("alarm-note", "#c62828", "#ff8a80"),
    tint("rule", "#cdd3da", "#3a414c"),
];

/// Fills for the locations of a process; dark text is readable on each, on any page.
const SHADES: [&str; 10] = [
    "#a9c7ee", "#f6c98e", "#a8dba8", "#f2a7a7", "#cfb6e8", "#d9c3a5", "#f3b4d8", "#c4c9d0",
    "#dede8c", "#97dbe3",
];

/// Fills for the bars of `gantt` sections, by number: red, green and blue are 0 to 2, yellow is 6 and cyan 9, as in UPPAAL.
const HUES: [&str; 10] = [
    "#f08a84", "#8fd08f", "#8db4f0", "#f6b66b", "#c49be6", "#b9bfc7", "#ecdf6a", "#f0a3cf",
    "#c9a47e", "#7fd6de",
];

/// The style sheet of every picture. All selectors start at the picture's own root, so that a picture
/// placed in a page changes nothing else there.
#[must_use]
pub(crate) fn style() -> String {
    let mut css = String::from("\n");
    let _ = writeln!(css, ".orrery text{{font:13px {SANS}}}");
    let _ = writeln!(css, ".orrery .title{{font:bold 16px {SANS}}}");
    let _ = writeln!(css, ".orrery .parameters{{font:16px {SANS}}}");
    let _ = writeln!(css, ".orrery .code{{font:12px {MONO};white-space:pre}}");
    let _ = writeln!(css, ".orrery .small{{font:11px {SANS}}}");
    let _ = writeln!(css, ".orrery .head-text{{font:bold 13px {SANS}}}");
    let _ = writeln!(css, ".orrery .mark{{font:bold 12px {SANS}}}");
    let _ = writeln!(css, ".orrery .comments{{font-style:italic}}");
    css.push_str(
        ".orrery .ring{fill:none;stroke-width:1.4}\n\
         .orrery .edge{fill:none;stroke-width:1.3;stroke-linejoin:round}\n\
         .orrery .rule{fill:none;stroke-width:1}\n\
         .orrery .halo{paint-order:stroke;stroke-width:3;stroke-linejoin:round;stroke-opacity:.85}\n\
         .orrery .axis{fill:none;stroke-width:1.6}\n\
         .orrery .still{stroke-width:1.2;stroke-dasharray:1 3}\n\
         .orrery .forever{stroke-dasharray:6 4}\n\
         .orrery .guide{stroke-width:.8;stroke-dasharray:1 3}\n\
         .orrery .lifeline{stroke-width:1}\n\
         .orrery .message{stroke-width:1.4}\n\
         .orrery .loop{fill:none;stroke-width:1.6}\n\
         .orrery .state,.orrery .note{stroke-width:1}\n\
         .orrery .environment{stroke-dasharray:7 4}\n\
         .orrery .branch{stroke-dasharray:3 3}\n",
    );
    for tints in [(FILLS, "fill"), (STROKES, "stroke")] {
        for tint in tints.0 {
            let _ = writeln!(css, ".orrery .{}{{{}:{}}}", tint.class, tints.1, tint.light);
        }
    }
    for (index, shade) in SHADES.iter().enumerate() {
        let _ = writeln!(css, ".orrery .shade{index}{{fill:{shade};stroke:none}}");
    }
    for (index, hue) in HUES.iter().enumerate() {
        let _ = writeln!(css, ".orrery .hue{index}{{fill:{hue};stroke:none}}");
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
pub(crate) fn label_class(kind: &str) -> &'static str {
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
pub(crate) fn colour(text: &str) -> Option<String> {
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
pub(crate) fn is_bright(colour: &str) -> bool {
    let part = |from: usize| {
        let digits = colour.get(from..from + 2).unwrap_or("ff");
        f64::from(u8::from_str_radix(digits, 16).unwrap_or(255))
    };
    0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5) > 140.0
}
