//! Pieces of networks that are planted.

use network::{
    ClockFamily, ClockFamilyId, ClockId, ClockPlace, Domain, Edge, EdgeText, Expr, Goal, Guard,
    Location, LocationId, LocationKind, Network, Origin, Place, Query, QueryKind, Slot, Stmt,
    StmtKind, Storage, Variable, VariableId,
};

pub(super) fn no_query() -> Query {
    Query::of(QueryKind::Reachable(Goal::always()))
}

pub(super) fn assign(variable: VariableId, value: Expr) -> Stmt {
    Stmt::new(StmtKind::Assign { target: Place::whole(variable), value })
}

pub(super) fn reset(clock: ClockFamilyId) -> Stmt {
    let (target, source, offset) = (ClockPlace::single(clock), None, Expr::Const(0));
    Stmt::new(StmtKind::SetClock { target, source, offset })
}

pub(super) fn location(name: &str) -> Location {
    Location {
        name: name.to_owned(),
        kind: LocationKind::Normal,
        invariant: Guard::always(),
        rates: Vec::new(),
        text: String::new(),
        labels: Vec::new(),
        origin: Origin::NONE,
    }
}

pub(super) fn edge(source: usize, target: usize) -> Edge {
    Edge {
        source: LocationId::at(source),
        target: LocationId::at(target),
        selects: Vec::new(),
        guard: Guard::always(),
        sync: None,
        controllable: true,
        update: Vec::new(),
        text: EdgeText::default(),
        origin: Origin::NONE,
    }
}

pub(super) fn variable(network: &mut Network, name: &str, storage: Storage) -> VariableId {
    network.variables.push(Variable {
        name: name.to_owned(),
        owner: None,
        dims: Vec::new(),
        domain: Domain::int(0, 3),
        storage,
        base: Slot(0),
        initial: vec![0],
        origin: Origin::NONE,
    });
    VariableId::at(network.variables.len() - 1)
}

pub(super) fn own_clock(network: &mut Network) -> ClockFamilyId {
    network.clocks.push(ClockFamily {
        name: "own".to_owned(),
        owner: None,
        dims: Vec::new(),
        base: ClockId(0),
        initial: vec![0],
        origin: Origin::NONE,
    });
    ClockFamilyId::at(network.clocks.len() - 1)
}
