//! Proofs that no run goes on for ever, held against a depth-first search that uses none.
//!
//! The proof that answers first over-approximates: it forgets how clocks differ, and with symmetry it knows clocks only up to
//! renaming. Small networks are decided by a depth-first probe before it gets its turn, so the probe is left out here.

use network::{Network, Query};
use query::check::check;
use query::plan::{Options, OrderOption, SymmetryOption};
use query::verdict::{Answer, Verdict};

use crate::every_plan::Patience;

/// The most states that are expanded for one answer.
const MAX_EXPANSIONS: u64 = 4000;

/// What came of the liveness queries of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compared {
    /// Answered alike.
    pub alike: u64,
    /// Of these, by boxes.
    pub by_boxes: u64,
    /// Of these, by boxes and with symmetry.
    pub by_renamed_boxes: u64,
    /// Of these, by LU zones.
    pub by_lu: u64,
}

/// The answer, if it is yes or no.
fn answer(network: &Network, query: &Query, options: &Options) -> Option<(Answer, bool)> {
    let answer = check(network, query, options, &mut Patience::new(MAX_EXPANSIONS)).ok()?;
    let holds = match answer.verdict {
        Ok(Verdict::Holds) => true,
        Ok(Verdict::Fails) => false,
        Ok(Verdict::Unknown(_)) | Err(_) => return None,
    };
    Some((answer, holds))
}

/// Compares all ways to answer a query about maximal runs; an error tells which differ.
pub fn compare(network: &Network, query: &Query) -> Result<Compared, String> {
    let mut compared = Compared::default();
    let off = SymmetryOption::Off;
    let plain = Options { order: OrderOption::Dfs, symmetry: off, ..Options::default() };
    let Some((_, expected)) = answer(network, query, &plain) else { return Ok(compared) };
    for symmetry in [SymmetryOption::Off, SymmetryOption::Auto] {
        for boxes in [true, false] {
            let options =
                Options { order: OrderOption::Bfs, symmetry, boxes, ..Options::default() };
            let Some((answer, holds)) = answer(network, query, &options) else { continue };
            if holds != expected {
                return Err(format!(
                    "{}: {holds} with {options:?}, {expected} without",
                    query.text
                ));
            }
            let lu = answer.plan.abstraction == query::plan::Abstraction::Lu;
            let renames = answer.plan.symmetry.group.is_some();
            compared.alike += 1;
            compared.by_boxes += u64::from(answer.plan.boxes);
            compared.by_renamed_boxes += u64::from(answer.plan.boxes && renames);
            compared.by_lu += u64::from(lu && !answer.plan.boxes);
        }
    }
    Ok(compared)
}

#[cfg(test)]
mod tests {
    use network::QueryKind;
    use network::generate::{Profile, generate, numbers};

    use super::*;
    use crate::cases::load;
    use crate::symmetric::planted::planted;

    fn all(network: &Network, queries: &[Query], seed: u64, sum: &mut Compared) {
        let about_runs = |query: &&Query| {
            matches!(
                query.kind,
                QueryKind::PotentiallyAlways(_) | QueryKind::Eventually(_) | QueryKind::LeadsTo(..)
            )
        };
        for query in queries.iter().filter(about_runs) {
            let one = compare(network, query).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            sum.alike += one.alike;
            sum.by_boxes += one.by_boxes;
            sum.by_renamed_boxes += one.by_renamed_boxes;
            sum.by_lu += one.by_lu;
        }
    }

    #[test]
    fn proofs_agree_with_depth_first_searches() {
        let mut sum = Compared::default();
        for seed in 0..800 {
            let generated = generate(&Profile::default(), &mut numbers(seed));
            all(&generated.network, &generated.queries, seed, &mut sum);
        }
        assert!(sum.by_boxes > 20 && sum.alike > 400, "{sum:?}");
    }

    #[test]
    fn proofs_up_to_renaming_agree_with_depth_first_searches() {
        let mut sum = Compared::default();
        for seed in 0..400 {
            let model = planted(seed);
            let Ok((network, queries)) = load("model", &model.text, &model.queries) else {
                continue;
            };
            all(&network, &queries, seed, &mut sum);
        }
        assert!(sum.by_renamed_boxes > 20, "{sum:?}");
    }

    /// Cars come and go while Car(0) is coming, which takes it at most 5: others that go round need 3 time units each time.
    const GARAGE: &str = "
        const int N = 4;
        typedef int[0, N - 1] car_t;
        process Car(const car_t id) {
            clock x;
            state Away, Coming { x <= 5 }, Inside;
            init Away;
            trans Away -> Coming { assign x = 0; },
                  Coming -> Inside { guard x >= LEAST; },
                  Inside -> Away { };
        }
        system Car;";

    fn garage(least: &str, formula: &str) -> (Network, Vec<Query>) {
        load("garage", &GARAGE.replace("LEAST", least), &[formula.to_owned()]).expect("a model")
    }

    #[test]
    fn what_takes_time_ends_where_a_clock_is_bounded() {
        let (network, queries) = garage("3", "Car(0).Coming --> Car(0).Inside");
        let compared = compare(&network, &queries[0]).expect("alike");
        assert_eq!((compared.alike, compared.by_boxes, compared.by_renamed_boxes), (4, 2, 1));
        assert_eq!(compared.by_lu, 2, "{compared:?}");
    }

    /// Other cars may go round in no time, for ever.
    #[test]
    fn what_takes_no_time_goes_on() {
        let (network, queries) = garage("0", "Car(0).Coming --> Car(0).Inside");
        let compared = compare(&network, &queries[0]).expect("alike");
        assert_eq!((compared.alike, compared.by_boxes, compared.by_lu), (4, 0, 0));
    }

    /// Two processes take turns: the clock that is bounded is another one each time, but with symmetry it has the same name.
    #[test]
    fn clocks_that_are_renamed_are_known_by_their_orbits_only() {
        let text = "
            typedef int[0, 1] id_t;
            id_t turn;
            process P(const id_t id) {
                clock x;
                state A { x <= 2 }, B;
                init A;
                trans A -> A { guard turn == id && x >= 1; assign x = 0, turn = 1 - id; },
                      A -> B { guard x > 2; };
            }
            system P;";
        let formula = "A<> forall (i : id_t) P(i).B".to_owned();
        let (network, queries) = load("turns", text, &[formula]).expect("a model");
        let compared = compare(&network, &queries[0]).expect("alike");
        assert_eq!((compared.alike, compared.by_boxes), (4, 0));
    }
}
