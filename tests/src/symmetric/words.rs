//! What copies say: random guards, synchronisations and updates that treat all members of a set alike.

use super::sets::{Choices, Set, Style};

/// The clocks of copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clocks {
    None,
    /// `clock x[S];`
    Array,
    /// One in each process.
    Local,
}

/// A set and what is declared for its members.
#[derive(Clone, Debug)]
pub struct Family {
    pub set: Set,
    /// Names: process, clock, cells, reference, channels, square array.
    pub names: [&'static str; 6],
    pub clocks: Clocks,
    /// `int[0,2] a[S];`
    pub cells: bool,
    /// `S id;`
    pub reference: bool,
    /// `chan c[S];`
    pub channels: bool,
    /// `int[0,1] m[S][S];`
    pub square: bool,
}

impl Family {
    /// The clock of a member.
    #[must_use]
    pub fn clock(&self, member: &str) -> Option<String> {
        match self.clocks {
            Clocks::None => None,
            Clocks::Local => Some(self.names[1].to_owned()),
            Clocks::Array => Some(self.set.cell(self.names[1], member)),
        }
    }

    /// The cell of a member.
    #[must_use]
    pub fn cell(&self, member: &str) -> Option<String> {
        self.cells.then(|| self.set.cell(self.names[2], member))
    }

    /// The variable that holds a member.
    #[must_use]
    pub fn holder(&self) -> Option<&'static str> {
        self.reference.then_some(self.names[3])
    }

    /// That the variable that holds a member does not hold nobody, where that must be said.
    #[must_use]
    pub fn someone(&self) -> Option<String> {
        let says = self.reference && self.cells && self.set.style == Style::OneBased;
        says.then(|| format!("{} != 0", self.names[3]))
    }

    fn entry(&self, row: &str, column: &str) -> Option<String> {
        self.square.then(|| format!("{}[{row}][{column}]", self.names[5]))
    }
}

/// Who speaks: which families, and as which member of each.
pub struct Speaker<'m> {
    /// The families oneself belongs to, and the names of oneself.
    pub mine: Vec<(&'m Family, String)>,
    /// A member that has been selected, and of which family.
    pub selected: Option<(&'m Family, String)>,
    /// `int[0,2] g;`
    pub counter: bool,
    /// `int[0,1] w[S][T];`
    pub mixed: bool,
    /// `int[0,1] v[S][T];`
    pub grid: bool,
    /// `clock u[S][T];`
    pub timed: bool,
}

impl Speaker<'_> {
    /// A condition that treats all members alike; `clocks` says whether it may be about clocks.
    pub fn guard(&self, choices: &mut Choices, clocks: bool) -> Option<String> {
        let value = choices.below(3);
        let mut all: Vec<String> = Vec::new();
        for (family, me) in &self.mine {
            let clock = family.clock(me).filter(|_| clocks);
            let compare = ["<=", ">=", "<", ">"][choices.below(4)];
            all.extend(clock.map(|clock| format!("{clock} {compare} {value}")));
            all.extend(family.cell(me).map(|cell| format!("{cell} == {value}")));
            all.extend(family.holder().map(|holder| format!("{holder} == {me}")));
            all.extend(family.holder().map(|holder| format!("{holder} != {me}")));
            all.extend(family.entry(me, me).map(|entry| format!("{entry} == {}", value % 2)));
            all.extend(self.about_all(family, me, value));
            if family.set.ring {
                let next = family.set.next(me);
                all.extend(family.cell(&next).map(|cell| format!("{cell} == {value}")));
            }
        }
        all.extend(self.about_selected(value));
        all.extend(self.entry("v").map(|entry| format!("{entry} == {}", value % 2)));
        let compare = ["<=", ">="][value % 2];
        all.extend(self.entry("u").filter(|_| clocks).map(|own| format!("{own} {compare} 1")));
        if self.counter {
            all.push(format!("g == {value}"));
        }
        choices.pick(&all)
    }

    /// The entry of a process that belongs to two members.
    fn entry(&self, array: &str) -> Option<String> {
        let has = if array == "u" { self.timed } else { self.grid };
        match self.mine.as_slice() {
            [(_, row), (_, column)] if has => Some(format!("{array}[{row}][{column}]")),
            _ => None,
        }
    }

    /// Conditions that range over a set, or look where a variable points.
    fn about_all(&self, family: &Family, me: &str, value: usize) -> Vec<String> {
        let mut all = Vec::new();
        let set = &family.set;
        if let (true, Some(cell)) = (set.style.has_type(), family.cell("q")) {
            all.push(format!("(forall (q : {}) {cell} == {value})", set.name));
            all.push(format!("(exists (q : {}) (q != {me} && {cell} == {value}))", set.name));
        }
        if let (Some(someone), Some(holder)) = (family.someone(), family.holder())
            && let Some(cell) = family.cell(holder)
        {
            all.push(format!("({someone} && {cell} == {value})"));
        }
        if set.is_always_someone()
            && let Some(cell) = family.holder().and_then(|holder| family.cell(holder))
        {
            all.push(format!("{cell} == {value}"));
        }
        all
    }

    fn about_selected(&self, value: usize) -> Vec<String> {
        let Some((family, other)) = &self.selected else { return Vec::new() };
        let mut all = Vec::new();
        all.extend(family.cell(other).map(|cell| format!("{cell} == {value}")));
        for (mine, me) in &self.mine {
            if mine.set.name == family.set.name {
                all.push(format!("{other} != {me}"));
                all.extend(family.entry(me, other).map(|each| format!("{each} == {}", value % 2)));
            } else if self.mixed {
                all.push(format!("{} == {}", mixed(mine, me, other), value % 2));
            }
        }
        all
    }

    /// An update that treats all members alike.
    pub fn update(&self, choices: &mut Choices) -> Option<String> {
        let value = choices.below(3);
        let mut all: Vec<String> = Vec::new();
        for (family, me) in &self.mine {
            all.extend(family.clock(me).map(|clock| format!("{clock} = 0")));
            all.extend(family.clock(me).map(|clock| format!("{clock} = {value}")));
            all.extend(family.cell(me).map(|cell| format!("{cell} = {value}")));
            all.extend(family.cell(me).map(|cell| format!("{cell} = ({cell} + 1) % 3")));
            all.extend(family.holder().map(|holder| format!("{holder} = {me}")));
            all.extend(family.entry(me, me).map(|entry| format!("{entry} = {}", value % 2)));
            if family.set.ring {
                let next = family.set.next(me);
                all.extend(family.cell(&next).map(|cell| format!("{cell} = {value}")));
                all.extend(family.holder().map(|holder| format!("{holder} = {next}")));
            }
        }
        if let Some((family, other)) = &self.selected {
            all.extend(family.cell(other).map(|cell| format!("{cell} = {value}")));
            all.extend(family.holder().map(|holder| format!("{holder} = {other}")));
            for (mine, me) in &self.mine {
                if mine.set.name == family.set.name {
                    all.extend(family.entry(me, other).map(|each| format!("{each} = 1 - {each}")));
                } else if self.mixed {
                    let entry = mixed(mine, me, other);
                    all.push(format!("{entry} = 1 - {entry}"));
                }
            }
        }
        all.extend(self.entry("v").map(|entry| format!("{entry} = {}", value % 2)));
        all.extend(self.entry("u").map(|own| format!("{own} = {}", value % 2)));
        if self.counter {
            all.push(format!("g = {value}"));
        }
        choices.pick(&all)
    }

    /// An update of what is one's own alone, so that it does not matter who goes first.
    pub fn own_update(&self, choices: &mut Choices) -> Option<String> {
        let [(family, me)] = self.mine.as_slice() else { return None };
        let value = choices.below(3);
        let mut all: Vec<String> = Vec::new();
        all.extend(family.clock(me).map(|clock| format!("{clock} = {value}")));
        all.extend(family.cell(me).map(|cell| format!("{cell} = {value}")));
        if self.counter {
            // It leaves its range, if it does, whoever goes first.
            all.push("g = g + 1".to_owned());
        }
        choices.pick(&all)
    }
}

fn mixed(mine: &Family, me: &str, other: &str) -> String {
    if mine.set.name == "S" { format!("w[{me}][{other}]") } else { format!("w[{other}][{me}]") }
}
