//! Variables that no process belongs to: exchanges of two that look alike, with all that this entails.
//!
//! Where one process selects whom it is about, nothing but the cells of its arrays can be exchanged. What is found is listed. It is
//! looked for where edges were written out only: elsewhere alike variables are mostly those of alike processes.

use std::collections::BTreeMap;

use network::{Storage, VariableId};

use super::network::{Detector, order};
use crate::compare::colours::ColourNode;
use crate::renaming::total::Renaming;
use crate::validate::found::FoundGraph;
use crate::validate::symmetry::Candidate;

/// The most exchanges that are tried.
const MOST_EXCHANGES: usize = 128;

impl Detector<'_> {
    /// Lists exchanges of variables beside what is known, or together with it, if that is more.
    pub(crate) fn cells(&mut self) {
        let network = self.validator.network;
        let sorts = self.found.sorts.iter().flat_map(|sort| &sort.exchanges);
        let known: Vec<Renaming> = sorts.chain(self.found.listed()).cloned().collect();
        let new = self.exchanged_cells(&known);
        if new.is_empty() {
            return;
        }
        let mut beside = self.found.clone();
        let graph = beside
            .graph
            .get_or_insert_with(|| FoundGraph { members: Vec::new(), generators: Vec::new() });
        graph.generators.extend(new.iter().cloned());
        let mut together = self.emptied().found;
        let members = self.found.graph.iter().flat_map(|graph| graph.members.clone()).collect();
        let generators = known.into_iter().chain(new).collect();
        together.graph = Some(FoundGraph { members, generators });
        together.rejected.clone_from(&self.found.rejected);
        for found in [beside, together] {
            if order(network, &found) > order(network, &self.found) {
                self.found = found;
            }
        }
    }

    /// The exchanges of two alike variables, or of two pairs of them, that are symmetries and not among those known.
    fn exchanged_cells(&self, known: &[Renaming]) -> Vec<Renaming> {
        let network = self.validator.network;
        let colours = self.validator.colours;
        let mut alike: BTreeMap<u64, Vec<VariableId>> = BTreeMap::new();
        for (node, colour) in colours.nodes.iter().zip(&colours.all) {
            let ColourNode::Variable(id) = node else { continue };
            let variable = network.variable(*id);
            if variable.storage == Storage::State && variable.dims.is_empty() {
                alike.entry(*colour).or_default().push(*id);
            }
        }
        let is_new = |(left, right): &(VariableId, VariableId)| {
            let image = |renaming: &Renaming, of: VariableId| renaming.variables[of.index()];
            !known.iter().any(|one| image(one, *left) == right.0 && image(one, *right) == left.0)
        };
        let (mut found, mut tried) = (Vec::new(), 0);
        let mut attempt = |variables: &[(VariableId, VariableId)]| {
            tried += 1;
            if tried > MOST_EXCHANGES {
                return false;
            }
            let back = variables.iter().map(|(left, right)| (*right, *left));
            let variables = variables.iter().copied().chain(back).collect();
            let candidate = Candidate { variables, ..Candidate::default() };
            let renaming = self.validator.validate(&candidate).ok();
            let is_found = renaming.is_some();
            found.extend(renaming);
            is_found
        };
        for group in alike.values() {
            let later = |at: usize| group[at + 1..].iter().map(move |right| (group[at], *right));
            let pairs = (0..group.len()).flat_map(later).filter(is_new);
            let failed: Vec<_> = pairs.filter(|pair| !attempt(&[*pair])).collect();
            // Where neighbours go along, two pairs say more than one.
            for (at, one) in failed.iter().enumerate() {
                let apart = |two: &&(VariableId, VariableId)| {
                    ![two.0, two.1].iter().any(|end| [one.0, one.1].contains(end))
                };
                for two in failed[at + 1..].iter().filter(apart) {
                    attempt(&[*one, *two]);
                }
            }
        }
        found
    }
}
