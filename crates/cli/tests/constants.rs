//! Other values for constants: `-D NAME=VALUE`.

mod orrery;

use orrery::{Folder, orrery};

const MODEL: &str = "const int N = 2, M = N + 1;
const bool FAST = false;
typedef const int[0, 9] digit;
digit d = 4;
const int list[2] = { 1, 2 };
int free;
typedef int[1, N] id_t;
int[0, M] slot[id_t];
process P(const id_t id) {
    const int own = 1;
    state a, b;
    init a;
    trans a -> b { guard FAST; assign slot[id] = M; };
}
system P;
";

/// The number of processes, the sizes and what is computed from the constant follow.
#[test]
fn everything_follows() {
    let folder = Folder::new();
    let model = folder.file("m.xta", MODEL);
    let check = |flags: &[&str], formula: &str| {
        let outcome = orrery(&[&["check", &model, "-q", formula][..], flags].concat());
        outcome.status
    };
    assert_eq!(check(&[], "E<> P(2).b"), 1);
    assert_eq!(check(&["-D", "FAST=true"], "E<> P(2).b && slot[2] == 3"), 0);
    assert_eq!(check(&["-D", "FAST=1", "-D", "N=4"], "E<> P(4).b && slot[4] == 5"), 0);
    assert_eq!(check(&["-DFAST=true", "--define", "N=1"], "E<> slot[1] == 2"), 0);
    assert_eq!(check(&["-D", "N=1"], "E<> P(2).b"), 2, "there is no P(2)");
    assert_eq!(check(&["-D", "M=-7"], "E<> P(2).b"), 2, "an empty range is an error");
    assert_eq!(check(&["-D", "d=7"], "A[] d == 7"), 0);
    assert_eq!(check(&["-D", "d=10"], "A[] d == 7"), 2, "beyond its range");
}

/// The other commands that load a model.
#[test]
fn every_command_takes_it() {
    let folder = Folder::new();
    let model = folder.file("m.xta", MODEL);
    let more = orrery(&["symmetry", &model, "-D", "N=4"]);
    more.assert_status(0);
    assert!(more.out.contains("P(1..4)"), "{more:?}");
    orrery(&["explain", &model, "-D", "N=4", "-q", "E<> P(4).b"]).assert_status(0);
    orrery(&["simulate", &model, "-D", "N=4"]).assert_status(0);
    orrery(&["view", &model, "-D", "N=4"]).assert_status(0);
    let written = folder.at("out.xta");
    orrery(&["convert", &model, "-D", "N=4", "-o", &written]).assert_status(0);
    let text = std::fs::read_to_string(&written).expect("it was written");
    assert!(text.contains("N = 4, M = N + 1"), "{text}");
}

/// What cannot be set is an error that lists what can.
#[test]
fn mistakes_are_named() {
    let folder = Folder::new();
    let model = folder.file("m.xta", MODEL);
    let candidates = "the constants that can be set are N, M, FAST, d";
    for (flag, words) in [
        ("K=3", "there is no constant `K` outside the templates"),
        ("own=3", "there is no constant `own` outside the templates"),
        ("free=3", "`free` is not a constant"),
        ("list=3", "`list` is neither an `int` nor a `bool`"),
    ] {
        let outcome = orrery(&["check", &model, "-q", "E<> P(1).b", "-D", flag]);
        outcome.assert_status(2);
        assert!(outcome.err.contains(words), "{outcome:?}");
        assert!(outcome.err.contains(candidates), "{outcome:?}");
    }
    for (flag, words) in [
        ("FAST=2", "it can be true or false, not 2"),
        ("N", "NAME=VALUE"),
        ("N=x", "`x` is not a whole number"),
        ("N=99999999999", "not a whole number of 32 bits"),
    ] {
        let outcome = orrery(&["check", &model, "-q", "E<> P(1).b", "-D", flag]);
        outcome.assert_status(2);
        assert!(outcome.err.contains(words), "{outcome:?}");
    }
    let tck = folder.file("m.tck", "system:s\nprocess:P\nlocation:P:a{initial:}\n");
    let outcome = orrery(&["check", &tck, "-q", "E<> P.a", "-D", "N=3"]);
    outcome.assert_status(2);
    assert!(outcome.err.contains("a .tck file has no constants"), "{outcome:?}");
}

/// An error of the text is told rather than that a constant is missing because of it.
#[test]
fn errors_of_the_text_come_first() {
    let folder = Folder::new();
    let model = folder.file("m.xta", "cnst int N = 3;\nprocess P() { state a; init a; } system P;");
    let outcome = orrery(&["check", &model, "-q", "E<> P.a", "-D", "N=4"]);
    outcome.assert_status(2);
    assert!(outcome.err.contains("m.xta:1"), "{outcome:?}");
}
