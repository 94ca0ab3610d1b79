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

/// The locations of members, and those of the controller. Most families have only the first three.
const PLACES: [&str; 4] = ["a", "b", "c", "d"];

/// How ids are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ids {
    FromOne,
    FromZero,
    /// From 5 on; nobody is 4.
    Shifted,
    /// From 0 on; nobody is the number above all ids.
    NobodyAbove,
    Scalar,
}

/// Which of the rarer things a family has.
#[derive(Clone, Copy)]
struct Style {
    ids: Ids,
    /// Quantifiers, sums and loops over ids.
    quantifies: bool,
    /// Stored ids as indices, and compared with each other.
    stores: bool,
    /// How many locations there are.
    places: usize,
}

impl Style {
    fn place(self, dice: &mut Dice) -> &'static str {
        dice.pick(&PLACES[..self.places])
    }
}

/// A random family, as text. `N` is the open constant.
#[must_use]
pub fn model(dice: &mut Dice) -> String {
    let ids = match dice.below(9) {
        0 | 1 => Ids::FromOne,
        2 | 3 => Ids::FromZero,
        4 => Ids::Shifted,
        5 => Ids::NobodyAbove,
        _ => Ids::Scalar,
    };
    let places = if dice.one_in(4) { 4 } else { 3 };
    let style = Style { ids, quantifies: dice.one_in(2), stores: dice.one_in(2), places };
    let mut body = format!(
        "process P(const id_t pid) {{\n{}}}\nprocess C() {{\n{}}}\n",
        template(dice, style, true),
        template(dice, style, false)
    );
    // A second process for each id.
    if dice.one_in(6) {
        let second = template(dice, Style { places: 3, ..style }, true);
        body.push_str(&format!("process Q(const id_t pid) {{\n{second}}}\nsystem P, Q, C;\n"));
    } else {
        body.push_str("system P, C;\n");
    }
    format!("{}{body}", declarations(style, &body))
}

/// What the processes use. What they do not use would only make instances larger.
fn declarations(style: Style, body: &str) -> String {
    let (declared, stored, nobody) = match style.ids {
        Ids::FromOne => ("int[1, N]", "int[0, N]", "0"),
        Ids::FromZero => ("int[0, N - 1]", "int[-1, N - 1]", "-1"),
        Ids::Shifted => ("int[5, N + 4]", "int[4, N + 4]", "4"),
        Ids::NobodyAbove => ("int[0, N - 1]", "int[0, N]", "N"),
        Ids::Scalar => ("scalar[N]", "id_t", ""),
    };
    let start = if nobody.is_empty() { String::new() } else { format!(" = {nobody}") };
    let mut functions = String::new();
    for function in FUNCTIONS.lines().map(|line| with_nobody(line, style)) {
        let call = function.split_whitespace().nth(1).and_then(|word| word.split('(').next());
        if call.is_some_and(|name| body.contains(&format!("{name}("))) {
            functions.push_str(&function);
            functions.push('\n');
        }
    }
    let used =
        |words: &[&str]| words.iter().any(|word| body.contains(word) || functions.contains(word));
    let mut text = format!(
        "const int N = 2;\ntypedef {declared} id_t;\n{stored} id{start};\n{stored} last{start};\n\
         int[0, 2] v;\nbool f[id_t];\nchan h, one[id_t];\nurgent chan u;\n\
         broadcast chan bc, ba[id_t];\n"
    );
    for (words, declaration) in [
        (&["next["][..], format!("{stored} next[id_t];\n")),
        (&["g = 0", "g <", "g >", "g - "][..], "clock g;\n".to_owned()),
        (&["y["][..], "clock y[id_t];\n".to_owned()),
    ] {
        if used(words) {
            text.push_str(&declaration);
        }
    }
    text + &functions
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
fn integer_guard(dice: &mut Dice, style: Style, me: &str) -> String {
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
fn with_nobody(text: &str, style: Style) -> String {
    match style.ids {
        Ids::FromOne => text.replace("NOBODY", "0"),
        Ids::FromZero => text.replace("NOBODY", "-1"),
        Ids::Shifted => text.replace("NOBODY", "4"),
        Ids::NobodyAbove => text.replace("NOBODY", "N"),
        Ids::Scalar => text
            .replace("id == NOBODY", "v == 1")
            .replace("id != NOBODY", "true")
            .replace("id = NOBODY", "v = 0"),
    }
}

fn clock_guard(dice: &mut Dice, style: Style, me: &str, clock: &str) -> String {
    let bound = dice.below(4);
    let upper = format!("{clock} <= {bound}");
    match dice.below(6) {
        0 => upper,
        1 => format!("{clock} > {bound}"),
        2 => format!("{clock} >= {bound}"),
        // Written out for each id.
        3 if style.quantifies => match dice.below(3) {
            0 => format!("(forall (k : id_t) (f[k] imply {upper}))"),
            1 if !me.is_empty() => format!("(forall (k : id_t) (k != {me} imply {upper}))"),
            _ => format!("(forall (k : id_t) (id == k imply {upper}))"),
        },
        _ => "true".to_owned(),
    }
}

fn update(dice: &mut Dice, style: Style, me: &str, clock: &str) -> String {
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

fn synchronisation(dice: &mut Dice, style: Style, member: bool) -> &'static str {
    match dice.below(13) {
        0 => "h!",
        1 => "h?",
        2 => "bc!",
        3 | 4 => "bc?",
        9 if member => "ba[pid]?",
        9 => "ba[i]!",
        10 if member => "ba[i]!",
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
fn edge(dice: &mut Dice, style: Style, member: bool) -> String {
    let (from, to) = (style.place(dice), style.place(dice));
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
    // Who receives a broadcast must be known from those who take part, or the family is refused.
    let plain = Style { quantifies: false, stores: false, ..style };
    let receives = sync.starts_with('b') && sync.ends_with('?');
    let looks = if receives && !dice.one_in(12) { plain } else { style };
    let untimed = sync.starts_with('u') || (receives && dice.one_in(2));
    let timed = if untimed { "true".to_owned() } else { clock_guard(dice, looks, me, clock) };
    let mut condition = integer_guard(dice, looks, me);
    if sync == "one[id]!" {
        condition = with_nobody(&format!("id != NOBODY && {condition}"), style);
    }
    parts.push(format!("guard {condition} && {timed};"));
    if !sync.is_empty() {
        parts.push(format!("sync {sync};"));
    }
    let done = match (receives, member) {
        (true, true) => received(dice).to_owned(),
        (true, false) => update(dice, plain, me, clock),
        _ => update(dice, style, me, clock),
    };
    if !done.is_empty() {
        parts.push(format!("assign {done};"));
    }
    format!("{from} -> {to} {{ {} }}", parts.join(" "))
}

/// What a member does that receives a broadcast. What it sets for all to see must be the same for all.
fn received(dice: &mut Dice) -> &'static str {
    if dice.one_in(30) {
        return dice.pick(&["v = 2", "id = pid", "v = v == 0 ? 1 : 2"]);
    }
    dice.pick(&["x = 0", "f[pid] = 1", "f[pid] = 0", "v = 1", "f[pid] = 1, v = 1", "g = 0"])
}

fn template(dice: &mut Dice, style: Style, member: bool) -> String {
    let clock = if member { "x" } else { "z" };
    let places: Vec<String> = PLACES[..style.places]
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
        let kind = dice.pick(&["commit", "urgent"]);
        let _ = writeln!(text, "    {kind} {};", dice.pick(&PLACES[1..style.places]));
    }
    text.push_str("    init a;\n    trans\n");
    let edges: Vec<String> =
        (0..3 + dice.below(5)).map(|_| format!("        {}", edge(dice, style, member))).collect();
    text.push_str(&edges.join(",\n"));
    text.push_str(";\n");
    text
}

/// A query about the random family with this text.
#[must_use]
pub fn query(dice: &mut Dice, text: &str) -> String {
    let (p, q, c) = (dice.pick(&PLACES[..3]), dice.pick(&PLACES[..3]), dice.pick(&PLACES[..3]));
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
    let missing = [("y[", "clock y["), ("g -", "clock g")];
    let is_missing =
        |(word, declared): &(&str, &str)| clocks.contains(word) && !text.contains(declared);
    let clocks = if missing.iter().any(is_missing) { "true".to_owned() } else { clocks };
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
