//! Aircraft landings: files `airland` of the OR-Library, and their model.
//!
//! A plane lands between its earliest and its latest time, at some cost for each time unit before or after its target. Between two landings on one
//! runway there is a least time that depends on both planes (Beasley, Krishnamoorthy, Sharaiha, Abramson 2000).

use std::fmt::Write as _;

use crate::automata::{Automata, Work};
use crate::error::TableError;

/// No file is that long by intention.
const MOST_PLANES: usize = 1_000;

/// So many kinds of planes have a clock each on every runway.
const FEW_KINDS: usize = 4;

/// Planes that want to land.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Landings {
    planes: Vec<Plane>,
    /// The least time from a landing of one plane to a later one of another.
    apart: Vec<Vec<u32>>,
    /// Costs are multiplied by this, so that they are integers.
    pub scale: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Plane {
    earliest: u32,
    target: u32,
    latest: u32,
    /// For each time unit before the target.
    early: u32,
    /// For each time unit after it.
    late: u32,
}

impl Landings {
    /// Reads a file: the number of planes and a number that is not used; for each plane when it appears (not used), earliest, target and
    /// latest time, costs before and after the target, and the least time to the landing of each plane after it.
    ///
    /// # Errors
    /// When it is no such file.
    pub fn read(text: &str) -> Result<Landings, TableError> {
        let mut numbers = Numbers { words: text.split_whitespace(), read: 0 };
        let count = numbers.next("the number of planes")?;
        let _ = numbers.next("the freeze time")?;
        let count = count as usize / 100;
        if count == 0 || count > MOST_PLANES {
            return Err(TableError::one(format!(
                "{count} planes: there may be 1 to {MOST_PLANES}"
            )));
        }
        let (mut raw, mut apart) = (Vec::new(), Vec::new());
        for plane in 1..=count {
            let mut five = [0; 6];
            for (value, what) in five.iter_mut().zip([
                "appearance",
                "earliest time",
                "target",
                "latest time",
                "cost before",
                "cost after",
            ]) {
                *value = numbers.next(&format!("the {what} of plane {plane}"))?;
            }
            raw.push(five);
            let row = (0..count)
                .map(|_| numbers.next("a separation"))
                .collect::<Result<Vec<u32>, _>>()?;
            apart.push(row.into_iter().map(|time| time / 100).collect());
        }
        let whole = raw.iter().all(|five| five[4] % 100 == 0 && five[5] % 100 == 0);
        let scale = if whole { 1 } else { 100 };
        let mut planes = Vec::new();
        for (number, [_, earliest, target, latest, early, late]) in (1..).zip(raw) {
            let [earliest, target, latest] = [earliest / 100, target / 100, latest / 100];
            if earliest > target || target > latest {
                return Err(TableError::one(format!("plane {number}: its times are not in order")));
            }
            let [early, late] = [early * scale / 100, late * scale / 100];
            planes.push(Plane { earliest, target, latest, early, late });
        }
        Ok(Landings { planes, apart, scale })
    }

    /// Which planes keep the same distance to all others: for each plane the number of its kind.
    fn kinds(&self) -> Vec<usize> {
        let mut kinds: Vec<usize> = Vec::new();
        let mut firsts: Vec<usize> = Vec::new();
        for plane in 0..self.planes.len() {
            let same = |first: &usize| self.are_alike(*first, plane);
            let kind = firsts.iter().position(same).unwrap_or_else(|| {
                firsts.push(plane);
                firsts.len() - 1
            });
            kinds.push(kind);
        }
        kinds
    }

    /// Do two planes keep the same distance to all others, and to each other?
    fn are_alike(&self, one: usize, other: usize) -> bool {
        let others = (0..self.planes.len()).filter(|each| *each != one && *each != other);
        let within = self.apart[one][other];
        within == self.apart[other][one]
            && others.into_iter().all(|each| {
                self.apart[one][each] == self.apart[other][each]
                    && self.apart[each][one] == self.apart[each][other]
            })
    }

    /// Planes of one kind that cost the same and whose times are in the same order land in this order without loss: for each plane the
    /// one that lands before it.
    fn before(&self, kinds: &[usize]) -> Vec<Option<usize>> {
        let mut order: Vec<usize> = (0..self.planes.len()).collect();
        order.sort_by_key(|at| (self.planes[*at].target, self.planes[*at].earliest, *at));
        let mut before = vec![None; self.planes.len()];
        for (place, at) in order.iter().enumerate() {
            let plane = &self.planes[*at];
            let comes_before = |other: &&usize| {
                let first = &self.planes[**other];
                kinds[**other] == kinds[*at]
                    && (first.early, first.late) == (plane.early, plane.late)
                    && first.earliest <= plane.earliest
                    && first.latest <= plane.latest
            };
            before[*at] = order[..place].iter().rev().find(comes_before).copied();
        }
        before
    }

    /// The model with so many runways. `in_order` lets planes that can change places without loss land in one order only.
    #[must_use]
    pub fn automata(&self, runways: u32, in_order: bool) -> Automata {
        let kinds = self.kinds();
        let count = kinds.iter().max().map_or(0, |most| most + 1);
        // With one clock for each kind zones grow; where it suffices to look at the last landings, so many clocks will do.
        let remembered = if count > FEW_KINDS { self.remembered(count) } else { None };
        let largest = self.apart.iter().flatten().filter(|apart| **apart < 99_999).max();
        // Before the first landing every distance is kept.
        let shift = largest.copied().unwrap_or(0);
        let before = if in_order { self.before(&kinds) } else { vec![None; kinds.len()] };
        let runways = runways.max(1);
        let mut model = format!(
            "// {} planes of {count} kinds. All times are later by {shift}.\nconst int R = {runways};\ntypedef int[0,R-1] runway;\n\
             clock t; // the time\n",
            self.planes.len()
        );
        if let Some(landings) = remembered {
            model.push_str(&self.table(landings));
        } else {
            for kind in 0..count {
                let _ = writeln!(
                    model,
                    "clock k{kind}[R]; // since a plane of kind {kind} landed on a runway"
                );
            }
        }
        let mut work = Vec::new();
        for (at, plane) in self.planes.iter().enumerate() {
            let _ = writeln!(model, "int[0,1] landed{at};");
            for (location, step) in [("early", "before target"), ("down", "landed")] {
                work.push(Work {
                    process: format!("P{at}"),
                    location: location.to_owned(),
                    order: format!("plane {}", at + 1),
                    step: step.to_owned(),
                    resource: format!("target {}", plane.target),
                });
            }
        }
        for at in 0..self.planes.len() {
            let (apart, reset) = match remembered {
                Some(landings) => (
                    (0..landings)
                        .map(|place| format!("k[r][{place}] >= apart[last[r][{place}]][{at}]"))
                        .collect(),
                    format!(
                        "k[r][turn[r]] = 0, last[r][turn[r]] = {}, turn[r] = (turn[r] + 1) % {landings}",
                        at + 1
                    ),
                ),
                None => (self.apart_by_kind(at, &kinds), format!("k{}[r] = 0", kinds[at])),
            };
            model.push_str(&self.plane(at, before[at], shift, (apart, reset)));
        }
        let names: Vec<String> = (0..self.planes.len()).map(|at| format!("P{at}")).collect();
        let _ = writeln!(model, "system {};", names.join(", "));
        let down: Vec<String> = names.iter().map(|name| format!("{name}.down")).collect();
        let query = format!("E<> {}", down.join(" && "));
        Automata { model, query, is_time: false, work }
    }

    /// How many of the last landings on a runway must be remembered, if fewer than `most` suffice: with more landings in between the distance
    /// is kept anyhow.
    fn remembered(&self, most: usize) -> Option<usize> {
        let planes = self.planes.len();
        let others = |one: usize, two: usize| {
            (0..planes).filter(move |between| *between != one && *between != two)
        };
        let each = (0..planes).flat_map(|one| (0..planes).map(move |two| (one, two)));
        let pairs: Vec<(usize, usize)> = each.filter(|(one, two)| one != two).collect();
        let mut chains = self.apart.clone();
        let mut needed = 1;
        // The least time from one landing to another with so many in between.
        for between in 1..planes {
            let mut longer = vec![vec![u32::MAX; planes]; planes];
            for (one, two) in &pairs {
                let by = |at: usize| self.apart[*one][at].saturating_add(chains[at][*two]);
                longer[*one][*two] = others(*one, *two).map(by).min().unwrap_or(u32::MAX);
            }
            chains = longer;
            if pairs.iter().any(|(one, two)| chains[*one][*two] < self.apart[*one][*two]) {
                needed = between + 1;
            }
            let shortest = pairs.iter().map(|(one, two)| chains[*one][*two]).min();
            let largest = pairs.iter().map(|(one, two)| self.apart[*one][*two]).max();
            if needed >= most {
                return None;
            }
            if shortest >= largest {
                break;
            }
        }
        (needed < most).then_some(needed)
    }

    /// The table of all distances, by a plane that landed before (0: none yet) and the next, and what is remembered.
    fn table(&self, landings: usize) -> String {
        let count = self.planes.len();
        let row = |row: Vec<u32>| {
            format!("{{ {} }}", row.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        };
        let mut rows = vec![row(vec![0; count])];
        for (one, apart) in self.apart.iter().enumerate() {
            let but_itself = |(other, apart): (usize, &u32)| if other == one { 0 } else { *apart };
            rows.push(row(apart.iter().enumerate().map(but_itself).collect()));
        }
        format!(
            "const int apart[{}][{count}] = {{\n  {}\n}};\nclock k[R][{landings}]; // since the last planes landed on a runway\n\
             int[0,{count}] last[R][{landings}]; // which\nint[0,{}] turn[R]; // whose place is next\n",
            count + 1,
            rows.join(",\n  "),
            landings - 1
        )
    }

    /// How far a plane stays behind planes of each kind.
    fn apart_by_kind(&self, at: usize, kinds: &[usize]) -> Vec<String> {
        let mut apart: Vec<String> = Vec::new();
        let count = kinds.iter().max().map_or(0, |most| most + 1);
        for kind in 0..count {
            let other = (0..kinds.len()).find(|other| *other != at && kinds[*other] == kind);
            let time = other.map_or(0, |other| self.apart[other][at]);
            if time > 0 {
                apart.push(format!("k{kind}[r] >= {time}"));
            }
        }
        apart
    }

    fn plane(
        &self,
        at: usize,
        before: Option<usize>,
        shift: u32,
        (mut apart, reset): (Vec<String>, String),
    ) -> String {
        let plane = &self.planes[at];
        apart.extend(before.map(|before| format!("landed{before} == 1")));
        let [earliest, target, latest] =
            [plane.earliest + shift, plane.target + shift, plane.latest + shift];
        let land = |extra: &str| {
            let mut guard = apart.clone();
            if !extra.is_empty() {
                guard.insert(0, extra.to_owned());
            }
            let guard = if guard.is_empty() {
                String::new()
            } else {
                format!("guard {}; ", guard.join(" && "))
            };
            format!("select r : runway; {guard}assign {reset}, landed{at} = 1;")
        };
        let early = land(&format!("t >= {earliest}"));
        let late = land("");
        format!(
            "process P{at}() {{\n  state flying {{ t <= {target} }}, early {{ t <= {target} && cost' == {} }}, late {{ t <= {latest} && cost' == {} }}, down;\n  \
             init flying;\n  trans\n    flying -> early {{ {early} }},\n    early -> down {{ guard t == {target}; }},\n    \
             flying -> late {{ guard t == {target}; }},\n    late -> down {{ {late} }};\n}}\n",
            plane.early, plane.late
        )
    }
}

/// Numbers with at most two decimals, in hundredths.
struct Numbers<'t> {
    words: std::str::SplitWhitespace<'t>,
    read: usize,
}

impl Numbers<'_> {
    fn next(&mut self, what: &str) -> Result<u32, TableError> {
        self.read += 1;
        let place = || format!("number {}, {what}", self.read);
        let Some(word) = self.words.next() else {
            return Err(TableError::one(format!("{} is missing", place())));
        };
        let wrong = || {
            TableError::one(format!(
                "{}: `{word}` is not a number with at most two decimals",
                place()
            ))
        };
        let (whole, part) = word.split_once('.').unwrap_or((word, ""));
        if part.len() > 2 && part[2..].chars().any(|c| c != '0') {
            return Err(wrong());
        }
        let part = format!("{part:0<2}");
        let digits = part.get(..2).ok_or_else(wrong)?;
        let (whole, part): (u32, u32) =
            (whole.parse().map_err(|_| wrong())?, digits.parse().map_err(|_| wrong())?);
        whole.checked_mul(100).and_then(|whole| whole.checked_add(part)).ok_or_else(wrong)
    }
}
