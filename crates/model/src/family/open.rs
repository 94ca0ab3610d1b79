//! What depends on the open constant, and the whole check.

use std::collections::{BTreeMap, BTreeSet};

use syntax::Span;
use syntax::tree::{self, BinaryOp, Document, UnaryOp};

use super::ids::Ids;
use crate::check::{Checker, QueryKind};
use crate::findings::Findings;
use crate::symbol::{Role, SymbolId, SymbolKind};
use crate::typed::{Expr, ExprKind, Initialiser, Model};
use crate::types::Type;

/// A model with a constant left open.
#[derive(Clone, Debug)]
pub struct Family {
    pub parameter: String,
    /// The value of the constant as written.
    pub written: Option<i32>,
    pub lower: i32,
    /// The greatest id is the constant plus this.
    pub offset: i32,
    /// Global integers that hold ids although their type does not say so.
    pub plain_ids: Vec<String>,
    /// For each query how many ids its opposite speaks of at once, or why it cannot be proved for all values.
    pub widths: Vec<Result<usize, Obstacle>>,
    /// For each query whether a state that decides it still does if there is one more process, which is at its start.
    pub lasting: Vec<bool>,
}

/// Why a model is not a family, or a query not one about a family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obstacle {
    pub reason: String,
    pub span: Span,
}

/// Is the model, with this constant left open, a family that can be reasoned about? The document must be free of
/// errors; if it is not, that is an obstacle too.
pub fn family(
    document: &Document,
    parameter: &str,
    queries: &[tree::Query],
) -> Result<Family, Vec<Obstacle>> {
    let mut checker = Checker::new(Findings::default());
    checker.check(document);
    let checked: Vec<_> =
        queries.iter().enumerate().map(|(number, query)| checker.query(number, query)).collect();
    let Checker { model, .. } = checker;
    let nowhere = document.system.span;
    let mut rules = Rules::of(&model, document, parameter)?;
    rules.members(nowhere);
    let Some(ids) = rules.ids else { return Err(rules.obstacles) };
    rules.infer();
    rules.everything();
    if !rules.obstacles.is_empty() {
        return Err(rules.obstacles);
    }
    let widths = checked.iter().map(|query| {
        if let (None, QueryKind::Path(quantifier, predicate)) = (&query.broken, &query.kind) {
            return rules.width(*quantifier, predicate);
        }
        let reason = "only `A[]` and `E<>` can be decided for every value".to_owned();
        Err(Obstacle { reason, span: nowhere })
    });
    let widths = widths.collect();
    let lasting = checked.iter().map(|query| {
        let QueryKind::Path(quantifier, predicate) = &query.kind else { return false };
        rules.is_lasting(*quantifier, predicate)
    });
    let lasting = lasting.collect();
    let (lower, offset) = (ids.lower, ids.offset);
    let written = rules.written(parameter);
    let plain_ids = rules.inferred.iter().map(|id| model.symbols[*id].name.clone()).collect();
    let parameter = parameter.to_owned();
    Ok(Family { parameter, written, lower, offset, plain_ids, widths, lasting })
}

/// The constants on which the number of processes depends, in the order of declaration; then the types whose size is
/// written as a number and on which it depends. A constant that is computed from another one of them is not listed.
#[must_use]
pub fn open_constants(document: &Document) -> Vec<String> {
    let mut checker = Checker::new(Findings::default());
    checker.check(document);
    let Checker { model, .. } = checker;
    let span = document.system.span;
    let grows = |name: &String| {
        Rules::of(&model, document, name).is_ok_and(|mut rules| {
            rules.members(span);
            rules.ids.is_some()
        })
    };
    let types = crate::define::sized_types(document).into_iter().map(|(name, _)| name);
    let found: Vec<String> =
        crate::define::constants(document).into_iter().chain(types).filter(grows).collect();
    let is_derived = |name: &String| {
        let derived = |from: &String| {
            let rules = Rules::of(&model, document, from);
            from != name && rules.is_ok_and(|rules| rules.is_open_name(name))
        };
        found.iter().any(derived)
    };
    found.iter().filter(|name| !is_derived(name)).cloned().collect()
}

/// The constants on which the number of processes depends in a way that no rule covers, as in `int[N, 2 * N]`, each with
/// what is wrong and the place in the system line.
#[must_use]
pub fn odd_constants(document: &Document) -> Vec<(String, Obstacle)> {
    let mut checker = Checker::new(Findings::default());
    checker.check(document);
    let Checker { model, .. } = checker;
    let place = |name: &String| {
        let mut rules = Rules::of(&model, document, name).ok()?;
        rules.members(document.system.span);
        let odd = rules.obstacles.into_iter().find(|found| found.reason != NOT_AT_ALL)?;
        Some((name.clone(), odd))
    };
    crate::define::constants(document).iter().filter_map(place).collect()
}

pub(super) const ODD: &str =
    "the number of these processes depends on the open constant in another way than 1, 2, 3, …";
pub(super) const NOT_AT_ALL: &str = "the number of processes does not depend on the constant";

/// The rules that a family follows.
pub(super) struct Rules<'m> {
    pub(super) model: &'m Model,
    /// The constant and those that are the constant plus a number: that number.
    open: BTreeMap<SymbolId, i32>,
    /// The number that is open, where no constant is: the size of a type.
    literal: Option<Span>,
    /// The ids, once they are known.
    pub(super) ids: Option<Ids>,
    /// The type of the ids, once they are known.
    pub(super) id_type: Option<Type>,
    /// Plain integers that hold ids.
    pub(super) inferred: BTreeSet<SymbolId>,
    /// What breaks the rules.
    pub(super) obstacles: Vec<Obstacle>,
    /// A query is being looked at.
    pub(super) in_query: bool,
    /// The greatest id that the query names, less the least one, plus 1.
    pub(super) named: usize,
    /// How many owners of stored ids the query speaks of.
    pub(super) owners: usize,
    /// How often quantifiers and loops over ids, and owners of stored ids, were met.
    pub(super) asked: usize,
    /// The functions in which there are any.
    pub(super) asking: BTreeSet<usize>,
}

impl<'m> Rules<'m> {
    /// Rules for a model without an open constant, to read its numbers.
    pub(super) fn closed(model: &'m Model) -> Rules<'m> {
        let (open, obstacles, asking) = (BTreeMap::new(), Vec::new(), BTreeSet::new());
        let (ids, id_type, inferred) = (None, None, BTreeSet::new());
        let (in_query, named, owners, asked) = (false, 0, 0, 0);
        Rules {
            model,
            open,
            literal: None,
            ids,
            id_type,
            inferred,
            obstacles,
            in_query,
            named,
            owners,
            asked,
            asking,
        }
    }

    fn of(
        model: &'m Model,
        document: &Document,
        parameter: &str,
    ) -> Result<Rules<'m>, Vec<Obstacle>> {
        let mut types = crate::define::sized_types(document).into_iter();
        if let Some((_, literal)) = types.find(|(name, _)| name == parameter) {
            let mut rules = Rules::closed(model);
            rules.literal = Some(literal);
            return Ok(rules);
        }
        let named = |id: &&SymbolId| model.symbols[**id].name == parameter;
        let is_constant = |id: &&SymbolId| {
            model.symbols.variable(**id).is_some_and(|variable| variable.role == Role::Constant)
        };
        let Some(constant) = model.globals.iter().filter(is_constant).find(named).copied() else {
            let reason = format!("there is no constant `{parameter}`");
            return Err(vec![Obstacle { reason, span: document.system.span }]);
        };
        let mut rules = Rules::closed(model);
        rules.open.insert(constant, 0);
        for id in model.symbols.ids().filter(|id| *id != constant) {
            rules.derived_constant(id);
        }
        Ok(rules)
    }

    /// The value of a global constant as written.
    fn written(&self, name: &str) -> Option<i32> {
        if self.literal.is_some() {
            return None;
        }
        let id = self.model.globals.iter().find(|id| self.model.symbols[**id].name == name)?;
        match &self.model.symbols.variable(*id)?.initialiser {
            Some(Initialiser::Value(value)) => self.number(value),
            _ => None,
        }
    }

    /// A constant that is the open one plus a number is open as well.
    fn derived_constant(&mut self, id: SymbolId) {
        let SymbolKind::Variable(variable) = &self.model.symbols[id].kind else { return };
        if variable.role == Role::Constant
            && let Some(Initialiser::Value(value)) = &variable.initialiser
            && let Some(offset) = self.open_offset(value)
        {
            self.open.insert(id, offset);
        }
    }

    /// Notes what breaks the rules.
    pub(super) fn obstacle(&mut self, span: Span, reason: impl Into<String>) {
        let found = Obstacle { reason: reason.into(), span };
        if !self.obstacles.contains(&found) {
            self.obstacles.push(found);
        }
    }

    /// Is the symbol the open constant, or computed from it?
    pub(super) fn is_open_constant(&self, id: SymbolId) -> bool {
        self.open.contains_key(&id)
    }

    /// Is this global constant the open one, or computed from it?
    fn is_open_name(&self, name: &str) -> bool {
        let mut globals = self.model.globals.iter();
        globals.any(|id| self.model.symbols[*id].name == name && self.is_open_constant(*id))
    }

    /// Does the expression mention the open constant?
    pub(super) fn mentions(&self, expr: &Expr) -> bool {
        match expr.kind {
            ExprKind::Symbol(id) if self.is_open_constant(id) => return true,
            ExprKind::Int(_) if self.is_open_literal(expr) => return true,
            _ => {}
        }
        let mut found = false;
        expr.for_each_part(|part| found |= self.mentions(part));
        found
    }

    /// Is it the number that is open? Spans are equal whatever they are, so their parts are compared.
    fn is_open_literal(&self, expr: &Expr) -> bool {
        let place = |span: Span| (span.block, span.start, span.end);
        self.literal.is_some_and(|literal| place(literal) == place(expr.span))
    }

    /// The number `c` if the expression is the open constant plus `c`.
    pub(super) fn open_offset(&self, expr: &Expr) -> Option<i32> {
        match &expr.kind {
            ExprKind::Symbol(id) => self.open.get(id).copied(),
            ExprKind::Int(_) if self.is_open_literal(expr) => Some(0),
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                match (self.open_offset(left), self.open_offset(right)) {
                    (Some(offset), None) => offset.checked_add(self.number(right)?),
                    (None, Some(offset)) => offset.checked_add(self.number(left)?),
                    _ => None,
                }
            }
            ExprKind::Binary(BinaryOp::Sub, left, right) => {
                self.open_offset(left)?.checked_sub(self.number(right)?)
            }
            _ => None,
        }
    }

    /// The value of a constant expression that has nothing to do with the open constant.
    pub(super) fn number(&self, expr: &Expr) -> Option<i32> {
        match &expr.kind {
            ExprKind::Int(_) if self.is_open_literal(expr) => None,
            ExprKind::Int(value) => Some(*value),
            ExprKind::Unary(UnaryOp::Minus, part) => self.number(part)?.checked_neg(),
            ExprKind::Symbol(id) if !self.is_open_constant(*id) => {
                let variable = self.model.symbols.variable(*id)?;
                match (variable.role, &variable.initialiser) {
                    (Role::Constant, Some(Initialiser::Value(value))) => self.number(value),
                    _ => None,
                }
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                match op {
                    BinaryOp::Add => left.checked_add(right),
                    BinaryOp::Sub => left.checked_sub(right),
                    BinaryOp::Mul => left.checked_mul(right),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
