//! Quantifiers that show in which order they go through their values.
//!
//! `exists (j : S) 4 / a[j] == 1` goes through `S` in ascending order and stops at the first `j` that will do. If
//! `a[j]` may be 0, it depends on the order whether that is met. A permutation of `S` changes the order, so it
//! is a symmetry only if no instance can be invalid. `sum` evaluates all of them, but a sum that does not fit
//! 32 bits half way is invalid too.

use network::Network;

use analysis::{Facts, Faults, Ordered};

/// The quantifiers of a network whose order may show.
pub(crate) fn ordered_quantifiers(network: &Network) -> Vec<Ordered> {
    let mut faults = Faults::of(network);
    for process in &network.processes {
        for location in &process.locations {
            faults.origin = location.origin;
            faults.guard(&location.invariant);
            for rate in &location.rates {
                faults.expr(&rate.when);
                faults.clock(&rate.clock);
                faults.expr(&rate.rate);
            }
        }
        for edge in &process.edges {
            faults.origin = edge.origin;
            let mut facts = Facts::default();
            edge.selects.iter().for_each(|select| facts.bind(select.variable, select.domain));
            faults.know(facts.clone());
            faults.guard(&edge.guard);
            if let Some(sync) = &edge.sync {
                let dims = &network.channel_family(sync.channel.family).dims;
                faults.indices(&sync.channel.indices, dims);
            }
            // Before this update others may be done, so the guard is not known to hold.
            faults.block(&edge.update);
            faults.know(Facts::default());
        }
    }
    for function in &network.functions {
        faults.origin = function.origin;
        faults.know(Facts::default());
        faults.block(&function.body);
    }
    for hook in [&network.before_update, &network.after_update] {
        faults.know(Facts::default());
        faults.block(hook);
    }
    faults.ordered
}
