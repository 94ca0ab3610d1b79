//! Trees to text: XTA, XML and query files. `parse(print(tree)) == tree`, as far as the format can
//! say it.
//!
//! What a format has no words for is either only for the eye (coordinates, colours and comments in
//! XTA) and left out, or it is reported as an error that names it.

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
mod xml;

pub use fragment::{print_declaration, print_expression, print_type};
pub use query::{print_queries, print_query};
pub use system::print_xta;
pub use xml::print_xml;
