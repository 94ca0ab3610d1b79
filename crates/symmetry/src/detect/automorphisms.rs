//! Symmetries of no particular kind: automorphisms of the graph of who mentions what.
//!
//! Colours are refined; where they do not tell processes apart, one of them is picked out on either side,
//! and so on, until it is clear what everything becomes (McKay's individualisation and refinement). What comes out
//! is only a candidate, which is validated like any other. The search has a budget and stops with what
//! it has found.

use std::collections::BTreeMap;

use network::ProcessId;
use num_bigint::BigUint;

use crate::compare::colours::{ColourNode, Colours};
use crate::mixing::join;
use crate::renaming::total::Renaming;
use crate::validate::symmetry::{Candidate, Validator};

/// What the search may cost: links followed while refining.
const BUDGET: usize = 1_000_000;
/// The most candidates that are validated.
const MOST_CANDIDATES: usize = 48;
/// Marks what was picked out.
const PICKED: u64 = 0x5bd1_e995;

/// What generates the group that was found, and how many symmetries it has at least.
pub(crate) struct Automorphisms {
    pub(crate) generators: Vec<Renaming>,
    pub(crate) order: BigUint,
}

/// Colours of the things that become others, and of those others.
#[derive(Clone)]
struct Sides {
    left: Vec<u64>,
    right: Vec<u64>,
}

pub(crate) struct AutomorphismSearch<'v, 'n> {
    validator: &'v Validator<'n>,
    colours: &'v Colours,
    budget: usize,
    candidates: usize,
}

impl<'v, 'n> AutomorphismSearch<'v, 'n> {
    pub(crate) fn new(validator: &'v Validator<'n>) -> AutomorphismSearch<'v, 'n> {
        let (budget, candidates) = (BUDGET, MOST_CANDIDATES);
        AutomorphismSearch { validator, colours: validator.colours, budget, candidates }
    }

    /// All automorphisms, as far as the budget goes.
    pub(crate) fn run(&mut self) -> Automorphisms {
        let mut levels: Vec<(usize, Vec<u64>)> = Vec::new();
        let mut colours = self.colours.all.clone();
        while let Some(process) = self.first_open(&colours) {
            levels.push((process, colours.clone()));
            self.pick(&mut colours, process);
            if self.budget == 0 {
                break;
            }
        }
        let mut found = Automorphisms { generators: Vec::new(), order: BigUint::from(1u32) };
        let mut orbits: Vec<usize> = (0..self.colours.processes.len()).collect();
        for (process, colours) in levels.into_iter().rev() {
            let mut failed: Vec<usize> = Vec::new();
            for image in process + 1..orbits.len() {
                let hopeless = failed.iter().any(|other| orbits[*other] == orbits[image]);
                let known = orbits[process] == orbits[image];
                if colours[image] != colours[process] || known || hopeless {
                    continue;
                }
                match self.mapping(&colours, process, image) {
                    Some(renaming) => {
                        join_orbits(&mut orbits, &renaming);
                        found.generators.push(renaming);
                    }
                    None => failed.push(image),
                }
            }
            let size = orbits.iter().filter(|orbit| **orbit == orbits[process]).count();
            found.order *= size;
        }
        found
    }

    /// The renaming that makes these processes of those, if what everything else becomes follows from it.
    pub(crate) fn completed(&mut self, pairs: &[(ProcessId, ProcessId)]) -> Option<Renaming> {
        let sides = self.paired(pairs);
        if sorted(&sides.left) == sorted(&sides.right) { self.validated(&sides) } else { None }
    }

    /// Do colours allow that these processes become those?
    pub(crate) fn is_conceivable(&mut self, pairs: &[(ProcessId, ProcessId)]) -> bool {
        let sides = self.paired(pairs);
        sorted(&sides.left) == sorted(&sides.right)
    }

    fn paired(&mut self, pairs: &[(ProcessId, ProcessId)]) -> Sides {
        let all = &self.colours.all;
        let mut sides = Sides { left: all.clone(), right: all.clone() };
        for (number, (from, to)) in (1u64..).zip(pairs) {
            sides.left[from.index()] = join(sides.left[from.index()], PICKED + number);
            sides.right[to.index()] = join(sides.right[to.index()], PICKED + number);
        }
        self.refine(&mut sides);
        sides
    }

    /// A process that is not told apart from others; processes are the first nodes.
    fn first_open(&self, colours: &[u64]) -> Option<usize> {
        let processes = &colours[..self.colours.processes.len()];
        let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
        processes.iter().for_each(|colour| *counts.entry(*colour).or_default() += 1);
        processes.iter().position(|colour| counts[colour] > 1)
    }

    fn pick(&mut self, colours: &mut [u64], process: usize) {
        colours[process] = join(colours[process], PICKED);
        self.budget = self.budget.saturating_sub(self.colours.refine(colours));
    }

    fn refine(&mut self, sides: &mut Sides) {
        let cost = self.colours.refine(&mut sides.left) + self.colours.refine(&mut sides.right);
        self.budget = self.budget.saturating_sub(cost);
    }

    fn mapping(&mut self, colours: &[u64], process: usize, image: usize) -> Option<Renaming> {
        let mut sides = Sides { left: colours.to_vec(), right: colours.to_vec() };
        sides.left[process] = join(sides.left[process], PICKED);
        sides.right[image] = join(sides.right[image], PICKED);
        self.refine(&mut sides);
        self.extend(sides)
    }

    /// Decides what the processes become for which it is open.
    fn extend(&mut self, sides: Sides) -> Option<Renaming> {
        if self.budget == 0 || self.candidates == 0 {
            return None;
        }
        if sorted(&sides.left) != sorted(&sides.right) {
            return None;
        }
        if let Some(renaming) = self.validated(&sides) {
            return Some(renaming);
        }
        let process = self.most_urgent(&sides)?;
        let colour = sides.left[process];
        let processes = self.colours.processes.len();
        let back = (0..processes).find(|from| {
            sides.right[process] == sides.left[*from] && is_single(&sides.left, *from, processes)
        });
        let others = (0..processes).filter(|other| Some(*other) != back && *other != process);
        // To stay is preferred, then to come back: that moves the least.
        for image in std::iter::once(process).chain(back).chain(others) {
            if sides.right[image] == colour {
                let mut next = sides.clone();
                next.left[process] = join(colour, PICKED);
                next.right[image] = join(colour, PICKED);
                self.refine(&mut next);
                if let Some(renaming) = self.extend(next) {
                    return Some(renaming);
                }
            }
        }
        None
    }

    /// An open process; one that something becomes already, if there is one.
    fn most_urgent(&self, sides: &Sides) -> Option<usize> {
        let processes = self.colours.processes.len();
        let open = |at: &usize| !is_single(&sides.left, *at, processes);
        let is_image = |at: &usize| is_single(&sides.right, *at, processes);
        (0..processes).filter(open).find(is_image).or_else(|| (0..processes).find(open))
    }

    /// The renaming that two colourings describe: what has the same colour and nothing else has becomes each
    /// other, and the processes of a colour stay if they may.
    fn validated(&mut self, sides: &Sides) -> Option<Renaming> {
        let processes = self.colours.processes.len();
        let mut candidate = Candidate { rearranges: true, ..Candidate::default() };
        for process in 0..processes {
            let colour = sides.left[process];
            let image = if is_single(&sides.left, process, processes) {
                (0..processes).find(|other| sides.right[*other] == colour)?
            } else if sides.right[process] == colour {
                process
            } else {
                return None;
            };
            candidate.processes.push((ProcessId::at(process), ProcessId::at(image)));
        }
        self.name_pairs(sides, &mut candidate);
        self.candidates = self.candidates.saturating_sub(1);
        let renaming = self.validator.validate(&candidate).ok()?;
        (!renaming.is_identity()).then_some(renaming)
    }

    fn name_pairs(&self, sides: &Sides, candidate: &mut Candidate) {
        let mut images: BTreeMap<u64, Option<ColourNode>> = BTreeMap::new();
        let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
        for (node, (left, right)) in
            self.colours.nodes.iter().zip(sides.left.iter().zip(&sides.right))
        {
            images.entry(*right).and_modify(|known| *known = None).or_insert(Some(*node));
            *counts.entry(*left).or_default() += 1;
        }
        for (node, left) in self.colours.nodes.iter().zip(&sides.left) {
            let image = images.get(left).copied().flatten().filter(|_| counts[left] == 1);
            match (*node, image) {
                (ColourNode::Variable(from), Some(ColourNode::Variable(to))) => {
                    candidate.variables.push((from, to));
                }
                (ColourNode::Clock(from), Some(ColourNode::Clock(to))) => {
                    candidate.clocks.push((from, to))
                }
                (ColourNode::Channel(from), Some(ColourNode::Channel(to))) => {
                    candidate.channels.push((from, to));
                }
                (ColourNode::Value(class, from), Some(ColourNode::Value(other, to)))
                    if class == other =>
                {
                    candidate.values.push((class, from, to));
                }
                _ => {}
            }
        }
    }
}

fn sorted(colours: &[u64]) -> Vec<u64> {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted
}

fn is_single(colours: &[u64], at: usize, processes: usize) -> bool {
    colours[..processes].iter().filter(|colour| **colour == colours[at]).count() == 1
}

fn join_orbits(orbits: &mut [usize], renaming: &Renaming) {
    for (from, to) in renaming.processes.iter().enumerate() {
        let (left, right) = (orbits[from], orbits[*to as usize]);
        let (low, high) = (left.min(right), left.max(right));
        orbits.iter_mut().filter(|orbit| **orbit == high).for_each(|orbit| *orbit = low);
    }
}
