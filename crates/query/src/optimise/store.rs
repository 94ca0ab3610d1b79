//! Priced states that have been found, and which of them make others superfluous.

use rustc_hash::FxHashMap;

use zones::priced::{CostError, PricedZone};

use engine::semantics::Step;
use engine::store::RowBounds;

/// A state, by number.
pub(super) type NodeId = u32;

/// A state that was found.
pub(super) struct Node {
    pub(super) cells: Box<[i32]>,
    pub(super) zone: PricedZone,
    /// Where it was reached from; none for the start.
    pub(super) parent: Option<NodeId>,
    pub(super) step: Step,
    /// Another state makes it superfluous.
    pub(super) dominated: bool,
}

pub(super) struct PricedStore {
    nodes: Vec<Node>,
    by_cells: FxHashMap<Box<[i32]>, Vec<NodeId>>,
    /// The cells that tell states apart: `meta` variables come after them.
    key_cells: usize,
    bytes: u64,
    alive: u64,
}

impl PricedStore {
    pub(super) fn new(key_cells: usize) -> PricedStore {
        PricedStore {
            nodes: Vec::new(),
            by_cells: FxHashMap::default(),
            key_cells,
            bytes: 0,
            alive: 0,
        }
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// States that nothing dominates.
    pub(super) fn alive(&self) -> u64 {
        self.alive
    }

    /// About how many bytes they take.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds a state unless one dominates it; those that it dominates are marked. Modulo the bounds if there are any,
    /// else valuation by valuation.
    pub(super) fn insert(
        &mut self,
        node: Node,
        bounds: Option<&RowBounds>,
    ) -> Result<Option<NodeId>, CostError> {
        let key = &node.cells[..self.key_cells];
        if !self.by_cells.contains_key(key) {
            self.by_cells.insert(key.into(), Vec::new());
        }
        let list = self.by_cells.get_mut(key).expect("it has just been added");
        for other in list.iter() {
            if dominates(&self.nodes[*other as usize].zone, &node.zone, bounds)? {
                return Ok(None);
            }
        }
        let mut kept = Vec::with_capacity(list.len() + 1);
        for other in list.drain(..) {
            let each = &mut self.nodes[other as usize];
            if dominates(&node.zone, &each.zone, bounds)? {
                each.dominated = true;
                self.alive -= 1;
            } else {
                kept.push(other);
            }
        }
        let id = NodeId::try_from(self.nodes.len()).map_err(|_| CostError::Overflow)?;
        kept.push(id);
        *list = kept;
        let dim = node.zone.zone().dim() as u64;
        self.bytes += 4 * dim * dim + 8 * dim + 4 * node.cells.len() as u64 + 160;
        self.alive += 1;
        self.nodes.push(node);
        Ok(Some(id))
    }
}

/// Does one priced zone make another superfluous? Where that takes too long to find out, it does not.
fn dominates(
    big: &PricedZone,
    small: &PricedZone,
    bounds: Option<&RowBounds>,
) -> Result<bool, CostError> {
    let found = match bounds {
        Some(bounds) => big.dominates_modulo_lu(small, &bounds.lower, &bounds.upper),
        None => big.dominates(small),
    };
    match found {
        Err(CostError::TooManyPieces) => Ok(false),
        found => found,
    }
}
