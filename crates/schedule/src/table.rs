//! Problems as TOML tables.
//!
//! The format is described in docs/manual/schedules.md. Everything that is wrong is told at once, with its line.

use toml_edit::{Document, Item, TableLike, Value};

use crate::error::TableError;
use crate::problem::{Calendar, Order, Problem, Resource, Step, Wanted};

/// Larger numbers do not fit the clocks of a model.
const LARGEST_NUMBER: u32 = 1 << 27;

/// Reads a problem.
///
/// # Errors
/// All that is wrong, with lines.
pub fn read(text: &str) -> Result<Problem, TableError> {
    let document = Document::parse(text).map_err(|error| TableError::one(error.to_string()))?;
    let mut reader =
        Reader { text, reasons: Vec::new(), resources: Vec::new(), recipes: Vec::new() };
    let problem = reader.problem(document.as_table());
    if reader.reasons.is_empty() {
        Ok(problem)
    } else {
        Err(TableError { reasons: reader.reasons })
    }
}

/// A recipe: steps whose durations may depend on the amount.
struct Recipe {
    name: String,
    steps: Vec<RecipeStep>,
}

struct RecipeStep {
    step: Step,
    /// Thousandths of a time unit for each unit of the order, already divided by the factors of the resource.
    fixed: f64,
    by_amount: f64,
}

struct Reader<'t> {
    text: &'t str,
    reasons: Vec<String>,
    resources: Vec<(Resource, f64)>,
    recipes: Vec<Recipe>,
}

impl Reader<'_> {
    fn problem(&mut self, table: &dyn TableLike) -> Problem {
        self.known(table, &["objective", "resources", "recipes", "orders"], "the table");
        let wanted = match table.get("objective").and_then(Item::as_str) {
            Some("makespan") => Wanted::Makespan,
            Some("cost") => Wanted::Cost,
            Some("feasible") => Wanted::Feasible,
            _ => {
                let place = self.place(table.get("objective"));
                self.reasons.push(format!(
                    "{place}`objective` must be \"makespan\", \"cost\" or \"feasible\""
                ));
                Wanted::Makespan
            }
        };
        for (name, item) in self.tables(table, "resources") {
            let resource = self.resource(&name, item);
            self.resources.push(resource);
        }
        for (name, item) in self.tables(table, "recipes") {
            let recipe = self.recipe(&name, item);
            self.recipes.push(recipe);
        }
        let mut orders = Vec::new();
        let listed = table.get("orders").and_then(Item::as_array_of_tables);
        for item in listed.into_iter().flat_map(|list| list.iter()) {
            let place = self.line(item.span());
            self.order(item, &place, &mut orders);
        }
        if orders.is_empty() {
            self.reasons.push("there are no orders: [[orders]]".to_owned());
        }
        if wanted == Wanted::Cost && orders.iter().all(|order| !order.has_costs()) {
            let reason = "the objective is the cost, but no order has `due` and `delay_cost` or `storage_cost`";
            self.reasons.push(reason.to_owned());
        }
        let resources = self.resources.iter().map(|(resource, _)| resource.clone()).collect();
        Problem { wanted, resources, orders }
    }

    /// The tables in a table of tables, by name.
    fn tables<'i>(
        &mut self,
        table: &'i dyn TableLike,
        name: &str,
    ) -> Vec<(String, &'i dyn TableLike)> {
        let Some(inner) = table.get(name).and_then(Item::as_table_like) else {
            self.reasons.push(format!("[{name}] is missing"));
            return Vec::new();
        };
        let mut found = Vec::new();
        for (key, item) in inner.iter() {
            match item.as_table_like() {
                Some(inner) => found.push((key.to_owned(), inner)),
                None => {
                    let place = self.place(Some(item));
                    self.reasons.push(format!("{place}`{name}.{key}` must be a table"));
                }
            }
        }
        found
    }

    fn resource(&mut self, name: &str, table: &dyn TableLike) -> (Resource, f64) {
        let what = format!("resource {name}");
        let keys = ["count", "availability", "performance", "period", "open", "cleaning"];
        self.known(table, &keys, &what);
        let count = self.number(table, "count", &what).unwrap_or(1).max(1);
        let cleaning = self.number(table, "cleaning", &what).unwrap_or(0);
        if cleaning > 0 && count > 1 {
            self.reasons
                .push(format!("{what}: `cleaning` is only for resources of which there is one"));
        }
        let mut factor = 1.0;
        for key in ["availability", "performance"] {
            let share = self.share(table, key, &what).unwrap_or(1.0);
            if share <= 0.0 || share > 1.0 {
                self.reasons.push(format!("{what}: `{key}` must be above 0 and at most 1"));
            } else {
                factor *= share;
            }
        }
        let calendar = self.calendar(table, &what);
        (Resource { name: name.to_owned(), count, calendar, cleaning }, factor)
    }

    fn calendar(&mut self, table: &dyn TableLike, what: &str) -> Option<Calendar> {
        let listed = table.get("open")?;
        let period = self.number(table, "period", what).unwrap_or(0);
        let pair = |value: &Value| {
            let pair = value.as_array().filter(|pair| pair.len() == 2)?;
            let end = |at: usize| {
                pair.get(at).and_then(Value::as_integer).and_then(|end| u32::try_from(end).ok())
            };
            Some((end(0)?, end(1)?))
        };
        let open: Option<Vec<(u32, u32)>> =
            listed.as_array().and_then(|list| list.iter().map(pair).collect());
        let in_order = |open: &Vec<(u32, u32)>| {
            let ends: Vec<u32> = open.iter().flat_map(|(from, until)| [*from, *until]).collect();
            !ends.is_empty()
                && ends.windows(2).all(|pair| pair[0] < pair[1])
                && ends.last() <= Some(&period)
        };
        let open = open.filter(in_order).filter(|_| period <= LARGEST_NUMBER);
        if open.is_none() {
            let place = self.place(Some(listed));
            self.reasons.push(format!(
                "{place}{what}: `open` must be intervals [from, until] in order, within `period`"
            ));
        }
        open.map(|open| Calendar { period, open })
    }

    fn recipe(&mut self, name: &str, table: &dyn TableLike) -> Recipe {
        let what = format!("recipe {name}");
        self.known(table, &["steps", "hold"], &what);
        let mut steps = Vec::new();
        for item in inner_tables(table.get("steps")) {
            steps.extend(self.recipe_step(item, &format!("{what}, step {}", steps.len() + 1)));
        }
        if steps.is_empty() {
            self.reasons.push(format!("{what} has no steps"));
        }
        for item in inner_tables(table.get("hold")) {
            self.known(item, &["resource", "from", "to"], &what);
            let resource = self.resource_of(item, &what);
            let from = self.number(item, "from", &what).unwrap_or(1) as usize;
            let to = self.number(item, "to", &what).unwrap_or(0) as usize;
            match resource {
                Some(at) if 1 <= from && from <= to && to <= steps.len() => {
                    steps[from - 1].step.takes.push(at);
                    steps[to - 1].step.gives.push(at);
                }
                _ => self.reasons.push(format!(
                    "{what}: `hold` needs a resource, and steps `from` and `to` (the first is 1)"
                )),
            }
        }
        Recipe { name: name.to_owned(), steps }
    }

    fn recipe_step(&mut self, table: &dyn TableLike, what: &str) -> Option<RecipeStep> {
        let keys = [
            "name",
            "resource",
            "duration",
            "per_unit",
            "pause_at_least",
            "pause_at_most",
            "interruptible",
        ];
        self.known(table, &keys, what);
        let at = self.resource_of(table, what);
        let (fixed, by_amount) = (
            self.share(table, "duration", what).unwrap_or(0.0),
            self.share(table, "per_unit", what).unwrap_or(0.0),
        );
        if fixed < 0.0 || by_amount < 0.0 || fixed + by_amount <= 0.0 {
            self.reasons.push(format!("{what}: `duration` or `per_unit` must be positive"));
        }
        let pause_at_least = self.number(table, "pause_at_least", what).unwrap_or(0);
        let pause_at_most = self.number(table, "pause_at_most", what);
        if pause_at_most.is_some_and(|most| most < pause_at_least) {
            self.reasons.push(format!("{what}: `pause_at_most` is less than `pause_at_least`"));
        }
        let at = at?;
        let (resource, factor) = &self.resources[at];
        let name = table.get("name").and_then(Item::as_str).unwrap_or(&resource.name).to_owned();
        let interruptible = table.get("interruptible").and_then(Item::as_bool).unwrap_or(false);
        let step = Step {
            name,
            duration: 0,
            takes: vec![at],
            gives: vec![at],
            pause_at_least,
            pause_at_most,
            interruptible,
        };
        Some(RecipeStep { step, fixed: fixed / factor, by_amount: by_amount / factor })
    }

    fn resource_of(&mut self, table: &dyn TableLike, what: &str) -> Option<usize> {
        let name = table.get("resource").and_then(Item::as_str).unwrap_or("");
        let at = self.resources.iter().position(|(resource, _)| resource.name == name);
        if at.is_none() {
            let place = self.place(table.get("resource"));
            self.reasons.push(format!("{place}{what}: there is no resource `{name}`"));
        }
        at
    }

    fn order(&mut self, table: &dyn TableLike, place: &str, orders: &mut Vec<Order>) {
        let what = format!("order {}", orders.len() + 1);
        let keys =
            ["name", "recipe", "amount", "release", "due", "delay_cost", "storage_cost", "count"];
        self.known(table, &keys, &what);
        let name = table.get("recipe").and_then(Item::as_str).unwrap_or("");
        let Some(recipe) = self.recipes.iter().position(|recipe| recipe.name == name) else {
            self.reasons.push(format!("{place}{what}: there is no recipe `{name}`"));
            return;
        };
        let amount = self.share(table, "amount", &what).unwrap_or(1.0);
        let mut steps = Vec::new();
        for each in &self.recipes[recipe].steps {
            let duration = (each.fixed + each.by_amount * amount).ceil();
            if !(0.0..f64::from(LARGEST_NUMBER)).contains(&duration) {
                self.reasons
                    .push(format!("{place}{what}: a step takes {duration}, which is too long"));
                return;
            }
            // It is an integer that fits.
            steps.push(Step { duration: duration as u32, ..each.step.clone() });
        }
        let mut number = |key: &str| self.number(table, key, &what);
        let (release, due) = (number("release").unwrap_or(0), number("due"));
        let (delay_cost, storage_cost) =
            (number("delay_cost").unwrap_or(0), number("storage_cost").unwrap_or(0));
        let count = number("count").unwrap_or(1);
        let called = table.get("name").and_then(Item::as_str);
        for copy in 1..=count.min(10_000) {
            let number = orders.len() + 1;
            let name = called.map_or_else(|| format!("{name} {number}"), str::to_owned);
            let name = if copy > 1 { format!("{name} ({copy})") } else { name };
            let steps = steps.clone();
            orders.push(Order { name, recipe, steps, release, due, delay_cost, storage_cost });
        }
    }

    /// Names of fields that nobody reads are mistakes.
    fn known(&mut self, table: &dyn TableLike, keys: &[&str], what: &str) {
        for (key, item) in table.iter() {
            if !keys.contains(&key) {
                let place = self.place(Some(item));
                self.reasons.push(format!(
                    "{place}{what}: `{key}` is not known; there is {}",
                    keys.join(", ")
                ));
            }
        }
    }

    /// An integer from 0 on.
    fn number(&mut self, table: &dyn TableLike, key: &str, what: &str) -> Option<u32> {
        let item = table.get(key)?;
        let value = item
            .as_integer()
            .and_then(|value| u32::try_from(value).ok())
            .filter(|value| *value <= LARGEST_NUMBER);
        if value.is_none() {
            let place = self.place(Some(item));
            self.reasons.push(format!(
                "{place}{what}: `{key}` must be an integer from 0 to {LARGEST_NUMBER}"
            ));
        }
        value
    }

    /// A number that need not be an integer.
    fn share(&mut self, table: &dyn TableLike, key: &str, what: &str) -> Option<f64> {
        let item = table.get(key)?;
        let value = item.as_float().or_else(|| {
            item.as_integer().and_then(|value| i32::try_from(value).ok()).map(f64::from)
        });
        if value.is_none() {
            let place = self.place(Some(item));
            self.reasons.push(format!("{place}{what}: `{key}` must be a number"));
        }
        value
    }

    fn place(&self, item: Option<&Item>) -> String {
        self.line(item.and_then(Item::span))
    }

    fn line(&self, span: Option<std::ops::Range<usize>>) -> String {
        let Some(before) = span.and_then(|span| self.text.get(..span.start)) else {
            return String::new();
        };
        format!("line {}: ", before.matches('\n').count() + 1)
    }
}

/// The tables of an array, written either way.
fn inner_tables(item: Option<&Item>) -> Vec<&dyn TableLike> {
    match item {
        Some(Item::ArrayOfTables(list)) => {
            list.iter().map(|table| table as &dyn TableLike).collect()
        }
        Some(Item::Value(Value::Array(list))) => list
            .iter()
            .filter_map(Value::as_inline_table)
            .map(|table| table as &dyn TableLike)
            .collect(),
        _ => Vec::new(),
    }
}
