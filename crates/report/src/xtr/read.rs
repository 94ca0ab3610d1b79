//! Trace files as UPPAAL 4 and 5 and Orrery write them.
//!
//! All lists end with a dot, so that the file can be read without the model. How many words stand on a line does not matter, but for edges
//! before version 5: there nothing else ends the values of `select`.

use super::{FiredEdge, SymbolicRun, SymbolicState, SymbolicStep, XtrVersion, ZoneBound};

/// The path that a trace file describes.
///
/// # Errors
/// A sentence that says which line is not as it should be.
pub fn read_xtr(text: &str) -> Result<SymbolicRun, String> {
    let spaced = text.replace(';', " ; ");
    let lines = (1..).zip(spaced.lines());
    let words =
        lines.flat_map(|(line, text)| text.split_whitespace().map(move |word| (line, word)));
    let mut words = Words { words: words.collect(), at: 0 };
    // From version 5 on, each edge ends with a semicolon, and clock 1 is the time since the start.
    let five = words.words.iter().any(|(_, word)| *word == ";");
    let version = if five { XtrVersion::Five } else { XtrVersion::Four };
    let mut run = SymbolicRun { initial: words.state(version)?, steps: Vec::new() };
    while !words.is_dot()? {
        let target = words.state(version)?;
        let mut edges = Vec::new();
        while !words.is_dot()? {
            edges.push(words.edge(version)?);
        }
        words.at += 1;
        run.steps.push(SymbolicStep { edges, target });
    }
    Ok(run)
}

/// The words of a file with the numbers of their lines, and which is next.
struct Words<'t> {
    words: Vec<(usize, &'t str)>,
    at: usize,
}

impl<'t> Words<'t> {
    fn peek(&self) -> Result<(usize, &'t str), String> {
        self.words.get(self.at).copied().ok_or_else(|| "the file ends too soon".to_owned())
    }

    fn is_dot(&self) -> Result<bool, String> {
        Ok(self.peek()?.1 == ".")
    }

    fn number(&mut self) -> Result<i64, String> {
        let (line, word) = self.peek()?;
        self.at += 1;
        word.parse().map_err(|_| format!("line {line}: `{word}` is not a number"))
    }

    /// Numbers up to a dot.
    fn numbers(&mut self) -> Result<Vec<i64>, String> {
        let mut numbers = Vec::new();
        while !self.is_dot()? {
            numbers.push(self.number()?);
        }
        self.at += 1;
        Ok(numbers)
    }

    fn state(&mut self, version: XtrVersion) -> Result<SymbolicState, String> {
        let (first, _) = self.peek()?;
        let place = |value: &i64| {
            usize::try_from(*value).map_err(|_| format!("line {first}: {value} is not a location"))
        };
        let locations = self.numbers()?.iter().map(place).collect::<Result<_, _>>()?;
        let mut bounds = Vec::new();
        while !self.is_dot()? {
            bounds.extend(self.bound(version)?);
        }
        self.at += 1;
        let (line, _) = self.peek()?;
        let variables = self.numbers()?.into_iter().map(i32::try_from).collect::<Result<_, _>>();
        let variables =
            variables.map_err(|_| format!("line {line}: this is not a 32-bit number"))?;
        Ok(SymbolicState { locations, bounds, variables })
    }

    /// A bound; nothing if it is about the clock that only version 5 has.
    fn bound(&mut self, version: XtrVersion) -> Result<Option<ZoneBound>, String> {
        let (line, _) = self.peek()?;
        let wrong = || format!("line {line}: a bound is two clocks and a number");
        let [left, right, code] = self.numbers()?[..] else { return Err(wrong()) };
        let clock = |number: i64| usize::try_from(number).map_err(|_| wrong());
        let (left, right) = (clock(left)?, clock(right)?);
        let limit = i32::try_from(code >> 1).map_err(|_| wrong())?;
        let (left, right) = match version {
            XtrVersion::Four => (left, right),
            XtrVersion::Five if left == 1 || right == 1 => return Ok(None),
            XtrVersion::Five => (left.saturating_sub(1), right.saturating_sub(1)),
        };
        Ok(Some(ZoneBound { left, right, limit, strict: code & 1 == 1 }))
    }

    fn edge(&mut self, version: XtrVersion) -> Result<FiredEdge, String> {
        let (line, _) = self.peek()?;
        let mut numbers = Vec::new();
        loop {
            let (here, word) = self.peek()?;
            if word == ";" {
                self.at += 1;
                break;
            }
            if version == XtrVersion::Four && here != line {
                break;
            }
            numbers.push(self.number()?);
        }
        let first = if version == XtrVersion::Four { 1 } else { 0 };
        let wrong =
            || format!("line {line}: an edge is a process, a number and the values of `select`");
        let [process, edge, select @ ..] = &numbers[..] else { return Err(wrong()) };
        let index = |value: i64| usize::try_from(value).map_err(|_| wrong());
        let value = |value: &i64| i32::try_from(*value).map_err(|_| wrong());
        Ok(FiredEdge {
            process: index(*process)?,
            edge: index(edge.saturating_sub(first))?,
            select: select.iter().map(value).collect::<Result<_, _>>()?,
        })
    }
}
