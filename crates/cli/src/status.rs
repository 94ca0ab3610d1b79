//! The exit status: what a script needs to know.

use std::process::ExitCode;

use orrery::report::view::{QueryView, VerdictView};

/// How it went. The most serious status of all queries counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Status {
    /// Every query holds, or is answered as expected.
    Fine,
    /// Some query is undecided.
    Undecided,
    /// Some query does not hold, or is answered otherwise than expected.
    Failed,
    /// The model, a query or a flag is wrong.
    Wrong,
}

impl Status {
    /// The number that the shell sees.
    pub(crate) fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Status::Fine => 0,
            Status::Failed => 1,
            Status::Wrong => 2,
            Status::Undecided => 3,
        })
    }

    /// The status of an answer.
    pub(crate) fn of(query: &QueryView) -> Status {
        if let Some(expect) = &query.expect
            && expect.met
        {
            return Status::Fine;
        }
        match (query.verdict, &query.expect) {
            (VerdictView::Error, _) => Status::Wrong,
            (VerdictView::Unknown | VerdictView::Unsupported, _) => Status::Undecided,
            (VerdictView::Fails, _) | (VerdictView::Holds, Some(_)) => Status::Failed,
            (VerdictView::Holds, None) => Status::Fine,
        }
    }
}
