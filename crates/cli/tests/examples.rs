//! Every example is answered as it says, with and without symmetry.

mod orrery;

#[path = "../../../xtask/src/example/constants.rs"]
mod constants;

use constants::with_constants;
use orrery::{Folder, orrery, root};
use std::fs;
use std::path::PathBuf;

/// Sizes at which an exploration without symmetry takes no time.
const SMALL: &[(&str, &[&str])] = &[
    ("agreement/agreement.xta", &["N=2"]),
    ("agreement/messages.xta", &["d=0"]),
    ("bang-olufsen/bang-olufsen.xta", &["SYMBOLS=1"]),
    ("bridge/bridge.xta", &["N=4"]),
    ("cache/cache.xta", &["N=3"]),
    ("csma-cd/csma-cd.xta", &["N=3"]),
    ("csma-cd/no-retry.xta", &["N=3"]),
    ("csma-cd/one-by-one.xta", &["N=3"]),
    ("factory/factory.xta", &[]),
    ("fire-alarm/fire-alarm.xta", &["N=3"]),
    ("fischer/broken.xta", &["N=3"]),
    ("fischer/demo.xta", &["N=3"]),
    ("fischer/fischer.xta", &["N=3"]),
    ("fischer/literal.xta", &["N=2"]),
    ("fischer/pat.xta", &["N=3"]),
    ("games/first.xta", &[]),
    ("games/juggler.xta", &[]),
    ("games/leader.xta", &[]),
    ("games/production-cell.xta", &[]),
    ("games/train-gate-game.xta", &[]),
    ("lego/brick.xta", &["LARGE=1000"]),
    ("lego/extended.xta", &["LARGE=1000"]),
    ("lego/source.xta", &["LARGE=1000"]),
    ("lego/thesis-extended.xta", &["L=100"]),
    ("lego/thesis.xta", &["L=100"]),
    ("lock/lock.xta", &["N=3"]),
    ("lock/semaphore.xta", &["N=3"]),
    ("lynch-shavit/lynch-shavit.xta", &["N=3"]),
    ("quorum-lease/late.xta", &["CLIENTS=2"]),
    ("quorum-lease/quorum-lease.xta", &["CLIENTS=2"]),
    ("sudoku/sudoku.xta", &[]),
    ("task-graph/task-graph.xta", &[]),
    ("timeout/timeout.xta", &["d=1"]),
    ("token-ring/token-ring.xta", &["N=3"]),
    ("train-gate/any-number.xta", &["N=3"]),
    ("train-gate/bridge.xta", &["N=3"]),
    ("train-gate/train-gate.xta", &["N=3"]),
    ("wafer-scanner/in-out.xta", &[]),
    ("wafer-scanner/one-robot.xta", &[]),
    ("wafer-scanner/one-armed.xta", &[]),
    ("wafer-scanner/timed.xta", &[]),
    ("wafer-scanner/wafer-scanner.xta", &[]),
];

fn examples() -> PathBuf {
    root().join("examples")
}

/// Models in folders of their own, as `folder/file`.
fn models() -> Vec<String> {
    let mut models = Vec::new();
    for folder in fs::read_dir(examples()).expect("there are examples").flatten() {
        if !folder.path().is_dir() {
            continue;
        }
        for file in fs::read_dir(folder.path()).expect("a folder").flatten() {
            let name = file.file_name().into_string().expect("a readable name");
            if name.ends_with(".xta") || name.ends_with(".xml") {
                models.push(format!("{}/{name}", folder.file_name().display()));
            }
        }
    }
    models.sort();
    models
}

/// Asks a file of queries, all of which say what they expect and are answered so.
#[track_caller]
fn assert_as_expected(model: &str, queries: Option<&str>, flags: &[&str]) {
    let queries = queries.map(|file| format!("examples/{file}"));
    let mut arguments = vec!["check", model];
    arguments.extend(queries.as_deref());
    arguments.extend(["--format", "json"].iter().chain(flags));
    let json = orrery(&arguments).assert_status(0).json();
    let answers = json["queries"].as_array().expect("a list of answers");
    assert!(!answers.is_empty(), "{model}");
    for answer in answers {
        assert!(!answer["expect"].is_null(), "{model}: {answer}");
    }
}

#[test]
fn every_example_is_answered_as_it_says() {
    for model in models() {
        assert_as_expected(&format!("examples/{model}"), None, &[]);
    }
}

#[test]
fn every_variant_is_answered_as_it_says() {
    let folder = Folder::new();
    let variants = fs::read_to_string(examples().join("variants.txt")).expect("a list of variants");
    let mut asked = 0;
    for line in variants.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [queries, model, settings @ ..] = &words[..] else { panic!("{line}") };
        let text = fs::read_to_string(examples().join(model)).expect("a model");
        let path = folder.file("variant.xta", with_constants(&text, settings).expect(line));
        assert_as_expected(&path, Some(queries), &[]);
        asked += 1;
    }
    assert!(asked > 0);
}

#[test]
fn symmetry_changes_no_answer() {
    let folder = Folder::new();
    for model in models().iter().filter(|model| model.ends_with(".xta")) {
        let small = SMALL.iter().find(|(known, _)| known == model);
        let (_, settings) = small.unwrap_or_else(|| panic!("say how {model} is made small"));
        let text = fs::read_to_string(examples().join(model)).expect("a model");
        let path = folder.file("small.xta", with_constants(&text, settings).expect(model));
        let queries = model.replace(".xta", ".q");
        for symmetry in ["auto", "sort", "scalars", "off"] {
            assert_as_expected(&path, Some(&queries), &["--symmetry", symmetry]);
        }
    }
}

/// The figures of a query of an example, with a constant set to this and with further flags: stored and expanded.
fn states(model: &str, constant: &str, query: &str, flags: &[&str]) -> (u64, u64) {
    let model = format!("examples/lego/{model}.xta");
    let mut arguments = vec!["check", &model, "-D", constant, "-q", query, "--format", "json"];
    arguments.extend(["--threads", "1"]);
    arguments.extend(flags);
    let outcome = orrery(&arguments);
    outcome.assert_status(0);
    let stats = outcome.json()["queries"][0]["stats"].clone();
    (stats["stored"].as_u64().expect("a number"), stats["explored"].as_u64().expect("a number"))
}

/// Chapter 2 of the thesis: how long the others wait does not matter.
#[test]
fn long_waits_cost_no_states() {
    for (power, large) in (3..).zip(["1000", "10000", "100000", "1000000", "10000000"]) {
        for order in ["auto", "bfs", "dfs", "random"] {
            let l = format!("L={large}");
            let flags = ["--search", order];
            let (_, expanded) = states("thesis", &l, "E<> P.finished", &flags);
            assert!(expanded <= 8, "10^{power}, {order}: {expanded}");
        }
        let large = format!("LARGE={large}");
        for (query, most) in [("A[] true", 1696), ("E<> Environment.S3", 155)] {
            let (stored, expanded) = states("brick", &large, query, &[]);
            assert!(stored <= most && expanded <= 2 * most, "10^{power} {query}: {stored}");
        }
    }
    // The run to the end of a long wait has all its rounds.
    let arguments = ["check", "examples/lego/thesis.xta", "--trace", "fastest", "--format", "json"];
    let outcome = orrery(&arguments);
    outcome.assert_status(0);
    let trace = &outcome.json()["queries"][0]["trace"];
    assert!(trace["steps"].as_array().is_some_and(|steps| steps.len() > 400), "{trace}");
}

/// Breadth first, the cycle that the thesis adds by hand is gone round soon.
#[test]
fn a_second_way_round_is_not_starved() {
    let flags = ["--accelerate", "off", "--search", "bfs"];
    let (_, expanded) = states("thesis-extended", "L=100000", "E<> P.finished", &flags);
    assert!(expanded <= 10, "{expanded}");
}

#[test]
fn the_idle_cycles_of_the_brick_are_named() {
    let outcome = orrery(&["explain", "examples/lego/brick.xta", "--query", "2"]);
    outcome.assert_status(0);
    let cycles = outcome.out.lines().filter(|line| line.contains("one round takes"));
    let mut intervals: Vec<&str> = cycles
        .filter_map(|line| line.split("one round takes ").nth(1)?.split(';').next())
        .collect();
    intervals.sort_unstable();
    let expected =
        ["[280, 350]", "[320, 400]", "[320, 400]", "[360, 450]", "[400, 500]", "[440, 550]"];
    assert_eq!(intervals, expected);
}

/// Every instruction together with every state of the environment: the same with and without acceleration.
#[test]
fn instructions_meet_the_same_states_of_the_environment() {
    let program = fs::read_to_string(examples().join("lego/brick.rcx")).expect("the program");
    let lines = program.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    let addresses = lines.filter_map(|line| line.split_whitespace().next()?.parse::<u32>().ok());
    let mut arguments: Vec<String> =
        ["check", "examples/lego/brick.xta", "-D", "LARGE=1000", "--format", "json"]
            .map(str::to_owned)
            .to_vec();
    for address in addresses {
        for state in 0..4 {
            let query = format!("E<> Brick.I{address} && Environment.S{state}");
            arguments.extend(["-q".to_owned(), query]);
        }
    }
    let verdicts = |accelerate: &str| {
        let mut arguments = arguments.clone();
        arguments.extend(["--accelerate".to_owned(), accelerate.to_owned()]);
        let json = orrery(&arguments).json();
        let answers = json["queries"].as_array().cloned().unwrap_or_default();
        let verdict = |answer: &serde_json::Value| answer["verdict"].as_str().map(str::to_owned);
        answers.iter().map(verdict).collect::<Vec<_>>()
    };
    let with = verdicts("auto");
    assert!(with.len() > 100 && with.iter().flatten().count() == with.len());
    assert_eq!(with, verdicts("off"));
}
