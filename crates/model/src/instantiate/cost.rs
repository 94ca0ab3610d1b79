//! What runs cost: `cost += e` in updates and `cost' == e` in invariants.

use network::{
    BinaryOp as Op, CostModel, CostRate, Domain, Expr as Code, LocationId, Place, ProcessId, Stmt,
    StmtKind, Storage, VariableId,
};
use syntax::{Code as Finding, Span};

use super::object::Making;
use super::{Lowered, Lowering};
use crate::typed::Expr;

/// What a transition may cost. One that does not fit is a fault.
const PRICES: Domain = Domain::int(0, i32::MAX);

impl Lowering<'_> {
    /// `cost += value`.
    pub(super) fn add_cost(
        &mut self,
        value: &Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let mut added = self.int(value)?;
        match added {
            Code::Const(value) if value < 0 => {
                let message = "costs cannot be negative, and this is";
                return self.fail(Finding::OutOfRange, span, message);
            }
            Code::Const(_) => {}
            _ => {
                // Only the range of a cell tells a negative price from one that is not.
                let cell = self.scratch("added to cost", PRICES, span);
                let target = Place::whole(cell);
                self.push(StmtKind::Assign { target, value: added }, span, out);
                added = Code::variable(cell);
            }
        }
        let price = self.cost_model(span).price;
        let value = Code::binary(Op::Add, Code::variable(price), added);
        self.push(StmtKind::Assign { target: Place::whole(price), value }, span, out);
        Ok(())
    }

    /// The rates of the cost at a location.
    pub(super) fn cost_rates(
        &mut self,
        (process, location): (ProcessId, LocationId),
        rates: &[(Code, Code, Span)],
    ) {
        for (when, rate, span) in rates {
            let origin = self.origin(*span);
            let (when, rate) = (when.clone(), rate.clone());
            let rate = CostRate { process, location, when, rate, origin };
            self.cost_model(*span).rates.push(rate);
        }
    }

    /// What runs cost; from now on something.
    fn cost_model(&mut self, span: Span) -> &mut CostModel {
        let price = match &self.network.cost {
            Some(cost) => cost.price,
            None => self.price_cell(span),
        };
        self.network.cost.get_or_insert_with(|| CostModel { price, rates: Vec::new() })
    }

    fn price_cell(&mut self, span: Span) -> VariableId {
        let making = Making { storage: Storage::Meta, span };
        self.usage.cells += 1;
        let cell = self.variable("cost", &[], PRICES, vec![0], making);
        // Whoever happens to come first, it is nobody's own.
        self.network.variables[cell.index()].owner = None;
        cell
    }

    /// Every transition begins with a price of 0.
    pub(super) fn start_cost(&mut self) {
        let Some(cost) = &self.network.cost else { return };
        let target = Place::whole(cost.price);
        let start = Stmt::new(StmtKind::Assign { target, value: Code::Const(0) });
        self.network.before_update.insert(0, start);
    }
}
