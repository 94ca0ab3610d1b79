//! Tests of the whole engine: random networks, each judged by a naive explorer under every plan.
//!
//! * [`region`], [`discrete`], [`oracle`], [`answers`]: the judge, which shares nothing with the engine.
//! * [`every_plan`]: every admissible way to answer a query, held against the judge.
//! * `branching`, `policies`: formulas of branching time, and policies that keep a goal possible.
//! * [`games`], `strategies`: timed networks with formulas of branching time and games, and what wins these.
//! * `candidates`: what is possible in a concrete state, in short and by the definition.
//! * [`all_at_once`]: all queries of a network, among which searches are shared.
//! * [`trial`]: one random network from its seed to a verdict on the engine.
//! * [`fuzz`]: many of them, on several threads.
//! * [`closed`]: what a search leaves behind is all there is.
//! * [`coverage`]: what is reached and taken, held against region graphs.
//! * [`cases`]: networks written down, with the answers they must have.
//! * [`shrink`]: a failing network made small.
//! * [`source`]: random source text, judged by the crate `orrery-source`.
//! * [`integers`]: networks without strict bounds, with zones and in whole numbers.
//! * [`families`]: models with the number of processes left open; what is proved of all instances holds for each.
//! * [`polling`]: networks with polling loops, and with loops that nearly are.
//! * [`independent`]: networks in which time stands still often, of processes that share little.
//! * [`slicing`]: networks with parts that nothing depends on, or nearly so.
//! * [`telling`]: networks in which one process tells others one by one.
//! * [`symmetric`]: models whose symmetries are known.
//! * [`lassos`]: the shortest runs that go on for ever.
//! * [`proofs`]: that no run goes on for ever, with and without zones, names and differences of clocks.
//! * [`scale`]: networks with large constants; `schedules`: the best schedules, of those and others.
//! * [`text`]: networks and queries as text.

pub mod all_at_once;
pub mod answers;
mod branching;
mod candidates;
pub mod cases;
pub mod closed;
pub mod coverage;
pub mod discrete;
pub mod every_plan;
pub mod families;
pub mod fuzz;
pub mod games;
pub mod independent;
pub mod integers;
pub mod lassos;
pub mod oracle;
mod policies;
pub mod polling;
pub mod proofs;
pub mod region;
pub mod scale;
mod schedules;
pub mod shrink;
pub mod slicing;
pub mod source;
pub mod stopwatches;
mod strategies;
pub mod symmetric;
pub mod tally;
pub mod telling;
pub mod text;
pub mod trial;
