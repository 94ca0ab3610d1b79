//! Flags of a command that are put together only when that command is used.
//!
//! Every start of the program reads the command line, and that took a quarter of the instructions of a small
//! run, most of them for the flags and help texts of commands that were not asked for.

use std::ops::Deref;

use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Id};

/// The flags `T` of a command, defined when they are parsed or shown.
#[derive(Clone, Debug)]
pub(crate) struct OnDemand<T>(T);

impl<T> Deref for OnDemand<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Args> Args for OnDemand<T> {
    fn group_id() -> Option<Id> {
        T::group_id()
    }

    fn augment_args(command: Command) -> Command {
        command.defer(define::<T>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        T::augment_args_for_update(command)
    }
}

/// Adds the flags. The comment on the type of the flags would replace what the command is said to do, which
/// was said before; so it is said again.
fn define<T: Args>(command: Command) -> Command {
    let about = command.get_about().cloned().unwrap_or_default();
    T::augment_args(command).about(about).long_about(None)
}

impl<T: FromArgMatches> FromArgMatches for OnDemand<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(OnDemand)
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches_mut(matches).map(OnDemand)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }

    fn update_from_arg_matches_mut(&mut self, matches: &mut ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches_mut(matches)
    }
}
