//! Runs code on a memory.

use network::eval::{ClockWrite, Fault, FaultKind, STATEMENT_BUDGET};
use network::{BinaryOp, ClockId, VariableId};

use super::clocks::{ClockRef, Constraint};
use super::code::{Amount, BlockInfo, Chunk, Code, Op, Test};
use super::compile::Sections;
use super::recall::{Done, Recall, Recalling};
use super::watch::{Recording, Unwatched, Watch};

/// The registers of one worker. The memory is passed in, so that one machine serves many states.
pub struct Machine<'p> {
    code: &'p Code,
    stack: Vec<i32>,
    calls: Vec<u32>,
    budget: u64,
    /// Clocks set by the updates run since this was last cleared, in order.
    pub clock_writes: Vec<ClockWrite>,
    /// What functions did before; none if every call is to be run.
    recall: Option<Recall>,
    /// Not in use at the moment.
    recordings: Vec<Recording>,
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
            recall: recall(sections),
            recordings: Vec::new(),
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
            Test::Member(member) => match member.holds(memory) {
                Some(holds) if !cfg!(debug_assertions) => holds,
                holds => {
                    let found = self.eval(member.code, memory)? != 0;
                    assert!(holds.is_none_or(|holds| holds == found), "a test is not its code");
                    found
                }
            },
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
        self.execute(chunk.0 as usize, memory, &mut Unwatched)?;
        Ok(self.stack.pop().expect("an expression leaves one value"))
    }

    pub fn run(&mut self, chunk: Chunk, memory: &mut [i32]) -> Result<(), Fault> {
        self.execute(chunk.0 as usize, memory, &mut Unwatched)
    }

    /// Runs the code from `start` to the end of its chunk or function.
    fn execute<W: Watch>(
        &mut self,
        start: usize,
        memory: &mut [i32],
        watch: &mut W,
    ) -> Result<(), Fault> {
        let mut pc = start;
        let depth = self.stack.len();
        let caller = self.calls.len();
        loop {
            watch.executed();
            match self.step(pc, memory, watch) {
                Ok(Next::At(next)) => pc = next,
                Ok(Next::Call(function)) => {
                    watch.entered(function);
                    if self.recall.as_ref().is_some_and(|recall| recall.is_on(function)) {
                        self.call(function, memory, watch)?;
                        pc += 1;
                    } else {
                        self.calls.push(u32::try_from(pc + 1).expect("code is small"));
                        pc = self.code.functions[function as usize] as usize;
                    }
                }
                Ok(Next::Return) if self.calls.len() > caller => {
                    pc = self.calls.pop().expect("there is a caller") as usize;
                }
                Ok(Next::Return | Next::Halt) => return Ok(()),
                Err(kind) => {
                    self.stack.truncate(depth);
                    self.calls.clear();
                    return Err(Fault { kind, origin: self.code.origin(pc) });
                }
            }
        }
    }

    /// Calls a function, or does what it did the last time.
    fn call<W: Watch>(
        &mut self,
        function: u32,
        memory: &mut [i32],
        watch: &mut W,
    ) -> Result<(), Fault> {
        if self.recalled(function, memory, watch) {
            return Ok(());
        }
        let mut recording = self.recordings.pop().unwrap_or_else(|| {
            Recording::new(memory.len(), self.code.constants, self.code.functions.len())
        });
        recording.begin();
        recording.entered(function);
        let (budget, clocks) = (self.budget, self.clock_writes.len());
        let start = self.code.functions[function as usize] as usize;
        self.execute(start, memory, &mut recording)?;
        recording.drop_private(&self.code.owners);
        if let Some(recall) = &mut self.recall {
            let done = Done {
                reads: &recording.reads,
                spent: budget - self.budget,
                instructions: recording.instructions,
                clock_writes: &self.clock_writes[clocks..],
            };
            let writes = recording.written.iter().map(|cell| (*cell, memory[*cell as usize]));
            recall.add(function, &done, writes);
        }
        recording.tell(watch);
        self.recordings.push(recording);
        Ok(())
    }

    /// Does what the function did the last time, if that is known.
    fn recalled<W: Watch>(&mut self, function: u32, memory: &mut [i32], watch: &mut W) -> bool {
        let Some(recall) = &mut self.recall else { return false };
        let look = |cell: u32, value| {
            watch.executed();
            watch.read(cell as usize, value);
        };
        let Some(leaf) = recall.find(function, memory, look) else { return false };
        let Some(budget) = self.budget.checked_sub(leaf.spent) else { return false };
        self.budget = budget;
        for (cell, value) in recall.writes(&leaf) {
            memory[*cell as usize] = *value;
            watch.written(*cell as usize);
        }
        self.clock_writes.extend_from_slice(recall.clock_writes(&leaf));
        true
    }

    fn pop(&mut self) -> i32 {
        self.stack.pop().expect("the compiler balances the stack")
    }

    #[inline]
    fn step<W: Watch>(
        &mut self,
        pc: usize,
        memory: &mut [i32],
        watch: &mut W,
    ) -> Result<Next, FaultKind> {
        match self.code.ops[pc] {
            Op::Push(value) => self.stack.push(value),
            Op::Load(cell) => self.stack.push(get(memory, cell as usize, watch)),
            Op::LoadAt(base) => {
                let offset = self.pop();
                self.stack.push(get(memory, at(base, offset), watch));
            }
            Op::IndexCell { info, cell } => {
                let scaled = self.scaled(info, get(memory, cell as usize, watch))?;
                self.stack.push(scaled);
            }
            Op::IndexMoreCell { info, cell } => {
                let scaled = self.scaled(info, get(memory, cell as usize, watch))?;
                let offset = self.pop();
                self.stack.push(offset + scaled);
            }
            Op::LoadElement { info, cell, base } => {
                let scaled = self.scaled(info, get(memory, cell as usize, watch))?;
                self.stack.push(get(memory, at(base, scaled), watch));
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
                self.store(info, 0, value, memory, watch)?;
            }
            Op::StoreConst { cell, value } => put(memory, cell as usize, value, watch),
            Op::StoreAt(info) => {
                let value = self.pop();
                let offset = self.pop();
                self.store(info, offset, value, memory, watch)?;
            }
            Op::Copy(info) => self.copy(info, memory, watch)?,
            Op::BlocksEqual(info) => {
                let equal = self.blocks_equal(info, memory, watch);
                self.stack.push(i32::from(equal));
            }
            Op::Initialise(info) => {
                let (base, values) = &self.code.initial[info as usize];
                for (cell, value) in (*base as usize..).zip(values) {
                    put(memory, cell, *value, watch);
                }
            }
            Op::Unary(op) => {
                let value = self.pop();
                self.stack.push(self.code.overflow.unary(op, value)?);
            }
            Op::Binary(op) => {
                let right = self.pop();
                let left = self.pop();
                self.stack.push(self.binary(op, left, right)?);
            }
            Op::BinaryConst { op, value } => {
                let left = self.pop();
                self.stack.push(self.binary(op, left, value)?);
            }
            Op::BinaryCell { op, cell } => {
                let left = self.pop();
                self.stack.push(self.binary(op, left, get(memory, cell as usize, watch))?);
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
                if test.holds(get(memory, cell as usize, watch), value) {
                    return Ok(Next::At(to as usize));
                }
            }
            Op::BranchCells { test, left, right, to } => {
                if test.holds(get(memory, left as usize, watch), get(memory, right as usize, watch))
                {
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
            Op::LoopStart { cell, lower } => put(memory, cell as usize, lower, watch),
            Op::LoopNext(info) => {
                let info = self.code.loops[info as usize];
                let iterator = get(memory, info.cell as usize, watch);
                if iterator < info.upper {
                    put(memory, info.cell as usize, iterator + 1, watch);
                    return Ok(Next::At(info.start as usize));
                }
            }
            Op::Call(function) => {
                self.spend()?;
                return Ok(Next::Call(function));
            }
            Op::Return => return Ok(Next::Return),
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

    /// The operators that most models use, without a call; the others by their definition.
    #[inline]
    fn binary(&self, op: BinaryOp, left: i32, right: i32) -> Result<i32, FaultKind> {
        let known = match op {
            BinaryOp::Add => left.checked_add(right),
            BinaryOp::Sub => left.checked_sub(right),
            BinaryOp::Eq => Some(i32::from(left == right)),
            BinaryOp::Ne => Some(i32::from(left != right)),
            BinaryOp::Lt => Some(i32::from(left < right)),
            BinaryOp::Le => Some(i32::from(left <= right)),
            BinaryOp::Ge => Some(i32::from(left >= right)),
            BinaryOp::Gt => Some(i32::from(left > right)),
            _ => None,
        };
        known.map_or_else(|| self.code.overflow.binary(op, left, right), Ok)
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
    fn store<W: Watch>(
        &self,
        info: u32,
        offset: i32,
        value: i32,
        memory: &mut [i32],
        watch: &mut W,
    ) -> Result<(), FaultKind> {
        let info = &self.code.stores[info as usize];
        check(info.variable, info.lower, info.upper, value)?;
        put(memory, at(info.base, offset), value, watch);
        Ok(())
    }

    fn copy<W: Watch>(
        &mut self,
        info: u32,
        memory: &mut [i32],
        watch: &mut W,
    ) -> Result<(), FaultKind> {
        let (block, source, target) = self.block(info);
        let size = block.size as usize;
        let store = block.target;
        for cell in source..source + size {
            check(store.variable, store.lower, store.upper, get(memory, cell, watch))?;
        }
        memory.copy_within(source..source + size, target);
        (target..target + size).for_each(|cell| watch.written(cell));
        Ok(())
    }

    fn blocks_equal<W: Watch>(&mut self, info: u32, memory: &[i32], watch: &mut W) -> bool {
        let (block, source, target) = self.block(info);
        let mut pairs = (0..block.size as usize).map(|cell| (target + cell, source + cell));
        pairs.all(|(left, right)| get(memory, left, watch) == get(memory, right, watch))
    }

    /// A block with the first cells of its source and its target, whose offsets are on the stack.
    fn block(&mut self, info: u32) -> (BlockInfo, usize, usize) {
        let block = self.code.blocks[info as usize];
        let source = at(block.source, self.pop());
        (block, source, at(block.target.base, self.pop()))
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

fn recall(sections: &Sections) -> Option<Recall> {
    let functions = sections.code.functions.len();
    match sections.recalling {
        Recalling::WhereItPays => Some(Recall::new(functions, false)),
        Recalling::Always => Some(Recall::new(functions, true)),
        Recalling::Never => None,
    }
}

enum Next {
    At(usize),
    /// Into a function, and then on.
    Call(u32),
    Return,
    Halt,
}

#[inline]
fn get<W: Watch>(memory: &[i32], cell: usize, watch: &mut W) -> i32 {
    let value = memory[cell];
    watch.read(cell, value);
    value
}

#[inline]
fn put<W: Watch>(memory: &mut [i32], cell: usize, value: i32, watch: &mut W) {
    memory[cell] = value;
    watch.written(cell);
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
