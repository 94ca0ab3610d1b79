use super::read;

/// Checks every case of a text.
fn check(text: &str, least: usize) {
    let cases = read(text);
    assert!(cases.len() >= least, "only {} cases were read", cases.len());
    let mut problems = Vec::new();
    for case in &cases {
        assert!(!case.queries.is_empty(), "{}: no query", case.title);
        problems.extend(case.problems().iter().map(|problem| format!("{}: {problem}", case.title)));
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn time_passes_as_described() {
    check(include_str!("../../semantics/time.md"), 15);
}

#[test]
fn transitions_happen_as_described() {
    check(include_str!("../../semantics/transitions.md"), 19);
}

#[test]
fn faults_and_approximations_are_as_described() {
    check(include_str!("../../semantics/faults.md"), 10);
}

#[test]
fn functions_set_clocks_as_described() {
    check(include_str!("../../semantics/functions.md"), 13);
}

#[test]
fn chains_are_followed_as_described() {
    check(include_str!("../../semantics/chains.md"), 10);
}

#[test]
fn independent_steps_change_no_answer() {
    check(include_str!("../../semantics/independent-steps.md"), 27);
}

#[test]
fn loops_over_ids_are_one_step_as_described() {
    check(include_str!("../../semantics/telling.md"), 9);
}

#[test]
fn symmetry_changes_no_answer() {
    check(include_str!("../../semantics/symmetry.md"), 15);
}

#[test]
fn a_wrong_answer_is_noticed() {
    let model = "process P() { state A, B; init A; trans A -> B { }; }\nsystem P;\n";
    let case = |query: &str| format!("```xta\n{model}```\n- {query}\n");
    let right = read(&case("`E<> P.B` **holds**"));
    assert_eq!(right[0].problems(), Vec::<String>::new());
    let wrong = read(&case("`E<> P.B` **fails**"));
    assert_eq!(wrong[0].problems().len(), 1);
}
