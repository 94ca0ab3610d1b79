//! What breaks the symmetry of a planted model, and how that is written.

use super::planted::Writer;
use super::sets::{ME, Style};
use super::words::Family;

/// What breaks the symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breaker {
    None,
    /// A guard names one member.
    Constant,
    /// A guard compares members by order.
    Order,
    /// What a loop over the set does depends on its order.
    Loop,
    /// A constant is different in one process.
    Different,
    /// A constant table has one different entry.
    Table,
    /// Receivers of a broadcast race for a variable.
    Race,
    /// Receivers of a broadcast add to a variable that may leave its range half way.
    Drift,
    /// Something that is evaluated for one after the other may be invalid.
    Invalid,
}

impl Breaker {
    pub const ALL: [Breaker; 9] = [
        Breaker::None,
        Breaker::Constant,
        Breaker::Order,
        Breaker::Loop,
        Breaker::Different,
        Breaker::Table,
        Breaker::Race,
        Breaker::Drift,
        Breaker::Invalid,
    ];
}

impl Breaker {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Breaker::None => "nothing breaks it",
            Breaker::Constant => "a constant breaks it",
            Breaker::Order => "an order breaks it",
            Breaker::Loop => "a loop breaks it",
            Breaker::Different => "one process differs",
            Breaker::Table => "a table breaks it",
            Breaker::Race => "a race breaks it",
            Breaker::Drift => "a sum that leaves its range breaks it",
            Breaker::Invalid => "an invalid evaluation breaks it",
        }
    }
}

impl Writer {
    /// What a breaker needs to be declared.
    pub(super) fn breaker_declaration(&self) -> String {
        let set = &self.plan.families[0].set;
        match self.plan.breaker {
            Breaker::Loop if self.plan.counter => {
                "void sweep() { for (q : S) { g = (g * 2 + a[q]) % 3; } }\n".to_owned()
            }
            Breaker::Loop => "void sweep() { for (q : S) if (a[q] == 0) { id = q; } }\n".to_owned(),
            Breaker::Drift => set.declare_cells("int[-1,1]", "f") + "int[-1,0] drift;\n",
            Breaker::Table => {
                let entry = |each: usize| if each == self.plan.special { "2" } else { "1" };
                let entries: Vec<&str> = (0..set.size).map(entry).collect();
                format!("const int[0,2] D[S] = {{{}}};\n", entries.join(", "))
            }
            _ => String::new(),
        }
    }

    /// A condition on every member, one after the other, that may be invalid for some.
    fn invalid_for_some(&self) -> String {
        let family = &self.plan.families[0];
        let one = |member: &str| {
            let cell = family.cell(member).unwrap_or_default();
            format!("1 / (1 - {cell}) == 1")
        };
        if family.set.style.has_type() && self.plan.special.is_multiple_of(2) {
            return format!("(exists (q : S) {})", one("q"));
        }
        let numbers = (0..family.set.size).map(|each| family.set.number(each).to_string());
        if family.set.style.has_names() {
            let all: Vec<String> = numbers.map(|number| one(&number)).collect();
            return format!("({})", all.join(" || "));
        }
        format!("(forall (q : S) {})", one("q"))
    }

    /// The edge that breaks the symmetry.
    pub(super) fn broken_edge(&mut self, target: usize) -> String {
        let family = &self.plan.families[0];
        let special = family.set.number(self.plan.special);
        let clock = family.clock(ME).filter(|_| self.choices.chance(50));
        let (what, compare) = match clock {
            Some(clock) => (clock, ">="),
            None => (family.cell(ME).unwrap_or_default(), "=="),
        };
        let labels = match (self.plan.breaker, family.set.style) {
            (Breaker::Constant, Style::ByHand) => format!("guard id != {special};"),
            (Breaker::Constant, _) => format!("guard {ME} != {special};"),
            (Breaker::Order, Style::ByHand) => format!("guard {ME} < id;"),
            (Breaker::Order, _) => {
                format!("select j : S; guard j < {ME} && {} == 0;", cell(family))
            }
            (Breaker::Loop, _) => "assign sweep();".to_owned(),
            (Breaker::Race, _) => format!("sync b?; assign id = {ME};"),
            (Breaker::Drift, _) => {
                format!("sync b?; assign drift = drift + {};", family.set.cell("f", ME))
            }
            (Breaker::Invalid, _) => format!("guard {};", self.invalid_for_some()),
            (Breaker::Different, _) => format!("guard {what} {compare} {DIFFERENT};"),
            (Breaker::Table, _) => format!("guard {what} {compare} D[{ME}];"),
            (Breaker::None, _) => String::new(),
        };
        format!("    L0 -> L{target} {{ {labels} }}")
    }
}

fn cell(family: &Family) -> String {
    family.cell("j").unwrap_or_default()
}

/// Stands for the constant that differs in one copy.
pub(super) const DIFFERENT: &str = "@different";
