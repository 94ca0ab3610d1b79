//! The command.

use std::ffi::OsString;

use orrery::Query;
use orrery::report::intermediate::write_if;

use super::arguments::{Arguments, parse};
use super::messages;
use super::outcome::VerifytaSession;
use super::summary::{header, options};
use crate::console::Console;
use crate::failure::Failure;
use crate::flags::{ModelFlags, OverflowChoice};
use crate::interrupt::Interrupt;
use crate::load::{self, Input};
use crate::status::Status;

const HELP: &str = "\
Usage: verifyta [OPTION]... MODEL [QUERY]

Orrery with the flags of UPPAAL's command-line tool. MODEL is .xml, .xta, .ta or .tck; QUERY is a .q file,
by default the queries in the model or the .q file beside it.

  -t 0|1|2         show a run: some, the shortest, the fastest
  -f PREFIX        write runs to PREFIX-N.xtr
  -X PREFIX        write runs to PREFIXN.xml
  -o 0|1|2         search breadth first, depth first, randomly (3 and 4: see -t)
  -A               over-approximate by convex hulls
  -n 3|4           extrapolate by largest constants, by lower and upper bounds
  --query-index N  only query N
  -r SEED          the seed of a random search
  -q               no summary of the options
  -s               no control characters for progress
  -u               states, time and memory of each query
  -W               no warnings
  -h, -v           this help, the version

With UPPAAL_COMPILE_ONLY=1 in the environment, the names of the model are written in UPPAAL's intermediate
format, as readers of .xtr files want them.

Other flags of UPPAAL's tool are accepted and change nothing. The exit status is 0 if all queries were
answered, whatever the answers, and 1 otherwise.
";

/// Runs the command; `words` are the arguments after the program's name.
pub(crate) fn run(words: &[OsString], console: &mut Console) -> Result<Status, Failure> {
    let arguments = parse(words).map_err(usage)?;
    if arguments.has("help") {
        console.write(HELP)?;
        return Ok(Status::Fine);
    }
    if arguments.has("version") || arguments.has("stdc-version") {
        let version = env!("CARGO_PKG_VERSION");
        console.write(&format!("Orrery {version}, with the interface of UPPAAL 4.1.26\n"))?;
        return Ok(Status::Fine);
    }
    let (model, queries) = match arguments.files.as_slice() {
        [model] => (model.clone(), None),
        [model, queries] => (model.clone(), Some(queries.clone())),
        [] => return Err(usage("which model?".to_owned())),
        _ => return Err(usage("at most a model and a file of queries".to_owned())),
    };
    let embedded = queries.is_none();
    let numbers = arguments.number("query-index").map_err(usage)?;
    let numbers = numbers.and_then(|number| usize::try_from(number).ok()).into_iter().collect();
    let input = load::read(&ModelFlags {
        queries,
        numbers,
        ..ModelFlags::whole(model, OverflowChoice::Wrap)
    })?;
    messages::show(&input.loaded, !arguments.has("disable-warnings"));
    if std::env::var_os("UPPAAL_COMPILE_ONLY").is_some_and(|value| !value.is_empty()) {
        let Ok(model) = &input.model else { return Ok(Status::Failed) };
        console.write(&write_if(model.network()))?;
        return Ok(Status::Fine);
    }
    verify(&arguments, &input, embedded, console)
}

fn usage(problem: String) -> Failure {
    Failure::wrong(format!("{problem}\nTry `verifyta --help`."))
}

fn verify(
    arguments: &Arguments,
    input: &Input,
    embedded: bool,
    console: &mut Console,
) -> Result<Status, Failure> {
    let options = options(arguments).map_err(usage)?;
    let Ok(model) = &input.model else { return Ok(Status::Failed) };
    if !arguments.has("nosummary") {
        console.write(&header(arguments).map_err(usage)?)?;
    }
    let (queries, interrupt) = (model.queries(), Interrupt::listen());
    let mut checker = model.checker(&queries, &options).without_warnings();
    let session = VerifytaSession { arguments, options, model, queries: &queries, interrupt };
    let clear = if arguments.has("silence-progress") { "" } else { "\u{1b}[2K" };
    let mut status = Status::Fine;
    for (index, query) in queries.iter().enumerate() {
        let (number, place) = (query.number(), place(query, embedded));
        console.write(&format!("{clear}\nVerifying formula {number} at {place}\n"))?;
        if !session.answer(index, &mut checker, console)? {
            status = Status::Failed;
        }
        if session.interrupt.is_set() {
            break;
        }
    }
    Ok(status)
}

/// The place of a query as UPPAAL names it: an element of the model, or a line of a file.
fn place(query: &Query, embedded: bool) -> String {
    let loaded = query.loaded();
    let written = loaded.span(query.asked().origin).map(|span| loaded.sources().place(span));
    match written {
        Some(place) if !embedded || place.file != loaded.name() => {
            format!("{}:{}", place.file, place.line)
        }
        _ => format!("/nta/queries/query[{}]/formula", query.number()),
    }
}
