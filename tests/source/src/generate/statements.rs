//! Random updates and statements.

use super::maker::{Leaf, Maker};
use crate::feature::Feature;
use crate::tree::{Binary, Block, Expr, Stmt, Type, Variable};

/// What a function may do.
#[derive(Clone, Debug)]
pub(super) struct Purpose {
    pub(super) result: Type,
    /// It may set clocks.
    pub(super) clocks: bool,
}

impl Maker {
    /// Changes something that is known and may be changed.
    pub(super) fn update(&mut self) -> Option<Expr> {
        let outer = self.effects;
        self.effects = !self.pure && self.use_now(Feature::Effects, 50);
        let update = self.any_update();
        self.effects = outer;
        update
    }

    fn any_update(&mut self) -> Option<Expr> {
        match self.dice.weighted(&[10, 3, 2, 2, 2, 2]) {
            5 => self.odd_assignment(),
            1 => self.owner_update(),
            2 => self.whole_update(),
            3 if !self.pure && self.use_now(Feature::Effects, 80) => self.effect_update(),
            4 => self.counted(),
            _ => self.number_update(),
        }
        .or_else(|| self.number_update())
    }

    fn number_update(&mut self) -> Option<Expr> {
        let number = |maker: &Maker, ty: &Type| matches!(maker.leaf(ty), Leaf::Int(..));
        let (place, ty) = self.find(true, &number)?;
        let (lower, upper) = self.number_leaf(&ty);
        if ty == Type::Bool && self.dice.chance(60) {
            let value = if self.dice.chance(60) {
                self.condition(1)
            } else {
                Expr::Bool(self.dice.chance(50))
            };
            return Some(Expr::assign(place, value));
        }
        let value = match self.dice.below(10) {
            0..=2 if lower == 0 && ty != Type::Bool => {
                let next = Expr::binary(Binary::Add, place.clone(), Expr::Int(1));
                Expr::binary(Binary::Mod, next, Expr::Int(upper + 1))
            }
            0..=2 => Expr::binary(Binary::Sub, Expr::Int(lower + upper), place.clone()),
            3..=5 => Expr::Int(self.dice.between(lower, upper)),
            _ => self.fitting(lower, upper, 2),
        };
        if value == place { self.counted() } else { Some(Expr::assign(place, value)) }
    }

    /// `v = w = e` and `(c ? v : w) = e`.
    fn odd_assignment(&mut self) -> Option<Expr> {
        let number =
            |maker: &Maker, ty: &Type| matches!(maker.leaf(ty), Leaf::Int(..)) && *ty != Type::Bool;
        let (first, ty) = self.find(true, &number)?;
        let (lower, upper) = self.number_leaf(&ty);
        let (second, _) = self.find(true, &move |_, other| *other == ty)?;
        let value = self.fitting(lower, upper, 1);
        Some(if self.dice.chance(50) {
            Expr::assign(first, Expr::assign(second, value))
        } else {
            let condition = Box::new(self.condition(1));
            let place = Expr::Cond(condition, Box::new(first), Box::new(second));
            Expr::assign(place, value)
        })
    }

    /// `own = id`, `own = -1`, `last = id`.
    fn owner_update(&mut self) -> Option<Expr> {
        let wanted = |maker: &Maker, ty: &Type| matches!(maker.leaf(ty), Leaf::Id | Leaf::Owner);
        let (place, ty) = self.find(true, &wanted)?;
        if self.leaf(&ty) == Leaf::Owner && self.dice.chance(35) {
            return Some(Expr::assign(place, self.nobody()));
        }
        Some(Expr::assign(place, self.id()?))
    }

    /// Copies a record or an array.
    fn whole_update(&mut self) -> Option<Expr> {
        let whole = |maker: &Maker, ty: &Type| {
            let unfolded = maker.unfolded(ty);
            matches!(unfolded, Type::Struct(_) | Type::Array(..)) && maker.holds_numbers(ty)
        };
        let (place, ty) = self.find(true, &whole)?;
        let (value, _) = self.find(false, &move |_, other| *other == ty)?;
        (value != place).then(|| Expr::assign(place, value))
    }

    /// Are there numbers and nothing else inside?
    pub(super) fn holds_numbers(&self, ty: &Type) -> bool {
        match self.unfolded(ty) {
            Type::Array(element, _) => self.holds_numbers(&element),
            Type::Struct(fields) => fields.iter().all(|(_, ty)| self.holds_numbers(ty)),
            other => matches!(self.leaf(&other), Leaf::Int(..) | Leaf::Id | Leaf::Owner),
        }
    }

    /// `v = v + f(…)` where the function changes something, perhaps v.
    fn effect_update(&mut self) -> Option<Expr> {
        let number = |maker: &Maker, ty: &Type| matches!(maker.leaf(ty), Leaf::Int(..));
        let (place, ty) = self.find(true, &number)?;
        let (lower, upper) = self.number_leaf(&ty);
        let call = self.call(1, false)?;
        let value = match self.dice.below(3) {
            0 => call.expr,
            1 => Expr::binary(Binary::Add, self.number(1).expr, call.expr),
            _ => Expr::binary(Binary::Add, call.expr, self.number(1).expr),
        };
        if lower != 0 {
            return Some(Expr::assign(place, call_within(value, lower, upper)));
        }
        Some(Expr::assign(place, call_within(value, 0, upper)))
    }

    /// `v++` and `v += e`, which may leave the range.
    fn counted(&mut self) -> Option<Expr> {
        if !self.careless() {
            return None;
        }
        let number =
            |maker: &Maker, ty: &Type| matches!(maker.leaf(ty), Leaf::Int(..)) && *ty != Type::Bool;
        let (place, _) = self.find(true, &number)?;
        if self.dice.chance(50) {
            return Some(Expr::Step { place: Box::new(place), down: self.dice.chance(30) });
        }
        let op = if self.dice.chance(60) { Binary::Add } else { Binary::Sub };
        let value = self.number(1).expr;
        Some(Expr::Assign(Some(op), Box::new(place), Box::new(value)))
    }

    /// A call of a function for its effect.
    pub(super) fn effect_call(&mut self) -> Option<Expr> {
        let resets = self.functions.iter().any(|known| known.resets)
            && self.use_now(Feature::ResetLoops, 40);
        let known: Vec<_> = self
            .functions
            .iter()
            .filter(|known| !known.pure && known.result == Type::Void)
            .filter(|known| known.resets || !resets)
            .cloned()
            .collect();
        let signature = self.dice.pick(&known)?;
        let arguments = self.arguments(&signature.parameters, 1)?;
        self.used.insert(Feature::Functions);
        Some(Expr::Call(signature.name, arguments))
    }

    pub(super) fn statements(&mut self, purpose: &Purpose, depth: usize) -> Vec<Stmt> {
        let count = 1 + self.dice.below(3);
        (0..count).filter_map(|_| self.statement(purpose, depth)).collect()
    }

    fn statement(&mut self, purpose: &Purpose, depth: usize) -> Option<Stmt> {
        if depth == 0 {
            return self.simple_statement(purpose);
        }
        match self.dice.weighted(&[5, 4, 5, 3, 3, 2]) {
            1 => {
                let condition = self.free_condition();
                let then = self.branch(purpose, depth);
                let otherwise = self.dice.chance(40).then(|| Box::new(self.branch(purpose, depth)));
                Some(Stmt::If(condition, Box::new(then), otherwise))
            }
            2 if self.use_now(Feature::ForEach, 90) => {
                let name = self.fresh("i");
                let ids = self.dice.chance(70) || self.on.has(Feature::Alike);
                let ty = if ids { Maker::id_type() } else { Type::Range(0, 1) };
                let body = self.with(&name, ty.clone(), |maker| maker.branch(purpose, depth));
                Some(Stmt::ForEach(name, ty, Box::new(body)))
            }
            3 if self.use_now(Feature::CountingLoops, 90) => Some(self.counting(purpose, depth)),
            4 if self.use_now(Feature::WhileLoops, 90) => Some(self.repeating(purpose, depth)),
            5 if self.use_now(Feature::EarlyReturns, 80) => self.leave(purpose),
            _ => self.simple_statement(purpose),
        }
    }

    fn simple_statement(&mut self, purpose: &Purpose) -> Option<Stmt> {
        if purpose.clocks && self.use_now(Feature::ClockFunctions, 45) {
            return self.clock_update().map(Stmt::Expr);
        }
        if self.use_now(Feature::NestedCalls, 20) && purpose.clocks {
            let call = self.effect_call();
            if call.is_some() {
                return call.map(Stmt::Expr);
            }
        }
        self.update().map(Stmt::Expr)
    }

    /// A condition of a statement, which may change something on the way.
    fn free_condition(&mut self) -> Expr {
        let outer = self.effects;
        self.effects = !self.pure && self.use_now(Feature::Effects, 50);
        let condition = self.condition(1);
        self.effects = outer;
        condition
    }

    /// Always with braces, so that no `else` finds another `if`.
    fn branch(&mut self, purpose: &Purpose, depth: usize) -> Stmt {
        let mut statements = self.statements(purpose, depth - 1);
        if self.use_now(Feature::EarlyReturns, 30) {
            statements.extend(self.leave(purpose));
        }
        Stmt::Block(Block { variables: Vec::new(), statements })
    }

    /// `if (c) return e;`
    fn leave(&mut self, purpose: &Purpose) -> Option<Stmt> {
        let value = self.result(purpose);
        let leave = Stmt::Block(Block { variables: Vec::new(), statements: vec![value] });
        if self.dice.chance(15) {
            return Some(leave);
        }
        Some(Stmt::If(self.free_condition(), Box::new(leave), None))
    }

    pub(super) fn result(&mut self, purpose: &Purpose) -> Stmt {
        if purpose.result == Type::Void {
            return Stmt::Return(None);
        }
        let (lower, upper) = self.number_leaf(&purpose.result);
        let outer = self.effects;
        self.effects = !self.pure && self.use_now(Feature::Effects, 40);
        let value = self.fitting(lower, upper, 1);
        self.effects = outer;
        Stmt::Return(Some(value))
    }

    /// `{ int[0,3] k; for (k = 0; k < 2; k++) { … } }`
    fn counting(&mut self, purpose: &Purpose, depth: usize) -> Stmt {
        let (name, variable) = self.counter();
        let limit = self.dice.between(1, 2);
        let ty = Type::Range(0, 3);
        let body = self.with(&name, ty, |maker| maker.branch(purpose, depth));
        let place = Expr::Name(name);
        let counting = Stmt::For(
            Expr::assign(place.clone(), Expr::Int(0)),
            Expr::binary(Binary::Lt, place.clone(), Expr::Int(limit)),
            Expr::Step { place: Box::new(place), down: false },
            Box::new(body),
        );
        Stmt::Block(Block { variables: vec![variable], statements: vec![counting] })
    }

    fn counter(&mut self) -> (String, Variable) {
        let name = self.fresh("k");
        let ty = Type::Range(0, 3);
        let variable =
            Variable { name: name.clone(), ty, constant: false, meta: false, initial: None };
        (name, variable)
    }

    fn repeating(&mut self, purpose: &Purpose, depth: usize) -> Stmt {
        let (name, variable) = self.counter();
        let limit = self.dice.between(1, 2);
        let ty = Type::Range(0, 3);
        let (mut statements, more) = self.with(&name, ty, |maker| {
            let mut statements = maker.statements(purpose, depth - 1);
            if maker.use_now(Feature::EarlyReturns, 30) {
                statements.extend(maker.leave(purpose));
            }
            (statements, maker.dice.chance(40).then(|| maker.free_condition()))
        });
        let place = Expr::Name(name);
        let step = Expr::Step { place: Box::new(place.clone()), down: false };
        statements.push(Stmt::Expr(step));
        let mut condition = Expr::binary(Binary::Lt, place, Expr::Int(limit));
        if let Some(more) = more {
            condition = Expr::binary(Binary::And, condition, more);
        }
        let body = Box::new(Stmt::Block(Block { variables: Vec::new(), statements }));
        let repeating = if self.dice.chance(60) {
            Stmt::While(condition, body)
        } else {
            Stmt::DoWhile(body, condition)
        };
        Stmt::Block(Block { variables: vec![variable], statements: vec![repeating] })
    }
}

/// `e <? upper >? lower`, so that the value is in range.
fn call_within(value: Expr, lower: i32, upper: i32) -> Expr {
    let most = Expr::binary(Binary::Min, value, Expr::Int(upper));
    Expr::binary(Binary::Max, most, Expr::Int(lower))
}
