//! Affine functions of the clocks, with integer coefficients.

use crate::priced::error::CostError;
use crate::rational::Rational;

/// `constant + rate(1) * row 1 + rate(2) * row 2 + ...`
///
/// CAV 2001 gives the value at the lowest corner of the zone instead of the constant, which is the
/// value where all clocks are 0. It is the same function. The constant does not change when the zone
/// loses its lowest corner to a constraint, so there is no code for that, and nothing to go wrong.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cost {
    constant: i64,
    /// One for each row; the one of row 0 is 0.
    rates: Vec<i64>,
}

impl Cost {
    /// The same cost everywhere. `dim` counts the reference clock.
    #[must_use]
    pub fn constant_of(dim: usize, constant: i64) -> Cost {
        Cost { constant, rates: vec![0; dim.max(1)] }
    }

    /// `rates` has an entry for every row; the one of row 0, which is always 0, is not read.
    #[must_use]
    pub fn new(constant: i64, mut rates: Vec<i64>) -> Cost {
        match rates.first_mut() {
            Some(first) => *first = 0,
            None => rates.push(0),
        }
        Cost { constant, rates }
    }

    /// The cost where all clocks are 0. That point need not be in the zone.
    #[must_use]
    pub fn constant(&self) -> i64 {
        self.constant
    }

    /// How much the cost grows with each row.
    #[must_use]
    pub fn rates(&self) -> &[i64] {
        &self.rates
    }

    /// The cost of a valuation, if it fits. There is a value for every row.
    #[must_use]
    pub fn at(&self, point: &[Rational]) -> Option<Rational> {
        let mut sum = Rational::from(self.constant);
        for (&rate, value) in self.rates.iter().zip(point) {
            let product = i128::from(rate) * i128::from(value.numerator());
            sum = sum.checked_add(Rational::reduced(product, value.denominator().into())?)?;
        }
        Some(sum)
    }

    /// How much the cost would grow in a time unit if it depended on the clocks alone.
    pub(crate) fn sum_of_rates(&self) -> i128 {
        self.rates.iter().map(|&rate| i128::from(rate)).sum()
    }

    /// `self += summand`.
    pub(crate) fn add(&mut self, summand: i64) -> Result<(), CostError> {
        self.constant = self.constant.checked_add(summand).ok_or(CostError::Overflow)?;
        Ok(())
    }

    /// `self += rate * (row + offset)`.
    pub(crate) fn add_line(&mut self, rate: i64, row: usize, offset: i64) -> Result<(), CostError> {
        if row > 0 {
            self.rates[row] = self.rates[row].checked_add(rate).ok_or(CostError::Overflow)?;
        }
        self.add(rate.checked_mul(offset).ok_or(CostError::Overflow)?)
    }

    /// The same function without the term of a row, and the rate of that row.
    pub(crate) fn without(mut self, row: usize) -> (Cost, i64) {
        let rate = std::mem::take(&mut self.rates[row]);
        (self, rate)
    }

    /// `self - other`, with room for all differences: the constant, then the rates.
    pub(crate) fn difference(&self, other: &Cost) -> (i128, Vec<i128>) {
        let minus = |a: i64, b: i64| i128::from(a) - i128::from(b);
        let rates = self.rates.iter().zip(&other.rates).map(|(&a, &b)| minus(a, b));
        (minus(self.constant, other.constant), rates.collect())
    }

    /// The rates, with room for sums.
    pub(crate) fn wide_rates(&self) -> Vec<i128> {
        self.rates.iter().map(|&rate| i128::from(rate)).collect()
    }
}
