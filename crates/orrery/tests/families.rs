//! What is proved for every N holds for each N: random families, checked for small N one by one.
//!
//! `FAMILIES=20000 cargo test -p orrery --test families` tries more of them; `FIRST` is the first seed.

use std::fmt::Write as _;
use std::time::Duration;

use orrery::report::view::VerdictView;
use orrery::{Family, Limits, Loader, Options, ProveOptions};

/// Numbers that look random (Knuth's MMIX).
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[usize::try_from(self.below(of.len() as u64)).expect("it is small")]
    }
}

/// The locations of members, and those of the controller.
const PLACES: [&str; 4] = ["a", "b", "c", "d"];

fn integer_guard(dice: &mut Dice, me: &str) -> String {
    let choices = ["true", "true", "v == 0", "v > 0", "id == 0", "id != 0"];
    let mine = ["id == ME", "id != ME", "f[ME] == 0", "f[ME] == 1"];
    let guard =
        if me.is_empty() || dice.one_in(2) { dice.pick(&choices) } else { dice.pick(&mine) };
    guard.replace("ME", me)
}

fn clock_guard(dice: &mut Dice, clock: &str) -> String {
    let bound = dice.below(4);
    match dice.below(5) {
        0 => format!("{clock} <= {bound}"),
        1 => format!("{clock} > {bound}"),
        2 => format!("{clock} >= {bound}"),
        _ => "true".to_owned(),
    }
}

fn update(dice: &mut Dice, me: &str, clock: &str) -> String {
    let shared = ["v = 0", "v = 1", "v = v == 0 ? 2 : 0", "id = 0", "g = 0"];
    let mine = ["id = ME", "id = ME", "f[ME] = 1", "f[ME] = 0", "y[ME] = 0"];
    let mut parts = Vec::new();
    if dice.one_in(2) {
        parts.push(format!("{clock} = 0"));
    }
    if dice.one_in(3) {
        parts.push(dice.pick(&shared).to_owned());
    }
    if !me.is_empty() && dice.one_in(2) {
        parts.push(dice.pick(&mine).replace("ME", me));
    }
    parts.join(", ")
}

/// An edge of a member (`pid`) or of the controller.
fn edge(dice: &mut Dice, member: bool) -> String {
    let (from, to) = (dice.pick(&PLACES), dice.pick(&PLACES));
    let clock = if member { dice.pick(&["x", "x", "y[pid]", "g"]) } else { "z" };
    let sync = match dice.below(10) {
        0 => "h!",
        1 => "h?",
        2 => "bc!",
        3 | 4 => "bc?",
        5 if member => "one[pid]!",
        6 if member => "one[pid]?",
        5 => "one[i]?",
        6 => "one[i]!",
        7 if member => "u!",
        7 => "u?",
        _ => "",
    };
    let choosing = sync.contains("[i]") || (member && sync.is_empty() && dice.one_in(6));
    let me = match (choosing, member) {
        (true, true) => dice.pick(&["i", "pid"]),
        (true, false) => "i",
        (false, true) => "pid",
        (false, false) => "",
    };
    let mut parts = Vec::new();
    if choosing {
        parts.push("select i : id_t;".to_owned());
    }
    let timed = if sync == "bc?" || sync.starts_with('u') {
        "true".to_owned()
    } else {
        clock_guard(dice, clock)
    };
    parts.push(format!("guard {} && {timed};", integer_guard(dice, me)));
    if !sync.is_empty() {
        parts.push(format!("sync {sync};"));
    }
    let done = match (sync, member) {
        ("bc?", true) => dice.pick(&["x = 0", "f[pid] = 1", "f[pid] = 0"]).to_owned(),
        _ => update(dice, me, clock),
    };
    if !done.is_empty() {
        parts.push(format!("assign {done};"));
    }
    format!("{from} -> {to} {{ {} }}", parts.join(" "))
}

fn template(dice: &mut Dice, member: bool) -> String {
    let clock = if member { "x" } else { "z" };
    let places: Vec<String> = PLACES
        .iter()
        .map(|place| {
            if dice.one_in(3) {
                format!("{place} {{ {clock} <= {} }}", 1 + dice.below(3))
            } else {
                (*place).to_owned()
            }
        })
        .collect();
    let mut text = format!("    clock {clock};\n    state {};\n", places.join(", "));
    if dice.one_in(4) {
        let _ =
            writeln!(text, "    {} {};", dice.pick(&["commit", "urgent"]), dice.pick(&PLACES[1..]));
    }
    text.push_str("    init a;\n    trans\n");
    let edges: Vec<String> =
        (0..4 + dice.below(5)).map(|_| format!("        {}", edge(dice, member))).collect();
    text.push_str(&edges.join(",\n"));
    text.push_str(";\n");
    text
}

/// A random family. Ids are numbers from 1 or 0 on, or, where "nobody" is not needed, a scalar set.
fn model(dice: &mut Dice) -> String {
    let ids = dice.pick(&["int[1, N]", "int[0, N - 1]"]);
    let (stored, nobody) =
        if ids == "int[1, N]" { ("int[0, N]", "0") } else { ("int[-1, N - 1]", "-1") };
    let text = format!(
        "const int N = 2;\ntypedef {ids} id_t;\n{stored} id = {nobody};\nint[0, 2] v;\nbool f[id_t];\nclock g;\n\
         clock y[id_t];\nchan h, one[id_t];\nurgent chan u;\nbroadcast chan bc;\n\
         process P(const id_t pid) {{\n{}}}\nprocess C() {{\n{}}}\nsystem P, C;\n",
        template(dice, true),
        template(dice, false)
    );
    if nobody == "0" { text } else { nobody_is(&text) }
}

/// The same with -1 for nobody.
fn nobody_is(text: &str) -> String {
    text.replace("id == 0", "id == -1").replace("id != 0", "id != -1").replace("id = 0", "id = -1")
}

fn query(dice: &mut Dice) -> String {
    let (p, q, c) = (dice.pick(&PLACES), dice.pick(&PLACES), dice.pick(&PLACES));
    let bound = dice.below(5);
    let more = dice
        .pick(&[
            "true",
            "id == i",
            "id == j",
            "v == 1",
            "f[i]",
            "C.c",
            "!f[j]",
            "id != i && id != j",
        ])
        .replace("C.c", &format!("C.{c}"));
    let clocks = dice
        .pick(&[
            "true",
            "true",
            "P(i).x > B",
            "P(i).x <= B",
            "P(i).x - P(j).x > B",
            "y[i] < B",
            "g - P(i).x < B",
            "C.z > B",
        ])
        .replace('B', &bound.to_string());
    match dice.below(3) {
        0 => format!(
            "A[] forall (i : id_t) forall (j : id_t) not (i != j && P(i).{p} && P(j).{q} && {more} && {clocks})"
        ),
        1 => format!(
            "E<> exists (i : id_t) exists (j : id_t) i != j && P(i).{p} && P(j).{q} && {more} && {clocks}"
        ),
        _ => {
            let (more, clocks) = (more.replace('j', "i"), clocks.replace('j', "i"));
            format!("A[] forall (i : id_t) not (P(i).{p} && {more} && {clocks})")
        }
    }
}

/// What came of a random family.
#[derive(Debug, Default)]
struct Tally {
    proved: u32,
    refuted: u32,
    unknown: u32,
    unsupported: u32,
}

fn try_one(seed: u64, tally: &mut Tally) {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    dice.below(2);
    let text = model(&mut dice);
    let queries: Vec<String> = (0..3).map(|_| query(&mut dice)).collect();
    let loader = queries.iter().fold(Loader::new(), |loader, query| loader.formula(query.as_str()));
    let family = Family::load_text(loader.clone(), "m.xta", text.as_str(), None)
        .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
    let options = ProveOptions { time: Some(Duration::from_secs(1)), ..ProveOptions::default() };
    for (place, formula) in queries.iter().enumerate() {
        let proved = family.prove(place, &options);
        match (proved.query.verdict, &proved.views) {
            (VerdictView::Holds | VerdictView::Fails, Some(_)) => tally.proved += 1,
            (VerdictView::Fails, None) => tally.refuted += 1,
            (VerdictView::Unsupported, _) => tally.unsupported += 1,
            _ => tally.unknown += 1,
        }
        if proved.views.is_none() {
            continue;
        }
        for members in 1..=5 {
            let instance = loader.clone().define("N", members).load_text("m.xta", &text);
            let instance = instance.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            let query = &instance.queries()[place];
            let mut limits = Limits::new().time(Duration::from_secs(2));
            let answer = instance
                .check_within(query, &Options::default(), &mut limits)
                .expect("it can be checked");
            let holds = formula.starts_with("A[]");
            // An invalid evaluation would be one as well, and there must be none.
            assert!(answer.verdict().is_ok(), "seed {seed}, N = {members}: {formula}\n{text}");
            assert!(
                answer.holds().is_none_or(|found| found == holds),
                "seed {seed}: {formula} is proved, but not so for N = {members}\n{text}"
            );
        }
    }
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn what_is_proved_for_every_n_holds_for_each() {
    let mut tally = Tally::default();
    let first = number("FIRST", 1);
    for seed in first..first + number("FAMILIES", 40) {
        try_one(seed, &mut tally);
    }
    // Otherwise nothing has been tested.
    assert!(tally.proved > 5 && tally.refuted > 2, "{tally:?}");
}
