//! What the user types.

use std::path::PathBuf;

use orrery::Rational;

/// A line of input.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum SimulatorInput {
    /// Take the transitions with these numbers one after the other, waiting first if necessary.
    Take(Vec<usize>),
    Delay(Rational),
    /// Go back so many delays and transitions.
    Undo(usize),
    /// Do so many random things.
    Random(usize),
    /// From values of clocks to zones, or back.
    Zones,
    /// Say why other edges cannot be taken.
    Why,
    /// Show the whole state.
    State,
    /// Tell the run so far.
    Trace,
    /// Write the run so far to a file.
    Save(PathBuf),
    /// Follow a run on file, from the start.
    Replay(PathBuf),
    /// Back to the start.
    Restart,
    Help,
    Quit,
    /// Nothing: show the choices again.
    Look,
}

/// The words that commands start with.
pub(super) const WORDS: [&str; 12] = [
    "delay", "help", "quit", "random", "replay", "restart", "save", "state", "trace", "undo",
    "why", "zones",
];

/// What can be typed.
pub(super) const HELP: &str = "  N            take transition N, waiting as long as necessary
  N N ...      take several, one after the other
  d TIME       let time pass: d 2, d 1.5, d 3/2, d 6 1/2
  r [N]        do something random, N times
  u [N]        undo the last N delays and transitions
  z            from exact times to zones, which leave the delays open, or back
  w            why are the other edges not possible?
  s            show all variables and clocks
  t            tell the run so far
  save FILE    write the run so far: .txt, .json, .xtr or .svg
  replay FILE  follow a run that was saved as .json or .xtr
  restart      back to the start
  q            quit
";

/// Reads a line; an error is a sentence for the user.
pub(super) fn parse(line: &str) -> Result<SimulatorInput, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let count = || match rest {
        "" => Ok(1),
        text => text.parse().map_err(|_| format!("`{text}` is not a number")),
    };
    let file = || match rest {
        "" => Err(format!("`{word}` needs the name of a file")),
        text => Ok(PathBuf::from(text)),
    };
    let alone = |input| match rest {
        "" => Ok(input),
        more => Err(format!("`{word}` takes no argument, but `{more}` is given")),
    };
    match word {
        "" => Ok(SimulatorInput::Look),
        "d" | "delay" | "wait" => time(rest).map(SimulatorInput::Delay),
        "u" | "undo" => count().map(SimulatorInput::Undo),
        "r" | "random" => count().map(SimulatorInput::Random),
        "z" | "zones" => alone(SimulatorInput::Zones),
        "w" | "why" => alone(SimulatorInput::Why),
        "s" | "state" => alone(SimulatorInput::State),
        "t" | "trace" => alone(SimulatorInput::Trace),
        "save" => file().map(SimulatorInput::Save),
        "replay" => file().map(SimulatorInput::Replay),
        "restart" => alone(SimulatorInput::Restart),
        "h" | "help" | "?" => alone(SimulatorInput::Help),
        "q" | "quit" | "exit" => alone(SimulatorInput::Quit),
        number if number.parse::<usize>().is_ok() => {
            let number = |text: &str| {
                text.parse().map_err(|_| format!("`{text}` is not the number of a transition"))
            };
            line.split_whitespace().map(number).collect::<Result<_, _>>().map(SimulatorInput::Take)
        }
        _ => Err(format!("`{word}` is not a command; `help` lists them")),
    }
}

/// `2`, `1.5`, `3/2`, `6 1/2`.
pub(super) fn time(text: &str) -> Result<Rational, String> {
    let wrong = || format!("`{text}` is not a time: write 2, 1.5, 3/2 or 6 1/2");
    let whole = |digits: &str| match digits.is_empty() || digits.starts_with(['+', '-']) {
        true => None,
        false => digits.parse::<i64>().ok(),
    };
    let mixed = text.split_once(char::is_whitespace).zip(text.split_once('/'));
    let parsed = if let Some(((units, part), _)) = mixed {
        part.trim().split_once('/').and_then(|(above, below)| {
            let (units, above, below) = (whole(units)?, whole(above)?, whole(below)?);
            Rational::new(units.checked_mul(below)?.checked_add(above)?, below)
        })
    } else if let Some((above, below)) = text.split_once('/') {
        whole(above).zip(whole(below)).and_then(|(above, below)| Rational::new(above, below))
    } else if let Some((units, decimals)) = text.split_once('.') {
        let scale = u32::try_from(decimals.len()).ok().and_then(|n| 10_i64.checked_pow(n));
        whole(&format!("{units}{decimals}"))
            .zip(scale)
            .and_then(|(digits, scale)| Rational::new(digits, scale))
    } else {
        whole(text).map(Rational::from)
    };
    parsed.ok_or_else(wrong)
}

#[cfg(test)]
mod tests;
