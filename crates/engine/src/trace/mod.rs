//! Traces.
/// placeholder
#[derive(Clone, Debug)]
pub struct Run;
