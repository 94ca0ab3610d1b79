//! Variables, clocks and channels: where a place of the network is in the other format.

use orrery::network::cell_count;
use orrery::network::{ClockPlace, Network, Origin, Place, Storage, VariableId};
use orrery::syntax::tck::{BinaryOp, Clock, Declaration, Expr, Int};

use super::expressions::Scope;
use super::names::{Names, ident};
use super::terms::{binary, choose, element, int, value, variable};
use super::unsayable::{Said, unsayable};

/// The most cells that are told apart one by one.
const MOST_CELLS: usize = 64;

/// How a variable of the network is kept.
pub(super) enum Kept {
    Single(String),
    Array(String),
    /// A variable for each cell, because they start with different values.
    Cells(Vec<String>),
    /// Not at all: its values are known, or it only exists while something is computed.
    Nowhere,
}

/// All variables and clocks.
pub(super) struct Places {
    variables: Vec<Kept>,
    clocks: Vec<Kept>,
}

impl Places {
    /// Names everything and declares it.
    pub(super) fn new(
        network: &Network,
        names: &mut Names,
        declarations: &mut Vec<Declaration>,
    ) -> Said<Places> {
        let mut places = Places { variables: Vec::new(), clocks: Vec::new() };
        for known in &network.variables {
            if !matches!(known.storage, Storage::State | Storage::Meta) {
                places.variables.push(Kept::Nowhere);
                continue;
            }
            let mut declare = |name: &str, size: usize, initial: i32| {
                declarations.push(Declaration::Int(Int {
                    size: u32::try_from(size).unwrap_or(u32::MAX),
                    min: known.domain.lower,
                    max: known.domain.upper,
                    initial,
                    name: ident(name),
                    attributes: Vec::new(),
                }));
            };
            let first = known.initial.first().copied().unwrap_or(0);
            let name = names.fresh(&known.name);
            places.variables.push(if known.dims.is_empty() {
                declare(&name, 1, first);
                Kept::Single(name)
            } else if known.initial.iter().all(|initial| *initial == first)
                && known.initial.len() > 1
            {
                declare(&name, known.initial.len(), first);
                Kept::Array(name)
            } else {
                let cells = known.initial.iter().enumerate().map(|(number, initial)| {
                    let cell = names.fresh(&format!("{name}_{number}"));
                    declare(&cell, 1, *initial);
                    cell
                });
                Kept::Cells(cells.collect())
            });
        }
        for family in &network.clocks {
            if family.initial.iter().any(|initial| *initial != 0) {
                return unsayable("a clock that does not start at 0", family.origin);
            }
            let name = names.fresh(&family.name);
            let size = u32::try_from(cell_count(&family.dims)).unwrap_or(u32::MAX);
            let clock = Clock { size, name: ident(&name), attributes: Vec::new() };
            declarations.push(Declaration::Clock(clock));
            let single = size == 1;
            places.clocks.push(if single { Kept::Single(name) } else { Kept::Array(name) });
        }
        Ok(places)
    }

    /// How a variable is kept.
    pub(super) fn kept(&self, variable: VariableId) -> &Kept {
        &self.variables[variable.index()]
    }
}

impl<'a> Scope<'a> {
    /// The number of the cell that a place with these indices starts at.
    pub(super) fn offset(&self, dims: &[orrery::network::Dim], indices: &[Expr]) -> Expr {
        let mut offset = int(0);
        for (position, index) in indices.iter().enumerate() {
            let stride: u64 = dims[position + 1..].iter().map(|dim| dim.size()).product();
            let lower = int(i64::from(dims[position].lower));
            let from_zero = binary(BinaryOp::Sub, index.clone(), lower);
            let stride = int(i64::try_from(stride).unwrap_or(i64::MAX));
            offset = binary(BinaryOp::Add, offset, binary(BinaryOp::Mul, from_zero, stride));
        }
        offset
    }

    pub(super) fn terms(&self, indices: &'a [orrery::network::Expr]) -> Said<Vec<Expr>> {
        indices.iter().map(|index| self.term(index)).collect()
    }

    /// The value of a cell: the `further`th one of a place.
    pub(super) fn cell(&self, place: &'a Place, further: usize) -> Said<Expr> {
        self.cell_at(place.variable, &self.terms(&place.indices)?, further)
    }

    /// The value of a cell: the `further`th one after these indices.
    pub(super) fn cell_at(
        &self,
        place: VariableId,
        indices: &[Expr],
        further: usize,
    ) -> Said<Expr> {
        let known = self.network().variable(place);
        if let Some(bound) = self.bound(place) {
            return match indices.is_empty() && further == 0 {
                true => Ok(bound.clone()),
                false => unsayable(format!("the local array `{}`", known.name), self.origin),
            };
        }
        let further = int(i64::try_from(further).unwrap_or(0));
        let offset = binary(BinaryOp::Add, self.offset(&known.dims, indices), further);
        let values: Vec<Expr> = match (self.places().kept(place), known.storage) {
            (Kept::Single(name), _) => return Ok(variable(name)),
            (Kept::Array(name), _) => return Ok(element(name, offset)),
            (Kept::Cells(names), _) => names.iter().map(|name| variable(name)).collect(),
            (Kept::Nowhere, Storage::Constant) => {
                known.initial.iter().map(|value| int(i64::from(*value))).collect()
            }
            (Kept::Nowhere, _) => {
                return unsayable(format!("the local variable `{}`", known.name), self.origin);
            }
        };
        self.select(&offset, values)
    }

    /// The value with a number that may only be known later.
    fn select(&self, number: &Expr, mut values: Vec<Expr>) -> Said<Expr> {
        if let Some(known) = value(number) {
            let known = usize::try_from(known).ok().filter(|known| *known < values.len());
            return match known {
                Some(known) => Ok(values.swap_remove(known)),
                None => unsayable("an index outside its array", self.origin),
            };
        }
        if values.len() > MOST_CELLS {
            return unsayable("an array of many different values", self.origin);
        }
        let last = values.pop().unwrap_or_else(|| int(0));
        let numbered = values.into_iter().enumerate().rev();
        Ok(numbered.fold(last, |rest, (at, each)| {
            let at = int(i64::try_from(at).unwrap_or(0));
            choose(binary(BinaryOp::Eq, number.clone(), at), each, rest)
        }))
    }

    pub(super) fn clock(&self, place: &'a ClockPlace) -> Said<Expr> {
        let family = self.network().clock_family(place.family);
        match &self.places().clocks[place.family.index()] {
            Kept::Single(name) => Ok(variable(name)),
            Kept::Array(name) => {
                Ok(element(name, self.offset(&family.dims, &self.terms(&place.indices)?)))
            }
            Kept::Cells(_) | Kept::Nowhere => unsayable("this clock", Origin::NONE),
        }
    }
}
