//! What the user sees.

use std::fmt::Write as _;

use orrery::network::Network;
use orrery::report::convert::{Names, moves_view};
use orrery::report::text::Styles;
use orrery::report::view::MoveView;
use orrery::simulate::{Hindrance, Outlook, Possible};
use orrery::{EdgeInstance, Obstacle, Snapshot};

/// So many values are shown in one line.
const SHORT: usize = 12;

/// Writes states and choices.
pub(super) struct Display<'n> {
    network: &'n Network,
    names: Names<'n>,
    styles: Styles,
}

impl<'n> Display<'n> {
    /// For a network.
    pub(super) fn new(network: &'n Network, styles: Styles) -> Display<'n> {
        Display { network, names: Names::of(network), styles }
    }

    /// The locations, and when.
    pub(super) fn state(&self, state: &Snapshot, steps: usize) -> String {
        let Styles { time, location, process, reset, .. } = self.styles;
        let steps = if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") };
        let mut text = format!("after {steps}, {time}at {}{reset}:", state.time);
        for (one, at) in self.network.processes.iter().zip(&state.locations) {
            let name = &one.locations[at.index()].name;
            let _ = write!(text, " {process}{}{reset}.{location}{name}{reset}", one.name);
        }
        text.push('\n');
        let values = self.each_value(state);
        let shown = match values.len() {
            0 => return text,
            few if few <= SHORT => values.join(", "),
            many => format!("({many} variables and clocks: `s` shows them)"),
        };
        let _ = writeln!(text, "     {shown}");
        text
    }

    /// All variables and clocks.
    pub(super) fn values(&self, state: &Snapshot) -> String {
        self.each_value(state).iter().map(|value| format!("  {value}\n")).collect()
    }

    fn each_value(&self, state: &Snapshot) -> Vec<String> {
        let variables = self.names.variables.iter().zip(&state.memory);
        let variables = variables.map(|(name, value)| format!("{name} = {value}"));
        let clocks = self.names.clocks.iter().zip(&state.clocks);
        variables.chain(clocks.map(|(name, value)| format!("{name} = {value}"))).collect()
    }

    /// The choices.
    pub(super) fn outlook(&self, outlook: &Outlook) -> String {
        let mut text = String::new();
        for (number, possible) in (1..).zip(&outlook.possible) {
            let _ = writeln!(text, "{number:>3}  {}", self.possible(possible));
        }
        let _ = match (outlook.delay.is_zero(), outlook.possible.is_empty()) {
            (true, true) => writeln!(text, "     nothing can happen, and time cannot pass"),
            (false, true) => {
                writeln!(text, "     nothing can happen; time may pass: {}", outlook.delay)
            }
            (true, false) => writeln!(text, "     time cannot pass"),
            (false, false) => writeln!(text, "     time may pass: {}", outlook.delay),
        };
        text
    }

    fn possible(&self, possible: &Possible) -> String {
        let candidate = &possible.candidate;
        let moves = moves_view(&self.names, &candidate.edges, candidate.channel);
        let moves: Vec<String> = moves.iter().map(|taken| self.taken(taken)).collect();
        let Styles { time, bad, reset, .. } = self.styles;
        let mut text = moves.join("  |  ");
        if !possible.when.has_zero() {
            let _ = write!(text, "  {time}after {}{reset}", possible.when);
        }
        if let Some(fault) = &possible.fault {
            let _ = write!(text, "  {bad}error: {}{reset}", fault.kind.describe(self.network));
        }
        text
    }

    /// `Train(0) Far → Near  approach!; x = 0`.
    fn taken(&self, taken: &MoveView) -> String {
        let Styles { process, location, faint, reset, .. } = self.styles;
        let mut labels: Vec<String> =
            taken.select.iter().map(|one| format!("{} = {}", one.name, one.value)).collect();
        for label in [&taken.guard, &taken.sync, &taken.update] {
            let folded = label.split_whitespace().collect::<Vec<_>>().join(" ");
            if !folded.is_empty() {
                labels.push(folded);
            }
        }
        let labels = match labels.is_empty() {
            true => String::new(),
            false => format!("  {faint}{}{reset}", labels.join("; ")),
        };
        format!(
            "{process}{}{reset} {location}{}{reset} → {location}{}{reset}{labels}",
            taken.process, taken.source, taken.target
        )
    }

    /// Why the other edges cannot be taken; bindings of one edge with the same reason count once.
    pub(super) fn hindered(&self, outlook: &Outlook) -> String {
        let mut lines: Vec<String> = Vec::new();
        for (edge, hindrance) in &outlook.hindered {
            let line = format!("  {}: {}\n", self.edge(edge), self.reason(edge, hindrance));
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        match lines.is_empty() {
            true => "  every edge here is among the choices\n".to_owned(),
            false => lines.concat(),
        }
    }

    fn edge(&self, edge: &EdgeInstance) -> String {
        let taken = self.names.taken(edge.process, edge.edge, &[], None);
        self.taken(&taken)
    }

    fn reason(&self, edge: &EdgeInstance, hindrance: &Hindrance) -> String {
        let text = &self.network.process(edge.process).edges[edge.edge.index()].text;
        let guard = text.guard.split_whitespace().collect::<Vec<_>>().join(" ");
        match hindrance {
            Hindrance::Obstacle(Obstacle::Guard) => format!("its guard `{guard}` is false"),
            Hindrance::Obstacle(Obstacle::Partner) => {
                format!("nobody is ready to synchronise on `{}`", text.sync.trim())
            }
            Hindrance::Obstacle(Obstacle::Committed) => {
                "another process is at a committed location and moves first".to_owned()
            }
            Hindrance::Clocks => {
                "its clocks do not allow it within the time that may pass here".to_owned()
            }
            Hindrance::TargetInvariant => "an invariant would be violated afterwards".to_owned(),
            Hindrance::Priority => "something with a higher priority is possible".to_owned(),
        }
    }
}
