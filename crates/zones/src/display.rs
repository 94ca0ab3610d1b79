//! Zones for people: the constraints of the minimal form in UPPAAL's notation.

use std::fmt;

use crate::bound::Bound;
use crate::minimal::Constraint;
use crate::zone::Zone;

/// Writes a zone as a conjunction; see [`Zone::display`].
#[derive(Clone, Copy, Debug)]
pub struct DisplayZone<'a, N> {
    zone: &'a Zone,
    names: &'a [N],
}

impl Zone {
    /// The zone as a conjunction such as `x<=5, y-x>2, z==x+1`, in an order that depends on the
    /// zone only, or `true`. `names[i]` is the name of row `i`; the one of row 0 is not used.
    pub fn display<'a, N: AsRef<str>>(&'a self, names: &'a [N]) -> DisplayZone<'a, N> {
        DisplayZone { zone: self, names }
    }
}

impl<N: AsRef<str>> fmt::Display for DisplayZone<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let zone = self.zone;
        let mut separator = "";
        for row in 1..zone.dim() {
            let leader = zone.leader_of(row);
            if leader < row {
                f.write_str(std::mem::replace(&mut separator, ", "))?;
                self.write_equality(f, row, leader)?;
            }
        }
        for constraint in zone.minimal().constraints() {
            // Within a class everything has been said by equalities.
            if zone.leader_of(constraint.left) != zone.leader_of(constraint.right) {
                f.write_str(std::mem::replace(&mut separator, ", "))?;
                self.write_constraint(f, *constraint)?;
            }
        }
        if separator.is_empty() { f.write_str("true") } else { Ok(()) }
    }
}

impl<N: AsRef<str>> DisplayZone<'_, N> {
    fn name(&self, row: usize) -> &str {
        self.names.get(row).map_or("?", AsRef::as_ref)
    }

    /// `x==5`, `y==x`, `y==x+2` or `y==x-2`.
    fn write_equality(&self, f: &mut fmt::Formatter<'_>, row: usize, leader: usize) -> fmt::Result {
        let distance = self.zone.get(row, leader).limit().unwrap_or(0);
        let (row, leader_name) = (self.name(row), self.name(leader));
        match (leader, distance) {
            (0, _) => write!(f, "{row}=={distance}"),
            (_, 0) => write!(f, "{row}=={leader_name}"),
            _ => write!(f, "{row}=={leader_name}{distance:+}"),
        }
    }

    /// The constant is never negative: `x - y <= -2` is written `y-x>=2`.
    fn write_constraint(&self, f: &mut fmt::Formatter<'_>, constraint: Constraint) -> fmt::Result {
        let Constraint { left, right, bound } = constraint;
        let limit = bound.limit().unwrap_or(0);
        let strict = if bound.is_strict() { "" } else { "=" };
        let is_lower = left == 0 || (right != 0 && bound < Bound::LT_ZERO);
        let (first, second) = if is_lower { (right, left) } else { (left, right) };
        f.write_str(self.name(first))?;
        if second != 0 {
            write!(f, "-{}", self.name(second))?;
        }
        if is_lower { write!(f, ">{strict}{}", -limit) } else { write!(f, "<{strict}{limit}") }
    }
}
