//! Runs as the XML that `verifyta -X` writes: the system, then every state with its whole matrix.

use std::fmt::Write as _;

use network::Network;

use crate::convert::Names;
use crate::xml::escape;
use crate::xtr::{SymbolicRun, SymbolicState, SymbolicStep};

/// The name of the reference clock.
const ZERO: &str = "t(0)";

/// A path of symbolic states as a document.
#[must_use]
pub fn write_xml_trace(network: &Network, run: &SymbolicRun) -> String {
    let mut writer = XmlTraceWriter { network, names: Names::of(network), out: String::new() };
    writer.line(0, "<?xml version=\"1.0\" encoding=\"utf-8\"?>");
    writer.line(0, "<trace initial_node=\"State1\">");
    writer.system();
    writer.state(1, &run.initial);
    for (number, step) in (1..).zip(&run.steps) {
        writer.state(number + 1, &step.target);
        writer.transition(number, step);
    }
    writer.line(0, "</trace>");
    writer.out
}

struct XmlTraceWriter<'n> {
    network: &'n Network,
    names: Names<'n>,
    out: String,
}

impl XmlTraceWriter<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "\t".repeat(depth));
    }

    fn system(&mut self) {
        self.line(1, "<system>");
        let clocks: Vec<String> = std::iter::once(ZERO.to_owned())
            .chain(self.names.clocks.iter().cloned())
            .map(|name| format!("<clock id=\"sys.{0}\" name=\"{0}\"/>", escape(&name)))
            .collect();
        clocks.iter().for_each(|clock| self.line(2, clock));
        for name in self.names.variables.clone() {
            let name = escape(&name);
            self.line(2, &format!("<variable id=\"sys.{name}\" name=\"{name}\"/>"));
        }
        for process in &self.network.processes {
            self.process(process);
        }
        self.line(1, "</system>");
    }

    fn process(&mut self, process: &network::Process) {
        let name = escape(&process.name);
        self.line(2, &format!("<process id=\"{name}\" name=\"{name}\">"));
        for location in &process.locations {
            let (own, text) = (escape(&location.name), escape(&location.text));
            self.line(3, &format!("<location id=\"{name}.{own}\" name=\"{own}\">"));
            self.line(4, &format!("<invariant>{text}</invariant>"));
            self.line(3, "</location>");
        }
        for (number, edge) in process.edges.iter().enumerate() {
            let source = escape(&process.locations[edge.source.index()].name);
            let target = escape(&process.locations[edge.target.index()].name);
            let ends = format!("from=\"{name}.{source}\" to=\"{name}.{target}\"");
            self.line(3, &format!("<edge id=\"{name}.edge{number}\" {ends}>"));
            self.line(4, &format!("<guard>{}</guard>", escape(&edge.text.guard)));
            self.line(4, &format!("<sync>{}</sync>", escape(&edge.text.sync)));
            self.line(4, &format!("<update>{}</update>", escape(&edge.text.update)));
            self.line(3, "</edge>");
        }
        self.line(2, "</process>");
    }

    fn state(&mut self, number: usize, state: &SymbolicState) {
        let processes = self.network.processes.iter().zip(&state.locations);
        let locations: String = processes
            .map(|(process, at)| format!("{}.{} ", process.name, process.locations[*at].name))
            .collect();
        let locations = escape(&locations);
        let vector =
            format!("<location_vector id=\"Locations{number}\" locations=\"{locations}\"/>");
        self.line(1, &vector);
        self.line(1, &format!("<variable_vector id=\"Variables{number}\">"));
        for (name, value) in self.names.variables.clone().iter().zip(&state.variables) {
            let name = escape(name);
            self.line(2, &format!("<variable_state variable=\"sys.{name}\" value=\"{value}\"/>"));
        }
        self.line(1, "</variable_vector>");
        self.matrix(number, state);
        let parts = format!(
            "location_vector=\"Locations{number}\" dbm_instance=\"Zone{number}\" \
             variable_vector=\"Variables{number}\""
        );
        self.line(1, &format!("<node id=\"State{number}\" {parts}/>"));
    }

    /// All bounds; those that are not given are infinite, or 0 from the reference clock.
    fn matrix(&mut self, number: usize, state: &SymbolicState) {
        self.line(1, &format!("<dbm_instance id=\"Zone{number}\">"));
        let rows = self.names.clocks.len() + 1;
        for left in 0..rows {
            for right in 0..rows {
                let known = state.bounds.iter().find(|b| (b.left, b.right) == (left, right));
                let (bound, comp) = match known {
                    Some(bound) if bound.strict => (bound.limit.to_string(), "&lt;"),
                    Some(bound) => (bound.limit.to_string(), "&lt;="),
                    None if left == 0 || left == right => ("0".to_owned(), "&lt;="),
                    None => ("inf".to_owned(), "&lt;"),
                };
                let (first, second) = (self.clock(left), self.clock(right));
                let clocks = format!("clock1=\"sys.{first}\" clock2=\"sys.{second}\"");
                self.line(2, &format!("<clockbound {clocks} bound=\"{bound}\" comp=\"{comp}\"/>"));
            }
        }
        self.line(1, "</dbm_instance>");
    }

    fn clock(&self, row: usize) -> String {
        let name = row.checked_sub(1).map_or(ZERO, |clock| &self.names.clocks[clock]);
        escape(name)
    }

    fn transition(&mut self, number: usize, step: &SymbolicStep) {
        let name = |process: usize| escape(&self.network.processes[process].name);
        let edges: String = step
            .edges
            .iter()
            .map(|fired| format!("{}.edge{} ", name(fired.process), fired.edge))
            .collect();
        let ends = format!("from=\"State{number}\" to=\"State{}\"", number + 1);
        self.line(1, &format!("<transition {ends} edges=\"{edges}\"/>"));
    }
}

#[cfg(test)]
mod tests;
