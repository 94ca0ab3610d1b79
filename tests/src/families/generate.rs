//! Random families: members with an id each, a controller, ids that are stored, compared and used as an index, quantifiers,
//! loops, broadcasts, arrays of channels and of clocks.

use std::fmt::Write as _;

/// Numbers that look random (Knuth's MMIX).
#[derive(Debug)]
pub struct Dice(u64);

impl Dice {
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        dice.below(2);
        dice
    }

    pub fn below(&mut self, count: u64) -> u64 {
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

/// How ids are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ids {
    FromOne,
    FromZero,
    Scalar,
}

/// Which of the rarer things a family has.
struct Style {
    ids: Ids,
    /// Quantifiers, sums and loops over ids.
    quantifies: bool,
    /// Stored ids as indices, and compared with each other.
    stores: bool,
}

/// A random family, as text. `N` is the open constant.
#[must_use]
pub fn model(dice: &mut Dice) -> String {
    let ids = match dice.below(5) {
        0 | 1 => Ids::FromOne,
        2 | 3 => Ids::FromZero,
        _ => Ids::Scalar,
    };
    let style = Style { ids, quantifies: dice.one_in(2), stores: dice.one_in(2) };
    let (declared, stored, nobody) = match ids {
        Ids::FromOne => ("int[1, N]", "int[0, N]", "0"),
        Ids::FromZero => ("int[0, N - 1]", "int[-1, N - 1]", "-1"),
        Ids::Scalar => ("scalar[N]", "id_t", ""),
    };
    let start = if nobody.is_empty() { String::new() } else { format!(" = {nobody}") };
    let mut text = format!(
        "const int N = 2;\ntypedef {declared} id_t;\n{stored} id{start};\n{stored} last{start};\n\
         {stored} next[id_t];\nint[0, 2] v;\nbool f[id_t];\nclock g;\nclock y[id_t];\nchan h, one[id_t];\nurgent chan u;\n\
         broadcast chan bc;\n"
    );
    text.push_str(&with_nobody(FUNCTIONS, &style));
    let _ = write!(
        text,
        "process P(const id_t pid) {{\n{}}}\nprocess C() {{\n{}}}\nsystem P, C;\n",
        template(dice, &style, true),
        template(dice, &style, false)
    );
    text
}

const FUNCTIONS: &str = "bool any() { for (k : id_t) if (f[k]) return true; return false; }
bool some() { bool found = false; for (k : id_t) if (f[k]) found = true; return found; }
void clear() { for (k : id_t) { f[k] = false; y[k] = 0; } }
void settle() { for (k : id_t) if (f[k]) v = 1; }
void mark(id_t k) { f[k] = true; }
void count() { for (k : id_t) if (f[k]) v = v == 0 ? 1 : 2; }
void poke() { if (id != NOBODY) f[id] = true; }
";

/// A condition about integers, with `NOBODY` replaced.
fn integer_guard(dice: &mut Dice, style: &Style, me: &str) -> String {
    let mut choices = vec!["true", "true", "v == 0", "v > 0", "id == NOBODY", "id != NOBODY"];
    let mut mine = vec!["id == ME", "id != ME", "f[ME] == 0", "f[ME] == 1"];
    if style.quantifies {
        choices.extend([
            "(exists (k : id_t) f[k])",
            "(forall (k : id_t) !f[k])",
            "(sum (k : id_t) f[k]) <= 1",
            "(sum (k : id_t) f[k]) == 1",
            "(v == 0 imply (forall (k : id_t) id != k))",
            "any()",
            "!some()",
        ]);
        mine.extend([
            "(forall (k : id_t) k == ME || !f[k])",
            "(exists (k : id_t) k != ME && f[k])",
        ]);
    }
    if style.stores {
        choices.extend(["id == last", "id != last", "(id != NOBODY && f[id])"]);
        mine.extend(["next[ME] == id", "(id != NOBODY && next[id] == ME)", "next[ME] != last"]);
    }
    let guard =
        if me.is_empty() || dice.one_in(2) { dice.pick(&choices) } else { dice.pick(&mine) };
    with_nobody(&guard.replace("ME", me), style)
}

/// "Nobody" as this family writes it; a scalar set has none.
fn with_nobody(text: &str, style: &Style) -> String {
    match style.ids {
        Ids::FromOne => text.replace("NOBODY", "0"),
        Ids::FromZero => text.replace("NOBODY", "-1"),
        Ids::Scalar => text
            .replace("id == NOBODY", "v == 1")
            .replace("id != NOBODY", "true")
            .replace("id = NOBODY", "v = 0"),
    }
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

fn update(dice: &mut Dice, style: &Style, me: &str, clock: &str) -> String {
    let mut shared = vec!["v = 0", "v = 1", "v = v == 0 ? 2 : 0", "id = NOBODY", "g = 0"];
    let mut mine = vec!["id = ME", "id = ME", "f[ME] = 1", "f[ME] = 0", "y[ME] = 0"];
    if style.quantifies {
        shared.extend(["clear()", "settle()", "v = any() ? 1 : 2"]);
        // Refused, as some others below: what is refused without need would not be noticed, the opposite is.
        if dice.one_in(12) {
            shared.push("count()");
        }
        mine.push("mark(ME)");
    }
    if style.stores {
        shared.extend(["last = id", "id = last", "poke()"]);
        mine.extend(["next[ME] = id", "id = next[ME]", "last = ME"]);
    }
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
    with_nobody(&parts.join(", "), style)
}

fn synchronisation(dice: &mut Dice, style: &Style, member: bool) -> &'static str {
    match dice.below(11) {
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
        8 if style.stores && !member => "one[id]!",
        _ => "",
    }
}

/// An edge of a member (`pid`) or of the controller.
fn edge(dice: &mut Dice, style: &Style, member: bool) -> String {
    let (from, to) = (dice.pick(&PLACES), dice.pick(&PLACES));
    let clock = if member { dice.pick(&["x", "x", "y[pid]", "g"]) } else { "z" };
    let sync = synchronisation(dice, style, member);
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
    let untimed = sync == "bc?" || sync.starts_with('u');
    let timed = if untimed { "true".to_owned() } else { clock_guard(dice, clock) };
    // Who receives a broadcast must be known from those who take part.
    let plain = Style { ids: style.ids, quantifies: false, stores: false };
    let receives = sync == "bc?" && !dice.one_in(12);
    let mut condition = integer_guard(dice, if receives { &plain } else { style }, me);
    if sync == "one[id]!" {
        condition = with_nobody(&format!("id != NOBODY && {condition}"), style);
    }
    parts.push(format!("guard {condition} && {timed};"));
    if !sync.is_empty() {
        parts.push(format!("sync {sync};"));
    }
    let done = match (sync, member) {
        ("bc?", true) => dice.pick(&["x = 0", "f[pid] = 1", "f[pid] = 0"]).to_owned(),
        ("bc?", false) => update(dice, &plain, me, clock),
        _ => update(dice, style, me, clock),
    };
    if !done.is_empty() {
        parts.push(format!("assign {done};"));
    }
    format!("{from} -> {to} {{ {} }}", parts.join(" "))
}

fn template(dice: &mut Dice, style: &Style, member: bool) -> String {
    let clock = if member { "x" } else { "z" };
    let places: Vec<String> = PLACES
        .iter()
        .map(|place| match dice.below(9) {
            0..3 => format!("{place} {{ {clock} <= {} }}", 1 + dice.below(3)),
            3 if style.quantifies => format!("{place} {{ forall (k : id_t) y[k] <= 4 }}"),
            4 if style.quantifies && dice.one_in(9) => {
                format!("{place} {{ exists (k : id_t) !f[k] }}")
            }
            _ => (*place).to_owned(),
        })
        .collect();
    let mut text = format!("    clock {clock};\n    state {};\n", places.join(", "));
    if dice.one_in(4) {
        let _ =
            writeln!(text, "    {} {};", dice.pick(&["commit", "urgent"]), dice.pick(&PLACES[1..]));
    }
    text.push_str("    init a;\n    trans\n");
    let edges: Vec<String> =
        (0..4 + dice.below(5)).map(|_| format!("        {}", edge(dice, style, member))).collect();
    text.push_str(&edges.join(",\n"));
    text.push_str(";\n");
    text
}

/// A query about a random family.
#[must_use]
pub fn query(dice: &mut Dice) -> String {
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
    match dice.below(4) {
        0 => format!(
            "A[] forall (i : id_t) forall (j : id_t) not (i != j && P(i).{p} && P(j).{q} && {more} && {clocks})"
        ),
        1 => format!(
            "E<> exists (i : id_t) exists (j : id_t) i != j && P(i).{p} && P(j).{q} && {more} && {clocks}"
        ),
        2 => format!("A[] C.{c} imply id == last"),
        _ => {
            let (more, clocks) = (more.replace('j', "i"), clocks.replace('j', "i"));
            format!("A[] forall (i : id_t) not (P(i).{p} && {more} && {clocks})")
        }
    }
}
