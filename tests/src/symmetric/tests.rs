use super::planted::planted;
use super::trial::{Tally, trial};

#[test]
fn planted_symmetries_are_found_and_sound() {
    let mut tally = Tally::default();
    for seed in 0..150 {
        let model = planted(seed);
        match trial(&model, seed) {
            Ok(more) => tally.add(&more),
            Err(problem) => panic!("model {seed}: {problem}\n{}{:?}", model.text, model.queries),
        }
    }
    assert!(tally.counts > 50 && tally.renamings > 100, "{tally:?}");
}
