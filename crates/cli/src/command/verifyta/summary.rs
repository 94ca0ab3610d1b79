//! The lines about options and resources.

use std::fs;

use orrery::report::view::StatsView;
use orrery::{AbstractionOption, Options, OrderOption, TraceOption};

use super::arguments::Arguments;

/// The options of the search as UPPAAL numbers them. UPPAAL always has an answer to a combination of
/// flags, so what is not sound here gives way later, see `outcome`.
pub(super) fn options(arguments: &Arguments) -> Result<Options, String> {
    let trace = match arguments.number("diagnostic")? {
        None => TraceOption::None,
        Some(0) => TraceOption::Some,
        Some(1) => TraceOption::Shortest,
        Some(2) => TraceOption::Fastest,
        Some(other) => return Err(format!("there is no trace option {other}")),
    };
    let order = match (order(arguments)?, trace) {
        // These traces need an order of their own.
        (_, TraceOption::Shortest | TraceOption::Fastest) => OrderOption::Auto,
        (1, _) => OrderOption::Dfs,
        (2, _) => OrderOption::Random,
        (_, TraceOption::Some) => OrderOption::Bfs,
        _ => OrderOption::Auto,
    };
    let abstraction = match (arguments.number("extrapolation")?, is_approximate(arguments)?) {
        (_, true) => AbstractionOption::Hull,
        (Some(3), _) => AbstractionOption::M,
        (Some(4), _) => AbstractionOption::Lu,
        _ => AbstractionOption::Auto,
    };
    let seed = arguments.number("seed")?.unwrap_or(1);
    Ok(Options { trace, order, abstraction, seed, ..Options::default() })
}

fn order(arguments: &Arguments) -> Result<u64, String> {
    match arguments.number("search-order")? {
        Some(order @ 0..=4) => Ok(order),
        Some(other) => Err(format!("there is no search order {other}")),
        None if arguments.has("depth") => Ok(1),
        None => Ok(0),
    }
}

fn is_approximate(arguments: &Arguments) -> Result<bool, String> {
    let representation = arguments.number("state-representation")?;
    Ok(arguments.has("approximate") || representation == Some(3))
}

/// The block that starts the output.
pub(super) fn header(arguments: &Arguments) -> Result<String, String> {
    let trace = match arguments.number("diagnostic")? {
        None => "no",
        Some(0) => "some",
        Some(1) => "shortest",
        _ => "fastest",
    };
    let order = match order(arguments)? {
        0 => "breadth first",
        1 => "depth first",
        2 => "random depth first",
        3 => "optimal first",
        _ => "random optimal depth first",
    };
    let space = match arguments.number("statespace-consumption")? {
        Some(0) => "no",
        Some(2) => "aggressive",
        Some(3) => "extreme",
        _ => "conservative",
    };
    let reuse = if arguments.has("reuse-statespace") { "  Using reuse optimisation\n" } else { "" };
    let states = if is_approximate(arguments)? {
        "over-approximation"
    } else if arguments.has("disable-memory-reduction") {
        "DBM"
    } else {
        "minimal constraint systems"
    };
    let seed = arguments.number("seed")?.unwrap_or(1);
    Ok(format!(
        "Options for the verification:\n  Generating {trace} trace\n  Search order is {order}\n  \
         Using {space} space optimisation\n{reuse}  Seed is {seed}\n  \
         State space representation uses {states}\n"
    ))
}

/// The lines that `-u` asks for.
pub(super) fn resources(stats: &StatsView) -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kibibytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let number = line.and_then(|line| line.split_whitespace().next());
        number.unwrap_or("0").to_owned()
    };
    format!(
        " -- States stored : {} states\n -- States explored : {} states\n \
         -- CPU user time used : {} ms\n -- Virtual memory used : {} KiB\n \
         -- Resident memory used : {} KiB\n",
        stats.stored,
        stats.explored,
        (stats.seconds * 1000.0).round(),
        kibibytes("VmSize:"),
        kibibytes("VmRSS:")
    )
}
