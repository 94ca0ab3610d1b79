//! Clocks of a concrete state.

use network::eval::ClockWrite;
use network::guard::Difference;
use network::{ClockId, Network};
use zones::Rational;

/// An exact value for each clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valuation {
    pub clocks: Vec<Rational>,
}

#[must_use]
pub fn whole(value: i64) -> Rational {
    Rational::new(value, 1).unwrap_or(Rational::ZERO)
}

impl Valuation {
    /// The clocks at the start.
    #[must_use]
    pub fn initial(network: &Network) -> Valuation {
        let clocks = network.initial_clocks();
        Valuation { clocks: clocks.into_iter().map(|value| whole(i64::from(value))).collect() }
    }

    fn value(&self, clock: Option<ClockId>) -> Rational {
        clock.map_or(Rational::ZERO, |clock| self.clocks[clock.index()])
    }

    /// Does the constraint hold? Arithmetic beyond 64 bits counts as no.
    #[must_use]
    pub fn satisfies(&self, constraint: &Difference) -> bool {
        let difference = self.value(constraint.left).checked_sub(self.value(constraint.right));
        let bound = whole(i64::from(constraint.bound));
        difference.is_some_and(|difference| {
            if constraint.strict { difference < bound } else { difference <= bound }
        })
    }

    /// Do all of them hold?
    #[must_use]
    pub fn satisfies_all(&self, constraints: &[Difference]) -> bool {
        constraints.iter().all(|constraint| self.satisfies(constraint))
    }

    /// The clocks after a delay; none if a value leaves 64 bits.
    #[must_use]
    pub fn after(&self, delay: Rational, stopped: &[bool]) -> Option<Valuation> {
        let advance = |(value, stopped): (&Rational, &bool)| {
            if *stopped { Some(*value) } else { value.checked_add(delay) }
        };
        let clocks = self.clocks.iter().zip(stopped).map(advance).collect::<Option<_>>()?;
        Some(Valuation { clocks })
    }

    /// How long it takes until a clock that runs is a whole number again; none if no clock runs.
    #[must_use]
    pub(crate) fn until_whole(&self, stopped: &[bool]) -> Option<Rational> {
        let running = self.clocks.iter().zip(stopped).filter(|(_, stopped)| !**stopped);
        running.filter_map(|(value, _)| whole(value.floor() + 1).checked_sub(*value)).min()
    }

    /// Sets a clock; false if the value is negative or leaves 64 bits.
    #[must_use]
    pub fn write(&mut self, write: &ClockWrite) -> bool {
        let value = self.value(write.source).checked_add(whole(i64::from(write.value)));
        match value {
            Some(value) if value >= Rational::ZERO => {
                self.clocks[write.clock.index()] = value;
                true
            }
            _ => false,
        }
    }
}
