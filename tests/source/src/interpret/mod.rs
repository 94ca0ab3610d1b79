//! What expressions and statements mean: evaluated as they stand, from left to right.
//!
//! *Clocks.* A clock is compared in the region at hand. To know what could go wrong whatever the clocks are,
//! an expression can also be evaluated with *guessed* answers to comparisons of clocks.
//!
//! *Faults.* A value outside the range it is stored in, passed as or returned as; an index outside its array; a
//! process that does not exist; a division by zero; a result beyond 32 bits; a shift by less than 0 or more than
//! 31; a clock set below 0.
//!
//! * `machine`: expressions; `place`: names and what they stand for.
//! * `statement`: calls, blocks and loops.
//! * `clock`: comparing and setting clocks; `arithmetic`: operators on integers, and ranges.

mod arithmetic;
mod clock;
mod machine;
mod place;
mod statement;

pub use machine::{Clocks, Machine, Stop};
