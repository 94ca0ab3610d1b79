//! Flags that several commands share: which model and queries, and how to search.

use std::path::PathBuf;

use clap::Args;
use orrery::{Compression, Loader, Options, Recalling};

use super::choice::{
    AbstractionChoice, AccelerateChoice, ChainsChoice, DomainChoice, FuseChoice, OverflowChoice,
    ReductionChoice, SearchChoice, SymmetryChoice,
};

/// Which model, and which of its queries.
#[derive(Args, Clone, Debug)]
pub(crate) struct ModelFlags {
    /// The model: UPPAAL's .xml, .xta or .ta, or TChecker's .tck
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
    /// A file of queries (.q); by default those in the model, else the .q file beside it
    #[arg(value_name = "QUERIES")]
    pub(crate) queries: Option<PathBuf>,
    /// Ask this instead of the queries on file; may be repeated
    #[arg(short = 'q', long = "formula", value_name = "FORMULA")]
    pub(crate) formulas: Vec<String>,
    /// Only query number N, counted from 1; may be repeated
    #[arg(long = "query", value_name = "N")]
    pub(crate) numbers: Vec<usize>,
    /// What happens to integer results beyond 32 bits
    #[arg(long, value_name = "WHAT", default_value = "wrap")]
    pub(crate) overflow: OverflowChoice,
    #[command(flatten)]
    pub(crate) constants: ConstantFlags,
}

/// Other values for constants.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ConstantFlags {
    /// Give a constant of the model another value: a whole number, true or false. May be repeated
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE", value_parser = definition)]
    pub(crate) definitions: Vec<(String, i32)>,
}

impl ConstantFlags {
    /// A loader that sets these constants.
    pub(crate) fn applied_to(&self, loader: Loader) -> Loader {
        self.definitions.iter().fold(loader, |loader, (name, value)| loader.define(name, *value))
    }
}

/// `N=5`, `FAST=true`
fn definition(text: &str) -> Result<(String, i32), String> {
    let Some((name, value)) = text.split_once('=') else {
        return Err("a constant and its value are written NAME=VALUE".to_owned());
    };
    let value = match value.trim() {
        "true" => 1,
        "false" => 0,
        number => number.parse().map_err(|_| {
            format!("`{number}` is not a whole number of 32 bits, `true` or `false`")
        })?,
    };
    Ok((name.trim().to_owned(), value))
}

impl ModelFlags {
    /// A model with the queries on file.
    pub(crate) fn whole(model: PathBuf, overflow: OverflowChoice) -> ModelFlags {
        ModelFlags {
            model,
            queries: None,
            formulas: Vec::new(),
            numbers: Vec::new(),
            overflow,
            constants: ConstantFlags::default(),
        }
    }
}

/// How to search. Whatever is asked for and not sound is an error, never silently changed.
#[derive(Args, Clone, Debug)]
pub(crate) struct SearchFlags {
    /// Treat interchangeable processes as one. Turn it off to compare figures with other tools
    #[arg(long, value_name = "KIND", default_value = "auto", help_heading = "Search")]
    pub(crate) symmetry: SymmetryChoice,
    /// How clocks are represented: as zones, or as whole numbers where no bound is strict
    #[arg(long, value_name = "KIND", default_value = "auto", help_heading = "Search")]
    pub(crate) domain: DomainChoice,
    /// How zones are extrapolated. Try `hull` when nothing else fits into memory
    #[arg(long, value_name = "KIND", default_value = "auto", help_heading = "Search")]
    pub(crate) abstraction: AbstractionChoice,
    /// In which order states are explored. `dfs` often finds deep errors sooner
    #[arg(long, value_name = "ORDER", default_value = "auto", help_heading = "Search")]
    pub(crate) search: SearchChoice,
    /// Take all rounds of a polling loop in one step. Turn it off to compare figures with other tools
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Search")]
    pub(crate) accelerate: AccelerateChoice,
    /// Do not store states with committed locations; store only what they lead to. Try `on` when memory runs out
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Search")]
    pub(crate) chains: ChainsChoice,
    /// Where no time can pass, take steps that do not depend on each other in one order only. Try it for processes that
    /// act at the same moments
    #[arg(long, value_name = "WHEN", default_value = "off", help_heading = "Search")]
    pub(crate) independent_steps: ReductionChoice,
    /// Forget the value of a variable where it is written before it is read again. Turn it off to measure it
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Search")]
    pub(crate) dead_variables: ReductionChoice,
    /// Remember what calls of functions did, and do it again without running them. Turn it off to measure it
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Search")]
    pub(crate) remember_calls: ReductionChoice,
    /// Store equal parts of long states once. Turn it off to measure it
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Search")]
    pub(crate) compress: ReductionChoice,
    /// Leave out processes and variables that cannot influence the answer. Turn it off to compare figures with
    /// other tools
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Search")]
    pub(crate) slice: ReductionChoice,
    /// Take loops that tell one process after the other in one step, where their order makes no difference. Turn it
    /// off to compare figures with other tools
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Search")]
    pub(crate) fuse_loops: FuseChoice,
    /// In long searches for a goal, also try other search orders from time to time: by distance, random, depth first
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Search")]
    pub(crate) scouts: ReductionChoice,
    /// Any path may stay in any state for ever, as in SMV. By default a path ends only where nothing is
    /// possible, or where time may pass for ever, as in UPPAAL. For models without clocks
    #[arg(long, help_heading = "Search")]
    pub(crate) stutter: bool,
    /// The seed of a random search: the same seed gives the same search
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search")]
    pub(crate) seed: u64,
}

impl SearchFlags {
    /// The engine's words for all of it; which run is wanted is for the caller to say.
    pub(crate) fn options(&self) -> Options {
        let usual = Options::default();
        Options {
            symmetry: self.symmetry.option(),
            domain: self.domain.option(),
            abstraction: self.abstraction.option(),
            order: self.search.option(),
            accelerate: self.accelerate.option(),
            chains: self.chains.option(),
            independent_steps: self.independent_steps == ReductionChoice::Auto,
            dead_variables: self.dead_variables == ReductionChoice::Auto,
            recalling: match self.remember_calls {
                ReductionChoice::Auto => Recalling::WhereItPays,
                ReductionChoice::Off => Recalling::Never,
            },
            compression: match self.compress {
                ReductionChoice::Auto => Compression::LongStates,
                ReductionChoice::Off => Compression::Never,
            },
            slice: self.slice == ReductionChoice::Auto,
            fuse_loops: self.fuse_loops.option(),
            scouts: usual.scouts.filter(|_| self.scouts == ReductionChoice::Auto),
            seed: self.seed,
            stutter: self.stutter,
            ..usual
        }
    }
}
