//! What a query leaves of the symmetries, and what it becomes under them.

pub(crate) mod image;
pub(crate) mod images;
pub(crate) mod listed;
pub(crate) mod restrict;
