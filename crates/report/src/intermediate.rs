//! UPPAAL's intermediate format (`.if`), as far as public scripts read it.
//!
//! A trace file has numbers only. Scripts such as UPPAAL's `tracer` find the names in this file: the cells of a state, the processes with
//! their locations and edges, and the labels of edges. UPPAAL's own file also holds the compiled instructions, which nobody needs to
//! print a trace: that section is empty here. The numbering is that of [`crate::xtr`], version 5.

use std::fmt::Write as _;

use network::{Edge, LocationKind, Network};

/// The names of a network, for readers of its trace files.
#[must_use]
pub fn write_if(network: &Network) -> String {
    let mut layout = Layout::default();
    layout.cells(network);
    let mut text = layout.text;
    text.push_str("\ninstructions\n#address: opcode\n\nprocesses\n#index:initial:name\n");
    for (number, (process, first)) in network.processes.iter().zip(&layout.first).enumerate() {
        let initial = first + process.initial.index();
        let _ = writeln!(text, "{number}:{initial}:{}", word(&process.name));
    }
    let mut expressions = Expressions::default();
    let mut locations = String::new();
    let mut edges = String::new();
    for (number, (process, first)) in network.processes.iter().zip(&layout.first).enumerate() {
        for (place, location) in process.locations.iter().enumerate() {
            let invariant = expressions.add(&location.text, "1");
            let _ = writeln!(locations, "{}:{number}:{invariant}", first + place);
        }
        for edge in &process.edges {
            let Edge { source, target, text, .. } = edge;
            let (source, target) = (first + source.index(), first + target.index());
            let guard = expressions.add(&text.guard, "1");
            let sync = expressions.add(&text.sync, "0");
            let update = expressions.add(&text.update, "1");
            let _ = writeln!(edges, "{number}:{source}:{target}:{guard}:{sync}:{update}");
        }
    }
    let _ = write!(text, "\nlocations\n#index:process:invariant\n{locations}");
    let _ = write!(text, "\nedges\n#process:source:target:guard:sync:update\n{edges}");
    let _ = write!(text, "\nexpressions\n#address:reads:writes:text\n{}", expressions.text);
    text
}

/// The cells: clocks, variables and locations, numbered from 0 on.
#[derive(Default)]
struct Layout {
    text: String,
    cells: usize,
    /// The cell of the first location of each process.
    first: Vec<usize>,
}

impl Layout {
    fn cells(&mut self, network: &Network) {
        self.text.push_str("layout\n#index:clock:nr:name\n#index:var:min:max:init:nr:name\n#index:location:flags:name\n");
        let clocks = ["#t(0)".to_owned(), "#time".to_owned()];
        for (number, name) in clocks.into_iter().chain(network.clock_names()).enumerate() {
            self.cell(&format!("clock:{number}:{}", word(&name)));
        }
        let values = network.slot_domains().into_iter().zip(network.initial_memory());
        let slots = network.slot_names().into_iter().zip(values).take(network.state_slots());
        for (number, (name, (domain, initial))) in slots.enumerate() {
            let (lower, upper) = (domain.lower, domain.upper);
            self.cell(&format!("var:{lower}:{upper}:{initial}:{number}:{}", word(&name)));
        }
        for process in &network.processes {
            self.first.push(self.cells);
            for location in &process.locations {
                let flags = match location.kind {
                    LocationKind::Normal => "",
                    LocationKind::Urgent => "urgent",
                    LocationKind::Committed => "committed",
                };
                self.cell(&format!("location:{flags}:{}", word(&location.name)));
            }
        }
    }

    fn cell(&mut self, what: &str) {
        let _ = writeln!(self.text, "{}:{what}", self.cells);
        self.cells += 1;
    }
}

/// The labels, by number.
#[derive(Default)]
struct Expressions {
    text: String,
    count: usize,
}

impl Expressions {
    /// Adds a label, or what stands for an empty one.
    fn add(&mut self, label: &str, empty: &str) -> usize {
        let folded: Vec<&str> = label.split_whitespace().collect();
        let folded = folded.join(" ");
        let label = if folded.is_empty() { empty } else { &folded };
        let _ = writeln!(self.text, "{}:::{label}", self.count);
        self.count += 1;
        self.count - 1
    }
}

/// A name without blanks, of which readers take the first word only.
fn word(name: &str) -> String {
    let word: String = name.split_whitespace().collect();
    if word.is_empty() { "_".to_owned() } else { word }
}
