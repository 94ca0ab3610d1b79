//! Clock values up to what a model can tell apart (Alur and Dill 1994).
//!
//! A clock has a whole part and a *rank*: 0 without a fractional part, and otherwise the place of its
//! fractional part among those of all clocks.
//!
//! *Without comparisons of two clocks*, a clock beyond every constant it is compared with is [`Value::Far`].
//! *With them*, no clock is ever far; instead whole units are taken out of gaps. Sort the clocks; where
//! one is further than `span` from the one before it and beyond `limit`, it and all above it may come
//! closer until they are just beyond both. Constants set by updates are kept small against `limit`.
//!
//! Limits are not known in advance. A comparison beyond them is [`Raised`], and exploration starts again.

/// Up to which constants clocks matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// For each clock the largest constant it is compared with; -1 if there is none.
    pub of: Vec<i32>,
    /// The largest constant that the difference of two clocks is compared with; none if there is none.
    pub span: Option<i32>,
}

/// A limit was too small and is larger now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Raised;

impl Limits {
    #[must_use]
    pub fn none(clocks: usize) -> Limits {
        Limits { of: vec![-1; clocks], span: None }
    }

    /// Before a clock is compared with a constant.
    pub fn compare(&mut self, clock: usize, constant: i32) -> Result<(), Raised> {
        if self.of[clock] >= constant {
            return Ok(());
        }
        self.of[clock] = constant;
        self.make_equal();
        Err(Raised)
    }

    /// Before the difference of two clocks is compared with a constant.
    pub fn compare_difference(&mut self, constant: i32) -> Result<(), Raised> {
        let constant = constant.abs();
        if self.span.is_some_and(|span| span >= constant) {
            return Ok(());
        }
        self.span = Some(constant);
        self.make_equal();
        Err(Raised)
    }

    /// Before a clock is set to a constant: it then differs by more than the span from whatever is
    /// beyond the limit.
    fn set(&mut self, clock: usize, constant: i32) -> Result<(), Raised> {
        self.span.map_or(Ok(()), |span| self.compare(clock, constant.saturating_add(span)))
    }

    /// Before a clock becomes equal to another.
    fn copy(&mut self, to: usize, from: usize) -> Result<(), Raised> {
        self.compare(from, self.of[to])
    }

    /// Where clocks are compared with each other, one limit holds for all.
    fn make_equal(&mut self) {
        if let Some(span) = self.span {
            let largest = self.of.iter().copied().max().unwrap_or(-1).max(span);
            self.of.fill(largest);
        }
    }
}

/// The value of a clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Value {
    /// Whole part, and rank of the fractional part.
    At(i32, u8),
    Far,
}

/// The values of all clocks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Region {
    values: Vec<Value>,
}

impl Region {
    /// Clocks that hold whole numbers.
    #[must_use]
    pub fn new(values: &[i32], limits: &Limits) -> Region {
        let values = values.iter().map(|value| Value::At(*value, 0)).collect();
        Region { values }.simplified(limits)
    }

    /// The value of a clock.
    #[must_use]
    pub fn value(&self, clock: usize) -> Value {
        self.values[clock]
    }

    /// How a clock compares with a constant: none if it is beyond all that matters, so larger.
    pub fn compare(
        &self,
        clock: usize,
        constant: i32,
        limits: &mut Limits,
    ) -> Result<std::cmp::Ordering, Raised> {
        limits.compare(clock, constant)?;
        Ok(self.values[clock].cmp(&Value::At(constant, 0)))
    }

    /// How `left - right` compares with a constant.
    pub fn compare_difference(
        &self,
        left: usize,
        right: usize,
        constant: i32,
        limits: &mut Limits,
    ) -> Result<std::cmp::Ordering, Raised> {
        limits.compare_difference(constant)?;
        let (Value::At(left, left_rank), Value::At(right, right_rank)) =
            (self.values[left], self.values[right])
        else {
            return Err(Raised);
        };
        Ok((left, left_rank).cmp(&(right + constant, right_rank)))
    }

    /// Sets a clock to a whole number.
    pub fn set(&mut self, clock: usize, value: i32, limits: &mut Limits) -> Result<(), Raised> {
        limits.set(clock, value)?;
        self.values[clock] = Value::At(value, 0);
        Ok(())
    }

    /// Sets a clock to another.
    pub fn copy(&mut self, to: usize, from: usize, limits: &mut Limits) -> Result<(), Raised> {
        limits.copy(to, from)?;
        self.values[to] = self.values[from];
        Ok(())
    }

    /// Does every delay lead to other values? So it is if some clock is a whole number.
    #[must_use]
    pub fn is_moment(&self) -> bool {
        self.values.iter().any(|value| matches!(value, Value::At(_, 0)))
    }

    /// What time leads to next; the same if nothing changes any more.
    #[must_use]
    pub fn later(&self, limits: &Limits) -> Region {
        let ranks = self.values.iter().filter_map(|value| match value {
            Value::At(_, rank) => Some(*rank),
            Value::Far => None,
        });
        let largest = ranks.max().unwrap_or(0);
        let moment = self.is_moment();
        let step = |value: &Value| match *value {
            Value::At(whole, rank) if moment => Value::At(whole, rank + 1),
            Value::At(whole, rank) if rank == largest => Value::At(whole + 1, 0),
            other => other,
        };
        Region { values: self.values.iter().map(step).collect() }.simplified(limits)
    }

    /// The same as far as anybody can tell.
    #[must_use]
    pub fn simplified(mut self, limits: &Limits) -> Region {
        match limits.span {
            None => {
                for (value, limit) in self.values.iter_mut().zip(&limits.of) {
                    if *value > Value::At(*limit, 0) {
                        *value = Value::Far;
                    }
                }
            }
            Some(span) => self.close_gaps(span, limits.of.iter().copied().max().unwrap_or(-1)),
        }
        self.number_ranks();
        self
    }

    fn close_gaps(&mut self, span: i32, limit: i32) {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_by_key(|clock| self.values[*clock]);
        for place in 0..order.len() {
            let mut least = Value::At(limit, 0);
            if place > 0
                && let Value::At(whole, rank) = self.values[order[place - 1]]
            {
                least = least.max(Value::At(whole + span, rank));
            }
            while let Value::At(whole, rank) = self.values[order[place]]
                && Value::At(whole - 1, rank) > least
            {
                for clock in &order[place..] {
                    if let Value::At(whole, _) = &mut self.values[*clock] {
                        *whole -= 1;
                    }
                }
            }
        }
    }

    fn number_ranks(&mut self) {
        let mut used = [false; 256];
        used[0] = true;
        for value in &self.values {
            if let Value::At(_, rank) = value {
                used[usize::from(*rank)] = true;
            }
        }
        let mut next = 0;
        let places: Vec<u8> = used
            .iter()
            .map(|used| {
                next += u8::from(*used);
                next.wrapping_sub(1)
            })
            .collect();
        for value in &mut self.values {
            if let Value::At(_, rank) = value {
                *rank = places[usize::from(*rank)];
            }
        }
    }
}
