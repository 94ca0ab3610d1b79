use network::Network;
use query::check::check_planned;
use query::plan::{Abstraction, PlanError, TraceOption, plan};
use query::verdict::{LARGEST_CLOCK_CONSTANT, Undecided, Verdict};

use crate::cases::load;
use crate::every_plan::{Patience, all_options};

/// Models and queries with a constant `C`, and what is to be answered.
const CASES: &[(&str, &[(&str, &str)])] = &[
    (
        "clock x; process P() { state a { x <= C }; init a; } system P;",
        &[
            ("E<> x > C", "fails"),
            ("A[] x <= C", "holds"),
            ("E<> x == C", "holds"),
            ("A[] x < C", "fails"),
            ("A<> x == C", "holds"),
            ("E<> deadlock && x < C", "holds"),
            ("sup: x", "C"),
        ],
    ),
    (
        "clock x; process P() { state a { x < C }, b; init a; trans a -> b { guard x >= C; }; } system P;",
        &[("E<> P.b", "fails"), ("E<> x == C - 1", "holds"), ("sup: x", "~C")],
    ),
    (
        "clock x; process P() { state a, b; init a; trans a -> b { guard x >= C; }; } system P;",
        &[("E<> P.b && x < C", "fails"), ("E<> P.b", "holds"), ("inf{P.b}: x", "C")],
    ),
    (
        "clock x; process P() { state a, b; init a; trans a -> b { assign x = C; }; } system P;",
        &[("A[] P.b imply x >= C", "holds"), ("E<> P.b && x <= C", "holds"), ("inf{P.b}: x", "C")],
    ),
    (
        "clock x = C; process P() { state a; init a; } system P;",
        &[("A[] x >= C", "holds"), ("E<> x > C", "holds"), ("inf: x", "C")],
    ),
    (
        "clock x, y; process P() { state a, b; init a; trans a -> b { guard x == C; assign y = 0; }; } system P;",
        &[
            ("A[] P.b imply x - y == C", "holds"),
            ("E<> P.b && x - y > C", "fails"),
            ("E<> P.b && y == 1 && x == C", "fails"),
            ("sup{P.b}: x - y", "C"),
        ],
    ),
    // Sums of constants leave the range where the constants themselves do not.
    (
        "clock x, y; process P() { state a, b, c; init a; trans \
         a -> b { guard x == C; assign x = 0; }, b -> c { guard x == C; }; } system P;",
        &[
            ("E<> P.c", "holds"),
            ("E<> P.c && y <= C", "fails"),
            ("A[] P.c imply y >= C", "holds"),
            ("E<> P.b && y > C", "holds"),
            ("E<> P.b && y < C", "fails"),
        ],
    ),
];

/// Does every plan answer a query as it must? Of all plans, every twentieth is tried, others each time.
fn ask(network: &Network, query: &network::Query, constant: i64, expected: &str) {
    let mut answered = 0;
    let first = usize::try_from(constant).map_or(0, |constant| constant % 20);
    for options in all_options().into_iter().skip(first).step_by(20) {
        let Ok(plan) = plan(network, query, &options) else { continue };
        if plan.abstraction == Abstraction::Hull {
            continue;
        }
        let answer = match check_planned(network, query, plan, &mut Patience::new(1000)) {
            Ok(answer) => answer,
            Err(PlanError::Inadmissible { .. }) => continue,
            Err(problem) => panic!("{}: {problem:?}", query.text),
        };
        let found = match &answer.verdict {
            Ok(Verdict::Unknown(Undecided::ClockRange(Some(beyond)))) => {
                assert_eq!(beyond.abs(), constant, "{}", query.text);
                "unsupported".to_owned()
            }
            // The time of the whole run may leave the range where no clock of the model does.
            Ok(Verdict::Unknown(Undecided::ClockRange(None)))
                if options.trace == TraceOption::Fastest =>
            {
                continue;
            }
            // That a least value is not larger than the largest constant, no constant can tell.
            Ok(Verdict::Unknown(Undecided::Maybe { .. }))
                if query.text.starts_with("inf")
                    && constant == i64::from(LARGEST_CLOCK_CONSTANT) =>
            {
                answered += 1;
                continue;
            }
            Ok(Verdict::Holds) if !answer.values.is_empty() => {
                let range = answer.values[0].ranges[0];
                let lowest = query.text.starts_with("inf");
                let (value, open) = if lowest { range.lower } else { range.upper }
                    .unwrap_or_else(|| panic!("{}: no bound", query.text));
                let value = if value == constant { "C".to_owned() } else { value.to_string() };
                format!("{}{value}", if open { "~" } else { "" })
            }
            Ok(Verdict::Holds) => "holds".to_owned(),
            Ok(Verdict::Fails) => "fails".to_owned(),
            other => format!("{other:?}"),
        };
        let fits = constant <= i64::from(LARGEST_CLOCK_CONSTANT);
        // What is found before the constant is met may be told.
        let right = found == expected || (!fits && found == "unsupported");
        assert!(
            right,
            "{} with {constant}: {found} instead of {expected}, {options:?}",
            query.text
        );
        answered += 1;
    }
    assert!(answered > 0, "{}: no plan answers it", query.text);
}

#[test]
fn constants_of_clocks_up_to_the_largest_are_exact_and_larger_ones_are_refused() {
    let powers = [15, 16, 24, 26, 27, 28, 30].map(|power: u32| 1_i64 << power);
    let around = powers.into_iter().flat_map(|power| [power - 1, power, power + 1]);
    for constant in around.chain([i64::from(i32::MAX)]) {
        for (model, queries) in CASES {
            let written = |text: &str| text.replace('C', &constant.to_string());
            let formulas: Vec<_> = queries.iter().map(|(formula, _)| written(formula)).collect();
            let (network, asked) = load("large", &written(model), &formulas).unwrap();
            for (query, (_, expected)) in asked.iter().zip(*queries) {
                ask(&network, query, constant, expected);
            }
        }
    }
}

/// For constants that are too large the answer says so: it is never guessed.
#[test]
fn larger_constants_are_named() {
    let model = "clock x; process P() { state a { x <= 268435456 }; init a; } system P;";
    let (network, queries) = load("large", model, &["E<> x > 5".to_owned()]).unwrap();
    let plan = plan(&network, &queries[0], &query::plan::Options::default()).unwrap();
    let answer = check_planned(&network, &queries[0], plan, &mut Patience::new(10)).unwrap();
    let beyond = Verdict::Unknown(Undecided::ClockRange(Some(268_435_456)));
    assert_eq!(format!("{:?}", answer.verdict.unwrap()), format!("{beyond:?}"));
}
