//! From trees to instructions.

use network::eval::Indexed;
use network::network::cell_count;
use network::variable::Dim;
use network::{
    Argument, BinaryOp, Expr, FunctionId, Network, Origin, Place, Stmt, StmtKind, Storage,
};

use super::code::{
    Amount, BlockInfo, Chunk, ClockInfo, Code, LoopInfo, MemberTest, NO_FUNCTION, Op, StoreInfo,
    Test,
};
use super::fold;
use super::layout::Layout;
use super::recall::Recalling;

/// Compiles pieces of one network into one body of code.
pub struct Compiler<'n> {
    pub(super) network: &'n Network,
    pub(super) layout: Layout,
    pub(super) code: Code,
}

#[derive(Clone, Debug)]
pub struct Sections {
    pub(super) code: Code,
    pub(super) layout: Layout,
    /// Which calls machines remember.
    pub recalling: Recalling,
}

/// A compiled place: known now, or an offset that the code leaves on the stack.
pub(super) enum Spot {
    /// The cell (or first cell, or number).
    Fixed(u32),
    /// The base; the offset is on the stack.
    Offset(u32),
}

impl<'n> Compiler<'n> {
    /// Compiles the functions; more pieces can follow.
    #[must_use]
    pub fn new(network: &'n Network) -> Compiler<'n> {
        let mut compiler = Compiler {
            network,
            layout: Layout::of(network),
            code: Code { overflow: network.overflow, ..Code::default() },
        };
        compiler.code.constants = compiler.layout.memory - network.slots_in(Storage::Constant);
        compiler.code.owners = vec![NO_FUNCTION; compiler.layout.memory];
        for id in 0..network.functions.len() {
            compiler.function(FunctionId::at(id));
            compiler.own(FunctionId::at(id));
        }
        compiler
    }

    /// Notes which cells are a function's own.
    fn own(&mut self, id: FunctionId) {
        let function = self.network.function(id);
        for variable in function.parameters.iter().chain(&function.locals) {
            let variable = self.network.variable(*variable);
            let base = self.layout.cell(variable.base);
            self.code.owners[base..base + cell_count(&variable.dims)].fill(id.0);
        }
    }

    /// The network that is compiled.
    #[must_use]
    pub fn network(&self) -> &'n Network {
        self.network
    }

    /// The code of everything compiled so far.
    #[must_use]
    pub fn finish(self) -> Sections {
        let recalling = Recalling::default();
        Sections { code: self.code, layout: self.layout, recalling }
    }

    fn function(&mut self, id: FunctionId) {
        let function = self.network.function(id);
        let start = self.here();
        self.code.functions.push(start);
        self.origin(function.origin);
        for local in &function.locals {
            let variable = self.network.variable(*local);
            let base = cell(self.layout.cell(variable.base));
            let number = push(&mut self.code.initial, (base, variable.initial.clone().into()));
            self.emit(Op::Initialise(number));
        }
        self.stmts(&fold::stmts(&function.body, &[]));
        self.emit(Op::Return);
    }

    /// A condition, already folded; faults are reported at `origin`.
    pub fn test(&mut self, condition: &Expr, origin: Origin) -> Test {
        match condition {
            Expr::Const(0) => Test::Never,
            Expr::Const(_) => Test::Always,
            Expr::Binary(BinaryOp::And, left, right) => {
                let mut parts = Vec::new();
                for side in [left, right] {
                    match self.test(side, origin) {
                        Test::All(inner) => parts.extend(inner),
                        part => parts.push(part),
                    }
                }
                Test::All(parts.into())
            }
            _ => self.simple_test(condition).unwrap_or_else(|| {
                let code = self.chunk(origin, |compiler| compiler.expr(condition));
                self.member_test(condition, code).unwrap_or(Test::Code(code))
            }),
        }
    }

    /// A condition on the member of an array that a cell selects, which this code tests as well.
    fn member_test(&self, condition: &Expr, code: Chunk) -> Option<Test> {
        let Expr::Binary(BinaryOp::Eq, left, right) = condition else { return None };
        let (Expr::Read(place), Expr::Const(value)) = (&**left, &**right) else { return None };
        let variable = self.network.variable(place.variable);
        let ([dim], [index]) = (&*variable.dims, &*place.indices) else { return None };
        Some(Test::Member(Box::new(MemberTest {
            cell: self.fixed_cell(index)?,
            lower: dim.lower,
            length: cell(cell_count(&variable.dims)),
            base: cell(self.layout.cell(variable.base)),
            value: *value,
            code,
        })))
    }

    fn simple_test(&mut self, condition: &Expr) -> Option<Test> {
        if let Expr::At(process, location) = condition {
            return Some(Test::Equal(process.0, location.0.cast_signed()));
        }
        if let Expr::Unary(network::UnaryOp::Not, operand) = condition {
            return Some(match self.simple_test(operand)? {
                Test::Equal(cell, value) => Test::Unequal(cell, value),
                Test::Unequal(cell, value) => Test::Equal(cell, value),
                _ => return None,
            });
        }
        if let Some(cell) = self.fixed_cell(condition) {
            return Some(Test::Unequal(cell, 0));
        }
        let Expr::Binary(op, left, right) = condition else { return None };
        let (left_cell, right_cell) = (self.fixed_cell(left), self.fixed_cell(right));
        match (op, left_cell, right_cell, &**left, &**right) {
            (BinaryOp::Eq, Some(left), Some(right), ..) => Some(Test::SameCells(left, right)),
            (op, Some(cell), _, _, Expr::Const(value)) => compare(*op, cell, *value),
            (op, _, Some(cell), Expr::Const(value), _) => compare(mirrored(*op)?, cell, *value),
            _ => None,
        }
    }

    /// The cell an expression reads, if it reads one cell that is known now.
    pub(super) fn fixed_cell(&self, expr: &Expr) -> Option<u32> {
        match expr {
            Expr::LocationOf(process) => Some(process.0),
            Expr::Read(place) => {
                let variable = self.network.variable(place.variable);
                let offset = fixed_offset(&variable.dims, &place.indices)?;
                Some(cell(self.layout.cell(variable.base) + offset))
            }
            _ => None,
        }
    }

    /// An integer, already folded.
    pub fn amount(&mut self, value: &Expr, origin: Origin) -> Amount {
        match value {
            Expr::Const(value) => Amount::Const(*value),
            _ => match self.fixed_cell(value) {
                Some(cell) => Amount::Cell(cell),
                None => Amount::Code(self.chunk(origin, |compiler| compiler.expr(value))),
            },
        }
    }

    /// An update, already folded; none if it does nothing.
    pub fn update(&mut self, update: &[Stmt], origin: Origin) -> Option<Chunk> {
        (!update.is_empty()).then(|| self.chunk(origin, |compiler| compiler.stmts(update)))
    }

    /// An offset into an array: the sum of its checked, scaled indices.
    pub(super) fn offset_chunk(
        &mut self,
        array: Indexed,
        dims: &[Dim],
        indices: &[Expr],
        origin: Origin,
    ) -> Chunk {
        self.chunk(origin, |compiler| compiler.offset(array, dims, indices))
    }

    fn chunk(&mut self, origin: Origin, body: impl FnOnce(&mut Self)) -> Chunk {
        let start = Chunk(self.here());
        self.origin(origin);
        body(self);
        self.emit(Op::Halt);
        start
    }

    pub(super) fn here(&self) -> u32 {
        cell(self.code.ops.len())
    }

    pub(super) fn emit(&mut self, op: Op) -> u32 {
        push(&mut self.code.ops, op)
    }

    /// Makes these jumps lead here.
    pub(super) fn land(&mut self, jumps: &[u32]) {
        let here = self.here();
        self.lead(jumps, here);
    }

    /// Makes these jumps lead somewhere.
    pub(super) fn lead(&mut self, jumps: &[u32], target: u32) {
        for jump in jumps {
            match &mut self.code.ops[*jump as usize] {
                Op::Jump(to)
                | Op::JumpIfZero(to)
                | Op::JumpIfNotZero(to)
                | Op::Branch { to, .. }
                | Op::BranchCells { to, .. }
                | Op::BranchTop { to, .. }
                | Op::BranchTwo { to, .. } => *to = target,
                other => unreachable!("{other:?} is not a jump"),
            }
        }
    }

    fn origin(&mut self, origin: Origin) {
        let here = self.here();
        match self.code.origins.last_mut() {
            Some((start, last)) if *start == here => *last = origin,
            Some((_, last)) if *last == origin => {}
            _ => self.code.origins.push((here, origin)),
        }
    }

    /// Pushes the offsets of two blocks.
    pub(super) fn blocks(&mut self, target: &Place, source: &Place) -> u32 {
        let dims = &self.network.variable(target.variable).dims;
        let size = cell(cell_count(&dims[target.indices.len()..]));
        let target_store = self.block_offset(target);
        let source_base = self.block_offset(source).base;
        push(&mut self.code.blocks, BlockInfo { target: target_store, source: source_base, size })
    }

    /// Pushes the offset of a block from the base it gives.
    fn block_offset(&mut self, place: &Place) -> StoreInfo {
        match self.place(place) {
            Spot::Fixed(cell) => {
                self.emit(Op::Push(0));
                self.store_info(place, cell)
            }
            Spot::Offset(base) => self.store_info(place, base),
        }
    }

    fn store_info(&self, place: &Place, base: u32) -> StoreInfo {
        let domain = self.network.variable(place.variable).domain;
        StoreInfo { base, lower: domain.lower, upper: domain.upper, variable: place.variable }
    }

    pub(super) fn stmts(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.origin(statement.origin);
            self.stmt(&statement.kind);
        }
    }

    fn stmt(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Assign { target, value } => self.assign(target, value),
            StmtKind::Copy { target, source } => {
                let info = self.blocks(target, source);
                self.emit(Op::Copy(info));
            }
            StmtKind::SetClock { .. } => self.set_clock(kind),
            StmtKind::Call { function, arguments } => self.call(*function, arguments),
            StmtKind::If { condition, then, otherwise } => {
                let skip = self.branch(condition, false);
                self.stmts(then);
                if otherwise.is_empty() {
                    self.land(&skip);
                } else {
                    let end = self.emit(Op::Jump(0));
                    self.land(&skip);
                    self.stmts(otherwise);
                    self.land(&[end]);
                }
            }
            StmtKind::While { condition, body } => {
                let start = self.here();
                self.emit(Op::Spend);
                let end = self.branch(condition, false);
                self.stmts(body);
                self.emit(Op::Jump(start));
                self.land(&end);
            }
            StmtKind::DoWhile { body, condition } => {
                let start = self.here();
                self.emit(Op::Spend);
                self.stmts(body);
                let again = self.branch(condition, true);
                self.lead(&again, start);
            }
            StmtKind::ForEach { variable, domain, body } => {
                if domain.size() == 0 {
                    return;
                }
                let iterator = cell(self.layout.cell(self.network.variable(*variable).base));
                self.emit(Op::LoopStart { cell: iterator, lower: domain.lower });
                let start = self.here();
                self.emit(Op::Spend);
                self.stmts(body);
                self.loop_next(LoopInfo { cell: iterator, upper: domain.upper, start });
            }
            StmtKind::Return => drop(self.emit(Op::Return)),
            StmtKind::Assert(condition) => {
                self.expr(condition);
                self.emit(Op::Assert);
            }
        }
    }

    fn assign(&mut self, target: &Place, value: &Expr) {
        match self.place(target) {
            Spot::Fixed(cell) => {
                let info = self.store_info(target, cell);
                match value {
                    Expr::Const(value) if (info.lower..=info.upper).contains(value) => {
                        self.emit(Op::StoreConst { cell, value: *value });
                    }
                    _ => {
                        self.expr(value);
                        let info = push(&mut self.code.stores, info);
                        self.emit(Op::Store(info));
                    }
                }
            }
            Spot::Offset(base) => {
                self.expr(value);
                let info = self.store_info(target, base);
                let info = push(&mut self.code.stores, info);
                self.emit(Op::StoreAt(info));
            }
        }
    }

    fn set_clock(&mut self, kind: &StmtKind) {
        let StmtKind::SetClock { target, source, offset } = kind else { return };
        let spot = self.clock_spot(target);
        if let (Spot::Fixed(clock), None, Expr::Const(value)) = (&spot, source, offset)
            && *value >= 0
        {
            self.emit(Op::ResetConst { clock: *clock, value: *value });
            return;
        }
        let (target, target_indexed) = spot.parts();
        let source = source.as_ref().map(|place| self.clock_spot(place).parts());
        self.expr(offset);
        let info = ClockInfo {
            target,
            target_indexed,
            source: source.map(|(base, _)| base),
            source_indexed: source.is_some_and(|(_, indexed)| indexed),
        };
        let info = push(&mut self.code.clocks, info);
        self.emit(Op::SetClock(info));
    }

    fn clock_spot(&mut self, place: &network::ClockPlace) -> Spot {
        let family = self.network.clock_family(place.family);
        if let Some(offset) = fixed_offset(&family.dims, &place.indices) {
            return Spot::Fixed(cell(family.base.index() + offset));
        }
        self.offset(Indexed::Clock(place.family), &family.dims, &place.indices);
        Spot::Offset(family.base.0)
    }

    /// All arguments are evaluated before any parameter is stored, so that `f(f(1))` works.
    fn call(&mut self, id: FunctionId, arguments: &[Argument]) {
        let function = self.network.function(id);
        let mut copies = Vec::with_capacity(arguments.len());
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            copies.push(match argument {
                Argument::Value(value) => {
                    self.expr(value);
                    None
                }
                Argument::Block(block) => Some(self.blocks(&Place::whole(*parameter), block)),
            });
        }
        for (parameter, copy) in function.parameters.iter().zip(copies).rev() {
            match copy {
                Some(info) => self.emit(Op::Copy(info)),
                None => {
                    let place = Place::whole(*parameter);
                    let base = cell(self.layout.cell(self.network.variable(*parameter).base));
                    let info = self.store_info(&place, base);
                    let info = push(&mut self.code.stores, info);
                    self.emit(Op::Store(info))
                }
            };
        }
        self.emit(Op::Call(id.0));
    }
}

impl Spot {
    fn parts(&self) -> (u32, bool) {
        match self {
            Spot::Fixed(number) => (*number, false),
            Spot::Offset(base) => (*base, true),
        }
    }
}

/// The offset of a place whose indices are constants in range.
pub(super) fn fixed_offset(dims: &[Dim], indices: &[Expr]) -> Option<usize> {
    let mut offset = 0;
    for (dim, index) in dims.iter().zip(indices) {
        let Expr::Const(value) = index else { return None };
        if !dim.contains(*value) {
            return None;
        }
        offset =
            offset * cell_count(std::slice::from_ref(dim)) + value.abs_diff(dim.lower) as usize;
    }
    Some(offset * cell_count(&dims[indices.len()..]))
}

fn compare(op: BinaryOp, cell: u32, value: i32) -> Option<Test> {
    match op {
        BinaryOp::Eq => Some(Test::Equal(cell, value)),
        BinaryOp::Ne => Some(Test::Unequal(cell, value)),
        BinaryOp::Lt => Some(Test::Less(cell, value)),
        BinaryOp::Gt => Some(Test::Greater(cell, value)),
        BinaryOp::Le => Some(Test::Less(cell, value.checked_add(1)?)),
        BinaryOp::Ge => Some(Test::Greater(cell, value.checked_sub(1)?)),
        _ => None,
    }
}

/// The operator that says the same with its operands exchanged.
fn mirrored(op: BinaryOp) -> Option<BinaryOp> {
    match op {
        BinaryOp::Eq | BinaryOp::Ne => Some(op),
        BinaryOp::Lt => Some(BinaryOp::Gt),
        BinaryOp::Gt => Some(BinaryOp::Lt),
        BinaryOp::Le => Some(BinaryOp::Ge),
        BinaryOp::Ge => Some(BinaryOp::Le),
        _ => None,
    }
}

pub(super) fn cell(index: usize) -> u32 {
    u32::try_from(index).expect("instantiation bounds memory and code well below u32::MAX")
}

pub(super) fn push<T>(table: &mut Vec<T>, item: T) -> u32 {
    table.push(item);
    cell(table.len() - 1)
}
