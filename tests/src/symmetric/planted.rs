//! Random models with a known group of symmetries.
//!
//! Everything copies say treats the members of their set alike, so all permutations of the set (all turns,
//! for a ring) are symmetries. A *breaker* is one edge that does not: the symmetries that remain are known
//! too, or at least that some of them must go.

use super::breakers::{Breaker, DIFFERENT};
use super::questions::questions;
use super::sets::{Choices, ME, Set, Style};
use super::words::{Clocks, Family, Speaker};

/// A model whose symmetries are known.
#[derive(Clone, Debug)]
pub struct Planted {
    /// The model, as `.xta`.
    pub text: String,
    pub queries: Vec<String>,
    /// How many symmetries it has at least.
    pub order: u64,
    /// Processes belong to members of two sets.
    pub nested: bool,
    /// What it contains, for the count.
    pub tags: Vec<&'static str>,
    /// What breaks the symmetry.
    pub breaker: Breaker,
}

/// The model of a seed.
#[must_use]
pub fn planted(seed: u64) -> Planted {
    let mut choices = Choices::new(seed);
    let plan = ModelPlan::choose(&mut choices);
    let mut writer = Writer { choices, plan };
    let text = writer.text();
    let Writer { mut choices, plan } = writer;
    let queries = questions(&mut choices, &plan.families, plan.paired, plan.counter, plan.tour);
    Planted {
        order: plan.order(&text),
        text,
        queries,
        nested: plan.paired,
        tags: plan.tags(),
        breaker: plan.breaker,
    }
}

/// What a model will contain.
pub(super) struct ModelPlan {
    pub(super) families: Vec<Family>,
    /// Processes belong to a member of each of two sets.
    paired: bool,
    pub(super) counter: bool,
    mixed: bool,
    /// `int[0,1] v[S][T];`, of which each process of two sets has an entry.
    grid: bool,
    /// `clock u[S][T];`, likewise.
    timed: bool,
    /// `chan d;`
    meeting: bool,
    /// `broadcast chan b;`
    signal: bool,
    /// A process calls one member of the ring after the other, with a location for each.
    tour: bool,
    pub(super) breaker: Breaker,
    /// The member that a breaker singles out.
    pub(super) special: usize,
}

impl ModelPlan {
    fn choose(choices: &mut Choices) -> ModelPlan {
        let two = choices.chance(30);
        let paired = two && choices.chance(40);
        let size =
            if two { 2 + choices.below(2) } else { [2, 2, 3, 3, 3, 4, 4, 5][choices.below(8)] };
        let mut style = Style::ALL[choices.below(5)];
        if paired && style == Style::ByHand {
            style = Style::Named;
        }
        let ring = !two && style != Style::Scalar && choices.chance(25);
        let first = Set { name: "S", size: if paired { 2 } else { size }, style, ring };
        let mut families = vec![family(choices, first, ["P", "x", "a", "id", "c", "m"])];
        if two {
            let style = [Style::Scalar, Style::Ids][choices.below(2)];
            let second = Set { name: "T", size: 2, style, ring: false };
            families.push(family(choices, second, ["Q", "y", "e", "who", "k", "n"]));
        }
        let typed = style.has_type();
        let mut plan = ModelPlan {
            paired,
            counter: choices.chance(40),
            mixed: two && typed && choices.chance(50),
            grid: paired && typed && choices.chance(60),
            timed: paired && typed && choices.chance(30),
            meeting: choices.chance(30),
            signal: choices.chance(30),
            tour: ring && choices.chance(50),
            breaker: Breaker::None,
            special: choices.below(families[0].set.size),
            families,
        };
        plan.families[0].channels |= plan.tour;
        if choices.chance(50) {
            plan.break_it(choices);
        }
        plan
    }

    /// Chooses a breaker, and declares what it needs.
    fn break_it(&mut self, choices: &mut Choices) {
        let first = &mut self.families[0];
        let style = first.set.style;
        let breaker = Breaker::ALL[1 + choices.below(8)];
        let fits = match breaker {
            Breaker::None => true,
            Breaker::Race | Breaker::Drift | Breaker::Invalid => !first.set.ring,
            Breaker::Constant | Breaker::Order | Breaker::Different => style.has_names(),
            Breaker::Table => style.has_names() && style.has_type(),
            Breaker::Loop => style.has_type() && !first.set.ring,
        };
        if !fits {
            return;
        }
        self.breaker = breaker;
        first.cells = true;
        first.reference |=
            style == Style::ByHand || matches!(breaker, Breaker::Loop | Breaker::Race);
        self.signal |= matches!(breaker, Breaker::Race | Breaker::Drift);
    }

    /// How many symmetries there are. Members of a set to which nothing belongs that is ever written do not count.
    fn order(&self, text: &str) -> u64 {
        let written = self.mixed && text.contains("= 1 - w[");
        let all = self.families.iter().enumerate().map(|(number, family)| {
            let used = number == 0 || self.paired || has_process(family) || written;
            match self.breaker {
                _ if !used => 1,
                Breaker::None => family.set.order(),
                _ if number > 0 => family.set.order(),
                Breaker::Order
                | Breaker::Loop
                | Breaker::Race
                | Breaker::Drift
                | Breaker::Invalid => 1,
                Breaker::Constant | Breaker::Different | Breaker::Table => family.set.stabiliser(),
            }
        });
        all.product()
    }

    fn tags(&self) -> Vec<&'static str> {
        let mut tags = Vec::new();
        let mut note = |has: bool, tag: &'static str| {
            if has && !tags.contains(&tag) {
                tags.push(tag);
            }
        };
        for family in &self.families {
            note(true, style_name(family.set.style));
            note(family.set.ring, "rings");
            note(family.clocks == Clocks::Array, "clocks of members");
            note(family.clocks == Clocks::Local, "local clocks");
            note(family.reference, "variables that hold members");
            note(family.square, "square arrays");
            note(family.channels, "channels of members");
        }
        note(self.families.len() > 1, "two sets");
        note(self.paired, "processes of two sets");
        note(self.mixed, "arrays over two sets");
        note(self.grid || self.timed, "an entry for each process of two sets");
        note(self.signal, "broadcast");
        note(self.meeting, "binary channels");
        note(self.tour, "tours");
        note(true, self.breaker.name());
        tags
    }
}

fn style_name(style: Style) -> &'static str {
    match style {
        Style::Scalar => "scalar sets",
        Style::Ids => "ids from 0",
        Style::OneBased => "ids from 1",
        Style::Named => "named copies",
        Style::ByHand => "copies written by hand",
    }
}

/// The second set has processes of its own if it has cells.
fn has_process(family: &Family) -> bool {
    family.cells
}

fn family(choices: &mut Choices, set: Set, names: [&'static str; 6]) -> Family {
    let many = set.size > 3;
    let clocks = match choices.below(10) {
        0..=3 => Clocks::Array,
        4..=6 => Clocks::Local,
        _ => Clocks::None,
    };
    Family {
        clocks: if many && choices.chance(40) { Clocks::None } else { clocks },
        cells: choices.chance(50) || set.ring,
        reference: choices.chance(45),
        channels: choices.chance(25),
        square: set.style.has_type() && set.size < 4 && choices.chance(25),
        set,
        names,
    }
}

pub(super) struct Writer {
    pub(super) choices: Choices,
    pub(super) plan: ModelPlan,
}

impl Writer {
    fn text(&mut self) -> String {
        let mut text = self.declarations();
        let (mut processes, mut system) = self.copies(0);
        if self.plan.families.len() > 1 && !self.plan.paired && has_process(&self.plan.families[1])
        {
            let (more, names) = self.copies(1);
            processes += &more;
            system.extend(names);
        }
        if matches!(self.plan.breaker, Breaker::Race | Breaker::Drift) {
            processes += "process Z() { state L0; init L0; trans L0 -> L0 { sync b!; }; }\n";
            system.push("Z".to_owned());
        }
        if self.plan.tour {
            processes += &self.tour();
            system.push("K".to_owned());
        }
        let (definitions, names): (Vec<&String>, Vec<&String>) =
            system.iter().partition(|each| each.contains('='));
        text += &processes;
        definitions.iter().for_each(|each| text += &format!("{each};\n"));
        let defined = definitions.iter().filter_map(|each| each.split(' ').next());
        let names: Vec<&str> = defined.chain(names.iter().map(|name| name.as_str())).collect();
        text + &format!("system {};\n", names.join(", "))
    }

    fn declarations(&mut self) -> String {
        let plan = &self.plan;
        let mut text = String::new();
        for family in &plan.families {
            let Family { set, names, .. } = family;
            text += &set.declaration();
            if family.clocks == Clocks::Array {
                text += &set.declare_cells("clock", names[1]);
            }
            if family.cells {
                text += &set.declare_cells("int[0,2]", names[2]);
            }
            if family.reference {
                let (kind, initial) = set.reference();
                text += &format!("{kind} {}{initial};\n", names[3]);
            }
            if family.channels {
                text += &set.declare_cells("chan", names[4]);
            }
            if family.square {
                text += &format!("int[0,1] {}[{}][{}];\n", names[5], set.name, set.name);
            }
        }
        let mut declare = |has: bool, what: &str| {
            if has {
                text += what;
            }
        };
        declare(plan.counter, "int[0,2] g;\n");
        declare(plan.mixed, "int[0,1] w[S][T];\n");
        declare(plan.grid, "int[0,1] v[S][T];\n");
        declare(plan.timed, "clock u[S][T];\n");
        declare(plan.meeting, "chan d;\n");
        declare(plan.signal, "broadcast chan b;\n");
        text + &self.breaker_declaration()
    }

    /// The text of all copies of a family, and what `system` says of them.
    fn copies(&mut self, number: usize) -> (String, Vec<String>) {
        let body = self.body(number);
        let Family { set, names, .. } = &self.plan.families[number];
        let name = names[0];
        if set.style == Style::ByHand {
            let copy = |each: usize| {
                let different = if each == self.plan.special { "2" } else { "1" };
                let body = set.copy(&body, each).replace(DIFFERENT, different);
                format!("process {name}{each}() {body}")
            };
            let text = (0..set.size).map(copy).collect();
            return (text, (0..set.size).map(|each| format!("{name}{each}")).collect());
        }
        let different = format!("(i == {} ? 2 : 1)", set.number(self.plan.special));
        let body = body.replace(ME, "i").replace(DIFFERENT, &different);
        let second = if self.plan.paired { ", const T h" } else { "" };
        let text = format!("process {name}(const {} i{second}) {body}", set.name);
        if set.style != Style::Named || self.plan.paired {
            return (text, vec![name.to_owned()]);
        }
        (text, (0..set.size).map(|each| format!("{name}{each} = {name}({each})")).collect())
    }

    /// The body of a process, with placeholders.
    fn body(&mut self, number: usize) -> String {
        let locations = 2 + self.choices.below(2);
        let local = self.plan.families.iter().enumerate().filter(|(each, family)| {
            (*each == number || self.plan.paired) && family.clocks == Clocks::Local
        });
        let mut text = "{\n".to_owned();
        local.for_each(|(_, family)| text += &format!("  clock {};\n", family.names[1]));
        let states: Vec<String> = (0..locations).map(|each| self.state(number, each)).collect();
        text += &format!("  state {};\n", states.join(", "));
        match self.choices.below(8) {
            0 => text += "  urgent L1;\n",
            1 => text += "  commit L1;\n",
            _ => {}
        }
        text += "  init L0;\n  trans\n";
        let mut edges = Vec::new();
        for source in 0..locations {
            for _ in 0..1 + self.choices.below(2) {
                let target = self.choices.below(locations);
                edges.push(self.edge(number, source, target));
            }
        }
        if number == 0 && self.plan.breaker != Breaker::None {
            edges.push(self.broken_edge(locations - 1));
        }
        if number == 0 && self.plan.breaker == Breaker::Drift {
            let own = self.plan.families[0].set.cell("f", ME);
            edges.push(format!("    L0 -> L0 {{ guard {own} == 0; assign {own} = 1; }}"));
            edges.push(format!("    L0 -> L0 {{ guard {own} == 0; assign {own} = -1; }}"));
        }
        if number == 0 && self.plan.breaker == Breaker::Invalid {
            let own = self.plan.families[0].cell(ME).unwrap_or_default();
            edges.push(format!("    L0 -> L0 {{ assign {own} = 1; }}"));
        }
        if number == 0 && self.plan.tour {
            let call = self.plan.families[0].set.cell("c", ME);
            edges.push(format!("    L0 -> L0 {{ sync {call}?; }}"));
        }
        text + &edges.join(",\n") + ";\n}\n"
    }

    /// A process that calls one member after the other.
    fn tour(&self) -> String {
        let set = &self.plan.families[0].set;
        let states: Vec<String> = (0..set.size).map(|each| format!("L{each}")).collect();
        let edge = |each: usize| {
            let call = set.cell("c", &set.number(each).to_string());
            format!("L{each} -> L{} {{ sync {call}!; }}", (each + 1) % set.size)
        };
        let edges: Vec<String> = (0..set.size).map(edge).collect();
        let (states, edges) = (states.join(", "), edges.join(", "));
        format!("process K() {{ state {states}; init L0; trans {edges}; }}\n")
    }

    fn speaker(&self, number: usize) -> Speaker<'_> {
        let plan = &self.plan;
        let mut mine = vec![(&plan.families[number], ME.to_owned())];
        if plan.paired {
            mine.push((&plan.families[1], "h".to_owned()));
        }
        let ModelPlan { counter, mixed, grid, timed, .. } = *plan;
        Speaker { mine, selected: None, counter, mixed, grid, timed }
    }

    fn state(&mut self, number: usize, location: usize) -> String {
        let bound = 1 + self.choices.below(2);
        let clock = self.plan.families[number].clock(ME);
        match clock.filter(|_| self.choices.chance(40)) {
            Some(clock) => format!("L{location} {{ {clock} <= {bound} }}"),
            None => format!("L{location}"),
        }
    }

    fn edge(&mut self, number: usize, source: usize, target: usize) -> String {
        let mut choices = std::mem::replace(&mut self.choices, Choices::new(0));
        let mut speaker = self.speaker(number);
        let mut labels = String::new();
        let (sync, receives) = self.sync(&mut choices, number);
        let typed: Vec<&Family> =
            self.plan.families.iter().filter(|family| family.set.style.has_type()).collect();
        if let Some(family) = choices.pick(&typed)
            && !receives
            && choices.chance(35)
        {
            speaker.selected = Some((family, "j".to_owned()));
            labels += &format!("select j : {}; ", family.set.name);
        }
        let count = choices.below(3);
        let guards: Vec<String> =
            (0..count).filter_map(|_| speaker.guard(&mut choices, !receives)).collect();
        if !guards.is_empty() {
            labels += &format!("guard {}; ", guards.join(" && "));
        }
        labels += &sync;
        let count = choices.below(3);
        let updates: Vec<String> = (0..count)
            .filter_map(|_| {
                if receives {
                    speaker.own_update(&mut choices)
                } else {
                    speaker.update(&mut choices)
                }
            })
            .collect();
        if !updates.is_empty() {
            labels += &format!("assign {}; ", updates.join(", "));
        }
        self.choices = choices;
        format!("    L{source} -> L{target} {{ {labels}}}")
    }

    /// A synchronisation, and whether it receives a broadcast.
    fn sync(&self, choices: &mut Choices, number: usize) -> (String, bool) {
        let family = &self.plan.families[number];
        let end = if choices.chance(50) { "!" } else { "?" };
        let channel = family.set.cell(family.names[4], ME);
        match choices.below(6) {
            0 if self.plan.signal => (format!("sync b{end}; "), end == "?"),
            1 if self.plan.meeting => (format!("sync d{end}; "), false),
            2 if family.channels => (format!("sync {channel}{end}; "), false),
            3 if family.channels && family.set.ring => {
                let next = family.set.cell(family.names[4], &family.set.next(ME));
                (format!("sync {next}{end}; "), false)
            }
            _ => (String::new(), false),
        }
    }
}
