//! What depends on the open constant, and the whole check.

use std::collections::BTreeMap;

use syntax::Span;
use syntax::tree::{self, BinaryOp, Document, UnaryOp};

use super::ids::Ids;
use crate::check::Checker;
use crate::findings::Findings;
use crate::symbol::{Role, SymbolId, SymbolKind};
use crate::typed::{Expr, ExprKind, Initialiser, Model, QueryKind};

/// A model with a constant left open.
#[derive(Clone, Debug)]
pub struct Family {
    pub parameter: String,
    pub lower: i32,
    /// The greatest id is the constant plus this.
    pub offset: i32,
    /// For each query how many ids its opposite speaks of at once, or why it cannot be proved for all values.
    pub widths: Vec<Result<usize, Obstacle>>,
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
    let mut rules = Rules::of(&model, parameter, nowhere)?;
    rules.members(nowhere);
    let Some(ids) = rules.ids else { return Err(rules.obstacles) };
    rules.everything();
    if !rules.obstacles.is_empty() {
        return Err(rules.obstacles);
    }
    let widths = checked.iter().map(|query| match (&query.broken, &query.kind) {
        (None, QueryKind::Path(quantifier, predicate)) => rules.width(*quantifier, predicate),
        _ => Err(Obstacle {
            reason: "only `A[]` and `E<>` can be decided for every value".to_owned(),
            span: nowhere,
        }),
    });
    let widths = widths.collect();
    let (lower, offset) = (ids.lower, ids.offset);
    Ok(Family { parameter: parameter.to_owned(), lower, offset, widths })
}

/// The constants on which the number of processes depends, in the order of declaration.
#[must_use]
pub fn open_constants(document: &Document) -> Vec<String> {
    let mut checker = Checker::new(Findings::default());
    checker.check(document);
    let Checker { model, .. } = checker;
    let span = document.system.span;
    let grows = |name: &String| {
        Rules::of(&model, name, span).is_ok_and(|mut rules| {
            rules.members(span);
            rules.ids.is_some()
        })
    };
    crate::define::constants(document).into_iter().filter(grows).collect()
}

/// The rules that a family follows.
pub(super) struct Rules<'m> {
    pub(super) model: &'m Model,
    /// The constant and those that are the constant plus a number: that number.
    open: BTreeMap<SymbolId, i32>,
    /// The ids, once they are known.
    pub(super) ids: Option<Ids>,
    /// What breaks the rules.
    pub(super) obstacles: Vec<Obstacle>,
    /// A query is being looked at.
    pub(super) in_query: bool,
    /// The greatest id that the query names, less the least one, plus 1.
    pub(super) named: usize,
}

impl<'m> Rules<'m> {
    fn of(model: &'m Model, parameter: &str, span: Span) -> Result<Rules<'m>, Vec<Obstacle>> {
        let named = |id: &&SymbolId| model.symbols[**id].name == parameter;
        let constant = model
            .globals
            .iter()
            .find(named)
            .copied()
            .filter(|id| model.symbols.variable(*id).is_some_and(|v| v.role == Role::Constant));
        let Some(constant) = constant else {
            let reason = format!("there is no constant `{parameter}`");
            return Err(vec![Obstacle { reason, span }]);
        };
        let open = BTreeMap::from([(constant, 0)]);
        let (ids, obstacles) = (None, Vec::new());
        let mut rules = Rules { model, open, ids, obstacles, in_query: false, named: 0 };
        for id in model.symbols.ids().filter(|id| *id != constant) {
            rules.derived_constant(id);
        }
        Ok(rules)
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

    /// Does the expression mention the open constant?
    pub(super) fn mentions(&self, expr: &Expr) -> bool {
        if let ExprKind::Symbol(id) = expr.kind
            && self.is_open_constant(id)
        {
            return true;
        }
        let mut found = false;
        expr.for_each_part(|part| found |= self.mentions(part));
        found
    }

    /// The number `c` if the expression is the open constant plus `c`.
    pub(super) fn open_offset(&self, expr: &Expr) -> Option<i32> {
        match &expr.kind {
            ExprKind::Symbol(id) => self.open.get(id).copied(),
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
