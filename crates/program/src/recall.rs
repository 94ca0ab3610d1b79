//! Results of functions that were computed before.
//!
//! What a function does depends only on the cells it reads before it writes them, and which cell it reads next
//! depends only on the values of those it has read. So all evaluations of one function make a tree: a node
//! names the cell that is read next, its children stand for the values found there, and a leaf holds what the function
//! did. A call whose values lead to a leaf is not run again. A function that looks at the same few cells hundreds of times
//! costs no more than looking at each of them once.
//!
//! Faults are never remembered: a call that leads to one is run each time.

use network::eval::ClockWrite;
use rustc_hash::FxHashMap;

const NONE: u32 = u32::MAX;
/// Instead of a cell: the child is the number of a leaf.
const LEAF: u32 = u32::MAX;
/// Nodes of all trees together: 30 MB at most. Then all are forgotten and grow again.
const MOST_NODES: usize = 1 << 20;
/// Calls after which it is known how long a function runs.
const TRIAL: u32 = 32;
/// Calls after which it is looked at how many were remembered.
const ROUND: u32 = 4096;
/// Instructions below which a call is run rather than remembered, on average.
const SHORT: u64 = 40;
/// Instructions for each cell read below which looking at the cells costs as much as the call.
const INSTRUCTIONS_PER_CELL: u64 = 4;

/// Which calls are remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Recalling {
    /// Those of functions that run long and are called with the same values again and again.
    #[default]
    WhereItPays,
    Always,
    /// None, for tests and to measure what it brings.
    Never,
}

/// The trees of one machine.
pub(super) struct Recall {
    nodes: Vec<Node>,
    /// All children of nodes that have several: by node and value.
    children: FxHashMap<(u32, i32), u32>,
    leaves: Vec<Leaf>,
    writes: Vec<(u32, i32)>,
    clock_writes: Vec<ClockWrite>,
    /// By number of the function.
    functions: Vec<Known>,
    /// No function is given up.
    always: bool,
}

/// The next cell to be read, and the child that was taken last: states that follow each other are much alike.
#[derive(Clone, Copy)]
struct Node {
    cell: u32,
    value: i32,
    child: u32,
}

/// What a call did.
#[derive(Clone, Copy)]
pub(super) struct Leaf {
    /// Units of the budget.
    pub spent: u64,
    writes: (u32, u32),
    clock_writes: (u32, u32),
}

/// What is known of a function.
#[derive(Clone, Copy)]
struct Known {
    root: u32,
    /// Calls and remembered calls of this round.
    calls: u32,
    hits: u32,
    instructions: u64,
    cells: u64,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// How long it runs is being found out.
    Trial,
    On,
    /// It does not pay.
    Off,
}

/// What a recorded evaluation did.
pub(super) struct Done<'a> {
    pub reads: &'a [(u32, i32)],
    pub spent: u64,
    pub instructions: u64,
    pub clock_writes: &'a [ClockWrite],
}

impl Recall {
    /// Nothing remembered, for this many functions.
    pub(super) fn new(functions: usize, always: bool) -> Recall {
        let fresh =
            Known { root: NONE, calls: 0, hits: 0, instructions: 0, cells: 0, stage: Stage::Trial };
        Recall {
            nodes: Vec::new(),
            children: FxHashMap::default(),
            leaves: Vec::new(),
            writes: Vec::new(),
            clock_writes: Vec::new(),
            functions: vec![fresh; functions],
            always,
        }
    }

    /// Is it worth asking for this function?
    #[inline]
    pub(super) fn is_on(&self, function: u32) -> bool {
        self.functions[function as usize].stage != Stage::Off
    }

    /// What the function does in this memory, if that is known. `look` is told every cell that was looked at.
    pub(super) fn find(
        &mut self,
        function: u32,
        memory: &[i32],
        mut look: impl FnMut(u32, i32),
    ) -> Option<Leaf> {
        let known = &mut self.functions[function as usize];
        known.calls += 1;
        let mut at = known.root;
        if at == NONE {
            return None;
        }
        loop {
            let node = self.nodes[at as usize];
            if node.cell == LEAF {
                known.hits += 1;
                return Some(self.leaves[node.child as usize]);
            }
            let value = memory[node.cell as usize];
            look(node.cell, value);
            at = if value == node.value {
                node.child
            } else {
                let child = *self.children.get(&(at, value))?;
                self.nodes[at as usize] = Node { value, child, ..node };
                child
            };
        }
    }

    /// The cells a call wrote, with their values.
    pub(super) fn writes(&self, leaf: &Leaf) -> &[(u32, i32)] {
        &self.writes[leaf.writes.0 as usize..leaf.writes.1 as usize]
    }

    /// The clocks a call set.
    pub(super) fn clock_writes(&self, leaf: &Leaf) -> &[ClockWrite] {
        &self.clock_writes[leaf.clock_writes.0 as usize..leaf.clock_writes.1 as usize]
    }

    pub(super) fn add(
        &mut self,
        function: u32,
        done: &Done<'_>,
        writes: impl Iterator<Item = (u32, i32)>,
    ) {
        if self.nodes.len() + done.reads.len() >= MOST_NODES {
            self.forget();
        }
        self.judge(function, done);
        if !self.is_on(function) {
            return;
        }
        let leaf = self.leaf(done, writes);
        let mut at = self.functions[function as usize].root;
        let mut path = done.reads.iter();
        let first = path.next();
        if at == NONE {
            at = self.node(first.map_or(LEAF, |(cell, _)| *cell));
            self.functions[function as usize].root = at;
        }
        let Some(mut read) = first.copied() else {
            self.nodes[at as usize].child = leaf;
            return;
        };
        loop {
            assert_eq!(self.nodes[at as usize].cell, read.0, "evaluation is deterministic");
            let next = path.next().copied();
            at = self.child(at, read.1, next.map_or(LEAF, |(cell, _)| cell));
            let Some(more) = next else { break };
            read = more;
        }
        self.nodes[at as usize].child = leaf;
    }

    /// The child for a value, which looks at `cell` if it is new.
    fn child(&mut self, at: u32, value: i32, cell: u32) -> u32 {
        let node = self.nodes[at as usize];
        if node.child == NONE {
            let child = self.node(cell);
            self.nodes[at as usize] = Node { value, child, ..node };
            return child;
        }
        if node.value == value {
            return node.child;
        }
        if let Some(child) = self.children.get(&(at, value)) {
            return *child;
        }
        let child = self.node(cell);
        self.children.insert((at, node.value), node.child);
        self.children.insert((at, value), child);
        self.nodes[at as usize] = Node { value, child, ..node };
        child
    }

    fn node(&mut self, cell: u32) -> u32 {
        self.nodes.push(Node { cell, value: 0, child: NONE });
        number(self.nodes.len() - 1)
    }

    fn leaf(&mut self, done: &Done<'_>, writes: impl Iterator<Item = (u32, i32)>) -> u32 {
        let write = number(self.writes.len());
        self.writes.extend(writes);
        let clock = number(self.clock_writes.len());
        self.clock_writes.extend_from_slice(done.clock_writes);
        self.leaves.push(Leaf {
            spent: done.spent,
            writes: (write, number(self.writes.len())),
            clock_writes: (clock, number(self.clock_writes.len())),
        });
        number(self.leaves.len() - 1)
    }

    /// Decides after a trial whether calls are long enough, and after each round whether enough of them were
    /// remembered.
    fn judge(&mut self, function: u32, done: &Done<'_>) {
        if self.always {
            return;
        }
        let known = &mut self.functions[function as usize];
        known.instructions += done.instructions;
        known.cells += done.reads.len() as u64;
        let computed = u64::from(known.calls - known.hits);
        match known.stage {
            Stage::Trial if known.calls >= TRIAL => {
                let short = known.instructions < SHORT * computed;
                let wide = known.instructions < INSTRUCTIONS_PER_CELL * known.cells;
                known.stage = if short || wide { Stage::Off } else { Stage::On };
            }
            Stage::On if known.calls >= ROUND => {
                if known.hits < known.calls / 2 {
                    known.stage = Stage::Off;
                }
                known.calls = 0;
                known.hits = 0;
            }
            Stage::Trial | Stage::On | Stage::Off => {}
        }
    }

    fn forget(&mut self) {
        self.nodes.clear();
        self.children.clear();
        self.leaves.clear();
        self.writes.clear();
        self.clock_writes.clear();
        for function in &mut self.functions {
            function.root = NONE;
        }
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("trees are forgotten long before")
}
