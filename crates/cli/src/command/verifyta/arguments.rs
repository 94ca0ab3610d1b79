//! UPPAAL's way of writing flags: `-t1`, `-t 1`, `-squ`, `--search-order=1`.

use std::ffi::OsString;
use std::path::PathBuf;

/// A flag: its letter, its long name, whether a value follows.
type Flag = (Option<char>, &'static str, bool);

/// The flags that are known. Those that only concern how UPPAAL works inside, its licence, or questions
/// outside the symbolic language are accepted and change nothing.
const FLAGS: &[Flag] = &[
    (Some('h'), "help", false),
    (Some('v'), "version", false),
    (None, "stdc-version", false),
    (None, "query-index", true),
    (Some('o'), "search-order", true),
    (Some('b'), "breadth", false),
    (Some('d'), "depth", false),
    (Some('t'), "diagnostic", true),
    (Some('n'), "extrapolation", true),
    (None, "state-representation", true),
    (Some('A'), "approximate", false),
    (Some('C'), "disable-memory-reduction", false),
    (Some('Z'), "bit-state-hashing", false),
    (None, "discrete-representation", true),
    (Some('S'), "statespace-consumption", true),
    (Some('H'), "hashtable-size", true),
    (Some('T'), "reuse-statespace", false),
    (Some('U'), "unpack", false),
    (None, "exploration", true),
    (None, "rand-heur", true),
    (None, "rdepth", true),
    (None, "rtimeout", true),
    (Some('f'), "xtr", true),
    (Some('X'), "xml-trace", true),
    (Some('y'), "symbolic-trace", false),
    (Some('Y'), "pre-stable-trace", false),
    (Some('q'), "nosummary", false),
    (Some('s'), "silence-progress", false),
    (Some('u'), "summary", false),
    (Some('W'), "disable-warnings", false),
    (Some('x'), "save", true),
    (Some('O'), "output", true),
    (Some('r'), "seed", true),
    (None, "test-alpha", true),
    (Some('k'), "key", true),
    (Some('l'), "lease", true),
    (None, "lease-request", true),
    (None, "lease-install", true),
    (Some('a'), "alpha", true),
    (Some('B'), "beta", true),
    (Some('E'), "epsilon", true),
    (Some('p'), "probability", true),
    (Some('P'), "precision", true),
    (Some('i'), "interval", true),
    (Some('j'), "jobs", true),
    (Some('w'), "width", true),
    (Some('D'), "discretization", true),
    (None, "generate-strategy", true),
    (None, "learning-method", true),
    (None, "good-runs", true),
    (None, "total-runs", true),
    (None, "runs-pr-state", true),
    (None, "eval-runs", true),
    (None, "max-iterations", true),
    (None, "max-reset-learning", true),
    (None, "imitate", true),
];

/// What the command line says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Arguments {
    /// Long names of the flags given, with their values, in order.
    flags: Vec<(&'static str, String)>,
    /// The model and the queries.
    pub(super) files: Vec<PathBuf>,
}

impl Arguments {
    /// Was the flag given?
    pub(super) fn has(&self, name: &str) -> bool {
        self.flags.iter().any(|(known, _)| *known == name)
    }

    /// The last value of a flag.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.flags.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// The last value of a flag as a number; an error if it is none.
    pub(super) fn number(&self, name: &str) -> Result<Option<u64>, String> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let wrong = || format!("the value `{value}` of --{name} is not a number");
        value.parse().map(Some).map_err(|_| wrong())
    }
}

/// Reads the command line; an error says what is wrong with it.
pub(super) fn parse(words: &[OsString]) -> Result<Arguments, String> {
    let mut arguments = Arguments::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if let Some(long) = text.strip_prefix("--") {
            let (name, given) = match long.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (long, None),
            };
            let (known, takes) = long_flag(name)?;
            let value = match (takes, given) {
                (false, _) => String::new(),
                (true, Some(value)) => value,
                (true, None) => next(&mut words, &text)?,
            };
            arguments.flags.push((known, value));
        } else if text.len() > 1 && text.starts_with('-') {
            letters(&text[1..], &mut words, &mut arguments)?;
        } else {
            arguments.files.push(PathBuf::from(word));
        }
    }
    Ok(arguments)
}

/// A flag by its name, or by the start of it if that is clear.
fn long_flag(name: &str) -> Result<(&'static str, bool), String> {
    let exact = FLAGS.iter().find(|(_, known, _)| *known == name);
    let mut starting = FLAGS.iter().filter(|(_, known, _)| known.starts_with(name));
    let found = match (exact, starting.next(), starting.next()) {
        (Some(flag), ..) | (None, Some(flag), None) => Some(flag),
        _ => None,
    };
    found
        .map(|(_, known, takes)| (*known, *takes))
        .ok_or_else(|| format!("unknown option --{name}"))
}

/// Letters behind one dash: flags, the last of which may have its value in the same word.
fn letters<'w>(
    text: &str,
    words: &mut impl Iterator<Item = &'w OsString>,
    arguments: &mut Arguments,
) -> Result<(), String> {
    for (at, letter) in text.char_indices() {
        let flag = FLAGS.iter().find(|(known, ..)| *known == Some(letter));
        let Some((_, name, takes)) = flag else { return Err(format!("unknown option -{letter}")) };
        if *takes {
            let rest = &text[at + letter.len_utf8()..];
            let value =
                if rest.is_empty() { next(words, &format!("-{letter}"))? } else { rest.to_owned() };
            arguments.flags.push((name, value));
            return Ok(());
        }
        arguments.flags.push((name, String::new()));
    }
    Ok(())
}

fn next<'w>(words: &mut impl Iterator<Item = &'w OsString>, flag: &str) -> Result<String, String> {
    let missing = || format!("option {flag} needs a value");
    words.next().map(|word| word.to_string_lossy().into_owned()).ok_or_else(missing)
}

#[cfg(test)]
mod tests;
