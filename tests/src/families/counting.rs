//! Families in which it matters how many processes there are.

use orrery::report::view::VerdictView;

use super::directed::{NEVER_BAD, fails_at, failures, family};

/// As many are looked at as show that a sum is so large.
#[test]
fn sums_have_witnesses() {
    let set = "idle -> set { assign f[me] = true; }";
    let two = format!("{set}, idle -> bad {{ guard (sum (k : id_t) f[k]) >= 2; }}");
    for arity in 1..=2 {
        assert_eq!(fails_at(&family("", &two), NEVER_BAD, arity), Some(3));
    }
    // In an update, both answers matter.
    let few = format!(
        "{set}, idle -> idle {{ assign few = (sum (k : id_t) f[k]) <= 1; }}, idle -> bad {{ guard !few; }}"
    );
    for arity in 1..=2 {
        assert_eq!(fails_at(&family("bool few = true;", &few), NEVER_BAD, arity), Some(3));
    }
}

/// What a few do not show of a sum is refused.
#[test]
fn sums_that_others_change_are_refused() {
    for (guard, reason) in [
        ("(sum (k : id_t) v[k]) >= 1", "values that may be negative"),
        ("(sum (k : id_t) ((exists (j : id_t) f[j]) && f[k])) >= 1", "depends on other processes"),
    ] {
        let text = family("int[-1, 1] v[id_t];", &format!("idle -> set {{ guard {guard}; }}"));
        let loader = orrery::Loader::new().formula("A[] true");
        let family = orrery::Family::load_text(loader, "m.xta", text.as_str(), None);
        let proved = family.expect("it is one").prove(0, &orrery::ProveOptions::default());
        let found = proved.query.reason.unwrap_or_default();
        assert_eq!(proved.query.verdict, VerdictView::Unsupported, "{found}\n{text}");
        assert!(found.contains(reason), "{found}\n{text}");
    }
}

/// A counter that leaves its range proves nothing, and neither does a proof for larger instances say anything about smaller ones.
#[test]
fn what_few_do_is_checked() {
    let text = family("int[0, 2] count;", "idle -> set { assign count++; }");
    assert_eq!(failures(&text, "A[] count <= 2").0, VerdictView::Unknown);
    let alone = "idle -> bad { guard forall (k : id_t) (k == me || f[k]); }";
    let query = "A[] forall (i : id_t) forall (j : id_t) not (P(i).bad && P(j).bad)";
    assert_eq!(failures(&family("", alone), query).1, Some(1));
}

/// A quantifier over something else asks for somebody for each of its values.
#[test]
fn other_quantifiers_are_written_out() {
    let text = family("", "idle -> set { }, idle -> bad { }");
    let body = "m == 0 && P(i).set || m == 1 && P(i).bad";
    let never_both = format!("A[] exists (m : int[0, 1]) forall (i : id_t) not ({body})");
    assert_eq!(failures(&text, &never_both), (VerdictView::Fails, Some(2), Some(2)));
    let never_any = format!("A[] forall (m : int[0, 1]) forall (i : id_t) not ({body})");
    assert_eq!(failures(&text, &never_any), (VerdictView::Fails, Some(1), Some(1)));
}
