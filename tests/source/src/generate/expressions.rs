//! Random numbers and conditions over what is known.

use super::maker::{Entity, Leaf, Maker};
use crate::feature::Feature;
use crate::tree::{Binary, Expr, Quantifier, Type};

/// A number with what is known of its value.
pub(super) struct Number {
    pub(super) expr: Expr,
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Number {
    fn literal(value: i32) -> Number {
        Number { expr: Expr::Int(value), lower: value, upper: value }
    }
}

fn is_number(maker: &Maker, ty: &Type) -> bool {
    match maker.leaf(ty) {
        Leaf::Int(..) => true,
        Leaf::Id | Leaf::Owner => maker.numbered_ids() && maker.on.has(Feature::IdArithmetic),
        _ => false,
    }
}

impl Maker {
    pub(super) fn number_leaf(&self, ty: &Type) -> (i32, i32) {
        match self.leaf(ty) {
            Leaf::Int(lower, upper) => (lower, upper),
            Leaf::Id => (self.first(), self.last()),
            Leaf::Owner => (self.first() - 1, self.last()),
            _ => (0, 0),
        }
    }

    /// A number, at most so deep.
    pub(super) fn number(&mut self, depth: usize) -> Number {
        if depth == 0 || self.dice.chance(45) {
            if self.dice.chance(88)
                && let Some((expr, ty)) = self.find(false, &is_number)
            {
                let (lower, upper) = self.number_leaf(&ty);
                if is_id_name(self, &ty) {
                    self.used.insert(Feature::IdArithmetic);
                }
                return Number { expr, lower, upper };
            }
            return Number::literal(self.dice.between(-1, 2));
        }
        match self.dice.weighted(&[6, 4, 2, 2, 2, 2, 2, 3, 2]) {
            0 => self.arithmetic(Binary::Add, depth),
            1 => self.arithmetic(Binary::Sub, depth),
            2 => self.by_constant(Binary::Mod, depth),
            3 => self.by_constant(Binary::Div, depth),
            4 if self.use_now(Feature::Conditionals, 70) => self.conditional(depth),
            5 if self.use_now(Feature::Quantifiers, 50) => self.sum(depth),
            6 if self.use_now(Feature::OddOperators, 70) => self.odd(depth),
            7 => {
                let pure = !self.effects;
                self.call(depth, pure).unwrap_or_else(|| self.arithmetic(Binary::Add, depth))
            }
            8 if self.careless() => self.division(depth),
            _ => self.by_constant(Binary::Mul, depth),
        }
    }

    fn arithmetic(&mut self, op: Binary, depth: usize) -> Number {
        let (left, right) = (self.number(depth - 1), self.number(depth - 1));
        let (lower, upper) = match op {
            Binary::Add => (left.lower + right.lower, left.upper + right.upper),
            _ => (left.lower - right.upper, left.upper - right.lower),
        };
        Number { expr: Expr::binary(op, left.expr, right.expr), lower, upper }
    }

    fn by_constant(&mut self, op: Binary, depth: usize) -> Number {
        let Number { expr, lower, upper } = self.number(depth - 1);
        let constant = self.dice.between(2, 3);
        let expr = Expr::binary(op, expr, Expr::Int(constant));
        let (lower, upper) = match op {
            Binary::Mod if lower >= 0 => (0, upper.min(constant - 1)),
            Binary::Mod => (1 - constant, constant - 1),
            Binary::Div => (lower / constant, upper / constant),
            _ => (lower.saturating_mul(constant), upper.saturating_mul(constant)),
        };
        Number { expr, lower, upper }
    }

    fn division(&mut self, depth: usize) -> Number {
        let (left, right) = (self.number(depth - 1), self.number(depth - 1));
        if self.dice.chance(15) {
            // More than 32 bits, unless the number is small.
            let expr = Expr::binary(Binary::Mul, left.expr, Expr::Int(2_000_000_000));
            let expr = Expr::binary(Binary::Div, expr, Expr::Int(2_000_000_000));
            return Number { expr, lower: left.lower, upper: left.upper };
        }
        let most = left.lower.saturating_abs().max(left.upper.saturating_abs());
        let op = if self.dice.chance(70) { Binary::Div } else { Binary::Mod };
        Number { expr: Expr::binary(op, left.expr, right.expr), lower: -most, upper: most }
    }

    fn conditional(&mut self, depth: usize) -> Number {
        let condition = self.condition(depth - 1);
        let (then, otherwise) = (self.number(depth - 1), self.number(depth - 1));
        Number {
            expr: Expr::Cond(Box::new(condition), Box::new(then.expr), Box::new(otherwise.expr)),
            lower: then.lower.min(otherwise.lower),
            upper: then.upper.max(otherwise.upper),
        }
    }

    fn odd(&mut self, depth: usize) -> Number {
        let (left, right) = (self.number(depth - 1), self.number(depth - 1));
        let ops = [
            Binary::Min,
            Binary::Max,
            Binary::BitAnd,
            Binary::BitOr,
            Binary::BitXor,
            Binary::Shl,
            Binary::Shr,
        ];
        let op = self.dice.pick(&ops).unwrap_or(Binary::Min);
        let most = [left.lower, left.upper, right.lower, right.upper]
            .into_iter()
            .map(i32::saturating_abs)
            .max()
            .unwrap_or(0)
            .min(1 << 20);
        // Enough bits for any combination of both.
        let bits = 1 << (33 - (2 * most + 1).leading_zeros()).min(22);
        match op {
            Binary::Min => Number {
                lower: left.lower.min(right.lower),
                upper: left.upper.min(right.upper),
                expr: Expr::binary(op, left.expr, right.expr),
            },
            Binary::Max => Number {
                lower: left.lower.max(right.lower),
                upper: left.upper.max(right.upper),
                expr: Expr::binary(op, left.expr, right.expr),
            },
            Binary::Shl | Binary::Shr => {
                let by = Expr::Int(self.dice.between(0, 2));
                Number { lower: -4 * bits, upper: 4 * bits, expr: Expr::binary(op, left.expr, by) }
            }
            _ => {
                Number { lower: -bits, upper: bits, expr: Expr::binary(op, left.expr, right.expr) }
            }
        }
    }

    fn sum(&mut self, depth: usize) -> Number {
        let (name, ty, count) = self.quantified();
        let effects = std::mem::replace(&mut self.effects, false);
        let body = self.with(&name, ty.clone(), |maker| maker.number(depth - 1));
        self.effects = effects;
        let expr = Expr::Quantified(Quantifier::Sum, name, ty, Box::new(body.expr));
        Number {
            expr,
            lower: body.lower.saturating_mul(count),
            upper: body.upper.saturating_mul(count),
        }
    }

    /// A name to quantify, its type, and how many values that has.
    fn quantified(&mut self) -> (String, Type, i32) {
        let name = self.fresh("q");
        if self.dice.chance(75) || self.on.has(Feature::Alike) {
            return (name, Maker::id_type(), self.ids);
        }
        (name, Type::Range(0, 1), 2)
    }

    /// With one more name.
    pub(super) fn with<T>(
        &mut self,
        name: &str,
        ty: Type,
        make: impl FnOnce(&mut Maker) -> T,
    ) -> T {
        self.scope.push(Entity { name: name.to_owned(), ty, writable: false });
        let made = make(self);
        self.scope.pop();
        made
    }

    /// A call of a function that gives a number.
    pub(super) fn call(&mut self, depth: usize, pure: bool) -> Option<Number> {
        let fits: Vec<_> = self
            .functions
            .iter()
            .filter(|known| known.pure || !pure)
            .filter(|known| matches!(self.leaf(&known.result), Leaf::Int(..)))
            .cloned()
            .collect();
        let signature = self.dice.pick(&fits)?;
        let (lower, upper) = self.number_leaf(&signature.result);
        let arguments = self.arguments(&signature.parameters, depth)?;
        self.used.insert(Feature::Functions);
        Some(Number { expr: Expr::Call(signature.name, arguments), lower, upper })
    }

    pub(super) fn arguments(
        &mut self,
        parameters: &[crate::tree::Parameter],
        depth: usize,
    ) -> Option<Vec<Expr>> {
        let mut arguments = Vec::new();
        for parameter in parameters {
            let wanted = parameter.ty.clone();
            let argument = if parameter.reference {
                let write = !parameter.constant;
                self.find(write, &move |_, ty| *ty == wanted).map(|(place, _)| place)?
            } else {
                match self.leaf(&parameter.ty) {
                    Leaf::Id => self.id()?,
                    Leaf::Int(lower, upper) => self.fitting(lower, upper, depth.saturating_sub(1)),
                    _ => self.find(false, &move |_, ty| *ty == wanted).map(|(expr, _)| expr)?,
                }
            };
            arguments.push(argument);
        }
        Some(arguments)
    }

    /// A number in this range, unless carelessness is allowed.
    pub(super) fn fitting(&mut self, lower: i32, upper: i32, depth: usize) -> Expr {
        for _ in 0..4 {
            let number = self.number(depth);
            if number.lower >= lower && number.upper <= upper {
                return number.expr;
            }
            if number.lower <= upper && number.upper >= lower && self.careless() {
                return number.expr;
            }
            // (e - lower) % size + lower is one, if e is not less than lower.
            if number.lower >= 0 && lower == 0 && self.dice.chance(60) {
                return Expr::binary(Binary::Mod, number.expr, Expr::Int(upper + 1));
            }
        }
        Expr::Int(self.dice.between(lower, upper))
    }

    /// A condition without clocks.
    pub(super) fn condition(&mut self, depth: usize) -> Expr {
        if depth == 0 || self.dice.chance(40) {
            return self.simple_condition();
        }
        match self.dice.weighted(&[5, 4, 2, 4, 4, 3, 3]) {
            0 => self.joined(Binary::And, depth),
            1 => self.joined(Binary::Or, depth),
            2 if self.use_now(Feature::Implications, 80) => self.joined(Binary::Imply, depth),
            3 if self.use_now(Feature::Quantifiers, 80) => self.quantifier(depth),
            4 if self.use_now(Feature::GuardedIndices, 80) => {
                self.guarded(depth).unwrap_or_else(|| self.simple_condition())
            }
            5 if self.use_now(Feature::WrittenOut, 80) => {
                self.written_out(depth).unwrap_or_else(|| self.simple_condition())
            }
            6 => self.condition(depth - 1).negated(),
            _ => self.comparison(depth),
        }
    }

    fn joined(&mut self, op: Binary, depth: usize) -> Expr {
        Expr::binary(op, self.condition(depth - 1), self.condition(depth - 1))
    }

    fn comparison(&mut self, depth: usize) -> Expr {
        let mut left = self.number(depth);
        for _ in 0..3 {
            if left.lower < left.upper {
                break;
            }
            // Comparing what is known says nothing.
            left = self.number(depth);
        }
        let (lower, upper) = (left.lower.max(-2), left.upper.min(3));
        let equal = upper - lower < 2;
        let ops = [Binary::Eq, Binary::Ne, Binary::Le, Binary::Ge, Binary::Lt, Binary::Gt];
        let count = if equal { 2 } else { ops.len() };
        let op = self.dice.pick(&ops[..count]).unwrap_or(Binary::Eq);
        let right = if self.dice.chance(70) {
            Expr::Int(self.dice.between(lower, upper.max(lower)))
        } else {
            self.number(depth.saturating_sub(1)).expr
        };
        Expr::binary(op, left.expr, right)
    }

    fn simple_condition(&mut self) -> Expr {
        let same = if self.dice.chance(70) { Binary::Eq } else { Binary::Ne };
        match self.dice.below(10) {
            0 | 1 => {
                if let (Some(left), Some(right)) = (self.id(), self.id())
                    && left != right
                {
                    let ordered = self.numbered_ids() && self.use_now(Feature::IdArithmetic, 50);
                    let op = if ordered { Binary::Lt } else { same };
                    return Expr::binary(op, left, right);
                }
            }
            2 => {
                let owner = |maker: &Maker, ty: &Type| maker.leaf(ty) == Leaf::Owner;
                if let Some((left, _)) = self.find(false, &owner) {
                    let right = if self.dice.chance(50) { self.id() } else { None };
                    return Expr::binary(same, left, right.unwrap_or(self.nobody()));
                }
            }
            3 => {
                let record = |maker: &Maker, ty: &Type| {
                    matches!(maker.unfolded(ty), Type::Struct(_)) && maker.holds_numbers(ty)
                };
                if let Some((left, ty)) = self.find(false, &record)
                    && let Some((right, _)) = self.find(false, &move |_, other| *other == ty)
                {
                    self.used.insert(Feature::Structs);
                    return Expr::binary(same, left, right);
                }
            }
            4 => {
                let truth = |_: &Maker, ty: &Type| *ty == Type::Bool;
                if let Some((expr, _)) = self.find(false, &truth) {
                    return if self.dice.chance(50) { expr } else { expr.negated() };
                }
            }
            _ => {}
        }
        self.comparison(0)
    }

    fn quantifier(&mut self, depth: usize) -> Expr {
        let (name, ty, _) = self.quantified();
        let invalid = self.use_now(Feature::Faults, 25);
        let effects = std::mem::replace(&mut self.effects, false);
        let body = self.with(&name, ty.clone(), |maker| {
            if invalid { maker.quotient() } else { maker.condition(depth - 1) }
        });
        self.effects = effects;
        let quantifier = if self.dice.chance(50) { Quantifier::ForAll } else { Quantifier::Exists };
        Expr::Quantified(quantifier, name, ty, Box::new(body))
    }

    /// `1 / (k - a[i]) == 1`, which is invalid for one value of the entry.
    fn quotient(&mut self) -> Expr {
        let divisor = self.number(0);
        let constant = self.dice.between(divisor.lower.max(-2), divisor.upper.clamp(-2, 2));
        let divisor = Expr::binary(Binary::Sub, Expr::Int(constant), divisor.expr);
        let quotient = Expr::binary(Binary::Div, Expr::Int(1), divisor);
        Expr::binary(Binary::Eq, quotient, Expr::Int(1))
    }

    /// An index that is only used where it is valid.
    fn guarded(&mut self, depth: usize) -> Option<Expr> {
        if self.scalar() {
            return None;
        }
        let owner = |maker: &Maker, ty: &Type| maker.leaf(ty) == Leaf::Owner;
        let (owner, _) = self.find(false, &owner)?;
        let name = self.unique("h");
        // A condition about some id, which is then the owner.
        let body = self.with(&name, Maker::id_type(), |maker| maker.condition(depth - 1));
        let body = substituted(&body, &name, &owner);
        let nobody = self.nobody();
        let none = |op| Expr::binary(op, owner.clone(), nobody.clone());
        Some(match self.dice.below(4) {
            0 => Expr::binary(Binary::Or, none(Binary::Eq), body),
            1 if self.on.has(Feature::Implications) => {
                Expr::binary(Binary::Imply, none(Binary::Ne), body)
            }
            2 => Expr::binary(
                Binary::And,
                Expr::binary(Binary::And, none(Binary::Ne), body),
                self.condition(depth - 1),
            ),
            _ => Expr::binary(Binary::And, none(Binary::Ne), body),
        })
    }

    /// `p(0) || p(1)`, or with `&&`.
    fn written_out(&mut self, depth: usize) -> Option<Expr> {
        if self.scalar() {
            return None;
        }
        let name = self.unique("h");
        let body = self.with(&name, Maker::id_type(), |maker| maker.condition(depth - 1));
        let op = if self.dice.chance(60) { Binary::Or } else { Binary::And };
        let each = (self.first()..=self.last()).map(|id| substituted(&body, &name, &Expr::Int(id)));
        each.reduce(|left, right| Expr::binary(op, left, right))
    }
}

fn is_id_name(maker: &Maker, ty: &Type) -> bool {
    matches!(maker.leaf(ty), Leaf::Id | Leaf::Owner)
}

/// The expression with something else in the place of a name.
pub(super) fn substituted(expr: &Expr, name: &str, by: &Expr) -> Expr {
    let inner = |expr: &Expr| Box::new(substituted(expr, name, by));
    let each = |all: &[Expr]| all.iter().map(|expr| substituted(expr, name, by)).collect();
    match expr {
        Expr::Name(known) if known == name => by.clone(),
        Expr::Index(array, index) => Expr::Index(inner(array), inner(index)),
        Expr::Field(record, field) => Expr::Field(inner(record), field.clone()),
        Expr::Member(process, arguments, member) => {
            Expr::Member(process.clone(), each(arguments), member.clone())
        }
        Expr::Call(function, arguments) => Expr::Call(function.clone(), each(arguments)),
        Expr::Unary(op, operand) => Expr::Unary(*op, inner(operand)),
        Expr::Binary(op, left, right) => Expr::Binary(*op, inner(left), inner(right)),
        Expr::Cond(condition, then, otherwise) => {
            Expr::Cond(inner(condition), inner(then), inner(otherwise))
        }
        Expr::Quantified(quantifier, bound, ty, body) => {
            Expr::Quantified(*quantifier, bound.clone(), ty.clone(), inner(body))
        }
        Expr::Assign(op, place, value) => Expr::Assign(*op, inner(place), inner(value)),
        Expr::Step { place, down } => Expr::Step { place: inner(place), down: *down },
        Expr::Int(_) | Expr::Time(_) | Expr::Bool(_) | Expr::Name(_) | Expr::Deadlock => {
            expr.clone()
        }
    }
}
