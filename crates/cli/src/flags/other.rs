//! The flags of the smaller commands.

use std::path::PathBuf;

use clap::Args;

use super::choice::{PlainFormat, TraceChoice};
use super::model::{ConstantFlags, ModelFlags, SearchFlags};

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  orrery explain model.xml
  orrery explain model.xml -q 'E<> P.done' --abstraction hull
                                        is this allowed, and if not, why not?";

/// `explain` and its flags.
#[derive(Args, Debug)]
#[command(after_help = EXPLAIN_EXAMPLES)]
pub(crate) struct ExplainFlags {
    #[command(flatten)]
    pub(crate) model: ModelFlags,
    #[command(flatten)]
    pub(crate) search: SearchFlags,
    /// Plan as if this run were asked for
    #[arg(long, value_name = "KIND", default_value = "none", help_heading = "Search")]
    pub(crate) trace: TraceChoice,
    /// How to write the plan
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: PlainFormat,
}

const SYMMETRY_EXAMPLES: &str = "\
Examples:
  orrery symmetry model.xml                       what can be exchanged, and what each query leaves of it
  orrery symmetry model.xml -q 'A[] not (P(0).cs and P(1).cs)'
                                                  which symmetries does this query leave?
`check` uses all symmetries found here automatically; --symmetry off turns this off.";

/// `symmetry` and its flags.
#[derive(Args, Debug)]
#[command(after_help = SYMMETRY_EXAMPLES)]
pub(crate) struct SymmetryFlags {
    #[command(flatten)]
    pub(crate) model: ModelFlags,
    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: PlainFormat,
}

const VIEW_EXAMPLES: &str = "\
Examples:
  orrery view model.xml -o model.svg              all templates
  orrery view model.xml -t Train -o train.png     one of them
  orrery view model.xml -o model.dot              for Graphviz
Where the file has no coordinates, the automata are laid out automatically.";

/// `view` and its flags.
#[derive(Args, Debug)]
#[command(after_help = VIEW_EXAMPLES)]
pub(crate) struct ViewFlags {
    /// The model
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
    #[command(flatten)]
    pub(crate) constants: ConstantFlags,
    /// Where to write the picture; the name says in which format: .svg, .png, .pdf or .dot (Graphviz). By
    /// default, SVG to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Only this template; may be repeated
    #[arg(short, long = "template", value_name = "NAME")]
    pub(crate) templates: Vec<String>,
    /// Also show the declarations of each template
    #[arg(short, long)]
    pub(crate) declarations: bool,
}

const CONVERT_EXAMPLES: &str = "\
Examples:
  orrery convert old.ta -o new.xml      open a classic benchmark in UPPAAL's editor
  orrery convert model.xml -o model.xta read and compare a model as text
  orrery convert model.xml -o model.tck give it to TChecker
  orrery convert model.xml -o model.if  names for scripts that read .xtr files
What the other format cannot express is an error that names it; nothing is dropped silently but
coordinates, colours and stored results, where the format has no place for them. A .tck file keeps no
comments. Written to .xml, a model without coordinates is laid out as `view` draws it.";

/// `convert` and its flags.
#[derive(Args, Debug)]
#[command(after_help = CONVERT_EXAMPLES)]
pub(crate) struct ConvertFlags {
    /// The model
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
    #[command(flatten)]
    pub(crate) constants: ConstantFlags,
    /// Where to write it; the name says in which format: .xml, .xta, .tck or .if
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

const SIMULATE_EXAMPLES: &str = "\
Examples:
  orrery simulate model.xml                       on the whole screen; `?` lists the keys
  orrery simulate model.xml --plain               line by line; `help` lists the commands
  orrery simulate model.xml --replay run.json     continue from the end of a run
  orrery simulate model.xml --replay uppaal.xtr --trace-out run.svg
                                                  draw a run that UPPAAL has found
  orrery simulate model.xml --strategy 'control: A[] !P.bad'
                                                  you are the environment
  printf '1\\nd 3/2\\n2\\n' | orrery simulate model.xml
                                                  from a script
Times are exact fractions.";

/// `simulate` and its flags.
#[derive(Args, Debug)]
#[command(after_help = SIMULATE_EXAMPLES)]
pub(crate) struct SimulateFlags {
    /// The model
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
    #[command(flatten)]
    pub(crate) constants: ConstantFlags,
    /// Follow this run first: `.json` as `--trace-out` and `save` write it, or `.xtr` as UPPAAL does
    #[arg(long, value_name = "FILE")]
    pub(crate) replay: Option<PathBuf>,
    /// Write the run that was followed to this file, in any format of `check --trace-out`, and end
    #[arg(long, value_name = "FILE", requires = "replay")]
    pub(crate) trace_out: Option<PathBuf>,
    /// Play against this strategy: a game such as 'control: A[] p', or the name of a strategy in the queries on file
    #[arg(long, value_name = "GAME")]
    pub(crate) strategy: Option<String>,
    /// Line by line, even on a terminal. This is the default without a terminal
    #[arg(long)]
    pub(crate) plain: bool,
    /// The seed of random steps
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}
