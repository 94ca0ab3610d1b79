//! The model under a strategy, in UPPAAL's textual format.
//!
//! One process, and a variable for each cell of the model's variables: names like `Train(0).n[2]` become `Train_0_n_2`. `at_Train_0` holds
//! the location of a process, and `Train_0_Cross` is the number of a location.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use network::network::cell_count;
use network::{
    ClockConstraint, ClockPlace, Dim, Edge, Expr, Guard, Location, LocationKind, Network, Stmt,
    StmtKind, Storage,
};
use query::Controlled;

/// The text of the model; `model` is the one that is controlled. None if it cannot be said: only a clock that is set to
/// another cannot.
#[must_use]
pub fn controlled_xta(model: &Network, controlled: &Controlled) -> Option<String> {
    XtaWriter::new(model, controlled).all()
}

struct XtaWriter<'a> {
    model: &'a Network,
    controlled: &'a Controlled,
    slots: Vec<String>,
    clocks: Vec<String>,
    used: BTreeSet<String>,
}

impl<'a> XtaWriter<'a> {
    fn new(model: &'a Network, controlled: &'a Controlled) -> XtaWriter<'a> {
        let network = &controlled.network;
        let mut writer = XtaWriter {
            model,
            controlled,
            slots: Vec::new(),
            clocks: Vec::new(),
            used: reserved(),
        };
        writer.slots = writer.names(network.slot_names());
        writer.clocks = writer.names(network.clock_names());
        writer
    }

    /// Names of the format, each once.
    fn names(&mut self, all: Vec<String>) -> Vec<String> {
        all.iter().map(|name| self.unused(plain(name))).collect()
    }

    fn unused(&mut self, name: String) -> String {
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let found = names.find(|name| !self.used.contains(name)).unwrap_or(name);
        self.used.insert(found.clone());
        found
    }

    fn all(mut self) -> Option<String> {
        let mut text = String::from("// A model under a strategy. Written by Orrery.\n\n");
        self.constants(&mut text);
        self.declarations(&mut text);
        let process = self.controlled.network.processes.first()?;
        let states: Option<Vec<String>> =
            process.locations.iter().map(|location| self.location(location)).collect();
        let _ =
            write!(text, "\nprocess Controlled() {{\nstate\n    {};\n", states?.join(",\n    "));
        let of_kind = |kind| {
            let all = process.locations.iter().filter(move |each| each.kind == kind);
            all.map(|location| location.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        for (word, kind) in [("commit", LocationKind::Committed), ("urgent", LocationKind::Urgent)]
        {
            let names = of_kind(kind);
            if !names.is_empty() {
                let _ = writeln!(text, "{word} {names};");
            }
        }
        let _ = writeln!(text, "init {};", process.locations[process.initial.index()].name);
        let edges: Option<Vec<String>> =
            process.edges.iter().map(|edge| self.edge(&process.locations, edge)).collect();
        let edges = edges?;
        if !edges.is_empty() {
            let _ = writeln!(text, "trans\n    {};", edges.join(",\n    "));
        }
        text.push_str("}\nsystem Controlled;\n");
        Some(text)
    }

    /// The numbers of the locations.
    fn constants(&mut self, text: &mut String) {
        for process in &self.model.processes {
            for (number, location) in process.locations.iter().enumerate() {
                let name = self.unused(plain(&format!("{} {}", process.name, location.name)));
                let _ = writeln!(text, "const int {name} = {number};");
            }
        }
    }

    fn declarations(&self, text: &mut String) {
        let network = &self.controlled.network;
        for variable in network.variables.iter().filter(|each| each.storage == Storage::State) {
            let base = variable.base.index();
            for (offset, value) in variable.initial.iter().enumerate() {
                let (lower, upper) = (variable.domain.lower, variable.domain.upper);
                let name = &self.slots[base + offset];
                let _ = writeln!(text, "int[{lower},{upper}] {name} = {value};");
            }
        }
        if !self.clocks.is_empty() {
            let _ = writeln!(text, "clock {};", self.clocks.join(", "));
        }
    }

    fn location(&self, location: &Location) -> Option<String> {
        let invariant = self.guard(&location.invariant)?;
        Some(if invariant.is_empty() {
            location.name.clone()
        } else {
            format!("{} {{ {invariant} }}", location.name)
        })
    }

    fn edge(&self, locations: &[Location], edge: &Edge) -> Option<String> {
        let arrow = if edge.controllable { "->" } else { "-u->" };
        let name = |at: network::LocationId| &locations[at.index()].name;
        let mut text = format!("{} {arrow} {} {{", name(edge.source), name(edge.target));
        let guard = self.guard(&edge.guard)?;
        if !guard.is_empty() {
            let _ = write!(text, " guard {guard};");
        }
        let update: Option<Vec<String>> = edge.update.iter().map(|each| self.stmt(each)).collect();
        let update = update?;
        if !update.is_empty() {
            let _ = write!(text, " assign {};", update.join(", "));
        }
        text.push_str(" }");
        Some(text)
    }

    fn guard(&self, guard: &Guard) -> Option<String> {
        let all: Option<Vec<String>> =
            guard.clocks.iter().map(|each| self.constraint(each)).collect();
        Some(all?.join(" && "))
    }

    fn constraint(&self, each: &ClockConstraint) -> Option<String> {
        let Expr::Const(bound) = each.bound else { return None };
        let less = if each.strict { "<" } else { "<=" };
        let more = if each.strict { ">" } else { ">=" };
        Some(match (&each.left, &each.right) {
            (Some(left), None) => format!("{} {less} {bound}", self.clock(left)?),
            (None, Some(right)) => format!("{} {more} {}", self.clock(right)?, -i64::from(bound)),
            (Some(left), Some(right)) => {
                format!("{} - {} {less} {bound}", self.clock(left)?, self.clock(right)?)
            }
            (None, None) => return None,
        })
    }

    fn stmt(&self, each: &Stmt) -> Option<String> {
        match &each.kind {
            StmtKind::Assign { target, value: Expr::Const(value) } => {
                let variable = self.controlled.network.variable(target.variable);
                let slot = variable.base.index() + offset(&variable.dims, &target.indices)?;
                Some(format!("{} = {value}", self.slots[slot]))
            }
            StmtKind::SetClock { target, source: None, offset: Expr::Const(value) } => {
                Some(format!("{} = {value}", self.clock(target)?))
            }
            _ => None,
        }
    }

    fn clock(&self, place: &ClockPlace) -> Option<&str> {
        let family = self.controlled.network.clock_family(place.family);
        let clock = family.base.index() + offset(&family.dims, &place.indices)?;
        self.clocks.get(clock).map(String::as_str)
    }
}

/// Which cell of an array constant indices name.
fn offset(dims: &[Dim], indices: &[Expr]) -> Option<usize> {
    let mut offset = 0;
    for (dim, index) in dims.iter().zip(indices) {
        let Expr::Const(index) = index else { return None };
        let index = usize::try_from(i64::from(*index) - i64::from(dim.lower)).ok()?;
        offset = offset * cell_count(std::slice::from_ref(dim)) + index;
    }
    Some(offset)
}

/// `Train(0).n[2]` as `Train_0_n_2`.
fn plain(name: &str) -> String {
    let is_part = |letter: char| letter.is_ascii_alphanumeric();
    let parts: Vec<&str> =
        name.split(|letter| !is_part(letter)).filter(|part| !part.is_empty()).collect();
    let joined = parts.join("_");
    match joined.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => joined,
        _ => format!("v_{joined}"),
    }
}

/// Words that are no names.
fn reserved() -> BTreeSet<String> {
    let words = "A E U R W M Controlled abs and assign before_update after_update bool branchpoint broadcast chan clock commit const \
                 control deadlock default do double else exists false for forall gantt guard hybrid if imply inf init int \
                 location max meta min module not or priority probability process progress query return scalar select \
                 simulate spawn state string struct sum sup sync system trans true typedef under urgent void while xor hesitation_";
    words.split_whitespace().map(str::to_owned).collect()
}
