//! The proof: views until nothing is new.

use std::collections::VecDeque;

use network::Goal;
use network::eval::Fault;
use network::family::{Instance, Placement, Witnesses};

use crate::bounds::greatest_constants;
use crate::goal::meets;
use crate::join::Join;
use crate::meter::{Limits, Meter};
use crate::reach::Effects;
use crate::step::{Step, delayed, initial, steps};
use crate::store::Store;
use crate::subsets::subsets;
use crate::view::View;

/// The instances of a family that a proof needs.
#[derive(Clone, Debug)]
pub struct Family {
    /// With K members, with K + 1, and so on: one more than [`reach`](crate::reach) says.
    pub instances: Vec<Instance>,
    /// Whom one must look at to see what edges do.
    pub witnesses: Witnesses,
}

/// What came of it.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// No instance with at least K members has a bad state.
    Proved(Proof),
    /// There is a bad view. Perhaps some instance has a bad state, perhaps K is too small.
    Stuck(Stuck),
    /// Something invalid may be evaluated.
    Fault(Fault),
    /// A limit was reached, or somebody asked to stop.
    Limit,
}

/// The set of views, which is the proof.
#[derive(Clone, Debug)]
pub struct Proof {
    /// One for all orders of its members.
    pub views: Vec<View>,
    /// How many configurations were put together from views.
    pub joins: u64,
}

/// A bad view, and how it was found.
#[derive(Clone, Debug)]
pub struct Stuck {
    pub view: View,
    /// What led to it from the start, in words.
    pub run: Vec<String>,
    /// How many views had been found.
    pub views: usize,
}

/// Why a proof ends early.
enum End {
    Bad(usize, View),
    Fault(Fault),
}

impl From<Fault> for End {
    fn from(fault: Fault) -> End {
        End::Fault(fault)
    }
}

/// A proof under construction.
struct Prover<'f> {
    family: &'f Family,
    goal: &'f Goal,
    /// A view that satisfies the goal (or, if not, one that does not) is bad.
    positive: bool,
    effects: Vec<Effects>,
    joins: Vec<Join>,
    /// For each instance, the ways to look at K of its members.
    looks: Vec<Vec<(Vec<usize>, Placement)>>,
    constants: Vec<i32>,
    store: Store,
    waiting: VecDeque<usize>,
}

/// Computes views until nothing is new or one is bad: one that contains a state which satisfies the goal (or, if not
/// `positive`, one that does not). The text of an error says why the instances do not fit together.
pub fn prove(
    family: &Family,
    goal: &Goal,
    positive: bool,
    limits: Limits,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Outcome, String> {
    let mut prover = Prover::new(family, goal, positive)?;
    let mut meter = Meter::new(limits, stop);
    let result = prover.run(&mut meter);
    Ok(match result {
        Err(End::Fault(fault)) => Outcome::Fault(fault),
        Err(End::Bad(node, view)) => {
            let (run, views) = (prover.run_to(node), prover.store.views().count());
            Outcome::Stuck(Stuck { view, run, views })
        }
        Ok(()) if meter.is_over() || !prover.waiting.is_empty() => Outcome::Limit,
        Ok(()) => {
            let views = prover.store.views().cloned().collect();
            Outcome::Proved(Proof { views, joins: meter.joins })
        }
    })
}

impl<'f> Prover<'f> {
    fn new(family: &'f Family, goal: &'f Goal, positive: bool) -> Result<Prover<'f>, String> {
        let [small, ..] = family.instances.as_slice() else {
            return Err("there is no instance".to_owned());
        };
        if let Some(instance) = family.instances.last()
            && instance.widest_cell() > small.ids.members
        {
            return Err(format!(
                "something belongs to {} members at once, and views show {}",
                instance.widest_cell(),
                small.ids.members
            ));
        }
        let mut joins = Vec::new();
        let mut looks = Vec::new();
        for large in &family.instances {
            joins.push(Join::new(small, large)?);
            let sets = subsets(large.ids.members, small.ids.members);
            let placed = sets.into_iter().map(|set| {
                let placement = Placement::new(small, large, &set)?;
                Ok((set, placement))
            });
            looks.push(placed.collect::<Result<_, String>>()?);
        }
        let effects = family.instances.iter().map(|one| Effects::of(one, &family.witnesses));
        Ok(Prover {
            family,
            goal,
            positive,
            effects: effects.collect(),
            joins,
            looks,
            constants: greatest_constants(&small.network, goal),
            store: Store::new(small)?,
            waiting: VecDeque::new(),
        })
    }

    fn run(&mut self, meter: &mut Meter<'_>) -> Result<(), End> {
        for (number, instance) in self.family.instances.iter().enumerate().take(2) {
            if let Some(start) = initial(instance)? {
                for look in 0..self.looks[number].len() {
                    self.add(&start.seen_by(&self.looks[number][look].1), None)?;
                }
            }
        }
        while let Some(node) = self.waiting.pop_front() {
            if self.store.nodes[node].superseded {
                continue;
            }
            for number in 0..self.family.instances.len() {
                self.extend(node, number, meter)?;
            }
            if meter.is_over() || meter.has_enough(self.store.nodes.len()) {
                self.waiting.push_back(node);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Every step of every configuration in which some members look like this view and the others like views.
    fn extend(&mut self, node: usize, number: usize, meter: &mut Meter<'_>) -> Result<(), End> {
        let instance = &self.family.instances[number];
        let mut found = Vec::new();
        self.joins[number].learn(&self.store);
        {
            let first = &self.store.nodes[node].view;
            let effects = &self.effects[number];
            self.joins[number].each(
                instance,
                (first, &self.store),
                meter,
                &mut |config, meter| {
                    if meter.is_stopped() {
                        return Ok(());
                    }
                    for step in steps(instance, effects, &config)? {
                        // Who is not looked at must have been needed, or looking at fewer members shows as much.
                        if number == 0 || step.is_seen {
                            found.push(step);
                        }
                    }
                    Ok::<(), Fault>(())
                },
            )?;
        }
        for step in found {
            // The node will be put back.
            if meter.is_stopped() {
                break;
            }
            self.look(node, number, &step)?;
        }
        Ok(())
    }

    /// What one sees of a step, whichever K members one looks at, if the others take part or are witnesses.
    fn look(&mut self, node: usize, number: usize, step: &Step) -> Result<(), End> {
        for look in 0..self.looks[number].len() {
            let (set, placement) = &self.looks[number][look];
            let members = 0..self.family.instances[number].ids.members;
            let unseen = members.filter(|member| !set.contains(member));
            let strangers = unseen.filter(|member| !step.participants.contains(member)).count();
            if strangers <= step.witnesses {
                let view = step.target.seen_by(placement);
                self.add(&view, Some((node, number, step)))?;
            }
        }
        Ok(())
    }

    fn add(&mut self, view: &View, from: Option<(usize, usize, &Step)>) -> Result<(), End> {
        let mut view = delayed(&self.family.instances[0], &self.family.witnesses, view.clone())?;
        view.zone.extrapolate_m(&self.constants);
        let parent = from.map(|(node, number, step)| (node, self.words(number, step)));
        let Some(node) = self.store.add(&view, parent) else { return Ok(()) };
        self.waiting.push_back(node);
        for image in self.store.all_orders(&self.store.nodes[node].view) {
            if meets(&self.family.instances[0], &image, self.goal, self.positive)? {
                return Err(End::Bad(node, image));
            }
        }
        Ok(())
    }

    /// A step in words.
    fn words(&self, number: usize, step: &Step) -> String {
        let network = &self.family.instances[number].network;
        let words = step.candidate.edges.iter().map(|taken| {
            let process = network.process(taken.process);
            let edge = &process.edges[taken.edge.index()];
            let name = |at: network::LocationId| process.locations[at.index()].name.as_str();
            format!("{}: {} -> {}", process.name, name(edge.source), name(edge.target))
        });
        let words: Vec<String> = words.collect();
        let somebody = if number > 0 { " (with somebody else)" } else { "" };
        format!("{}{somebody}", words.join(", "))
    }

    /// What led to a view from the start.
    fn run_to(&self, mut node: usize) -> Vec<String> {
        let mut run = Vec::new();
        while let Some((parent, words)) = &self.store.nodes[node].parent {
            run.push(words.clone());
            node = *parent;
        }
        run.reverse();
        run
    }
}
