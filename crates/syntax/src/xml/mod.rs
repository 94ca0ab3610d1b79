//! UPPAAL's XML: first the elements become raw parts with blocks of decoded text, then each block
//! is parsed by the grammar of its place.

mod build;
mod content;
mod limits;
mod parts;
mod queries;
mod read;
#[cfg(test)]
mod tests;

pub(crate) use build::build;
pub(crate) use read::read;
