//! Why a set of views is no proof.

use network::eval::Fault;

/// What is wrong with a set of views.
#[derive(Clone, PartialEq, Debug)]
pub enum Flaw {
    /// The instances do not fit together, or there are too few of them.
    Instances(String),
    /// An initial state is not in it.
    Start,
    /// A step leads out of it.
    Open,
    /// A view is bad.
    Bad,
    /// Nothing is known to be: there was no time to look at everything.
    Stopped,
    /// Something invalid may be evaluated.
    Fault(Fault),
}

impl From<Fault> for Flaw {
    fn from(fault: Fault) -> Flaw {
        Flaw::Fault(fault)
    }
}
