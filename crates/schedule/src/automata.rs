//! The model of a problem, and its query.
//!
//! A step is the pattern of chapter 6 of the thesis: wait, take what is needed, stay for the duration, give it back. What each variable and
//! location is for is told in docs/manual/schedules.md.

use std::fmt::Write as _;

use crate::heuristic::{Heuristics, Starts, chains};
use crate::problem::{Order, Problem, Resource, Step, Wanted};

/// A model and its query, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automata {
    /// In the language of `.xta` files.
    pub model: String,
    pub query: String,
    /// Is the time to be least, and not the cost?
    pub is_time: bool,
    /// For each location at which somebody works: the process, the location, and for people order, step and resources.
    pub work: Vec<Work>,
}

/// A stay at a location that is a step of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Work {
    pub process: String,
    pub location: String,
    pub order: String,
    pub step: String,
    pub resource: String,
}

impl Automata {
    /// The model of a problem, with what is left out by heuristics.
    #[must_use]
    pub fn of(problem: &Problem, heuristics: &Heuristics) -> Automata {
        let mut problem = problem.clone();
        if let Some(most) = heuristics.at_most_active {
            hold_throughout(&mut problem, most);
        }
        if let Some(lead) = heuristics.lead {
            for order in &mut problem.orders {
                let earliest = order.due.map_or(0, |due| due.saturating_sub(lead));
                order.release = order.release.max(earliest);
            }
        }
        let writer = Writer { problem: &problem, heuristics };
        let mut model = writer.declarations();
        let mut system = Vec::new();
        for at in 0..problem.orders.len() {
            model.push_str(&writer.order(at));
            system.push(format!("O{at}"));
            if writer.is_charged(at) {
                model.push_str(&writer.clerk(at));
                system.push(format!("C{at}"));
            }
        }
        for (at, resource) in problem.resources.iter().enumerate() {
            if resource.calendar.is_some() {
                model.push_str(&writer.calendar(at, resource));
                system.push(format!("K{at}"));
            }
        }
        let _ = writeln!(model, "system {};", system.join(", "));
        let is_time = problem.wanted == Wanted::Makespan;
        Automata { model, query: writer.query(), is_time, work: writer.work() }
    }
}

/// At most so many orders at once: a resource that an order holds from its first step to its last.
fn hold_throughout(problem: &mut Problem, most: u32) {
    let slot = problem.resources.len();
    let name = "active".to_owned();
    problem.resources.push(Resource { name, count: most.max(1), calendar: None, cleaning: 0 });
    for order in &mut problem.orders {
        if let Some(first) = order.steps.first_mut() {
            first.takes.push(slot);
        }
        if let Some(last) = order.steps.last_mut() {
            last.gives.push(slot);
        }
    }
}

struct Writer<'a> {
    problem: &'a Problem,
    heuristics: &'a Heuristics,
}

impl Writer<'_> {
    /// Is it a matter of cost when the order is finished?
    fn is_charged(&self, at: usize) -> bool {
        self.problem.wanted == Wanted::Cost && self.problem.orders[at].has_costs()
    }

    /// Is the time since the start needed?
    fn has_time(&self) -> bool {
        let needs = |order: &Order| {
            order.release > 0 || (self.problem.wanted != Wanted::Makespan && order.due.is_some())
        };
        self.problem.orders.iter().any(needs)
    }

    fn is_urgent(&self) -> bool {
        matches!(self.heuristics.starts, Starts::NonLazy | Starts::Greedy)
    }

    fn declarations(&self) -> String {
        let mut text = String::new();
        if self.has_time() {
            text.push_str("clock t; // since the start\n");
        }
        if self.heuristics.starts == Starts::Events {
            text.push_str("clock e; // since something ended, was released or opened\n");
        }
        if self.is_urgent() {
            text.push_str("urgent broadcast chan hurry; // nobody listens\n");
        }
        for (at, resource) in self.problem.resources.iter().enumerate() {
            let count = resource.count;
            let _ = writeln!(text, "int[0,{count}] r{at} = {count}; // {}", plain(&resource.name));
            if resource.cleaning > 0 {
                let _ = writeln!(
                    text,
                    "int[0,{}] last{at} = 0; // whose recipe came last",
                    self.recipes()
                );
            }
            if let Some(calendar) = &resource.calendar {
                let open = u8::from(calendar.open.first().is_some_and(|first| first.0 == 0));
                let longest = calendar.period;
                let _ = writeln!(
                    text,
                    "int[0,1] open{at} = {open}; int[0,{longest}] gap{at}; broadcast chan close{at};"
                );
            }
        }
        for (at, order) in self.problem.orders.iter().enumerate() {
            if self.heuristics.non_overtaking {
                let _ = writeln!(text, "int[0,{}] begun{at};", order.steps.len());
            }
            if self.is_charged(at) {
                let _ = writeln!(text, "int[0,1] unfinished{at} = 1;");
            }
        }
        text
    }

    fn recipes(&self) -> usize {
        self.problem.orders.iter().map(|order| order.recipe + 1).max().unwrap_or(0)
    }

    /// The order that goes before this one at every step.
    fn before(&self, at: usize) -> Option<usize> {
        if !self.heuristics.non_overtaking {
            return None;
        }
        let chains = chains(self.problem);
        let chain = chains.iter().find(|chain| chain.contains(&at))?;
        let place = chain.iter().position(|each| *each == at)?;
        place.checked_sub(1).map(|place| chain[place])
    }

    /// How much longer a step may take, by cleaning and by calendars; nothing if its duration is fixed.
    fn longest_extra(&self, step: &Step) -> Option<u64> {
        let resources = || step.takes.iter().map(|at| &self.problem.resources[*at]);
        let cleaning = resources().map(|resource| u64::from(resource.cleaning)).sum::<u64>();
        let periods = resources().filter_map(|resource| resource.calendar.as_ref());
        let closed = periods
            .filter(|_| step.interruptible)
            .map(|calendar| u64::from(calendar.period) * (2 + u64::from(step.duration)));
        let most = cleaning + closed.sum::<u64>();
        (most > 0).then(|| most.min(1 << 27))
    }

    fn order(&self, at: usize) -> String {
        let order = &self.problem.orders[at];
        let before = self.before(at);
        let extra = order.steps.iter().filter_map(|step| self.longest_extra(step)).max();
        let mut text = format!("// {}\nprocess O{at}() {{\n  clock x;\n", plain(&order.name));
        if let Some(most) = extra {
            let _ = writeln!(text, "  int[0,{most}] extra; // cleaning and closed hours of a step");
        }
        let mut parts = Parts::default();
        if order.release > 0 {
            parts.states.push(format!("unreleased {{ t <= {} }}", order.release));
            let update = self.with_event(Vec::new());
            parts.edge("unreleased", "w0", &[format!("t == {}", order.release)], "", &update);
        }
        for (number, step) in order.steps.iter().enumerate() {
            self.step(at, (number, step), before, &mut parts);
        }
        parts.states.push("done".to_owned());
        let init = if order.release > 0 { "unreleased" } else { "w0" };
        let init = if order.steps.is_empty() && order.release == 0 { "done" } else { init };
        let _ = writeln!(text, "  state {};\n  init {init};", parts.states.join(", "));
        if !parts.edges.is_empty() {
            let _ = writeln!(text, "  trans\n    {};", parts.edges.join(",\n    "));
        }
        text + "}\n"
    }

    /// Updates at which steps may begin afterwards.
    fn with_event(&self, mut update: Vec<String>) -> Vec<String> {
        if self.heuristics.starts == Starts::Events {
            update.push("e = 0".to_owned());
        }
        update
    }

    fn step(
        &self,
        at: usize,
        (number, step): (usize, &Step),
        before: Option<usize>,
        parts: &mut Parts,
    ) {
        let order = &self.problem.orders[at];
        let (waits, works) = (format!("w{number}"), format!("b{number}"));
        let duration = match self.longest_extra(step) {
            Some(_) => format!("{} + extra", step.duration),
            None => step.duration.to_string(),
        };
        let pause = number.checked_sub(1).and_then(|before| order.steps[before].pause_at_most);
        parts.states.push(match pause {
            Some(most) => format!("{waits} {{ x <= {most} }}"),
            None => waits.clone(),
        });
        let must_be_open = step.takes.iter().filter(|at| self.has_calendar(**at));
        let open: Vec<String> = must_be_open.map(|at| format!("open{at} == 1")).collect();
        let mut stay = vec![format!("x <= {duration}")];
        if !step.interruptible {
            stay.extend(open.clone());
        }
        parts.states.push(format!("{works} {{ {} }}", stay.join(" && ")));
        let mut may = step.takes.iter().map(|at| format!("r{at} > 0")).collect::<Vec<_>>();
        may.extend(open);
        may.extend(before.map(|before| format!("begun{before} > {number}")));
        let mut start = may.clone();
        if self.heuristics.starts == Starts::Events {
            start.push("e == 0".to_owned());
        }
        let hurry = if self.is_urgent() { "hurry!" } else { "" };
        parts.edge(&waits, &works, &start, hurry, &self.begin(at, step));
        if self.heuristics.starts == Starts::NonLazy {
            let idles = format!("i{number}");
            parts.states.push(format!("{idles} {{ x < {} }}", step.duration.max(1)));
            parts.edge(&waits, &idles, &may, hurry, &["x = 0".to_owned()]);
            let gone =
                format!("!({})", if may.is_empty() { "true".to_owned() } else { may.join(" && ") });
            parts.edge(&idles, &waits, &[gone], hurry, &[]);
        }
        self.interruptions(step, &works, parts);
        self.end(at, (number, step), &duration, parts);
    }

    fn has_calendar(&self, resource: usize) -> bool {
        self.problem.resources[resource].calendar.is_some()
    }

    /// What is done when a step begins.
    fn begin(&self, at: usize, step: &Step) -> Vec<String> {
        let mut update: Vec<String> =
            step.takes.iter().map(|taken| format!("r{taken}--")).collect();
        update.push("x = 0".to_owned());
        let recipe = self.problem.orders[at].recipe + 1;
        let mut cleaning = Vec::new();
        for taken in step.takes.iter().filter(|at| self.problem.resources[**at].cleaning > 0) {
            let longer = self.problem.resources[*taken].cleaning;
            cleaning.push(format!("(last{taken} == 0 || last{taken} == {recipe} ? 0 : {longer})"));
            update.push(format!("last{taken} = {recipe}"));
        }
        if self.longest_extra(step).is_some() {
            let sum = if cleaning.is_empty() { "0".to_owned() } else { cleaning.join(" + ") };
            update.insert(0, format!("extra = {sum}"));
        }
        if self.heuristics.non_overtaking {
            update.push(format!("begun{at}++"));
        }
        update
    }

    /// A step that may be interrupted takes longer by the time that a resource is closed.
    fn interruptions(&self, step: &Step, works: &str, parts: &mut Parts) {
        if !step.interruptible {
            return;
        }
        for at in step.takes.iter().filter(|at| self.has_calendar(**at)) {
            parts.edge(
                works,
                works,
                &[],
                &format!("close{at}?"),
                &[format!("extra = extra + gap{at}")],
            );
        }
    }

    fn end(&self, at: usize, (number, step): (usize, &Step), duration: &str, parts: &mut Parts) {
        let order = &self.problem.orders[at];
        let is_last = number + 1 == order.steps.len();
        let mut guard = vec![format!("x == {duration}")];
        let mut update: Vec<String> =
            step.gives.iter().map(|given| format!("r{given}++")).collect();
        if is_last && self.problem.wanted == Wanted::Feasible {
            guard.extend(order.due.map(|due| format!("t <= {due}")));
        }
        if is_last && self.is_charged(at) {
            update.push(format!("unfinished{at} = 0"));
        }
        let update = self.with_event(update);
        if is_last {
            return parts.edge(&format!("b{number}"), "done", &guard, "", &update);
        }
        let next = format!("w{}", number + 1);
        let timed = step.pause_at_least > 0 || step.pause_at_most.is_some();
        let mut with_reset = update;
        if timed {
            with_reset.push("x = 0".to_owned());
        }
        if step.pause_at_least == 0 {
            return parts.edge(&format!("b{number}"), &next, &guard, "", &with_reset);
        }
        let (pauses, least) = (format!("p{number}"), step.pause_at_least);
        parts.states.push(format!("{pauses} {{ x <= {least} }}"));
        parts.edge(&format!("b{number}"), &pauses, &guard, "", &with_reset);
        parts.edge(&pauses, &next, &[format!("x == {least}")], "", &self.with_event(Vec::new()));
    }

    /// Charges for an order that is late, or stored.
    fn clerk(&self, at: usize) -> String {
        let order = &self.problem.orders[at];
        let due = order.due.unwrap_or(0);
        let (late, stored) = (order.delay_cost, order.storage_cost);
        format!(
            "process C{at}() {{\n  state early {{ t <= {due} && cost' == {stored} * (1 - unfinished{at}) }}, \
             late {{ cost' == {late} * unfinished{at} }};\n  init early;\n  trans early -> late {{ guard t == {due}; }};\n}}\n"
        )
    }

    /// Opens and closes a resource.
    fn calendar(&self, at: usize, resource: &Resource) -> String {
        let Some(calendar) = &resource.calendar else { return String::new() };
        let event = if self.heuristics.starts == Starts::Events { ", e = 0" } else { "" };
        let (period, first) = (calendar.period, calendar.open[0].0);
        // Where one period ends and the next begins it may stay open.
        let stays_open = first == 0 && calendar.open.last().is_some_and(|last| last.1 == period);
        let mut parts = Parts::default();
        for (number, (from, until)) in calendar.open.iter().enumerate() {
            let (closed, open) = (format!("closed{number}"), format!("open{number}"));
            parts.states.push(format!("{closed} {{ c <= {from} }}"));
            parts.states.push(format!("{open} {{ c <= {until} }}"));
            let opens = [format!("open{at} = 1{event}")];
            parts.edge(&closed, &open, &[format!("c == {from}")], "", &opens);
            let next = calendar.open.get(number + 1);
            let at_end = [format!("c == {until}")];
            if next.is_none() && stays_open {
                parts.edge(&open, "open0", &at_end, "", &["c = 0".to_owned()]);
                continue;
            }
            let gap = next.map_or(period + first, |next| next.0) - until;
            let after = next.map_or("rest".to_owned(), |_| format!("closed{}", number + 1));
            let closes = [format!("open{at} = 0"), format!("gap{at} = {gap}")];
            parts.edge(&open, &after, &at_end, &format!("close{at}!"), &closes);
        }
        if !stays_open {
            parts.states.push(format!("rest {{ c <= {period} }}"));
            let begins = ["c = 0".to_owned()];
            parts.edge("rest", "closed0", &[format!("c == {period}")], "", &begins);
        }
        format!(
            "// when {} works\nprocess K{at}() {{\n  clock c;\n  state {};\n  init closed0;\n  trans\n    {};\n}}\n",
            plain(&resource.name),
            parts.states.join(", "),
            parts.edges.join(",\n    ")
        )
    }

    fn query(&self) -> String {
        let mut parts = Vec::new();
        for (at, order) in self.problem.orders.iter().enumerate() {
            parts.push(format!("O{at}.done"));
            // What is stored is paid for until it is due.
            if self.is_charged(at) && order.storage_cost > 0 {
                parts.push(format!("C{at}.late"));
            }
        }
        format!("E<> {}", if parts.is_empty() { "true".to_owned() } else { parts.join(" && ") })
    }

    fn work(&self) -> Vec<Work> {
        let mut work = Vec::new();
        for (at, order) in self.problem.orders.iter().enumerate() {
            for (number, step) in order.steps.iter().enumerate() {
                let name = |at: &usize| self.problem.resources[*at].name.as_str();
                let names: Vec<&str> = step.takes.iter().map(name).collect();
                work.push(Work {
                    process: format!("O{at}"),
                    location: format!("b{number}"),
                    order: order.name.clone(),
                    step: step.name.clone(),
                    resource: names.join(" + "),
                });
            }
        }
        work
    }
}

/// The locations and edges of a process.
#[derive(Default)]
struct Parts {
    states: Vec<String>,
    edges: Vec<String>,
}

impl Parts {
    fn edge(&mut self, from: &str, to: &str, guard: &[String], sync: &str, update: &[String]) {
        let mut text = format!("{from} -> {to} {{ ");
        if !guard.is_empty() {
            let _ = write!(text, "guard {}; ", guard.join(" && "));
        }
        if !sync.is_empty() {
            let _ = write!(text, "sync {sync}; ");
        }
        if !update.is_empty() {
            let _ = write!(text, "assign {}; ", update.join(", "));
        }
        self.edges.push(text + "}");
    }
}

/// A name that cannot end a comment.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_control() || c == '\\' { ' ' } else { c }).collect()
}
