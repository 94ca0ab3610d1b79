//! Numbers of symmetries, which are often products of factorials and too long to read.

use num_bigint::BigUint;

/// Numbers with more digits are written as factorials, if they are.
const LONGEST: usize = 9;
/// Smaller factorials are not worth writing as such.
const LEAST: u32 = 5;

/// A decimal number as people read it: `720`, `29!`, `(10!)^3 × 6`. The value is always exact.
#[must_use]
pub(crate) fn readable_order(order: &str) -> String {
    let Some(mut rest) = order.parse().ok().filter(|_| order.len() > LONGEST) else {
        return order.to_owned();
    };
    let mut factorials: Vec<(u32, u32)> = Vec::new();
    loop {
        let (largest, quotient) = divide_by_factorial(&rest);
        if largest < LEAST {
            break;
        }
        match factorials.last_mut() {
            Some((last, power)) if *last == largest => *power += 1,
            _ => factorials.push((largest, 1)),
        }
        rest = quotient;
    }
    let mut parts: Vec<String> = factorials.into_iter().map(power_text).collect();
    if rest != BigUint::from(1u32) || parts.is_empty() {
        parts.push(rest.to_string());
    }
    parts.join(" × ")
}

fn power_text((number, power): (u32, u32)) -> String {
    if power == 1 { format!("{number}!") } else { format!("({number}!)^{power}") }
}

/// The largest `n` such that `n!` divides a number, and the quotient.
fn divide_by_factorial(dividend: &BigUint) -> (u32, BigUint) {
    let mut number = 1;
    let mut quotient = dividend.clone();
    while (&quotient % (number + 1)) == BigUint::ZERO {
        number += 1;
        quotient /= number;
    }
    (number, quotient)
}

#[cfg(test)]
mod tests;
