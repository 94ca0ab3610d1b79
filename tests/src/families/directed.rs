//! Families in which one rule of the proof matters: without it something false would be proved.

use std::time::Duration;

use orrery::report::view::VerdictView;
use orrery::{Family, Loader, ProveOptions};

/// What comes of a query that fails from some number of processes on, looking at so many at once.
fn fails_at(text: &str, formula: &str, arity: usize) -> Option<i32> {
    let loader = Loader::new().formula(formula).formula("A[] true");
    let family = Family::load_text(loader, "m.xta", text, None)
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    // Small instances are searched even if it is none.
    let plain = family.prove(1, &ProveOptions::default());
    assert_eq!(plain.query.verdict, VerdictView::Holds, "{:?}\n{text}", plain.query.reason);
    let time = Some(Duration::from_secs(20));
    let options = ProveOptions { time, views: Some(arity), ..ProveOptions::default() };
    let proved = family.prove(0, &options);
    assert_eq!(proved.query.verdict, VerdictView::Fails, "{:?}\n{text}", proved.query.reason);
    assert!(proved.views.is_none(), "it is not proved\n{text}");
    proved.fails_at
}

/// Processes that start at `idle`; `edges` lead to `set` and `bad`.
fn family(shared: &str, edges: &str) -> String {
    format!(
        "const int N = 3;
typedef int[1, N] id_t;
bool f[id_t];
{shared}
process P(const id_t me) {{
    clock x;
    state idle, set, bad;
    init idle;
    trans {edges};
}}
system P;
"
    )
}

const NEVER_BAD: &str = "A[] forall (i : id_t) not P(i).bad";

/// Who sees a property of somebody else looks at that one too.
#[test]
fn a_witness_is_looked_at() {
    let set = "idle -> set { assign f[me] = true; }";
    let asks = "idle -> bad { guard exists (k : id_t) f[k]; }";
    for arity in 1..=2 {
        assert_eq!(fails_at(&family("", &format!("{set}, {asks}")), NEVER_BAD, arity), Some(2));
    }
    // Two properties that no single process has.
    let both = "idle -> set { assign f[me] = true; }, idle -> set { assign g[me] = true; },
        idle -> bad { guard (exists (k : id_t) f[k]) && (exists (k : id_t) g[k]); }";
    let text = family("bool g[id_t];", both);
    for arity in 1..=2 {
        assert_eq!(fails_at(&text, NEVER_BAD, arity), Some(3));
    }
    // In an update.
    let update = "idle -> set { assign f[me] = true; },
        idle -> idle { assign seen = exists (k : id_t) f[k]; },
        idle -> bad { guard seen; }";
    assert_eq!(fails_at(&family("bool seen;", update), NEVER_BAD, 1), Some(2));
}

/// Who reads what belongs to the owner of a stored id looks at that one too.
#[test]
fn an_owner_is_looked_at() {
    let shared = "id_t owner;";
    let set = "idle -> set { assign owner = me, f[me] = true; }";
    let asks = "idle -> bad { guard f[owner]; }";
    let text = family(shared, &format!("{set}, {asks}"));
    for arity in 1..=2 {
        assert_eq!(fails_at(&text, NEVER_BAD, arity), Some(2));
    }
    // Two stored ids are the same.
    let two = "id_t owner; id_t next; bool written;";
    let same =
        "idle -> set { assign owner = me; }, set -> set { assign next = me, written = true; },
        idle -> bad { guard written && owner == next; }";
    for arity in 1..=2 {
        assert_eq!(fails_at(&family(two, same), NEVER_BAD, arity), Some(2));
    }
}

/// A channel that a stored id chooses has its partner found.
#[test]
fn the_owner_of_a_channel_is_looked_at() {
    let text = family(
        "id_t owner; chan grant[id_t]; bool sent;",
        "idle -> idle { assign owner = me; }, idle -> set { sync grant[me]?; assign sent = true; },
        idle -> bad { guard sent; }",
    );
    let controller = "process C() { state c; init c; trans c -> c { sync grant[owner]!; }; }
system P, C;";
    let text = text.replace("system P;", controller);
    for arity in 1..=2 {
        assert_eq!(fails_at(&text, NEVER_BAD, arity), Some(2));
    }
}

/// The owner of a stored id that chooses a broadcast channel only hears it, or does not: it is looked at for what the sender does.
#[test]
fn the_owner_of_a_broadcast_is_looked_at() {
    let text = family(
        "id_t owner; bool armed; bool shared; broadcast chan grant[id_t];",
        "idle -> set { assign owner = me, armed = true; }, set -> set { sync grant[me]?; },
        idle -> bad { guard shared; }",
    );
    let sender = "process C() { state c, d; init c; trans c -> d { guard armed; sync grant[owner]!; assign shared = true; }; }
system P, C;";
    let text = text.replace("system P;", sender);
    for arity in 1..=2 {
        assert_eq!(fails_at(&text, NEVER_BAD, arity), Some(2));
    }
}

/// What others write, each alone or two together, is seen.
#[test]
fn writes_of_others_are_seen() {
    let alone = "idle -> set { assign shared = true; }, idle -> bad { guard shared; }";
    assert_eq!(fails_at(&family("bool shared;", alone), NEVER_BAD, 1), Some(2));
    let together = "idle -> set { sync c!; assign shared = true; }, idle -> set { sync c?; },
        idle -> bad { guard shared; }";
    assert_eq!(fails_at(&family("bool shared; chan c;", together), NEVER_BAD, 1), Some(3));
    let broadcast = "idle -> set { sync c!; }, idle -> bad { sync c?; }";
    assert_eq!(fails_at(&family("broadcast chan c;", broadcast), NEVER_BAD, 1), Some(2));
    let reset = "idle -> set { assign y = 0; }, idle -> bad { guard x >= 5 && y <= 3; }";
    assert_eq!(fails_at(&family("clock y;", reset), NEVER_BAD, 1), Some(2));
}

/// Of the processes only one has the id that variables start with.
#[test]
fn not_all_are_the_first() {
    let text = family("id_t owner;", "idle -> bad { guard owner != me; }");
    for arity in 1..=2 {
        assert_eq!(fails_at(&text, NEVER_BAD, arity), Some(2));
    }
}

/// Two look on while two others do something together.
#[test]
fn two_are_seen_beside_two_others() {
    let edges = "idle -> set { sync c!; assign shared = true; }, idle -> set { sync c?; },
        idle -> bad { guard shared; }";
    let text = family("bool shared; chan c;", edges);
    let never_two = "A[] forall (i : id_t) forall (j : id_t) P(i).bad && P(j).bad imply i == j";
    assert_eq!(fails_at(&text, never_two, 2), Some(4));
}

/// An urgent transition that depends on others may be impossible because of them: then time passes.
#[test]
fn others_do_not_hold_time_up_for_ever() {
    let text = family(
        "urgent chan now;",
        "idle -> set { assign f[me] = true, x = 0; }, set -> bad { guard x >= 3; }",
    );
    let others = "process C() { state c; init c; trans c -> c { guard forall (k : id_t) f[k]; sync now!; }; }
process D() { state d; init d; trans d -> d { sync now?; }; }
system P, C, D;";
    assert_eq!(fails_at(&text.replace("system P;", others), NEVER_BAD, 1), Some(2));
}

/// A broadcast is allowed by a receiver at a committed location, whoever else is at one.
#[test]
fn a_committed_receiver_may_be_somebody_else() {
    let text = family(
        "bool shared; broadcast chan a, b;",
        "idle -> snd { guard !shared; sync a!; }, idle -> com { sync a?; }, idle -> rec { sync a?; },
        snd -> set { sync b!; assign shared = true; }, rec -> idle { sync b?; }, com -> bad { guard shared; }",
    );
    let text =
        text.replace("idle, set, bad;", "idle, set, bad, snd, com, rec;\n    commit com, rec;");
    assert_eq!(fails_at(&text, NEVER_BAD, 1), Some(3));
}

/// What a view cannot tell is refused.
#[test]
fn what_depends_on_too_many_is_refused() {
    let sends = "idle -> set { sync c!; assign f[me] = true; }";
    let listening =
        |edge: &str| family("int[0, 3] n; broadcast chan c;", &format!("{sends}, {edge}"));
    let asking = family("", "idle -> set { assign f[me] = true; }")
        .replace("set, bad", "set { exists (k : id_t) f[k] }, bad");
    for (text, reason) in [
        (
            listening("idle -> bad { guard exists (k : id_t) f[k]; sync c?; }"),
            "who receives this broadcast",
        ),
        (listening("idle -> bad { sync c?; assign n = 1; }"), "changes what others see"),
        (asking, "an invariant asks for"),
    ] {
        let loader = Loader::new().formula("A[] true");
        let family = Family::load_text(loader, "m.xta", text.as_str(), None).expect("it is one");
        let proved = family.prove(0, &ProveOptions::default());
        let found = proved.query.reason.unwrap_or_default();
        assert_eq!(proved.query.verdict, VerdictView::Unsupported, "{found}\n{text}");
        assert!(found.contains(reason), "{found}\n{text}");
    }
}
