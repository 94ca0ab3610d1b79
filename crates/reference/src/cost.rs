//! What a run costs, by the definition.

use network::eval::{Evaluator, Fault, FaultKind};
use network::{Network, Pricing};
use zones::Rational;

use super::discrete::Discrete;
use super::replay::Concrete;
use super::run::{Ending, Run, Snapshot};

/// What a time unit costs in a discrete state: the sum of the rates that count there.
pub fn cost_rate(discrete: &mut Discrete<'_>, pricing: Pricing<'_>) -> Result<i64, Fault> {
    let Pricing::Model(model) = pricing else { return Ok(1) };
    let mut sum = 0;
    for rate in &model.rates {
        if discrete.locations[rate.process.index()] != rate.location {
            continue;
        }
        let network = discrete.network;
        let mut evaluator = Evaluator::new(network, &discrete.locations, &mut discrete.memory);
        let evaluator = evaluator.at(rate.origin);
        if evaluator.eval(&rate.when)? == 0 {
            continue;
        }
        let value = evaluator.eval(&rate.rate)?;
        if value < 0 {
            return Err(Fault { kind: FaultKind::NegativeCost(value), origin: rate.origin });
        }
        sum += i64::from(value);
    }
    Ok(sum)
}

/// What a run costs from its start to its last delay; none if the number is too large. Of a run that does not
/// end, the cost of its steps.
pub fn cost(network: &Network, run: &Run, pricing: Pricing<'_>) -> Result<Option<Rational>, Fault> {
    let mut sum = Some(Rational::ZERO);
    for (number, step) in run.steps.iter().enumerate() {
        let waiting = of_delay(network, run.before(number), step.delay, pricing)?;
        let fired = Rational::from(price(network, &step.after, pricing));
        sum = sum.zip(waiting).and_then(|(sum, cost)| sum.checked_add(cost)?.checked_add(fired));
    }
    if let Ending::Arrives(delay) | Ending::Stuck(delay) = run.ending {
        let waiting = of_delay(network, run.last(), delay, pricing)?;
        sum = sum.zip(waiting).and_then(|(sum, cost)| sum.checked_add(cost));
    }
    Ok(sum)
}

/// What the transition into a state cost.
fn price(network: &Network, after: &Snapshot, pricing: Pricing<'_>) -> i64 {
    match pricing {
        Pricing::Time => 0,
        Pricing::Model(model) => {
            i64::from(after.memory[network.variable(model.price).base.index()])
        }
    }
}

/// What a delay costs.
fn of_delay(
    network: &Network,
    from: &Snapshot,
    delay: Rational,
    pricing: Pricing<'_>,
) -> Result<Option<Rational>, Fault> {
    if delay == Rational::ZERO {
        return Ok(Some(Rational::ZERO));
    }
    let rate = cost_rate(&mut Concrete::of(network, from).discrete, pricing)?;
    let cost = rate.checked_mul(delay.numerator());
    Ok(cost.and_then(|cost| Rational::new(cost, delay.denominator())))
}
