//! Questions about copies: about all of them, about some, and about one by name.

use super::sets::{Choices, Style};
use super::words::{Clocks, Family};

/// One question of each kind, after one that nothing satisfies.
#[must_use]
pub fn questions(
    choices: &mut Choices,
    families: &[Family],
    paired: bool,
    counter: bool,
    tour: bool,
) -> Vec<String> {
    let mut queries = vec!["E<> false".to_owned(), "A[] not deadlock".to_owned()];
    for kind in ["E<> ", "A[] ", "E[] ", "A<> "] {
        queries.push(format!("{kind}({})", goal(choices, &families[0], paired)));
    }
    let (first, second) =
        (goal(choices, &families[0], paired), goal(choices, &families[0], paired));
    queries.push(format!("({first}) --> ({second})"));
    let deadlock = format!("E<> deadlock && ({})", goal(choices, &families[0], paired));
    queries.push(deadlock);
    if counter {
        queries.push("sup: g".to_owned());
    }
    if tour {
        let number = choices.below(families[0].set.size);
        queries.push(format!("E<> K.location == {number}"));
        queries.push(format!("A[] K.location < {number} || K.L{number}"));
        queries.push("sup: K.location".to_owned());
    }
    if let Some(guarded) = guarded(choices, &families[0]) {
        queries.push(format!("E<> {guarded}"));
        queries.push(format!("A[] not ({guarded})"));
        queries.push(format!("sup{{{guarded}}}: 1"));
        queries.push(format!("E<> deadlock && {guarded}"));
    }
    if families[0].clocks == Clocks::Array && families[0].set.style.has_names() {
        let number = families[0].set.number(choices.below(families[0].set.size));
        queries.push(format!("sup: {}", families[0].set.cell("x", &number.to_string())));
    }
    queries.extend(about_members(choices, &families[0], paired));
    queries
}

/// Questions about the runs of members by name, each with the same one about other members.
fn about_members(choices: &mut Choices, family: &Family, paired: bool) -> Vec<String> {
    let set = &family.set;
    let named = matches!(set.style, Style::ByHand | Style::Named) && !paired;
    if set.size < 2 || !(named || set.style.has_names()) {
        return Vec::new();
    }
    let one = choices.below(set.size);
    let other = (one + 1 + choices.below(set.size - 1)) % set.size;
    let (here, there) = (choices.below(2), choices.below(2));
    let about_runs = choices.below(3);
    let starts = choices.below(4);
    let has_clock = set.style.has_names() && family.clocks == Clocks::Array;
    let ask = |one: usize, other: usize| {
        let number = |member: usize| set.number(member).to_string();
        let at = |member: usize, location: usize| match (named, paired) {
            (true, _) => format!("P{member}.L{location}"),
            (false, true) => format!("(exists (r : T) P({}, r).L{location})", number(member)),
            (false, false) => format!("P({}).L{location}", number(member)),
        };
        let leads = match starts {
            0 => format!("{} --> {}", at(one, here), at(one, there)),
            1 => format!("{} && {} --> not {}", at(one, here), at(other, there), at(one, here)),
            2 if has_clock => {
                let clock = set.cell("x", &number(one));
                format!("{} && {clock} >= 1 --> {}", at(one, here), at(one, there))
            }
            _ => format!("{} --> {}", at(one, here), at(other, there)),
        };
        let throughout = match about_runs {
            0 => format!("A<> {}", at(one, 1)),
            1 => format!("E[] {}", at(one, here)),
            _ => format!("E[] not {}", at(one, 1)),
        };
        [leads, throughout]
    };
    let [leads, throughout] = ask(one, other);
    let [image_of_leads, image_of_throughout] = ask(other, one);
    vec![leads, throughout, image_of_leads, image_of_throughout]
}

/// What is valid behind a condition only: the cell of a member that may be nobody.
fn guarded(choices: &mut Choices, family: &Family) -> Option<String> {
    let someone = family.someone()?;
    let holder = family.holder()?;
    let number = family.set.number(choices.below(family.set.size)).to_string();
    let (value, other) = (choices.below(3), choices.below(3));
    let named = family.cell(&number)?;
    if family.clocks == Clocks::Array && choices.chance(40) {
        let clock = family.clock(holder)?;
        return Some(format!("{someone} && {clock} > {value} && {named} == {other}"));
    }
    let cell = family.cell(holder)?;
    Some(match choices.below(3) {
        0 => format!("({holder} == 0 || {cell} == {value}) && {named} == {other}"),
        _ => format!("{someone} && {cell} == {value} && {named} == {other}"),
    })
}

/// A goal about copies.
fn goal(choices: &mut Choices, family: &Family, paired: bool) -> String {
    let set = &family.set;
    let number = set.number(choices.below(set.size)).to_string();
    let location = choices.below(2);
    let value = choices.below(3);
    let mut goals = Vec::new();
    let named = matches!(set.style, Style::ByHand | Style::Named) && !paired;
    let at = |member: &str| match (named, paired) {
        (true, _) => format!("P{member}.L{location}"),
        (false, true) => format!("(exists (r : T) P({member}, r).L{location})"),
        (false, false) => format!("P({member}).L{location}"),
    };
    if named {
        let all: Vec<String> = (0..set.size).map(|each| at(&each.to_string())).collect();
        goals.extend([all.join(" && "), all.join(" || "), at(&number)]);
        goals.push(format!("{} && not {}", at("0"), at("1")));
    } else {
        let name = set.name;
        let here = at("q");
        goals.push(format!("forall (q : {name}) {here}"));
        goals.push(format!("exists (q : {name}) {here}"));
        goals.push(format!(
            "forall (q : {name}) forall (r : {name}) (({here} && {}) imply q == r)",
            at("r").replace("(r : T)", "(s : T)").replace("(r, r)", "(r, s)")
        ));
        if set.style.has_names() {
            goals.push(at(&number));
        }
        let holder =
            family.holder().map(|holder| format!("exists (q : {name}) ({holder} == q && {here})"));
        goals.extend(holder);
        let cell = family
            .cell("q")
            .map(|cell| format!("exists (q : {name}) ({cell} == {value} && {here})"));
        goals.extend(cell);
    }
    if let (true, Some(cell)) = (set.style.has_names(), family.cell(&number)) {
        goals.push(format!("{cell} == {value}"));
        goals.extend(family.holder().map(|holder| format!("{holder} == {number}")));
    }
    choices.pick(&goals).unwrap_or_else(|| "true".to_owned())
}
