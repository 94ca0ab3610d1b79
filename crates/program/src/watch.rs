//! Which cells an evaluation reads and writes.

/// Is told what an evaluation does with the memory.
pub(super) trait Watch {
    /// A cell was read.
    fn read(&mut self, cell: usize, value: i32);
    /// A cell was written.
    fn written(&mut self, cell: usize);
    /// An instruction was executed.
    fn executed(&mut self);
    /// A function was entered.
    fn entered(&mut self, function: u32);
}

/// Nobody wants to know.
pub(super) struct Unwatched;

impl Watch for Unwatched {
    #[inline]
    fn read(&mut self, _: usize, _: i32) {}
    #[inline]
    fn written(&mut self, _: usize) {}
    #[inline]
    fn executed(&mut self) {}
    #[inline]
    fn entered(&mut self, _: u32) {}
}

/// A cell was read before it was written, or is known since it was written.
const KNOWN: u32 = 1;
const WRITTEN: u32 = 2;
/// What is noted of constants: nothing ever.
const CONSTANT: u32 = u32::MAX;
/// Evaluations whose marks can be told apart.
const MOST_EVALUATIONS: u32 = (u32::MAX >> 2) - 1;

/// Notes the cells of one evaluation: those it depends on, and those it writes.
pub(super) struct Recording {
    /// Of each cell: the evaluation in which it was last met, and how.
    marks: Vec<u32>,
    evaluation: u32,
    /// Cells that were read before they were written, in order, with their values.
    pub reads: Vec<(u32, i32)>,
    /// Cells that were written, in order.
    pub written: Vec<u32>,
    pub instructions: u64,
    /// Of each function: the evaluation in which it was last entered.
    entered: Vec<u32>,
}

impl Recording {
    /// For a memory with constants from some cell on, and this many functions.
    pub(super) fn new(cells: usize, constants: usize, functions: usize) -> Recording {
        let mut marks = vec![0; cells];
        marks[constants..].fill(CONSTANT);
        Recording {
            marks,
            evaluation: 0,
            reads: Vec::new(),
            written: Vec::new(),
            instructions: 0,
            entered: vec![0; functions],
        }
    }

    /// Forgets the evaluation before.
    pub(super) fn begin(&mut self) {
        if self.evaluation == MOST_EVALUATIONS {
            self.evaluation = 0;
            self.marks.iter_mut().filter(|mark| **mark != CONSTANT).for_each(|mark| *mark = 0);
            self.entered.fill(0);
        }
        self.evaluation += 1;
        self.reads.clear();
        self.written.clear();
        self.instructions = 0;
    }

    /// Tells somebody else what happened.
    pub(super) fn tell(&self, other: &mut impl Watch) {
        for (cell, value) in &self.reads {
            other.executed();
            other.read(*cell as usize, *value);
        }
        for cell in &self.written {
            other.written(*cell as usize);
        }
    }

    /// Drops the written cells that belong to functions entered meanwhile: parameters and locals mean nothing
    /// once their function has ended.
    pub(super) fn drop_private(&mut self, owners: &[u32]) {
        let (entered, evaluation) = (&self.entered, self.evaluation);
        self.written.retain(|cell| {
            let owner = owners[*cell as usize] as usize;
            entered.get(owner) != Some(&evaluation)
        });
    }
}

impl Watch for Recording {
    #[inline]
    fn read(&mut self, cell: usize, value: i32) {
        let mark = self.marks[cell];
        if mark >> 2 != self.evaluation && mark != CONSTANT {
            self.marks[cell] = self.evaluation << 2 | KNOWN;
            self.reads.push((u32::try_from(cell).expect("memories are small"), value));
        }
    }

    #[inline]
    fn written(&mut self, cell: usize) {
        let mark = self.marks[cell];
        let here = if mark >> 2 == self.evaluation { mark } else { self.evaluation << 2 };
        if here & WRITTEN == 0 {
            self.marks[cell] = here | KNOWN | WRITTEN;
            self.written.push(u32::try_from(cell).expect("memories are small"));
        }
    }

    #[inline]
    fn executed(&mut self) {
        self.instructions += 1;
    }

    fn entered(&mut self, function: u32) {
        self.entered[function as usize] = self.evaluation;
    }
}
