//! What the user sees.

use std::fmt::Write as _;

use orrery::network::{LocationId, LocationKind, Network, Process};
use orrery::report::convert::{Names, moves_view};
use orrery::report::text::Styles;
use orrery::report::view::MoveView;
use orrery::simulate::{Hindrance, Possible, Standing, Turn, ZoneOutlook};
use orrery::{Candidate, EdgeInstance, Obstacle, Rational, Snapshot};

use super::constraints::constraints;
use super::dialogue::Mode;

/// So many values are shown in one line.
const SHORT: usize = 12;

/// Writes states and choices.
pub(super) struct Display<'n> {
    network: &'n Network,
    names: Names<'n>,
    styles: Styles,
}

impl<'n> Display<'n> {
    pub(super) fn new(network: &'n Network, styles: Styles) -> Display<'n> {
        Display { network, names: Names::of(network), styles }
    }

    /// The locations, and when.
    pub(super) fn state(&self, state: &Snapshot, steps: usize, mode: Mode) -> String {
        let Styles { time, location, process, reset, .. } = self.styles;
        let steps = if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") };
        let when = match mode {
            Mode::Concrete => format!("at {}", state.time),
            Mode::Zones => format!("for example at {}", state.time),
        };
        let mut text = format!("after {steps}, {time}{when}{reset}:");
        for (one, at) in self.network.processes.iter().zip(&state.locations) {
            let name = &one.locations[at.index()].name;
            let _ = write!(text, " {process}{}{reset}.{location}{name}{reset}", one.name);
        }
        text.push('\n');
        text
    }

    /// Values in one line, or how many there are.
    pub(super) fn short_values(&self, values: &[String]) -> String {
        match values.len() {
            0 => String::new(),
            few if few <= SHORT => format!("     {}\n", values.join(", ")),
            many => format!("     ({many} variables and clocks: `s` shows them)\n"),
        }
    }

    /// Each variable and clock with its value.
    pub(super) fn values(&self, state: &Snapshot) -> Vec<String> {
        let clocks = self.names.clocks.iter().zip(&state.clocks);
        let clocks = clocks.map(|(name, value)| format!("{name} = {value}"));
        self.variables(&state.memory).chain(clocks).collect()
    }

    fn variables(&self, memory: &[i32]) -> impl Iterator<Item = String> {
        self.names.variables.iter().zip(memory).map(|(name, value)| format!("{name} = {value}"))
    }

    /// Each variable with its value, and the constraints of the zones.
    pub(super) fn zones(&self, state: &Snapshot, outlook: &ZoneOutlook) -> Vec<String> {
        let mut lines: Vec<String> = self.variables(&state.memory).collect();
        for (number, zone) in outlook.zones.iter().enumerate() {
            if number > 0 {
                lines.push("or".to_owned());
            }
            lines.extend(constraints(&zone.bounds, &self.names.clocks));
        }
        lines
    }

    /// Each process, where it is, and how long it may stay there.
    pub(super) fn locations(&self, state: &Snapshot) -> Vec<String> {
        let places = self.network.processes.iter().zip(&state.locations);
        let widest = self.network.processes.iter().map(|one| one.name.chars().count()).max();
        let widest = widest.unwrap_or(0);
        let line = |(one, at): (&Process, &LocationId)| {
            let location = &one.locations[at.index()];
            let invariant = location.text.split_whitespace().collect::<Vec<_>>().join(" ");
            let kind = match location.kind {
                LocationKind::Normal => "",
                LocationKind::Urgent => "urgent ",
                LocationKind::Committed => "committed ",
            };
            let line = format!("{:widest$}  {}  {kind}{invariant}", one.name, location.name);
            line.trim_end().to_owned()
        };
        places.map(line).collect()
    }

    /// The transitions that are possible.
    pub(super) fn choices(&self, turn: &Turn) -> Vec<String> {
        let line = |(at, possible): (usize, &Possible)| {
            let text = self.possible(possible);
            if at < turn.others { text } else { format!("controller: {text}") }
        };
        turn.outlook.possible.iter().enumerate().map(line).collect()
    }

    /// What the controller does, and when.
    pub(super) fn controller_moves(&self, own: &Possible, when: Rational) -> String {
        format!("after {when} the controller: {}", self.candidate(&own.candidate))
    }

    /// The transitions that some clock values of the zone allow.
    pub(super) fn zone_choices(&self, outlook: &ZoneOutlook) -> Vec<String> {
        outlook.possible.iter().map(|candidate| self.candidate(candidate)).collect()
    }

    /// How much time may pass.
    pub(super) fn delay(&self, turn: &Turn) -> String {
        let outlook = &turn.outlook;
        match turn.standing {
            Standing::Open => {}
            Standing::Won => return "the strategy has reached its goal".to_owned(),
            Standing::Left => return "the strategy has no rule for this state".to_owned(),
        }
        match (outlook.delay.is_zero(), outlook.possible.is_empty()) {
            (true, true) => "nothing can happen, and time cannot pass".to_owned(),
            (false, true) => format!("nothing can happen; time may pass: {}", outlook.delay),
            (true, false) => "time cannot pass".to_owned(),
            (false, false) => format!("time may pass: {}", outlook.delay),
        }
    }

    /// What is to be known about the choices of a zone.
    pub(super) fn zone_note(&self, outlook: &ZoneOutlook) -> String {
        match (&outlook.fault, outlook.possible.is_empty()) {
            (Some(fault), _) => format!("error: {}", fault.kind.describe(self.network)),
            (None, true) => "nothing can happen, whatever the delays".to_owned(),
            (None, false) => "the delays are left open".to_owned(),
        }
    }

    /// The choices, with the numbers that a user types.
    pub(super) fn turn(&self, turn: &Turn) -> String {
        numbered(&self.choices(turn), &self.delay(turn))
    }

    /// The choices of a zone, numbered.
    pub(super) fn zone_outlook(&self, outlook: &ZoneOutlook) -> String {
        numbered(&self.zone_choices(outlook), &self.zone_note(outlook))
    }

    fn possible(&self, possible: &Possible) -> String {
        let Styles { time, bad, reset, .. } = self.styles;
        let mut text = self.candidate(&possible.candidate);
        if !possible.when.has_zero() {
            let _ = write!(text, "  {time}after {}{reset}", possible.when);
        }
        if let Some(fault) = &possible.fault {
            let _ = write!(text, "  {bad}error: {}{reset}", fault.kind.describe(self.network));
        }
        text
    }

    fn candidate(&self, candidate: &Candidate) -> String {
        let moves = moves_view(&self.names, &candidate.edges, candidate.channel);
        let moves: Vec<String> = moves.iter().map(|taken| self.taken(taken)).collect();
        moves.join("  |  ")
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
    pub(super) fn hindered(&self, hindered: &[(EdgeInstance, Hindrance)]) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for (edge, hindrance) in hindered {
            let line = format!("{}: {}", self.edge(edge), self.reason(edge, hindrance));
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        if lines.is_empty() {
            lines.push("every edge that leaves these locations is possible".to_owned());
        }
        lines
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
                format!("no process is ready to synchronise on `{}`", text.sync.trim())
            }
            Hindrance::Obstacle(Obstacle::Committed) => {
                "another process is at a committed location and moves first".to_owned()
            }
            Hindrance::Clocks => {
                "its clocks do not allow it within the time that may pass here".to_owned()
            }
            Hindrance::Zone => "no values of the clocks in this zone allow it".to_owned(),
            Hindrance::TargetInvariant => "an invariant would be violated afterwards".to_owned(),
            Hindrance::Strategy => "the strategy does not take it, or acts before".to_owned(),
            Hindrance::Priority => "something with a higher priority is possible".to_owned(),
        }
    }
}

fn numbered(choices: &[String], note: &str) -> String {
    let mut text = String::new();
    for (number, choice) in (1..).zip(choices) {
        let _ = writeln!(text, "{number:>3}  {choice}");
    }
    let _ = writeln!(text, "     {note}");
    text
}
