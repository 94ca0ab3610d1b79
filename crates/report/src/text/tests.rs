use super::{Columns, Styles, TextOptions, bytes, query_text, run_text, seconds};
use crate::samples;
use crate::view::{FaultView, RunKind, Time};

/// The answers of a check.
fn check_text(view: &crate::view::CheckView, options: TextOptions) -> String {
    let columns = Columns::of(&view.queries);
    let answers = view.queries.iter().map(|query| query_text(query, columns, options));
    let several = view.queries.len() > 1;
    let summary = several.then(|| format!("{}\n", super::summary(&view.queries)));
    answers.chain(summary).collect()
}

#[test]
fn a_run_reads_like_a_story() {
    let mut run = samples::trains();
    run.steps.truncate(3);
    run.initial.variables[2] = 4;
    run.steps[1].moves[0].update = "x = 0,\n  y = 0".to_owned();
    let expected = "\
Witness: 3 steps, 11/2 time units
   0  Train(0).Safe Train(1).Safe Gate.Free
      Gate.len = 4
   1  at 3 (+3)  appr[1]
        Train(1)  Safe → Appr  appr[1]!
        Gate      Free → Occ   e = 1; appr[1]?
        Gate.list[0] : 0 → 1
        Gate.len     : 0 → 1
   2  at 11/2 (+5/2)  appr[0]
        Train(0)  Safe → Appr  appr[0]!; x = 0, y = 0
        Gate      Occ → _id5   appr[0]?
        Gate.len : 1 → 2
   3  at 11/2  stop[0]
        Gate      _id5 → Occ   stop[0]!
        Train(0)  Appr → Stop  stop[0]?
";
    assert_eq!(run_text(&run, TextOptions::default()), expected);
}

#[test]
fn clocks_loops_and_faults_are_told() {
    let options = TextOptions { clocks: true, ..TextOptions::default() };
    let text = run_text(&samples::lasso(), options);
    assert!(text.starts_with("Counterexample: 5 steps, 10004 time units\n"));
    assert!(text.contains("repeat for ever") && text.contains("step 5 is followed by step 2"));
    assert!(text.contains("        A  Busy → Idle\n        x = 1/3\n"), "{text}");
    let mut run = samples::trains();
    run.kind = RunKind::Fault;
    run.endless = true;
    run.stuck = true;
    run.final_delay = Some(Time::new(1, 2));
    let moves = run.steps[0].moves.clone();
    let message = "division by zero".to_owned();
    run.fault = Some(FaultView { message, delay: Time::whole(1), moves });
    let text = run_text(&run, TextOptions::default());
    assert!(text.contains("then 1/2 time units pass"));
    assert!(text.contains("   !  at 49/2 (+1)\n") && text.contains("division by zero"));
    assert!(text.contains("then time passes for ever\n"));
    assert!(text.ends_with("then nothing can happen any more\n"));
}

#[test]
fn answers_are_a_table() {
    let expected = "\
1  holds        E<> Train(0).Cross && Train(1).Safe
2  fails        A[] not deadlock
                expected: holds
3  unknown      A<> Train(0).Safe
                the time limit of 1 s was reached
4  unsupported  Pr[<=10](<> Train(0).Cross)
                statistical model checking
5  holds        sup: Gate.len, Train(0).x
                Gate.len <= 2, Train(0).x < infinity
5 queries: 2 hold, 1 fails, 1 unknown, 1 unsupported; 1 expectation not met
";
    assert_eq!(check_text(&samples::results(), TextOptions::default()), expected);
}

#[test]
fn statistics_are_shown_when_asked_for() {
    let options = TextOptions { stats: true, ..TextOptions::default() };
    let text = check_text(&samples::results(), options);
    assert!(
        text.contains("120 stored, 133 explored, 460 transitions, 210 covered, 250 ms, 1.0 MiB")
    );
    assert!(text.contains("(search 200 ms)"));
}

#[test]
fn colours_are_only_added_around_texts() {
    let options = TextOptions { styles: Styles::ANSI, clocks: true, stats: true };
    let plain = TextOptions { styles: Styles::PLAIN, ..options };
    let strip = |text: &str| {
        let mut pieces = text.split('\u{1b}');
        let first = pieces.next().unwrap().to_owned();
        pieces.fold(first, |all, piece| all + piece.split_once('m').unwrap().1)
    };
    let run = samples::lasso();
    assert_ne!(run_text(&run, options), run_text(&run, plain));
    assert_eq!(strip(&run_text(&run, options)), run_text(&run, plain));
    let results = samples::results();
    assert_eq!(strip(&check_text(&results, options)), check_text(&results, plain));
}

#[test]
fn control_characters_of_a_model_do_not_reach_the_terminal() {
    let mut results = samples::results();
    results.queries[0].formula = "E<> \u{1b}]0;title\u{7}".to_owned();
    results.queries[1].reason = Some("a\rb".to_owned());
    let text = check_text(&results, TextOptions::default());
    let mut run = samples::trains();
    run.processes[0].name = "\u{1b}[2J".to_owned();
    run.steps[0].moves[0].target = "\u{8}".to_owned();
    let story = run_text(&run, TextOptions::default());
    for text in [text, story] {
        assert!(text.chars().all(|letter| letter == '\n' || !letter.is_control()));
    }
}

#[test]
fn amounts_are_readable() {
    assert_eq!(seconds(0.000_02), "20 µs");
    assert_eq!(seconds(0.25), "250 ms");
    assert_eq!(seconds(3.44), "3.4 s");
    assert_eq!(seconds(125.2), "2 min 5 s");
    assert_eq!(seconds(f64::NAN), "?");
    assert_eq!(bytes(512), "512 B");
    assert_eq!(bytes(1536), "1.5 KiB");
    assert_eq!(bytes(u64::MAX), "16777216.0 TiB");
}

#[test]
fn values_that_were_not_found_leave_no_blank_line() {
    let mut query = samples::results().queries.swap_remove(0);
    query.value = Some(crate::view::ValueView { text: String::new(), terms: Vec::new() });
    query.reason = Some("the time is up".to_owned());
    let options = TextOptions { styles: Styles::PLAIN, clocks: false, stats: false };
    let text = query_text(&query, Columns::of(std::slice::from_ref(&query)), options);
    assert!(text.lines().all(|line| !line.trim().is_empty()), "{text:?}");
}
