//! Orders, what they need, and what is to be least.

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub wanted: Wanted,
    pub resources: Vec<Resource>,
    pub orders: Vec<Order>,
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All orders finished as soon as possible.
    Makespan,
    /// The least cost of lateness and storage.
    Cost,
    /// All orders finished when they are due.
    Feasible,
}

/// What steps use. Times are in units of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resource {
    pub name: String,
    /// How many there are.
    pub count: u32,
    pub calendar: Option<Calendar>,
    /// How much longer a step takes after one of an order with another recipe; only where there is one.
    pub cleaning: u32,
}

/// When a resource works: every `period` time units, in these intervals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Calendar {
    pub period: u32,
    /// From, until; in order, and no two overlap.
    pub open: Vec<(u32, u32)>,
}

/// Something to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    pub name: String,
    /// Orders with the same recipe need the same steps; how long they take may depend on the amount.
    pub recipe: usize,
    pub steps: Vec<Step>,
    pub release: u32,
    pub due: Option<u32>,
    /// What it costs for each time unit after it is due until it is finished.
    pub delay_cost: u32,
    /// What it costs for each time unit after it is finished until it is due.
    pub storage_cost: u32,
}

/// A step of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub name: String,
    pub duration: u32,
    /// Resources that are taken when it begins.
    pub takes: Vec<usize>,
    /// Resources that are given back when it ends.
    pub gives: Vec<usize>,
    /// At least so long passes before the next step begins.
    pub pause_at_least: u32,
    /// At most so long passes before the next step begins.
    pub pause_at_most: Option<u32>,
    /// When a resource closes, the step goes on when it opens again. Otherwise it must be finished by then.
    pub interruptible: bool,
}

impl Order {
    /// Does it matter when it is finished?
    pub(crate) fn has_costs(&self) -> bool {
        self.due.is_some() && (self.delay_cost > 0 || self.storage_cost > 0)
    }
}
