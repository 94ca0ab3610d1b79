//! Runs and results for tests.

use network::drawing::{EdgeDrawing, LabelDrawing, NodeDrawing, NodeShape, TemplateDrawing};

use crate::view::{
    BoundView, CheckView, DiagnosticView, DirectionView, ExpectView, ModelView, MoveView,
    PhaseView, PlanView, ProcessView, QueryView, RunKind, RunView, SelectView, SeverityView,
    StateView, StatsView, StepView, SymmetryView, TermView, Time, ToolView, ValueView, VerdictView,
};

/// Writes a run down step by step, keeping its states consistent.
pub(crate) struct Recorder {
    pub(crate) run: RunView,
}

/// An edge: process, target location, and the end of a channel (`go[1]!`) or nothing.
pub(crate) type Taken<'a> = (usize, &'a str, &'a str);

impl Recorder {
    /// Processes as (name, template, locations); each starts at its first location.
    pub(crate) fn new(
        kind: RunKind,
        processes: &[(&str, &str, &[&str])],
        variables: &[&str],
        clocks: &[&str],
    ) -> Recorder {
        let views: Vec<ProcessView> = processes
            .iter()
            .map(|(name, template, locations)| ProcessView {
                name: (*name).to_owned(),
                template: (*template).to_owned(),
                locations: locations.iter().map(|name| (*name).to_owned()).collect(),
                open: Vec::new(),
            })
            .collect();
        let initial = StateView {
            locations: views.iter().map(|process| process.locations[0].clone()).collect(),
            variables: vec![0; variables.len()],
            clocks: vec![Time::ZERO; clocks.len()],
        };
        let mut run = RunView::new(kind, views, initial);
        run.variables = variables.iter().map(|name| (*name).to_owned()).collect();
        run.clocks = clocks.iter().map(|name| (*name).to_owned()).collect();
        Recorder { run }
    }

    /// After a delay some edges are taken, some variables set and some clocks reset.
    pub(crate) fn step(
        &mut self,
        delay: Time,
        taken: &[Taken],
        set: &[(usize, i32)],
        reset: &[usize],
    ) {
        let mut after = self.run.before(usize::MAX).clone();
        after.clocks.iter_mut().for_each(|clock| *clock = clock.plus(delay));
        let mut moves = Vec::new();
        for (edge, (process, target, sync)) in taken.iter().enumerate() {
            let (channel, direction) = match (sync.strip_suffix('!'), sync.strip_suffix('?')) {
                (Some(channel), _) => (Some(channel.to_owned()), Some(DirectionView::Send)),
                (_, Some(channel)) => (Some(channel.to_owned()), Some(DirectionView::Receive)),
                _ => (None, None),
            };
            let source = std::mem::replace(&mut after.locations[*process], (*target).to_owned());
            moves.push(MoveView {
                process: self.run.processes[*process].name.clone(),
                edge,
                source,
                target: (*target).to_owned(),
                select: Vec::new(),
                channel,
                direction,
                guard: String::new(),
                sync: (*sync).to_owned(),
                update: String::new(),
            });
        }
        set.iter().for_each(|(variable, value)| after.variables[*variable] = *value);
        reset.iter().for_each(|clock| after.clocks[*clock] = Time::ZERO);
        self.run.steps.push(StepView { delay, time: Time::ZERO, moves, changes: vec![], after });
        self.run.set_times();
        self.run.set_changes();
    }
}

/// Two trains and a gate: one is stopped while the other crosses.
pub(crate) fn trains() -> RunView {
    const TRAIN: &[&str] = &["Safe", "Appr", "Stop", "Start", "Cross"];
    const GATE: &[&str] = &["Free", "Occ", "_id5"];
    let mut record = Recorder::new(
        RunKind::Witness,
        &[("Train(0)", "Train", TRAIN), ("Train(1)", "Train", TRAIN), ("Gate", "Gate", GATE)],
        &["Gate.list[0]", "Gate.list[1]", "Gate.len"],
        &["Train(0).x", "Train(1).x"],
    );
    let whole = Time::whole;
    record.step(
        whole(3),
        &[(1, "Appr", "appr[1]!"), (2, "Occ", "appr[1]?")],
        &[(0, 1), (2, 1)],
        &[1],
    );
    record.run.steps[0].moves[1].select = vec![SelectView { name: "e".to_owned(), value: 1 }];
    let half = Time::new(5, 2);
    record.step(half, &[(0, "Appr", "appr[0]!"), (2, "_id5", "appr[0]?")], &[(2, 2)], &[0]);
    record.step(Time::ZERO, &[(2, "Occ", "stop[0]!"), (0, "Stop", "stop[0]?")], &[], &[]);
    record.step(Time::new(15, 2), &[(1, "Cross", "")], &[], &[1]);
    record.step(
        whole(3),
        &[(1, "Safe", "leave[1]!"), (2, "Free", "leave[1]?")],
        &[(0, 0), (2, 1)],
        &[],
    );
    record.step(Time::ZERO, &[(2, "Occ", "go[0]!"), (0, "Start", "go[0]?")], &[], &[0]);
    record.step(whole(7), &[(0, "Cross", "")], &[], &[0]);
    record.run
}

/// The templates of [`trains`], without places.
pub(crate) fn train_templates() -> Vec<TemplateDrawing> {
    let train = template(
        "Train",
        &["Safe", "Appr", "Stop", "Start", "Cross"],
        &[
            (0, 1, "appr[id]!"),
            (1, 4, ""),
            (1, 2, "stop[id]?"),
            (2, 3, "go[id]?"),
            (3, 4, ""),
            (4, 0, "leave[id]!"),
        ],
    );
    let gate = template(
        "Gate",
        &["Free", "Occ", "_id5"],
        &[
            (0, 1, "appr[e]?"),
            (0, 1, "go[front()]!"),
            (1, 0, "leave[e]?"),
            (1, 2, "appr[e]?"),
            (2, 1, "stop[tail()]!"),
        ],
    );
    vec![train, gate]
}

fn template(name: &str, places: &[&str], edges: &[(usize, usize, &str)]) -> TemplateDrawing {
    let label = |kind: &str, text: &str| LabelDrawing {
        kind: kind.to_owned(),
        text: text.to_owned(),
        at: None,
    };
    let node = |name: &&str| NodeDrawing {
        shape: NodeShape::Location,
        at: None,
        colour: None,
        labels: vec![label("name", name)],
    };
    let edge = |(source, target, sync): &(usize, usize, &str)| EdgeDrawing {
        source: *source,
        target: *target,
        nails: vec![],
        colour: None,
        uncontrollable: false,
        labels: vec![label("synchronisation", sync), label("guard", "x >= 3")],
    };
    TemplateDrawing {
        name: name.to_owned(),
        parameters: "const id_t id".to_owned(),
        declarations: "clock x;".to_owned(),
        nodes: places.iter().map(node).collect(),
        edges: edges.iter().map(edge).collect(),
        initial: Some(0),
    }
}

/// A lasso with a broadcast and a long wait.
pub(crate) fn lasso() -> RunView {
    const PLACES: &[&str] = &["Idle", "Busy", "Done"];
    let mut record = Recorder::new(
        RunKind::Counterexample,
        &[
            ("Master", "Master", PLACES),
            ("A", "Slave", PLACES),
            ("B", "Slave", PLACES),
            ("Spare", "Slave", PLACES),
        ],
        &["n"],
        &["x"],
    );
    record.step(Time::whole(1), &[(0, "Busy", "")], &[(0, 1)], &[]);
    let all = [(0, "Done", "tick!"), (1, "Busy", "tick?"), (2, "Busy", "tick?")];
    record.step(Time::whole(10_000), &all, &[(0, 2)], &[0]);
    record.step(Time::new(1, 3), &[(1, "Idle", "")], &[], &[]);
    record.step(Time::new(2, 3), &[(2, "Idle", "")], &[(0, 1)], &[]);
    record.step(Time::whole(2), &[(0, "Busy", "")], &[], &[]);
    record.run.loop_start = Some(1);
    record.run
}

/// A run of any size; everything about it follows from the seed.
pub(crate) fn random(seed: u64, processes: usize, steps: usize) -> RunView {
    let mut dice = seed;
    let mut roll = move |sides: usize| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((dice >> 33) as usize) % sides.max(1)
    };
    let names: Vec<String> = (0..processes).map(|index| format!("Process({index})")).collect();
    let places: &[&str] = &["idle", "request", "wait", "critical", "leave"];
    let views: Vec<(&str, &str, &[&str])> =
        names.iter().map(|name| (name.as_str(), "Process", places)).collect();
    let mut record =
        Recorder::new(RunKind::Simulation, &views, &["id", "count", "turn"], &["x", "y"]);
    for _ in 0..steps {
        let delay = Time::new(roll(30) as i128, 1 + roll(3) as i128);
        let first = roll(processes);
        let mut taken = vec![(first, places[roll(5)], "")];
        if roll(3) > 0 && processes > 1 {
            taken[0].2 = "sync[1]!";
            let receivers = if roll(4) == 0 { 1 + roll(processes - 1) } else { 1 };
            let offset = roll(processes - 1);
            for next in 0..receivers {
                let receiver = (first + 1 + (offset + next) % (processes - 1)) % processes;
                taken.push((receiver, places[roll(5)], "sync[1]?"));
            }
        }
        let value = (roll(3), roll(9) as i32);
        let reset = roll(2);
        record.step(delay, &taken, &[value], &[reset]);
    }
    record.run
}

/// Results with one answer of each kind.
pub(crate) fn results() -> CheckView {
    let tool = ToolView { name: "orrery".to_owned(), version: "0.2.0".to_owned() };
    let path = "train-gate.xml".to_owned();
    let mut view = CheckView::new(tool, ModelView { path, processes: 3, clocks: 2, variables: 3 });
    let mut shown = query(1, "E<> Train(0).Cross && Train(1).Safe", VerdictView::Holds);
    shown.trace = Some(trains());
    view.queries.push(shown);
    let mut missed = query(2, "A[] not deadlock", VerdictView::Fails);
    missed.expect = Some(ExpectView { outcome: "holds".to_owned(), met: false });
    missed.comment = "The gate never jams & no train is lost <ever>".to_owned();
    view.queries.push(missed);
    let mut stopped = query(3, "A<> Train(0).Safe", VerdictView::Unknown);
    stopped.reason = Some("the time limit of 1 s was reached".to_owned());
    view.queries.push(stopped);
    let mut outside = query(4, "Pr[<=10](<> Train(0).Cross)", VerdictView::Unsupported);
    outside.reason = Some("statistical model checking".to_owned());
    outside.plan = None;
    outside.stats = StatsView::default();
    view.queries.push(outside);
    let mut extreme = query(5, "sup: Gate.len, Train(0).x", VerdictView::Holds);
    let upper = |limit, strict| Some(BoundView { limit, strict });
    extreme.value = Some(ValueView {
        text: "Gate.len <= 2, Train(0).x < infinity".to_owned(),
        terms: vec![
            TermView {
                expression: "Gate.len".to_owned(),
                lower: None,
                upper: upper(Some(2), false),
            },
            TermView { expression: "Train(0).x".to_owned(), lower: None, upper: upper(None, true) },
        ],
    });
    view.queries.push(extreme);
    view.diagnostics.push(DiagnosticView {
        code: "W0203".to_owned(),
        severity: SeverityView::Warning,
        message: "`unused` is never read".to_owned(),
        file: "train-gate.xml".to_owned(),
        line: 12,
        column: 5,
        place: Some("template Train, declarations".to_owned()),
        help: Some("remove it".to_owned()),
    });
    view
}

fn query(index: usize, formula: &str, verdict: VerdictView) -> QueryView {
    let symmetry = SymmetryView { kind: "full".to_owned(), orbit_bound: "2".to_owned() };
    QueryView {
        index,
        formula: formula.to_owned(),
        line: Some(200 + u32::try_from(index).unwrap_or(0)),
        verdict,
        reason: None,
        value: None,
        trace: None,
        trace_reason: None,
        claims: Vec::new(),
        strategy: None,
        plan: Some(PlanView {
            symmetry,
            domain: "zones".to_owned(),
            abstraction: "lu".to_owned(),
            search: "bfs".to_owned(),
            accelerated: 0,
            independent_steps: false,
            reasons: vec!["the query is a reachability question without diagonals".to_owned()],
        }),
        stats: StatsView {
            stored: 120,
            explored: 133,
            transitions: 460,
            seconds: 0.25,
            peak_bytes: 1 << 20,
            covered: 210,
            followed: 0,
            phases: vec![PhaseView { name: "search".to_owned(), seconds: 0.2 }],
            symmetry: None,
            found_by: None,
            run_seconds: 0.0,
        },
        comment: String::new(),
        expect: None,
    }
}
