//! Numbers of symmetries, which are often products of factorials and too long to read.

/// Numbers with more digits are written as factorials, if they are.
const LONGEST: usize = 9;
/// Smaller factorials are not worth writing as such.
const LEAST: u32 = 5;

/// A decimal number as people read it: `720`, `29!`, `(10!)^3 × 6`. The value is always exact.
#[must_use]
pub fn readable_order(order: &str) -> String {
    let digits: Option<Vec<u32>> = order.chars().rev().map(|digit| digit.to_digit(10)).collect();
    let Some(mut rest) = digits.filter(|digits| digits.len() > LONGEST) else {
        return order.to_owned();
    };
    let mut factorials: Vec<(u32, u32)> = Vec::new();
    while rest.len() > LONGEST || !factorials.is_empty() {
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
    let rest: String = rest.iter().rev().filter_map(|digit| char::from_digit(*digit, 10)).collect();
    if rest != "1" || parts.is_empty() {
        parts.push(rest);
    }
    parts.join(" × ")
}

fn power_text((number, power): (u32, u32)) -> String {
    if power == 1 { format!("{number}!") } else { format!("({number}!)^{power}") }
}

/// The largest `n` such that `n!` divides a number, and the quotient. Digits come lowest first.
fn divide_by_factorial(digits: &[u32]) -> (u32, Vec<u32>) {
    let mut number = 1;
    let mut quotient = digits.to_vec();
    while let Some(next) = divided(&quotient, number + 1) {
        quotient = next;
        number += 1;
    }
    (number, quotient)
}

/// The quotient, if nothing remains.
fn divided(digits: &[u32], by: u32) -> Option<Vec<u32>> {
    let mut quotient = vec![0; digits.len()];
    let mut remainder = 0;
    for (place, digit) in digits.iter().enumerate().rev() {
        let part = remainder * 10 + digit;
        quotient[place] = part / by;
        remainder = part % by;
    }
    while quotient.len() > 1 && quotient.last() == Some(&0) {
        quotient.pop();
    }
    (remainder == 0 && quotient != [0]).then_some(quotient)
}

#[cfg(test)]
mod tests;
