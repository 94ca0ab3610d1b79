//! Runs code on a memory.

use network::eval::{ClockWrite, Fault, FaultKind, STATEMENT_BUDGET};
use network::{ClockId, VariableId};

use super::clocks::{ClockRef, Constraint};
use super::code::{Amount, Chunk, Code, Op, Test};
use super::compile::Sections;

/// The registers of one worker. The memory is passed in, so that one machine serves many states.
pub struct Machine<'p> {
    code: &'p Code,
    stack: Vec<i32>,
    calls: Vec<u32>,
    budget: u64,
    /// Clocks set by the updates run since this was last cleared, in order.
    pub clock_writes: Vec<ClockWrite>,
}

impl<'p> Machine<'p> {
    /// A machine for this code.
    #[must_use]
    pub fn new(sections: &'p Sections) -> Machine<'p> {
        Machine {
            code: &sections.code,
            stack: Vec::new(),
            calls: Vec::new(),
            budget: STATEMENT_BUDGET,
            clock_writes: Vec::new(),
        }
    }

    /// Starts with a transition, or with conditions of a state: a full budget and no clock written.
    pub fn begin(&mut self) {
        self.budget = STATEMENT_BUDGET;
        self.clock_writes.clear();
    }

    /// Does the condition hold?
    #[inline]
    pub fn test(&mut self, test: &Test, memory: &mut [i32]) -> Result<bool, Fault> {
        Ok(match test {
            Test::Always => true,
            Test::Never => false,
            Test::Equal(cell, value) => memory[*cell as usize] == *value,
            Test::Unequal(cell, value) => memory[*cell as usize] != *value,
            Test::Less(cell, value) => memory[*cell as usize] < *value,
            Test::Greater(cell, value) => memory[*cell as usize] > *value,
            Test::SameCells(left, right) => memory[*left as usize] == memory[*right as usize],
            Test::All(parts) => {
                for part in parts {
                    if !self.test(part, memory)? {
                        return Ok(false);
                    }
                }
                true
            }
            Test::Code(chunk) => self.eval(*chunk, memory)? != 0,
        })
    }

    /// The value of an amount.
    #[inline]
    pub fn amount(&mut self, amount: Amount, memory: &mut [i32]) -> Result<i32, Fault> {
        match amount {
            Amount::Const(value) => Ok(value),
            Amount::Cell(cell) => Ok(memory[cell as usize]),
            Amount::Code(chunk) => self.eval(chunk, memory),
        }
    }

    /// The clock a reference denotes; none for the constant 0.
    #[inline]
    pub fn clock(&mut self, clock: ClockRef, memory: &mut [i32]) -> Result<Option<u32>, Fault> {
        Ok(match clock {
            ClockRef::Zero => None,
            ClockRef::Fixed(clock) => Some(clock),
            ClockRef::Indexed { base, offset } => {
                Some(base + self.eval(offset, memory)?.cast_unsigned())
            }
        })
    }

    /// The constraint evaluated: left and right clock (none for 0) and the bound; none if it is not in
    /// force.
    #[inline]
    #[expect(clippy::type_complexity, reason = "a constraint in parts, consumed at once")]
    pub fn constraint(
        &mut self,
        constraint: &Constraint,
        memory: &mut [i32],
    ) -> Result<Option<(Option<u32>, Option<u32>, i32)>, Fault> {
        if !self.test(&constraint.when, memory)? {
            return Ok(None);
        }
        let left = self.clock(constraint.left, memory)?;
        let right = self.clock(constraint.right, memory)?;
        Ok(Some((left, right, self.amount(constraint.bound, memory)?)))
    }

    /// The value a chunk leaves on the stack.
    pub fn eval(&mut self, chunk: Chunk, memory: &mut [i32]) -> Result<i32, Fault> {
        self.execute(chunk, memory)?;
        Ok(self.stack.pop().expect("an expression leaves one value"))
    }

    pub fn run(&mut self, chunk: Chunk, memory: &mut [i32]) -> Result<(), Fault> {
        self.execute(chunk, memory)
    }

    fn execute(&mut self, chunk: Chunk, memory: &mut [i32]) -> Result<(), Fault> {
        let mut pc = chunk.0 as usize;
        let depth = self.stack.len();
        loop {
            match self.step(pc, memory) {
                Ok(Next::At(next)) => pc = next,
                Ok(Next::Halt) => return Ok(()),
                Err(kind) => {
                    self.stack.truncate(depth);
                    self.calls.clear();
                    return Err(Fault { kind, origin: self.code.origin(pc) });
                }
            }
        }
    }

    fn pop(&mut self) -> i32 {
        self.stack.pop().expect("the compiler balances the stack")
    }

    #[inline]
    fn step(&mut self, pc: usize, memory: &mut [i32]) -> Result<Next, FaultKind> {
        match self.code.ops[pc] {
            Op::Push(value) => self.stack.push(value),
            Op::Load(cell) => self.stack.push(memory[cell as usize]),
            Op::LoadAt(base) => {
                let offset = self.pop();
                self.stack.push(memory[at(base, offset)]);
            }
            Op::IndexCell { info, cell } => {
                let scaled = self.scaled(info, memory[cell as usize])?;
                self.stack.push(scaled);
            }
            Op::IndexMoreCell { info, cell } => {
                let scaled = self.scaled(info, memory[cell as usize])?;
                let offset = self.pop();
                self.stack.push(offset + scaled);
            }
            Op::LoadElement { info, cell, base } => {
                let scaled = self.scaled(info, memory[cell as usize])?;
                self.stack.push(memory[at(base, scaled)]);
            }
            Op::Index(info) => {
                let scaled = self.scaled_index(info)?;
                self.stack.push(scaled);
            }
            Op::IndexMore(info) => {
                let scaled = self.scaled_index(info)?;
                let offset = self.pop();
                self.stack.push(offset + scaled);
            }
            Op::Store(info) => {
                let value = self.pop();
                self.store(info, 0, value, memory)?;
            }
            Op::StoreConst { cell, value } => memory[cell as usize] = value,
            Op::StoreAt(info) => {
                let value = self.pop();
                let offset = self.pop();
                self.store(info, offset, value, memory)?;
            }
            Op::Copy(info) => self.copy(info, memory)?,
            Op::BlocksEqual(info) => {
                let block = self.code.blocks[info as usize];
                let source = at(block.source, self.pop());
                let target = at(block.target.base, self.pop());
                let size = block.size as usize;
                let equal = memory[target..target + size] == memory[source..source + size];
                self.stack.push(i32::from(equal));
            }
            Op::Initialise(info) => {
                let (base, values) = &self.code.initial[info as usize];
                let base = *base as usize;
                memory[base..base + values.len()].copy_from_slice(values);
            }
            Op::Unary(op) => {
                let value = self.pop();
                self.stack.push(self.code.overflow.unary(op, value)?);
            }
            Op::Binary(op) => {
                let right = self.pop();
                let left = self.pop();
                self.stack.push(self.code.overflow.binary(op, left, right)?);
            }
            Op::BinaryConst { op, value } => {
                let left = self.pop();
                self.stack.push(self.code.overflow.binary(op, left, value)?);
            }
            Op::BinaryCell { op, cell } => {
                let left = self.pop();
                self.stack.push(self.code.overflow.binary(op, left, memory[cell as usize])?);
            }
            Op::Jump(to) => return Ok(Next::At(to as usize)),
            Op::JumpIfZero(to) => {
                if self.pop() == 0 {
                    return Ok(Next::At(to as usize));
                }
            }
            Op::JumpIfNotZero(to) => {
                if self.pop() != 0 {
                    return Ok(Next::At(to as usize));
                }
            }
            Op::Branch { test, cell, value, to } => {
                if test.holds(memory[cell as usize], value) {
                    return Ok(Next::At(to as usize));
                }
            }
            Op::BranchCells { test, left, right, to } => {
                if test.holds(memory[left as usize], memory[right as usize]) {
                    return Ok(Next::At(to as usize));
                }
            }
            Op::BranchTop { test, value, to } => {
                if test.holds(self.pop(), value) {
                    return Ok(Next::At(to as usize));
                }
            }
            Op::BranchTwo { test, to } => {
                let right = self.pop();
                if test.holds(self.pop(), right) {
                    return Ok(Next::At(to as usize));
                }
            }
            Op::LoopStart { cell, lower } => memory[cell as usize] = lower,
            Op::LoopNext(info) => {
                let info = self.code.loops[info as usize];
                let iterator = &mut memory[info.cell as usize];
                if *iterator < info.upper {
                    *iterator += 1;
                    return Ok(Next::At(info.start as usize));
                }
            }
            Op::Call(function) => {
                self.spend()?;
                self.calls.push(u32::try_from(pc + 1).expect("code is small"));
                return Ok(Next::At(self.code.functions[function as usize] as usize));
            }
            Op::Return => {
                let back = self.calls.pop().expect("only functions return");
                return Ok(Next::At(back as usize));
            }
            Op::ResetConst { clock, value } => {
                self.clock_writes.push(ClockWrite { clock: ClockId(clock), source: None, value });
            }
            Op::SetClock(info) => self.set_clock(info)?,
            Op::Assert => {
                if self.pop() == 0 {
                    return Err(FaultKind::AssertionFailed);
                }
            }
            Op::Spend => self.spend()?,
            Op::Halt => return Ok(Next::Halt),
        }
        Ok(Next::At(pc + 1))
    }

    fn spend(&mut self) -> Result<(), FaultKind> {
        self.budget = self.budget.checked_sub(1).ok_or(FaultKind::Diverges)?;
        Ok(())
    }

    #[inline]
    fn scaled_index(&mut self, info: u32) -> Result<i32, FaultKind> {
        let value = self.pop();
        self.scaled(info, value)
    }

    #[inline]
    fn scaled(&self, info: u32, value: i32) -> Result<i32, FaultKind> {
        let info = &self.code.indices[info as usize];
        if value < info.lower || value > info.upper {
            return Err(FaultKind::BadIndex {
                array: info.array,
                dimension: info.dimension,
                value,
            });
        }
        Ok((value.abs_diff(info.lower) * info.stride).cast_signed())
    }

    #[inline]
    fn store(
        &self,
        info: u32,
        offset: i32,
        value: i32,
        memory: &mut [i32],
    ) -> Result<(), FaultKind> {
        let info = &self.code.stores[info as usize];
        check(info.variable, info.lower, info.upper, value)?;
        memory[at(info.base, offset)] = value;
        Ok(())
    }

    fn copy(&mut self, info: u32, memory: &mut [i32]) -> Result<(), FaultKind> {
        let block = self.code.blocks[info as usize];
        let source = at(block.source, self.pop());
        let target = at(block.target.base, self.pop());
        let size = block.size as usize;
        let store = block.target;
        for value in &memory[source..source + size] {
            check(store.variable, store.lower, store.upper, *value)?;
        }
        memory.copy_within(source..source + size, target);
        Ok(())
    }

    fn set_clock(&mut self, info: u32) -> Result<(), FaultKind> {
        let info = self.code.clocks[info as usize];
        let value = self.pop();
        let source = info.source.map(|base| {
            let offset = if info.source_indexed { self.pop() } else { 0 };
            ClockId::at(at(base, offset))
        });
        let offset = if info.target_indexed { self.pop() } else { 0 };
        let clock = ClockId::at(at(info.target, offset));
        if source.is_none() && value < 0 {
            return Err(FaultKind::NegativeClock { clock, value });
        }
        self.clock_writes.push(ClockWrite { clock, source, value });
        Ok(())
    }
}

enum Next {
    At(usize),
    Halt,
}

#[inline]
fn at(base: u32, offset: i32) -> usize {
    (base + offset.cast_unsigned()) as usize
}

#[inline]
fn check(variable: VariableId, lower: i32, upper: i32, value: i32) -> Result<(), FaultKind> {
    if value < lower || value > upper {
        return Err(FaultKind::OutOfRange { variable, value });
    }
    Ok(())
}
