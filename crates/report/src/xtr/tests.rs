//! The format is checked by reading it back with a reader written from its description.

use super::{
    FiredEdge, SymbolicRun, SymbolicState, SymbolicStep, XtrVersion, ZoneBound, read_xtr, write_xtr,
};
use proptest::prelude::*;

fn bound(left: usize, right: usize, limit: i32, strict: bool) -> ZoneBound {
    ZoneBound { left, right, limit, strict }
}

fn sample() -> SymbolicRun {
    let initial = SymbolicState {
        locations: vec![0, 2],
        bounds: vec![bound(0, 1, 0, false), bound(1, 0, 5, true)],
        variables: vec![-3, 7],
    };
    let target = SymbolicState { locations: vec![1, 2], bounds: vec![], variables: vec![-3, 8] };
    let edges = vec![
        FiredEdge { process: 0, edge: 4, select: vec![1, 2] },
        FiredEdge { process: 1, edge: 0, select: vec![] },
    ];
    SymbolicRun { initial, steps: vec![SymbolicStep { edges, target }] }
}

#[test]
fn version_five_has_a_clock_for_the_time() {
    let text = write_xtr(&sample(), XtrVersion::Five);
    let lines: Vec<&str> = text.lines().collect();
    let initial = ["0", "2", ".", "0", "2", "0", ".", "2", "0", "11", ".", ".", "-3", "7", "."];
    assert_eq!(lines[..15], initial);
    assert_eq!(lines[15..], ["1", "2", ".", ".", "-3", "8", ".", "0 4 1 2 ;", "1 0 ;", ".", "."]);
}

#[test]
fn version_four_counts_edges_from_one() {
    let text = write_xtr(&sample(), XtrVersion::Four);
    assert!(text.contains("\n0 5 1 2\n1 1\n.\n.\n"));
    assert!(text.contains("\n0\n1\n0\n.\n1\n0\n11\n.\n.\n"));
}

/// Reads version 5 back, given how many processes and variables there are.
fn read(text: &str, processes: usize, variables: usize) -> SymbolicRun {
    let mut lines = text.lines().peekable();
    let state = |lines: &mut std::iter::Peekable<std::str::Lines>| {
        let mut next = || lines.next().unwrap();
        let locations = (0..processes).map(|_| next().parse().unwrap()).collect();
        assert_eq!(next(), ".");
        let mut bounds = Vec::new();
        loop {
            let first = next();
            if first == "." {
                break;
            }
            let clock = |text: &str| text.parse::<usize>().unwrap().saturating_sub(1);
            let (left, right) = (clock(first), clock(next()));
            let code: i64 = next().parse().unwrap();
            assert_eq!(next(), ".");
            let limit = i32::try_from(code >> 1).unwrap();
            bounds.push(ZoneBound { left, right, limit, strict: code & 1 != 0 });
        }
        let values = (0..variables).map(|_| next().parse().unwrap()).collect();
        assert_eq!(next(), ".");
        SymbolicState { locations, bounds, variables: values }
    };
    let initial = state(&mut lines);
    let mut steps = Vec::new();
    while lines.peek().is_some_and(|line| *line != ".") {
        let target = state(&mut lines);
        let mut edges = Vec::new();
        for line in lines.by_ref() {
            if line == "." {
                break;
            }
            let mut numbers = line.strip_suffix(" ;").unwrap().split(' ');
            let process = numbers.next().unwrap().parse().unwrap();
            let edge = numbers.next().unwrap().parse().unwrap();
            let select = numbers.map(|number| number.parse().unwrap()).collect();
            edges.push(FiredEdge { process, edge, select });
        }
        steps.push(SymbolicStep { edges, target });
    }
    assert_eq!(lines.next(), Some("."));
    assert_eq!(lines.next(), None);
    SymbolicRun { initial, steps }
}

fn any_state() -> impl Strategy<Value = SymbolicState> {
    let bound = (0_usize..4, 0_usize..4, any::<i32>(), any::<bool>());
    let bounds = proptest::collection::vec(bound, 0..5);
    let locations = proptest::collection::vec(0_usize..9, 2);
    (locations, bounds, proptest::collection::vec(any::<i32>(), 3)).prop_map(
        |(locations, bounds, variables)| {
            let bounds = bounds
                .into_iter()
                .map(|(left, right, limit, strict)| ZoneBound { left, right, limit, strict })
                .collect();
            SymbolicState { locations, bounds, variables }
        },
    )
}

fn any_step() -> impl Strategy<Value = SymbolicStep> {
    let edge = (0_usize..2, 0_usize..9, proptest::collection::vec(any::<i32>(), 0..3));
    let edge = edge.prop_map(|(process, edge, select)| FiredEdge { process, edge, select });
    (proptest::collection::vec(edge, 1..3), any_state())
        .prop_map(|(edges, target)| SymbolicStep { edges, target })
}

proptest! {
    #[test]
    fn what_is_written_can_be_read(
        initial in any_state(),
        steps in proptest::collection::vec(any_step(), 0..5),
    ) {
        let run = SymbolicRun { initial, steps };
        let text = write_xtr(&run, XtrVersion::Five);
        prop_assert_eq!(&read(&text, 2, 3), &run);
        // Without steps nothing says which version it is.
        if !run.steps.is_empty() {
            prop_assert_eq!(&read_xtr(&text).unwrap(), &run);
        }
        prop_assert_eq!(read_xtr(&write_xtr(&run, XtrVersion::Four)).unwrap(), run);
    }
}

#[test]
fn several_numbers_may_stand_on_a_line() {
    // As UPPAAL 5 writes them, here on fewer lines.
    let text = "0 \n2\n .\n0 1 -4\n.\n1 2 0\n.\n0\n3\n2\n.\n.\n7 \n.\n1 2\n.\n.\n8\n.\n0 3 ; 1 0 5 ; .\n.\n";
    let run = read_xtr(text).unwrap();
    assert_eq!(run.initial.locations, [0, 2]);
    assert_eq!(run.initial.bounds, [bound(0, 2, 1, false)], "bounds on the time are left out");
    let taken =
        |process, edge, select: &[i32]| FiredEdge { process, edge, select: select.to_vec() };
    assert_eq!(run.steps[0].edges, [taken(0, 3, &[]), taken(1, 0, &[5])]);
    assert_eq!(run.steps[0].target.variables, [8]);
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_line() {
    let problem = |text: &str| read_xtr(text).unwrap_err();
    assert_eq!(problem(""), "the file ends too soon");
    assert_eq!(problem("0\n.\n.\n.\n0\n"), "the file ends too soon");
    assert_eq!(problem("0\nx\n.\n"), "line 2: `x` is not a number");
    assert_eq!(problem("-1\n.\n.\n.\n.\n"), "line 1: -1 is not a location");
    assert_eq!(problem("0\n.\n0\n1\n.\n"), "line 3: a bound is two clocks and a number");
    let short = "0\n.\n.\n.\n0\n.\n.\n.\n0 ;\n.\n.\n";
    assert!(problem(short).starts_with("line 9: an edge is a process"), "{}", problem(short));
}
