//! Text to tokens.

mod scan;
#[cfg(test)]
mod tests;
mod token;

pub(crate) use scan::{Comment, Lexed, Mode, lex};
pub(crate) use token::{Kind, Token, Word};
