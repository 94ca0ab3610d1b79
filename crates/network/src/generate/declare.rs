//! Clocks, variables, channels and functions.

use super::Feature;
use super::maker::Maker;
use crate::channel::{ChannelFamily, ChannelKind};
use crate::expr::{BinaryOp, Expr, Place};
use crate::ids::{
    ChannelFamilyId, ChannelId, ClockFamilyId, ClockId, FunctionId, Origin, Slot, VariableId,
};
use crate::network::cell_count;
use crate::stmt::{Function, Stmt, StmtKind};
use crate::variable::{ClockFamily, Dim, Domain, Storage, Variable};

impl Maker<'_> {
    pub(super) fn declarations(&mut self) {
        self.declare_clocks();
        self.declare_variables();
        self.declare_channels();
    }

    fn declare_clocks(&mut self) {
        // Two clocks that run beside one that stands still are the least that zones cannot follow.
        let more = if self.on.has(Feature::Stopwatches) { 2 } else { 0 };
        let mut left = (more + self.dice.weighted(&[1, 6, 8, 4])).min(self.profile.clocks);
        for name in ["x", "y", "z", "u", "v"] {
            if left == 0 {
                break;
            }
            let dims = self.dims(left, Feature::ClockArrays);
            let count = cell_count(&dims);
            left -= count;
            let initial = (0..count).map(|_| self.initial_clock()).collect();
            self.clocks.push(ClockFamilyId::at(self.network.clocks.len()));
            self.network.clocks.push(ClockFamily {
                name: pattern(name, &dims),
                owner: None,
                dims,
                base: ClockId(0),
                initial,
                origin: Origin::NONE,
            });
        }
    }

    /// No dimension, or one of at most so many elements.
    fn dims(&mut self, most: usize, feature: Feature) -> Vec<Dim> {
        let members = self.copies.as_ref().map(|copies| copies.domain);
        match members {
            Some(members) if members.size() <= most as u64 && self.dice.chance(70) => vec![members],
            _ if most >= 2 && self.roll(feature, 60) => vec![Domain::int(0, 1)],
            _ => Vec::new(),
        }
    }

    fn initial_clock(&mut self) -> i32 {
        if self.roll(Feature::InitialClocks, 50) { self.dice.between(1, 2) } else { 0 }
    }

    fn declare_variables(&mut self) {
        let mut count = 0;
        if self.on.has(Feature::Variables) && self.profile.variables > 0 {
            count = 1 + self.dice.below(self.profile.variables);
        }
        self.declare_reference();
        for name in ["i", "j", "k"].into_iter().take(count) {
            self.used.insert(Feature::Variables);
            let upper = 1 + self.dice.between(0, 2);
            // Sums of members leave their range half way only if they go both ways.
            let sums = self.copies.is_some() && self.on.has(Feature::Faults);
            let lower = if self.dice.chance(if sums { 50 } else { 15 }) { -1 } else { 0 };
            let domain = Domain::int(lower, upper);
            let dims = self.dims(3, Feature::Arrays);
            let array = !dims.is_empty();
            let variable = self.variable(name, dims, domain, Storage::State);
            if array {
                self.arrays.push(variable);
            } else {
                self.cells.push(variable);
            }
        }
        if self.roll(Feature::Tables, 100) {
            let (dims, domain) = (vec![Domain::int(0, 2)], Domain::int(0, 3));
            let table = self.variable("t", dims, domain, Storage::Constant);
            self.tables.push(table);
        }
        if self.on.has(Feature::Meta) {
            let meta = self.variable("m", Vec::new(), Domain::ANY, Storage::Meta);
            self.meta.push(meta);
        }
    }

    /// A variable with random initial values.
    pub(super) fn variable(
        &mut self,
        name: &str,
        dims: Vec<Dim>,
        domain: Domain,
        storage: Storage,
    ) -> VariableId {
        let id = VariableId::at(self.network.variables.len());
        let (lower, upper) = (domain.lower.max(-1), domain.upper.min(3));
        let value = |maker: &mut Self| match storage {
            Storage::Constant => maker.dice.between(lower, upper),
            Storage::State if maker.dice.chance(25) => maker.dice.between(lower, upper),
            _ => lower.max(0),
        };
        let initial = (0..cell_count(&dims)).map(|_| value(self)).collect();
        self.network.variables.push(Variable {
            name: pattern(name, &dims),
            owner: None,
            dims,
            domain,
            storage,
            base: Slot(0),
            initial,
            origin: Origin::NONE,
        });
        id
    }

    /// A scratch variable of its own.
    pub(super) fn scratch(&mut self, name: &str, domain: Domain) -> VariableId {
        let name = format!("{name}{}", self.network.variables.len());
        self.variable(&name, Vec::new(), domain, Storage::Scratch)
    }

    fn declare_channels(&mut self) {
        for (name, feature, kind) in [
            ("c", Feature::BinaryChannels, ChannelKind::Binary),
            ("d", Feature::BroadcastChannels, ChannelKind::Broadcast),
        ] {
            if !self.on.has(feature) {
                continue;
            }
            let dims = self.dims(3, Feature::ChannelArrays);
            let priority = |maker: &mut Self| {
                if maker.roll(Feature::ChannelPriorities, 80) {
                    maker.dice.between(-1, 1)
                } else {
                    0
                }
            };
            let priority = (0..cell_count(&dims)).map(|_| priority(self)).collect();
            let urgent = self.roll(Feature::UrgentChannels, 70);
            self.channels.push(ChannelFamilyId::at(self.network.channels.len()));
            self.network.channels.push(ChannelFamily {
                name: pattern(name, &dims),
                owner: None,
                dims,
                kind,
                urgent,
                priority,
                base: ChannelId(0),
                origin: Origin::NONE,
            });
        }
    }

    pub(super) fn functions(&mut self) {
        if !self.on.has(Feature::Functions) {
            return;
        }
        if self.dice.chance(70) {
            self.pure_function();
        }
        if self.dice.chance(70) {
            self.procedure();
        }
        self.reset_procedure();
    }

    /// `void h(int p) { for (n : …) { x[n] = 0; if (…) return; } }` for an array of clocks.
    fn reset_procedure(&mut self) {
        let arrays = self.network.clocks.iter().filter_map(|family| family.dims.first());
        let Some(domain) = arrays.copied().next() else { return };
        if !self.roll(Feature::EarlyReturns, 60) {
            return;
        }
        let parameter = self.scratch("p", Domain::ANY);
        let variable = self.scratch("n", domain);
        self.scope = vec![parameter, variable];
        self.in_procedure = true;
        let body = self.reset_member(variable, domain);
        self.in_procedure = false;
        self.scope.clear();
        let body = vec![Stmt::new(StmtKind::ForEach { variable, domain, body })];
        self.procedures.push(FunctionId::at(self.network.functions.len()));
        self.network.functions.push(Function {
            name: "h".to_owned(),
            parameters: vec![parameter],
            results: Vec::new(),
            locals: Vec::new(),
            body,
            origin: Origin::NONE,
        });
    }

    /// `int f(int p) { int l = 1; if (…) { return …; } return …; }`
    fn pure_function(&mut self) {
        let parameter = self.scratch("p", Domain::ANY);
        let local = self.scratch("l", Domain::ANY);
        let returned = Domain::int(-1, 4);
        let result = self.scratch("r", returned);
        self.scope = vec![parameter, local];
        let assign = |target: VariableId, value: Expr| {
            Stmt::new(StmtKind::Assign { target: Place::whole(target), value })
        };
        let early = vec![assign(result, self.fitting(returned, 1)), Stmt::new(StmtKind::Return)];
        let sum = Expr::binary(BinaryOp::Add, Expr::variable(local), self.value(1));
        let condition = self.condition(1);
        let branch = StmtKind::If { condition, then: early, otherwise: Vec::new() };
        let last = self.fitting(returned, 1);
        let body = vec![assign(local, sum), Stmt::new(branch), assign(result, last)];
        self.scope.clear();
        self.pure.push(FunctionId::at(self.network.functions.len()));
        self.network.functions.push(Function {
            name: "f".to_owned(),
            parameters: vec![parameter],
            results: vec![result],
            locals: vec![local],
            body,
            origin: Origin::NONE,
        });
    }

    /// `void g(int p) { … }` with any statements, and perhaps returns among them.
    fn procedure(&mut self) {
        let parameter = self.scratch("p", Domain::ANY);
        self.scope = vec![parameter];
        self.in_procedure = true;
        let mut body = self.statements(2);
        if self.dice.chance(40) {
            body.push(Stmt::new(self.early_return()));
        }
        body.extend(self.statements(1));
        self.in_procedure = false;
        self.scope.clear();
        self.procedures.push(FunctionId::at(self.network.functions.len()));
        self.network.functions.push(Function {
            name: "g".to_owned(),
            parameters: vec![parameter],
            results: Vec::new(),
            locals: Vec::new(),
            body,
            origin: Origin::NONE,
        });
    }
}

fn pattern(name: &str, dims: &[Dim]) -> String {
    name.to_owned() + &"[]".repeat(dims.len())
}
