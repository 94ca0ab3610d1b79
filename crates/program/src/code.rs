//! Instructions, and the shapes of conditions and amounts that need none.

use network::{BinaryOp, UnaryOp, VariableId};

/// Where a piece of code starts; it ends at the next [`Op::Halt`] or [`Op::Return`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chunk(pub u32);

/// One instruction of a stack machine over cells. Indices are offsets into the tables of the code.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Push(i32),
    Load(u32),
    /// Pop an offset, push the cell at base + offset.
    LoadAt(u32),
    /// Pop an index, check it, push its distance from the lower end times the stride.
    Index(u32),
    /// Pop an offset and an index; push offset + the checked, scaled index.
    IndexMore(u32),
    /// As `Index`, of a cell.
    IndexCell {
        info: u32,
        cell: u32,
    },
    /// As `IndexMore`, of a cell.
    IndexMoreCell {
        info: u32,
        cell: u32,
    },
    /// Push the member of an array that a cell selects.
    LoadElement {
        info: u32,
        cell: u32,
        base: u32,
    },
    /// Pop a value, check it, store it.
    Store(u32),
    /// Store a constant known to be in range.
    StoreConst {
        cell: u32,
        value: i32,
    },
    /// Pop a value and an offset; check and store.
    StoreAt(u32),
    /// Pop source offset and target offset; copy a block with checks.
    Copy(u32),
    /// Pop two offsets; push whether the blocks are equal.
    BlocksEqual(u32),
    /// Copy the initial values of a local.
    Initialise(u32),
    /// Push the value of an operator on the popped operand.
    Unary(UnaryOp),
    /// Push the value of an operator on the two popped operands.
    Binary(BinaryOp),
    /// Push the value of an operator on the popped operand and a constant.
    BinaryConst {
        op: BinaryOp,
        value: i32,
    },
    /// Push the value of an operator on the popped operand and a cell.
    BinaryCell {
        op: BinaryOp,
        cell: u32,
    },
    Jump(u32),
    /// Pop; go on elsewhere if it is 0.
    JumpIfZero(u32),
    /// Pop; go on elsewhere if it is not 0.
    JumpIfNotZero(u32),
    /// Go on elsewhere if a cell compares so with a constant.
    Branch {
        test: Comparison,
        cell: u32,
        value: i32,
        to: u32,
    },
    /// Go on elsewhere if a cell compares so with another.
    BranchCells {
        test: Comparison,
        left: u32,
        right: u32,
        to: u32,
    },
    /// Pop; go on elsewhere if it compares so with a constant.
    BranchTop {
        test: Comparison,
        value: i32,
        to: u32,
    },
    /// Pop two; go on elsewhere if they compare so.
    BranchTwo {
        test: Comparison,
        to: u32,
    },
    /// Begin a loop over a domain: set the cell to its lower end.
    LoopStart {
        cell: u32,
        lower: i32,
    },
    /// End of a round: advance the cell and jump back unless it was at the upper end.
    LoopNext(u32),
    Call(u32),
    Return,
    /// Set a clock to a constant.
    ResetConst {
        clock: u32,
        value: i32,
    },
    /// Pop a value and (for arrays) an offset before it; set a clock.
    SetClock(u32),
    /// Pop; a fault if it is 0.
    Assert,
    /// Spend one unit of the budget.
    Spend,
    /// End of the chunk.
    Halt,
}

/// How two integers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    AtLeast,
    Greater,
}

impl Comparison {
    /// What an operator compares.
    pub(super) fn of(op: BinaryOp) -> Option<Comparison> {
        match op {
            BinaryOp::Eq => Some(Comparison::Equal),
            BinaryOp::Ne => Some(Comparison::Unequal),
            BinaryOp::Lt => Some(Comparison::Less),
            BinaryOp::Le => Some(Comparison::AtMost),
            BinaryOp::Ge => Some(Comparison::AtLeast),
            BinaryOp::Gt => Some(Comparison::Greater),
            _ => None,
        }
    }

    pub(super) fn negated(self) -> Comparison {
        match self {
            Comparison::Equal => Comparison::Unequal,
            Comparison::Unequal => Comparison::Equal,
            Comparison::Less => Comparison::AtLeast,
            Comparison::AtMost => Comparison::Greater,
            Comparison::AtLeast => Comparison::Less,
            Comparison::Greater => Comparison::AtMost,
        }
    }

    /// Do they compare so?
    #[inline]
    pub(super) fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::AtLeast => left >= right,
            Comparison::Greater => left > right,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct IndexInfo {
    pub lower: i32,
    pub upper: i32,
    pub stride: u32,
    pub array: network::eval::Indexed,
    pub dimension: u32,
}

/// A cell (or the base of a variable) with the domain of what may be stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoreInfo {
    pub base: u32,
    pub lower: i32,
    pub upper: i32,
    pub variable: VariableId,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct BlockInfo {
    pub target: StoreInfo,
    pub source: u32,
    pub size: u32,
}

/// A loop over a domain.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoopInfo {
    pub cell: u32,
    pub upper: i32,
    pub start: u32,
}

/// A clock assignment; a popped offset selects a member of an array.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClockInfo {
    pub target: u32,
    pub target_indexed: bool,
    pub source: Option<u32>,
    pub source_indexed: bool,
}

/// Instead of a function.
pub(super) const NO_FUNCTION: u32 = u32::MAX;

/// All code of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pub ops: Vec<Op>,
    /// `(first op, origin)`, ascending: where faults are.
    pub origins: Vec<(u32, network::Origin)>,
    pub indices: Vec<IndexInfo>,
    pub stores: Vec<StoreInfo>,
    pub blocks: Vec<BlockInfo>,
    pub loops: Vec<LoopInfo>,
    pub clocks: Vec<ClockInfo>,
    /// `(base cell, initial values)` of locals.
    pub initial: Vec<(u32, Box<[i32]>)>,
    /// Where each function starts.
    pub functions: Vec<u32>,
    /// Of each cell: the function whose parameter or local it is, or [`NO_FUNCTION`].
    pub owners: Vec<u32>,
    /// The first cell of the constants, which are the last cells of a memory.
    pub constants: usize,
    /// What becomes of results that do not fit.
    pub overflow: network::Overflow,
}

impl Code {
    /// The origin of the instruction at `pc`.
    pub(super) fn origin(&self, pc: usize) -> network::Origin {
        let after = self.origins.partition_point(|(start, _)| *start as usize <= pc);
        after.checked_sub(1).map_or(network::Origin::NONE, |found| self.origins[found].1)
    }
}

/// A condition. The common shapes are tested without running code.
#[derive(Clone, PartialEq, Debug)]
pub enum Test {
    Always,
    Never,
    /// The cell has this value.
    Equal(u32, i32),
    /// The cell does not have this value.
    Unequal(u32, i32),
    /// The cell is below this value.
    Less(u32, i32),
    /// The cell is above this value.
    Greater(u32, i32),
    /// Two cells are equal.
    SameCells(u32, u32),
    /// The member of an array that a cell selects has a value.
    Member(Box<MemberTest>),
    /// All of them, from the left.
    All(Box<[Test]>),
    Code(Chunk),
}

/// `array[cell] == value`, of an array with one dimension.
#[derive(Clone, PartialEq, Debug)]
pub struct MemberTest {
    /// The cell with the index, the least index and how many there are.
    pub(super) cell: u32,
    pub(super) lower: i32,
    pub(super) length: u32,
    /// The cell of the first member.
    pub(super) base: u32,
    pub(super) value: i32,
    /// The same as code, which knows what is wrong with an index out of range.
    pub(super) code: Chunk,
}

impl MemberTest {
    /// Does it hold? None if the index is out of range.
    #[inline]
    pub(super) fn holds(&self, memory: &[i32]) -> Option<bool> {
        let offset = memory[self.cell as usize].wrapping_sub(self.lower).cast_unsigned();
        let is_there = offset < self.length;
        is_there.then(|| memory[(self.base + offset) as usize] == self.value)
    }
}

/// An integer. The common shapes need no code.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Amount {
    Const(i32),
    /// The value of a cell.
    Cell(u32),
    Code(Chunk),
}
