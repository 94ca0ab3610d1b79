//! What runs cost and earn: `cost += e` in updates and `cost' == e` in invariants; `reward` likewise.

use network::{
    BinaryOp as Op, CostModel, CostRate, Domain, Expr as Code, LocationId, Meter, Place, ProcessId,
    Stmt, StmtKind, Storage, VariableId,
};
use syntax::{Code as Finding, Span};

use super::object::Making;
use super::{Lowered, Lowering};
use crate::typed::Expr;

/// What a transition may cost. One that does not fit is a fault.
const PRICES: Domain = Domain::int(0, i32::MAX);

impl Lowering<'_> {
    /// `cost += value`.
    pub(super) fn add_to(
        &mut self,
        meter: Meter,
        value: &Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let mut added = self.int(value)?;
        match added {
            Code::Const(value) if value < 0 => {
                let message = "costs and rewards cannot be negative, and this is";
                return self.fail(Finding::OutOfRange, span, message);
            }
            Code::Const(_) => {}
            _ => {
                // Only the range of a cell tells a negative price from one that is not.
                let cell = self.scratch(&format!("added to {}", meter.name()), PRICES, span);
                let target = Place::whole(cell);
                self.push(StmtKind::Assign { target, value: added }, span, out);
                added = Code::variable(cell);
            }
        }
        let price = self.meter(meter, span).price;
        let value = Code::binary(Op::Add, Code::variable(price), added);
        self.push(StmtKind::Assign { target: Place::whole(price), value }, span, out);
        Ok(())
    }

    /// The rates of cost and reward at a location.
    pub(super) fn meter_rates(
        &mut self,
        (process, location): (ProcessId, LocationId),
        rates: &[(Meter, Code, Code, Span)],
    ) {
        for (meter, when, rate, span) in rates {
            let origin = self.origin(*span);
            let (when, rate) = (when.clone(), rate.clone());
            let rate = CostRate { process, location, when, rate, origin };
            self.meter(*meter, *span).rates.push(rate);
        }
    }

    /// What runs cost or earn; from now on something.
    fn meter(&mut self, meter: Meter, span: Span) -> &mut CostModel {
        let price = match self.meter_of(meter) {
            Some(counted) => counted.price,
            None => self.price_cell(meter, span),
        };
        self.meter_of(meter).get_or_insert_with(|| CostModel { price, rates: Vec::new() })
    }

    fn meter_of(&mut self, meter: Meter) -> &mut Option<CostModel> {
        match meter {
            Meter::Cost => &mut self.network.cost,
            Meter::Reward => &mut self.network.reward,
        }
    }

    fn price_cell(&mut self, meter: Meter, span: Span) -> VariableId {
        let making = Making { storage: Storage::Meta, span };
        self.usage.cells += 1;
        let cell = self.variable(meter.name(), &[], PRICES, vec![0], making);
        // Whoever happens to come first, it is nobody's own.
        self.network.variables[cell.index()].owner = None;
        cell
    }

    /// Every transition begins with a price of 0, and a reward of 0.
    pub(super) fn start_meters(&mut self) {
        let counted = self.network.cost.iter().chain(&self.network.reward);
        let prices: Vec<VariableId> = counted.map(|counted| counted.price).collect();
        for price in prices {
            let target = Place::whole(price);
            let start = Stmt::new(StmtKind::Assign { target, value: Code::Const(0) });
            self.network.before_update.insert(0, start);
        }
    }
}
