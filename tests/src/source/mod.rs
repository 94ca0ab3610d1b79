//! Random source text: read by the front end, answered by the engine, judged by `orrery-source`.
//!
//! * [`load`]: the text as `orrery` reads it.
//! * [`trial`]: one model from its seed to a verdict on Orrery.
//! * [`campaign`]: many of them.

pub mod campaign;
pub mod load;
pub mod trial;

#[cfg(test)]
mod tests;
