//! The `gantt { … }` section of a model: which bars its author wants to see.
//!
//! `Task(i : id_t): Task(i).Ready -> 1, for (k : id_t) owner[k] == i -> 2;` is a row for each value of `i`. In each state the first
//! condition that holds gives the bar and its colour. Conditions are looked at after each step of a run.

use std::sync::Arc;

use network::{Expr, Goal, Network, QueryKind, Term};
use reference::{Concrete, Run};
use report::view::{GanttBarView, GanttRowView};
use syntax::Model as Tree;

use crate::model::Model;
use crate::query::Query;

/// The most bars of all rows that are looked at.
const MOST_BARS: usize = 4096;

/// The rows of a section, ready to be evaluated.
#[derive(Clone, Debug)]
pub struct Gantt {
    network: Arc<Network>,
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
struct Row {
    name: String,
    bars: Vec<Bar>,
}

#[derive(Clone, Debug)]
struct Bar {
    text: String,
    when: Goal,
    colour: Expr,
}

impl Model {
    /// The section of the model, if it has one.
    ///
    /// # Errors
    /// A sentence that says what cannot be understood.
    pub fn gantt(&self) -> Result<Option<Gantt>, String> {
        let Tree::Uppaal(document) = self.loaded().tree() else { return Ok(None) };
        let Some(section) = &document.system.gantt else { return Ok(None) };
        let lines = lines(&section.text)?;
        let mut bars: Vec<(String, BarText)> = Vec::new();
        for line in &lines {
            self.expand(line, &mut bars)?;
        }
        let texts: Vec<String> =
            bars.iter().flat_map(|(_, bar)| [bar.when.clone(), bar.colour.clone()]).collect();
        let queries = self.understood(&texts)?;
        let Some(network) = queries.first().map(|query| Arc::clone(query.network())) else {
            return Ok(None);
        };
        let mut rows: Vec<Row> = Vec::new();
        for ((name, bar), pair) in bars.into_iter().zip(queries.chunks(2)) {
            let (when, colour) = (condition(&pair[0])?, value(&pair[1])?);
            let bar = Bar { text: bar.text, when, colour };
            match rows.last_mut() {
                Some(row) if row.name == name => row.bars.push(bar),
                _ => rows.push(Row { name, bars: vec![bar] }),
            }
        }
        Ok(Some(Gantt { network, rows }))
    }

    fn understood(&self, texts: &[String]) -> Result<Vec<Query>, String> {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        self.query_list(&texts).map_err(|error| error.to_string())
    }

    /// The bars of a line for each value of its parameters.
    fn expand(&self, line: &Line, bars: &mut Vec<(String, BarText)>) -> Result<(), String> {
        for values in self.bindings(&line.parameters)? {
            let inner: Vec<String> = values.iter().map(|(_, value)| value.to_string()).collect();
            let name = if inner.is_empty() {
                line.name.clone()
            } else {
                format!("{}({})", line.name, inner.join(","))
            };
            for bar in &line.bars {
                for more in self.bindings(&bar.parameters)? {
                    let all: Vec<_> = values.iter().chain(&more).collect();
                    bars.push((name.clone(), bar.bound(&all)));
                    if bars.len() > MOST_BARS {
                        return Err(format!("the Gantt chart has more than {MOST_BARS} bars"));
                    }
                }
            }
        }
        Ok(())
    }

    /// All values of parameters, in order.
    fn bindings(&self, parameters: &[Parameter]) -> Result<Vec<Vec<(Parameter, i32)>>, String> {
        let mut all = vec![Vec::new()];
        for parameter in parameters {
            let text =
                format!("sup: sum ({} : {}) {}", parameter.name, parameter.ty, parameter.name);
            let query = self.understood(std::slice::from_ref(&text))?;
            let Expr::Quantified { domain, .. } = value(&query[0])? else {
                return Err(format!("the values of `{}` are not known", parameter.ty));
            };
            let mut longer = Vec::new();
            for before in &all {
                for value in domain.values().take(MOST_BARS) {
                    let mut next: Vec<(Parameter, i32)> = before.clone();
                    next.push((parameter.clone(), value));
                    longer.push(next);
                }
            }
            if longer.len() > MOST_BARS {
                return Err(format!("the Gantt chart has more than {MOST_BARS} bars"));
            }
            all = longer;
        }
        Ok(all)
    }
}

impl Gantt {
    /// The bars of a run. A condition that cannot be evaluated does not hold.
    #[must_use]
    pub fn rows(&self, run: &Run) -> Vec<GanttRowView> {
        let rows = self.rows.iter().map(|row| {
            let mut bars: Vec<GanttBarView> = Vec::new();
            for state in 0..=run.steps.len() {
                let Some((text, colour)) = self.shown(row, run, state) else { continue };
                match bars.last_mut() {
                    Some(last)
                        if last.to == state && last.text == text && last.colour == colour =>
                    {
                        last.to = state + 1;
                    }
                    _ => bars.push(GanttBarView { from: state, to: state + 1, colour, text }),
                }
            }
            GanttRowView { name: row.name.clone(), bars }
        });
        rows.collect()
    }

    fn shown(&self, row: &Row, run: &Run, state: usize) -> Option<(String, i32)> {
        let mut concrete = Concrete::of(&self.network, run.before(state));
        let bar = row.bars.iter().find(|bar| concrete.satisfies(&bar.when).unwrap_or(false))?;
        Some((bar.text.clone(), concrete.value(&bar.colour).unwrap_or(0)))
    }
}

/// The predicate of `E<> predicate`.
fn condition(query: &Query) -> Result<Goal, String> {
    if let QueryKind::Reachable(goal) = &query.asked().kind {
        return Ok(goal.clone());
    }
    Err(format!("`{}` is not a condition", query.text()))
}

/// The expression of `sup: expression`.
fn value(query: &Query) -> Result<Expr, String> {
    if let QueryKind::Optimum { terms, .. } = &query.asked().kind
        && let [Term::Int { value, .. }] = terms.as_slice()
    {
        return Ok(value.clone());
    }
    Err(format!("`{}` is not a number", query.text()))
}

/// `i : id_t`
#[derive(Clone, PartialEq, Eq, Debug)]
struct Parameter {
    name: String,
    ty: String,
}

/// `Name(parameters): bars;`
#[derive(Debug)]
struct Line {
    name: String,
    parameters: Vec<Parameter>,
    bars: Vec<BarText>,
}

/// `for (parameters) when -> colour`
#[derive(Debug)]
struct BarText {
    text: String,
    parameters: Vec<Parameter>,
    when: String,
    colour: String,
}

impl BarText {
    /// The bar for these values, as two queries.
    fn bound(&self, values: &[&(Parameter, i32)]) -> BarText {
        let (mut when, mut colour) = (format!("({})", self.when), format!("({})", self.colour));
        for (Parameter { name, ty }, value) in values.iter().rev() {
            when = format!("(exists ({name} : {ty}) ({name} == {value} && {when}))");
            colour = format!("(sum ({name} : {ty}) ({name} == {value} ? {colour} : 0))");
        }
        BarText {
            text: self.text.clone(),
            parameters: Vec::new(),
            when: format!("E<> {when}"),
            colour: format!("sup: {colour}"),
        }
    }
}

/// The lines of a section.
fn lines(text: &str) -> Result<Vec<Line>, String> {
    let text = without_comments(text);
    let all = split(&text, ';').into_iter().map(|line| line.trim().to_owned());
    all.filter(|line| !line.is_empty()).map(|text| line(&text)).collect()
}

fn line(text: &str) -> Result<Line, String> {
    let wrong = || {
        format!("`{text}` is not a line of a Gantt chart: `Name(i : T): condition -> colour, …`")
    };
    let parts = split(text, ':');
    let [head, bars @ ..] = parts.as_slice() else { return Err(wrong()) };
    let (name, parameters) = match head.split_once('(') {
        Some((name, rest)) => {
            let inside = rest.trim().strip_suffix(')').ok_or_else(wrong)?;
            (name.trim(), parameters(inside).ok_or_else(wrong)?)
        }
        None => (head.trim(), Vec::new()),
    };
    if bars.is_empty() {
        return Err(wrong());
    }
    let bars = split(&bars.join(":"), ',').into_iter().map(|text| bar(&text).ok_or_else(wrong));
    Ok(Line { name: name.to_owned(), parameters, bars: bars.collect::<Result<_, _>>()? })
}

fn bar(text: &str) -> Option<BarText> {
    let (rest, colour) = text.trim().rsplit_once("->")?;
    let (bound, when) = match rest.trim().strip_prefix("for").map(str::trim_start) {
        Some(after) if after.starts_with('(') => {
            let end = closing(after)?;
            (parameters(&after[1..end])?, &after[end + 1..])
        }
        _ => (Vec::new(), rest),
    };
    let when = when.trim().to_owned();
    Some(BarText { text: when.clone(), parameters: bound, when, colour: colour.trim().to_owned() })
}

fn parameters(text: &str) -> Option<Vec<Parameter>> {
    let all = split(text, ',').into_iter().map(|each| {
        let (name, ty) = each.split_once(':')?;
        Some(Parameter { name: name.trim().to_owned(), ty: ty.trim().to_owned() })
    });
    all.collect()
}

/// Where the first parenthesis closes.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The parts between separators that stand in no parentheses or brackets.
fn split(text: &str, separator: char) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0i32);
    for letter in text.chars() {
        depth += i32::from("([{".contains(letter)) - i32::from(")]}".contains(letter));
        if letter == separator && depth == 0 {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
    }
    parts
}

fn without_comments(text: &str) -> String {
    let mut rest = text;
    let mut plain = String::new();
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        plain.push_str(&rest[..at]);
        let end = if rest[at..].starts_with("//") { "\n" } else { "*/" };
        rest = rest[at..].split_once(end).map_or("", |(_, after)| after);
        plain.push(' ');
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use crate::{Model, Options, TraceOption};

    const MODEL: &str = "
        typedef int[1,2] id_t;
        int[0,2] owner;
        const int BLUE = 2;
        process Task(const id_t i) {
            clock x;
            state idle, busy { x <= 3 };
            init idle;
            trans idle -> busy { guard owner == 0; assign owner = i, x = 0; },
                  busy -> idle { guard x == 3; assign owner = 0; };
        }
        system Task;
        gantt {
            Task(i : id_t): Task(i).busy -> i, // colour by number
                            Task(i).idle -> 9;
            Owner: for (k : id_t) owner == k -> (k == 1 ? BLUE : 3);
        }";

    #[test]
    fn rows_and_colours_are_those_of_the_section() {
        let model = Model::from_text("tasks.xta", MODEL).unwrap();
        let gantt = model.gantt().unwrap().unwrap();
        let query = model.query("E<> Task(2).busy && Task(2).x == 3").unwrap();
        let options = Options { trace: TraceOption::Some, ..Options::default() };
        let answer = model.check(&query, &options).unwrap();
        let rows = gantt.rows(answer.run().unwrap());
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["Task(1)", "Task(2)", "Owner"]);
        let last = |row: usize| {
            let bar = rows[row].bars.last().unwrap();
            (bar.text.as_str(), bar.colour)
        };
        assert_eq!(last(0), ("Task(i).idle", 9));
        assert_eq!(last(1), ("Task(i).busy", 2));
        assert_eq!(last(2), ("owner == k", 3));
        // Nobody owns anything at first.
        assert_eq!(rows[2].bars[0].from, 1);
    }

    #[test]
    fn what_is_no_section_is_said() {
        let text = MODEL.replace("Task(i).idle -> 9", "Task(i).nowhere -> 9");
        let model = Model::from_text("tasks.xta", &text).unwrap();
        assert!(model.gantt().is_err());
        let text = MODEL.replace("-> i,", "i,");
        let model = Model::from_text("tasks.xta", &text).unwrap();
        let error = model.gantt().unwrap_err();
        assert!(error.contains("is not a line of a Gantt chart"), "{error}");
    }
}
