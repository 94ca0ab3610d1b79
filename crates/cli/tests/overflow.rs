//! Integer results beyond 32 bits.

mod orrery;

use orrery::{Folder, orrery};

const DOUBLING: &str = "typedef int[-2147483648,2147483647] int32;
int32 i = 2000000000;
process P() { state A, B; init A; trans A -> B { assign i = i + i; }; }
system P;";

/// The answer is UPPAAL's, and a warning names the place, once.
#[test]
fn a_result_that_does_not_fit_wraps_with_a_warning() {
    let folder = Folder::new();
    let model = folder.file("doubling.xta", DOUBLING);
    let queries = ["-q", "E<> i == -294967296", "-q", "A[] i > 0"];
    for search in [["--search", "auto"], ["--search", "bfs"], ["--threads", "2"]] {
        let outcome = orrery(&[&["check", &model][..], &queries, &search].concat());
        outcome.assert_status(1);
        assert_eq!(outcome.err.matches("warning[W0209]").count(), 1, "{outcome:?}");
        assert!(outcome.err.contains("doubling.xta:3:57"), "{outcome:?}");
        assert!(outcome.err.contains("--overflow error"), "{outcome:?}");
        assert!(
            outcome.out.contains("1  holds") && outcome.out.contains("2  fails"),
            "{outcome:?}"
        );
    }
    let outcome = orrery(&[&["check", &model, "--format", "json"][..], &queries].concat());
    let warning = &outcome.json()["diagnostics"][0];
    assert_eq!((&warning["code"], &warning["line"]), (&"W0209".into(), &3.into()), "{warning}");
}

/// Where nothing wraps, there is nothing to warn of.
#[test]
fn what_fits_is_no_matter() {
    let folder = Folder::new();
    let model = folder.file("fits.xta", DOUBLING.replace("i + i", "i - i"));
    let outcome = orrery(&["check", &model, "-q", "E<> i == 0"]);
    outcome.assert_status(0);
    assert_eq!(outcome.err, "");
}

/// Strictly, it is an error with its run; so are results of queries.
#[test]
fn it_is_an_error_if_that_is_asked_for() {
    let folder = Folder::new();
    let model = folder.file("doubling.xta", DOUBLING);
    for formula in ["E<> i < 0", "E<> i * 2 == 3"] {
        let mut arguments = vec!["check", &model, "-q", formula, "--overflow", "error"];
        arguments.extend(["--trace", "some"]);
        let outcome = orrery(&arguments);
        outcome.assert_status(2);
        assert!(outcome.out.contains("a result does not fit into 32 bits"), "{outcome:?}");
        assert!(outcome.out.contains("Run to the error"), "{outcome:?}");
    }
    let outcome = orrery(&["check", &model, "-q", "E<> i * 2 == -294967296"]);
    outcome.assert_status(0);
    assert!(outcome.err.contains("warning[W0209]"), "{outcome:?}");
}

/// UPPAAL's own tool says nothing, and neither does ours in its place.
#[test]
fn scripts_see_no_warning() {
    let folder = Folder::new();
    let model = folder.file("doubling.xta", DOUBLING);
    let queries = folder.file("queries.q", "E<> i == -294967296\n");
    let outcome = orrery(&["verifyta", &model, &queries]);
    assert!(outcome.out.contains("Formula is satisfied"), "{outcome:?}");
    assert_eq!(outcome.err, "");
}
