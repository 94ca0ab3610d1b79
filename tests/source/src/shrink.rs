//! A model that shows a difference, made small.
//!
//! Parts are taken out one at a time, as long as the difference remains. Whoever asks decides whether it does; a model
//! that is no longer legal does not show it.

use crate::tree::{Block, Expr, Initial, Item, Model, Query, Stay, Stmt};

/// How many smaller models are tried.
const MOST_TRIES: usize = 3000;

/// The smallest model and query that is found.
pub fn shrink(
    model: Model,
    query: Query,
    keeps: &mut dyn FnMut(&Model, &Query) -> bool,
) -> (Model, Query) {
    let mut best = (model, query);
    let mut tries = 0;
    loop {
        let before = tries;
        let mut changed = false;
        for edit in EDITS {
            let mut number = 0;
            while tries < MOST_TRIES {
                let mut smaller = best.clone();
                if !edit(&mut smaller, number) {
                    break;
                }
                tries += 1;
                if smaller != best && keeps(&smaller.0, &smaller.1) {
                    best = smaller;
                    changed = true;
                } else {
                    number += 1;
                }
            }
        }
        if !changed || tries >= MOST_TRIES || tries == before {
            return best;
        }
    }
}

type Case = (Model, Query);

/// Each does its change of the given number, and says whether there is one.
const EDITS: &[fn(&mut Case, usize) -> bool] = &[
    listed,
    templates,
    instances,
    edges,
    items,
    locations,
    labels,
    statements,
    expressions,
    settings,
];

/// Takes the entry of a number out, if there is one.
fn remove<T>(list: &mut Vec<T>, number: &mut usize) -> bool {
    if *number < list.len() {
        list.remove(*number);
        return true;
    }
    *number -= list.len();
    false
}

fn listed(case: &mut Case, mut number: usize) -> bool {
    let model = &mut case.0;
    let done = model.system.iter_mut().any(|group| remove(group, &mut number));
    model.system.retain(|group| !group.is_empty());
    done && !model.system.is_empty()
}

fn templates(case: &mut Case, mut number: usize) -> bool {
    remove(&mut case.0.templates, &mut number)
}

fn instances(case: &mut Case, mut number: usize) -> bool {
    remove(&mut case.0.instances, &mut number)
}

fn edges(case: &mut Case, mut number: usize) -> bool {
    case.0.templates.iter_mut().any(|template| remove(&mut template.edges, &mut number))
}

fn items(case: &mut Case, mut number: usize) -> bool {
    let model = &mut case.0;
    remove(&mut model.items, &mut number)
        || model.templates.iter_mut().any(|template| remove(&mut template.items, &mut number))
        || remove(&mut model.before, &mut number)
        || remove(&mut model.after, &mut number)
        || remove(&mut model.priorities, &mut number)
}

/// Takes out a location that nothing leads to or from, but never the first.
fn locations(case: &mut Case, mut number: usize) -> bool {
    for template in &mut case.0.templates {
        let count = template.locations.len() - 1;
        if number >= count {
            number -= count;
            continue;
        }
        let gone = number + 1;
        template.locations.remove(gone);
        template.edges.retain(|edge| edge.source != gone && edge.target != gone);
        for edge in &mut template.edges {
            edge.source -= usize::from(edge.source > gone);
            edge.target -= usize::from(edge.target > gone);
        }
        return true;
    }
    false
}

fn labels(case: &mut Case, mut number: usize) -> bool {
    let mut now = || {
        let now = number == 0;
        number = number.wrapping_sub(1);
        now
    };
    for template in &mut case.0.templates {
        for location in &mut template.locations {
            if location.invariant.is_some() && now() {
                location.invariant = None;
                return true;
            }
            if location.stay != Stay::Normal && now() {
                location.stay = Stay::Normal;
                return true;
            }
        }
        for edge in &mut template.edges {
            if edge.guard.is_some() && now() {
                edge.guard = None;
                return true;
            }
            if edge.sync.is_some() && now() {
                edge.sync = None;
                return true;
            }
            for place in 0..edge.selects.len() {
                if now() {
                    edge.selects.remove(place);
                    return true;
                }
            }
            for place in 0..edge.updates.len() {
                if now() {
                    edge.updates.remove(place);
                    return true;
                }
            }
        }
    }
    false
}

fn statements(case: &mut Case, mut number: usize) -> bool {
    let mut done = false;
    each_block(&mut case.0, &mut |block| {
        if !done {
            done = remove(&mut block.statements, &mut number)
                || remove(&mut block.variables, &mut number)
                || opened(&mut block.statements, &mut number);
        }
    });
    done
}

/// What is inside a statement in its place.
fn opened(list: &mut Vec<Stmt>, number: &mut usize) -> bool {
    for place in 0..list.len() {
        let inner = match &list[place] {
            Stmt::If(_, inner, _)
            | Stmt::While(_, inner)
            | Stmt::DoWhile(inner, _)
            | Stmt::For(_, _, _, inner)
            | Stmt::ForEach(_, _, inner) => (**inner).clone(),
            Stmt::Block(Block { variables, statements }) if variables.is_empty() => {
                if *number == 0 {
                    let statements = statements.clone();
                    list.splice(place..=place, statements);
                    return true;
                }
                *number -= 1;
                continue;
            }
            _ => continue,
        };
        if *number == 0 {
            list[place] = inner;
            return true;
        }
        *number -= 1;
    }
    false
}

fn expressions(case: &mut Case, mut number: usize) -> bool {
    let mut done = false;
    let mut change = |expr: &mut Expr| {
        if done {
            return;
        }
        let mut smaller = smaller(expr);
        if number < smaller.len() {
            *expr = smaller.swap_remove(number);
            done = true;
        } else {
            number -= smaller.len();
        }
    };
    each_expression(&mut case.0, &mut change);
    query_expressions(&mut case.1, &mut change);
    done
}

fn settings(case: &mut Case, number: usize) -> bool {
    let model = &mut case.0;
    match number {
        0 => model.scale = 1,
        1 => model.words = false,
        _ => return false,
    }
    true
}

/// Simpler expressions that might do.
fn smaller(expr: &Expr) -> Vec<Expr> {
    match expr {
        Expr::Int(value) if !(0..=1).contains(value) => vec![Expr::Int(0), Expr::Int(1)],
        Expr::Time(value) if *value > 1 => vec![Expr::Time(value - 1)],
        Expr::Unary(_, operand) => vec![(**operand).clone()],
        Expr::Binary(_, left, right) => {
            vec![(**left).clone(), (**right).clone(), Expr::Bool(true), Expr::Bool(false)]
        }
        Expr::Cond(_, then, otherwise) => vec![(**then).clone(), (**otherwise).clone()],
        Expr::Quantified(..) => vec![Expr::Bool(true), Expr::Bool(false), Expr::Int(0)],
        Expr::Call(..) => vec![Expr::Int(0), Expr::Bool(true)],
        Expr::Name(_) | Expr::Index(..) | Expr::Field(..) => vec![Expr::Int(0)],
        Expr::Member(..) => vec![Expr::Bool(true), Expr::Bool(false)],
        _ => Vec::new(),
    }
}

/// Every block of every function.
fn each_block(model: &mut Model, act: &mut dyn FnMut(&mut Block)) {
    let inner = model.templates.iter_mut().flat_map(|template| template.items.iter_mut());
    for item in model.items.iter_mut().chain(inner) {
        if let Item::Function(function) = item {
            blocks(&mut function.body, act);
        }
    }
}

fn blocks(block: &mut Block, act: &mut dyn FnMut(&mut Block)) {
    act(block);
    block.statements.iter_mut().for_each(|statement| blocks_of(statement, act));
}

fn blocks_of(statement: &mut Stmt, act: &mut dyn FnMut(&mut Block)) {
    match statement {
        Stmt::Block(block) => blocks(block, act),
        Stmt::If(_, then, otherwise) => {
            blocks_of(then, act);
            otherwise.iter_mut().for_each(|other| blocks_of(other, act));
        }
        Stmt::While(_, body)
        | Stmt::DoWhile(body, _)
        | Stmt::For(_, _, _, body)
        | Stmt::ForEach(_, _, body) => blocks_of(body, act),
        Stmt::Expr(_) | Stmt::Return(_) => {}
    }
}

/// Every expression of a model, the whole before its parts.
fn each_expression(model: &mut Model, act: &mut dyn FnMut(&mut Expr)) {
    let Model { items, before, after, templates, instances, .. } = model;
    items.iter_mut().for_each(|item| in_item(item, act));
    before.iter_mut().chain(after).for_each(|expr| parts(expr, act));
    for template in templates {
        template.items.iter_mut().for_each(|item| in_item(item, act));
        template
            .locations
            .iter_mut()
            .filter_map(|location| location.invariant.as_mut())
            .for_each(|expr| parts(expr, act));
        for edge in &mut template.edges {
            edge.guard.iter_mut().for_each(|expr| parts(expr, act));
            edge.sync.iter_mut().for_each(|(expr, _)| parts(expr, act));
            edge.updates.iter_mut().for_each(|expr| parts(expr, act));
        }
    }
    for instance in instances {
        instance.arguments.iter_mut().for_each(|expr| parts(expr, act));
    }
}

fn query_expressions(query: &mut Query, act: &mut dyn FnMut(&mut Expr)) {
    match query {
        Query::Reachable(goal)
        | Query::Invariant(goal)
        | Query::PotentiallyAlways(goal)
        | Query::Eventually(goal) => parts(goal, act),
        Query::LeadsTo(first, second) => {
            parts(first, act);
            parts(second, act);
        }
        Query::Extreme { within, term, .. } => {
            within.iter_mut().for_each(|goal| parts(goal, act));
            parts(term, act);
        }
    }
}

fn in_item(item: &mut Item, act: &mut dyn FnMut(&mut Expr)) {
    match item {
        Item::Typedef(..) => {}
        Item::Variable(variable) => {
            variable.initial.iter_mut().for_each(|initial| in_initial(initial, act));
        }
        Item::Function(function) => in_block(&mut function.body, act),
    }
}

fn in_initial(initial: &mut Initial, act: &mut dyn FnMut(&mut Expr)) {
    match initial {
        Initial::Value(value) => parts(value, act),
        Initial::List(list) => list.iter_mut().for_each(|each| in_initial(each, act)),
    }
}

fn in_block(block: &mut Block, act: &mut dyn FnMut(&mut Expr)) {
    for variable in &mut block.variables {
        variable.initial.iter_mut().for_each(|initial| in_initial(initial, act));
    }
    block.statements.iter_mut().for_each(|statement| in_statement(statement, act));
}

fn in_statement(statement: &mut Stmt, act: &mut dyn FnMut(&mut Expr)) {
    match statement {
        Stmt::Expr(expr) => parts(expr, act),
        Stmt::If(condition, then, otherwise) => {
            parts(condition, act);
            in_statement(then, act);
            otherwise.iter_mut().for_each(|other| in_statement(other, act));
        }
        Stmt::While(condition, body) | Stmt::DoWhile(body, condition) => {
            parts(condition, act);
            in_statement(body, act);
        }
        Stmt::For(initial, condition, step, body) => {
            [initial, condition, step].into_iter().for_each(|expr| parts(expr, act));
            in_statement(body, act);
        }
        Stmt::ForEach(_, _, body) => in_statement(body, act),
        Stmt::Return(value) => value.iter_mut().for_each(|value| parts(value, act)),
        Stmt::Block(block) => in_block(block, act),
    }
}

fn parts(expr: &mut Expr, act: &mut dyn FnMut(&mut Expr)) {
    act(expr);
    match expr {
        Expr::Index(left, right) | Expr::Binary(_, left, right) | Expr::Assign(_, left, right) => {
            parts(left, act);
            parts(right, act);
        }
        Expr::Field(inner, _)
        | Expr::Unary(_, inner)
        | Expr::Quantified(_, _, _, inner)
        | Expr::Step { place: inner, .. } => parts(inner, act),
        Expr::Member(_, arguments, _) | Expr::Call(_, arguments) => {
            arguments.iter_mut().for_each(|argument| parts(argument, act));
        }
        Expr::Cond(condition, then, otherwise) => {
            [condition, then, otherwise].into_iter().for_each(|each| parts(each, act));
        }
        Expr::Int(_) | Expr::Time(_) | Expr::Bool(_) | Expr::Name(_) | Expr::Deadlock => {}
    }
}
