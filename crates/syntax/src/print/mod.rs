//! Trees to text: XTA, XML and query files. `parse(print(tree)) == tree`, as far as the format can
//! say it.
//!
//! Comments, and declarations and labels as their authors wrote them, are kept. What else a format has no
//! words for is either only for the eye (coordinates and colours in XTA) and left out, or it is reported
//! as an error that names it.

mod declaration;
mod escape;
mod expression;
mod fragment;
mod names;
mod printer;
mod query;
mod statement;
mod system;
mod template;
#[cfg(test)]
mod tests;
mod verbatim;
mod xml;

pub use fragment::{print_expression, print_globals};
pub use query::print_queries;
pub use system::print_xta;
pub use xml::print_xml;
