//! Families in which one rule of the proof matters: without it something false would be proved.

use std::time::Duration;

use orrery::report::view::VerdictView;
use orrery::{Family, Loader, ProveOptions};

/// What comes of a query that fails from some number of processes on, looking at so many at once.
pub(super) fn fails_at(text: &str, formula: &str, arity: usize) -> Option<i32> {
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
pub(super) fn family(shared: &str, edges: &str) -> String {
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

pub(super) const NEVER_BAD: &str = "A[] forall (i : id_t) not P(i).bad";

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
    let called = "idle -> set { assign mark(); }, idle -> bad { guard shared; }";
    let text = family("bool shared; void mark() { shared = true; }", called);
    assert_eq!(fails_at(&text, NEVER_BAD, 1), Some(2));
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

/// Where no member hears a broadcast at a committed location, nobody who is not looked at allows it; the second check
/// must know that as well.
#[test]
fn nobody_else_allows_a_broadcast_that_members_do_not_hear() {
    let text = "const int N = 3; typedef int[1, N] id_t; broadcast chan go; bool s;
process P(const id_t me) { state a, b; init a; trans a -> b { }; }
process C() { state c, com, d; commit com; init c;
    trans c -> com { assign s = true; }, com -> d { sync go!; assign s = false; }; }
process V() { state v, bad; init v; trans v -> bad { guard s; sync go!; }; }
system P, C, V;";
    let loader = Loader::new().formula("A[] not V.bad");
    let family = Family::load_text(loader, "m.xta", text, None).expect("it is one");
    assert_eq!(family.prove(0, &ProveOptions::default()).query.verdict, VerdictView::Holds);
}

/// An id that belongs to somebody else may be one's own, also where no view shows both.
#[test]
fn ids_that_others_keep_may_be_ones_own() {
    let edges = "idle -> set { assign owner = KEPT, started = true; },
        idle -> bad { guard started && owner == me; }";
    let array =
        family("id_t next[id_t]; id_t owner; bool started;", &edges.replace("KEPT", "next[me]"));
    let local = family("id_t owner; bool started;", &edges.replace("KEPT", "next"))
        .replace("clock x;", "clock x; id_t next;");
    for text in [array, local] {
        for arity in 1..=2 {
            assert_eq!(fails_at(&text, NEVER_BAD, arity), Some(2));
        }
    }
}

/// Two processes for each id are one member together.
#[test]
fn a_member_may_have_two_processes() {
    let text = family("", "idle -> set { assign f[me] = true; }, idle -> bad { guard !f[me]; }");
    let second =
        "process Q(const id_t me) { state a, bad; init a; trans a -> bad { guard f[me]; }; }
system P, Q;";
    let text = text.replace("system P;", second);
    assert_eq!(fails_at(&text, "A[] forall (i : id_t) not (P(i).set && Q(i).bad)", 1), Some(1));
    let loader = Loader::new().formula("A[] forall (i : id_t) not (P(i).bad && Q(i).bad)");
    let family = Family::load_text(loader, "m.xta", text.as_str(), None).expect("it is one");
    assert_eq!(family.prove(0, &ProveOptions::default()).query.verdict, VerdictView::Holds);
}

/// What somebody who receives a broadcast sets is seen, by whoever does not look at that one.
#[test]
fn what_receivers_set_is_seen() {
    let edges = "idle -> set { sync c!; }, idle -> heard { sync c?; assign shared = true; },
        set -> bad { guard shared; }";
    let text =
        family("bool shared; broadcast chan c;", edges).replace("set, bad", "set, heard, bad");
    for arity in 1..=2 {
        assert_eq!(fails_at(&text, NEVER_BAD, arity), Some(2));
    }
    // Two things that two different ones set, and a clock.
    let edges = "idle -> one { }, idle -> two { }, idle -> set { guard g > 2; sync c!; },
        one -> heard { sync c?; assign left = true; }, two -> heard { sync c?; assign right = true, g = 0; },
        set -> bad { guard left && right && g <= 1; }";
    let text = family("bool left; bool right; clock g; broadcast chan c;", edges)
        .replace("set, bad", "set, one, two, heard, bad");
    assert_eq!(fails_at(&text, NEVER_BAD, 1), Some(3));
    // Only once, and seen by the sender alone.
    let edges = "idle -> one { }, idle -> two { }, idle -> set { guard !sent; sync c!; assign sent = true; },
        one -> heard { sync c?; assign left = true; }, two -> heard { sync c?; assign right = true; },
        set -> bad { guard left && right; }";
    let text = family("bool left; bool right; bool sent; broadcast chan c;", edges)
        .replace("set, bad", "set, one, two, heard, bad");
    assert_eq!(fails_at(&text, NEVER_BAD, 1), Some(3));
}

/// What a view cannot tell is refused.
#[test]
fn what_depends_on_too_many_is_refused() {
    let sends = "idle -> set { sync c!; assign f[me] = true; }";
    let listening = |edge: &str| {
        let shared = "int[0, 3] n; int[0, N] owner; clock g; broadcast chan c;
            bool is_zero() { return n == 0; }";
        family(shared, &format!("{sends}, {edge}"))
    };
    let sets = "idle -> bad { sync c?; assign n = 1; }";
    let beside = "process C() { state c; init c; trans c -> c { sync c?; assign n = 3; }; }
system P, C;";
    let asking = family("", "idle -> set { assign f[me] = true; }")
        .replace("set, bad", "set { exists (k : id_t) f[k] }, bad");
    for (text, reason) in [
        (
            listening("idle -> bad { guard exists (k : id_t) f[k]; sync c?; }"),
            "who receives this broadcast",
        ),
        // Written out for each id, in three ways.
        (
            listening("idle -> bad { guard forall (k : id_t) (f[k] imply x <= 4); sync c?; }"),
            "who receives this broadcast",
        ),
        (
            listening("idle -> bad { guard forall (k : id_t) (k != me imply x <= 4); sync c?; }"),
            "who receives this broadcast",
        ),
        (
            listening(
                "idle -> bad { guard forall (k : id_t) (owner == k imply x <= 4); sync c?; }",
            ),
            "who receives this broadcast",
        ),
        (listening("idle -> bad { sync c?; assign n = n + 1; }"), "change what others see"),
        (
            listening(
                "idle -> bad { sync c?; assign n = 1; }, idle -> set { sync c?; assign n = 2; }",
            ),
            "change what others see",
        ),
        (
            listening(
                "idle -> bad { sync c?; assign n = 1; }, idle -> set { sync c?; assign f[me] = n == 0; }",
            ),
            "uses what others that receive it set",
        ),
        (listening("idle -> bad { sync c?; assign f[owner] = true; }"), "change what others see"),
        (
            listening(&format!("{sets}, idle -> set {{ sync c?; assign f[me] = is_zero(); }}")),
            "uses what others that receive it set",
        ),
        (
            listening(
                "idle -> bad { sync c?; assign g = 0; }, idle -> set { sync c?; assign x = g; }",
            ),
            "uses what others that receive it set",
        ),
        (listening(sets).replace("system P;", beside), "uses what others that receive it set"),
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

/// Where a query fails, and from where on that is known for all.
pub(super) fn failures(text: &str, formula: &str) -> (VerdictView, Option<i32>, Option<i32>) {
    let loader = Loader::new().formula(formula);
    let family = Family::load_text(loader, "m.xta", text, None)
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let time = Some(Duration::from_secs(20));
    let proved = family.prove(0, &ProveOptions { time, ..ProveOptions::default() });
    (proved.query.verdict, proved.fails_at, proved.fails_from)
}

const LOCK: &str = "idle -> set { guard !shared; assign shared = true, x = 0; }";

/// A run of a few processes is one of more processes, if the others can stand by.
#[test]
fn others_stand_by() {
    let text = family("bool shared;", &format!("{LOCK}, set -> bad {{ guard x > 3; }}"));
    assert_eq!(failures(&text, NEVER_BAD), (VerdictView::Fails, Some(1), Some(1)));
    let somebody = "E<> exists (i : id_t) P(i).bad";
    assert_eq!(failures(&text, somebody), (VerdictView::Holds, None, None));
    let two = "E<> exists (i : id_t) exists (j : id_t) i != j && P(i).bad && P(j).bad";
    let free = text.replace("guard !shared; ", "");
    assert_eq!(failures(&free, two), (VerdictView::Fails, Some(1), None));
    let never_two = "A[] (sum (i : id_t) P(i).bad) <= 1";
    assert_eq!(failures(&free, never_two), (VerdictView::Fails, Some(2), Some(2)));
}

/// Each of these fails for one process, and not for two: one of them would have to stand by, and cannot.
#[test]
fn others_do_not_stand_by() {
    let fails_once = |text: &str, formula: &str| {
        assert_eq!(failures(text, formula), (VerdictView::Fails, Some(1), None), "{text}");
        let loader = Loader::new().formula(formula).define("N", 2);
        let two = loader.load_text("m.xta", text).expect("it is a model");
        let answer = two.check(&two.queries()[0], &orrery::Options::default());
        assert_eq!(answer.expect("it is answered").holds(), Some(true), "{text}");
    };
    let late = "set -> bad { guard x > 3; }";
    let text = family("bool shared;", &format!("{LOCK}, {late}"));
    fails_once(&text.replace("state idle", "state idle { x <= 2 }"), NEVER_BAD);
    fails_once(&text.replace("init idle;", "urgent idle;\n    init idle;"), NEVER_BAD);
    fails_once(&text.replace("init idle;", "commit idle;\n    init idle;"), NEVER_BAD);
    // What is asked of everybody.
    let all = format!(
        "{LOCK}, set -> set {{ assign f[me] = true; }}, set -> bad {{ guard forall (k : id_t) f[k]; }}"
    );
    fails_once(&family("bool shared;", &all), NEVER_BAD);
    let written_out = format!(
        "{LOCK}, set -> bad {{ guard x > 3 && (forall (k : id_t) (k != me imply x < 2)); }}"
    );
    fails_once(&family("bool shared;", &written_out), NEVER_BAD);
    let never_all = "A[] exists (i : id_t) not P(i).set";
    fails_once(&family("bool shared;", LOCK), never_all);
    fails_once(&family("bool shared;", LOCK), "A[] (sum (i : id_t) P(i).idle) >= 1");
    // A broadcast that somebody hears, and an urgent channel.
    let hears = format!("{LOCK}, idle -> bad {{ sync c?; assign heard = true; }}");
    let sends = "process C() { state c, d, e; init c; trans c -> d { guard shared; sync c!; }, d -> e { guard !heard; }; }
system P, C;";
    let text = family("bool shared; bool heard; broadcast chan c;", &hears);
    fails_once(&text.replace("system P;", sends), "A[] not C.e");
    // On the channel of somebody else.
    let text = text.replace("c?", "c[owner]?").replace("chan c;", "chan c[id_t]; id_t owner;");
    fails_once(&text.replace("system P;", &sends.replace("c!", "c[owner]!")), "A[] not C.e");
    // What is always possible goes before what is not.
    let first = "idle -> idle { sync hi!; }, idle -> set { guard !shared; sync hi!; assign shared = true; },
        set -> bad { }";
    let text = family("bool shared; chan hi; chan priority default < hi;", first);
    let takes = "process C() { state c; init c; trans c -> c { sync hi?; }; }
system P, C;";
    fails_once(&text.replace("system P;", takes), NEVER_BAD);
    let hurries = "idle -> set { guard !shared; assign shared = true, z = 0; },
        idle -> bad { guard shared; sync u!; assign shared = false; }";
    let waits = "process C() { state c, d; init c; trans c -> c { sync u?; }, c -> d { guard shared && z > 3; }; }
system P, C;";
    let text = family("bool shared; clock z; urgent chan u;", hurries);
    fails_once(&text.replace("system P;", waits), "A[] not C.d");
}
