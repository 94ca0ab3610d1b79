//! The network without what is not needed.

use network::{Argument, Expr, Network, Stmt, StmtKind, Storage};

use super::relevance::Relevance;

/// What is left. Processes, locations, edges, variables and functions keep their numbers: a process that is left out
/// has no edges any more, and a variable that is left out is a constant that nobody reads.
pub(super) fn rest(relevance: &Relevance<'_>) -> Network {
    let network = relevance.network;
    let mut rest = network.clone();
    for (number, process) in rest.processes.iter_mut().enumerate() {
        if !relevance.processes[number] {
            process.edges.clear();
            process.locations.iter_mut().for_each(|location| location.rates.clear());
            continue;
        }
        for location in &mut process.locations {
            location.rates.retain(|rate| relevance.keeps_rate(number, rate));
        }
        let edges = &network.processes[number].edges;
        for (edge, original) in process.edges.iter_mut().zip(edges) {
            edge.update = block(relevance, &original.update, false);
            // Whether there is a value to select at all counts.
            let is_needed = |select: &network::Select| {
                relevance.variables[select.variable.index()] || select.domain.size() == 0
            };
            edge.selects.retain(is_needed);
        }
    }
    for (number, function) in rest.functions.iter_mut().enumerate() {
        let live = relevance.is_live(number);
        function.body = if relevance.is_called(number) {
            block(relevance, &network.functions[number].body, live)
        } else {
            Vec::new()
        };
    }
    rest.before_update = block(relevance, &network.before_update, false);
    rest.after_update = block(relevance, &network.after_update, false);
    for (variable, needed) in rest.variables.iter_mut().zip(&relevance.variables) {
        if !needed && matches!(variable.storage, Storage::State | Storage::Meta) {
            variable.storage = Storage::Constant;
        }
    }
    // Only the cheapest runs ask for these, and for them nothing is left out.
    (rest.cost, rest.reward) = (None, None);
    rest.lay_out();
    rest
}

fn block(relevance: &Relevance<'_>, statements: &[Stmt], in_live_function: bool) -> Vec<Stmt> {
    let kept = statements.iter().filter(|stmt| relevance.keeps_in(stmt, in_live_function));
    kept.map(|stmt| statement(relevance, stmt, in_live_function)).collect()
}

fn statement(relevance: &Relevance<'_>, stmt: &Stmt, in_live_function: bool) -> Stmt {
    let block = |statements: &[Stmt]| block(relevance, statements, in_live_function);
    let kind = match &stmt.kind {
        StmtKind::Call { function, arguments } => {
            let parameters = &relevance.network.function(*function).parameters;
            let argument = |(parameter, argument): (&network::VariableId, &Argument)| match argument
            {
                Argument::Value(value) if !relevance.keeps_argument(stmt, *parameter, value) => {
                    let domain = relevance.network.variable(*parameter).domain;
                    Argument::Value(Expr::Const(domain.lower))
                }
                kept => kept.clone(),
            };
            let arguments = parameters.iter().zip(arguments).map(argument).collect();
            StmtKind::Call { function: *function, arguments }
        }
        StmtKind::If { condition, then, otherwise } => StmtKind::If {
            condition: condition.clone(),
            then: block(then),
            otherwise: block(otherwise),
        },
        StmtKind::While { condition, body } => {
            StmtKind::While { condition: condition.clone(), body: block(body) }
        }
        StmtKind::DoWhile { body, condition } => {
            StmtKind::DoWhile { body: block(body), condition: condition.clone() }
        }
        StmtKind::ForEach { variable, domain, body } => {
            StmtKind::ForEach { variable: *variable, domain: *domain, body: block(body) }
        }
        kind @ (StmtKind::Assign { .. }
        | StmtKind::Copy { .. }
        | StmtKind::SetClock { .. }
        | StmtKind::Return
        | StmtKind::Assert(_)) => kind.clone(),
    };
    Stmt { kind, origin: stmt.origin }
}
