//! Names of the other format: letters, digits and `_`, all different. Dots are allowed there as well, but not in
//! our queries.

use std::collections::BTreeSet;

use orrery::syntax::Span;
use orrery::syntax::tree::Ident;

/// Words that mean something there, or that other tools might take for something.
const RESERVED: [&str; 18] = [
    "system", "process", "event", "clock", "int", "location", "edge", "sync", "if", "then", "else",
    "end", "while", "do", "local", "nop", "true", "false",
];

/// Gives names that have not been given before.
#[derive(Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// A name as close to this one as possible: `P(1).list[]` becomes `P_1_list`.
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        let plain = wanted.replace("[]", "");
        let mut name = String::new();
        for letter in plain.chars() {
            match letter {
                'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => name.push(letter),
                ')' | ']' => {}
                _ => name.push('_'),
            }
        }
        if !name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            || RESERVED.contains(&name.as_str())
        {
            name.insert(0, '_');
        }
        let mut unique = name.clone();
        let mut number = 2;
        while !self.taken.insert(unique.clone()) {
            unique = format!("{name}_{number}");
            number += 1;
        }
        unique
    }
}

/// A name where the tree wants one with a place.
pub(super) fn ident(name: &str) -> Ident {
    Ident { name: name.to_owned(), span: Span::default() }
}
