use super::readable_order;

fn product(factors: impl IntoIterator<Item = u64>) -> String {
    let mut digits = vec![1u64];
    for factor in factors {
        let mut carry = 0;
        for digit in &mut digits {
            carry += *digit * factor;
            *digit = carry % 10;
            carry /= 10;
        }
        while carry > 0 {
            digits.push(carry % 10);
            carry /= 10;
        }
    }
    digits.iter().rev().map(u64::to_string).collect()
}

#[test]
fn short_numbers_stay_and_long_ones_become_factorials() {
    assert_eq!(readable_order("1"), "1");
    assert_eq!(readable_order("720"), "720");
    assert_eq!(readable_order("479001600"), "479001600");
    assert_eq!(readable_order(&product(2..=29)), "29!");
    assert_eq!(readable_order(&product((2..=29).chain(2..=3))), "29! × 6");
    assert_eq!(readable_order(&product((2..=10).chain(2..=10).chain(2..=10))), "(10!)^3");
    assert_eq!(readable_order(&product(2..=200)), "200!");
    assert_eq!(readable_order("10000000019"), "10000000019");
    assert_eq!(readable_order("no number"), "no number");
}
