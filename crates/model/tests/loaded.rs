//! What else a loaded model carries: names, texts, places, pictures, priorities and expectations.

#![allow(clippy::unwrap_used, reason = "tests")]

use network::drawing::{NodeShape, Point};
use network::{ChannelKind, Direction, Domain, Expectation, LocationKind, Network, Storage};
use orrery_model::{Loaded, drawings, load};
use syntax::SourceMap;
use syntax::tree::Document;

fn parse(name: &str, text: &str) -> (SourceMap, Document) {
    let mut sources = SourceMap::new();
    let parsed = syntax::parse_model(&mut sources, name, text.as_bytes());
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let syntax::Model::Uppaal(document) = parsed.tree else { panic!("not UPPAAL's format") };
    (sources, document)
}

fn load_xta(text: &str) -> (SourceMap, Loaded) {
    let (sources, document) = parse("model.xta", text);
    let loaded = load(&document, &document.queries);
    (sources, loaded)
}

fn network(text: &str) -> Network {
    let (_, loaded) = load_xta(text);
    loaded.network.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

#[test]
fn names_carry_processes_and_indices() {
    let network = network(
        "typedef struct { int a; int b[2]; } R; R r[3]; clock x[2]; chan c[2];
         process P(const int[0,1] id) { R s; clock y; chan d; meta int m; state A; init A; }
         Q = P(1);
         system P, Q;",
    );
    let names = |storage: Storage| -> Vec<&str> {
        let variables = network.variables.iter().filter(|v| v.storage == storage);
        variables.map(|variable| variable.name.as_str()).collect()
    };
    assert_eq!(
        names(Storage::State),
        [
            "r[].a",
            "r[].b[]",
            "P(0).s.a",
            "P(0).s.b[]",
            "P(1).s.a",
            "P(1).s.b[]",
            "Q.s.a",
            "Q.s.b[]"
        ]
    );
    assert_eq!(names(Storage::Meta), ["P(0).m", "P(1).m", "Q.m"]);
    assert_eq!(network.clock_names(), ["x[0]", "x[1]", "P(0).y", "P(1).y", "Q.y"]);
    assert_eq!(network.channel_names(), ["c[0]", "c[1]", "P(0).d", "P(1).d", "Q.d"]);
    let processes: Vec<&str> = network.processes.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(processes, ["P(0)", "P(1)", "Q"]);
    assert_eq!(network.processes[1].arguments, [(Domain::int(0, 1), 1)]);
    assert!(network.processes[2].arguments.is_empty());
    let owners: Vec<_> = network.clocks.iter().map(|family| family.owner.map(|id| id.0)).collect();
    assert_eq!(owners, [None, Some(0), Some(1), Some(2)]);
}

#[test]
fn members_of_a_set_are_lowered_alike() {
    let network = network(
        "const int N = 3; typedef int[0,N-1] id_t; int turn[id_t]; clock x[id_t]; chan go[id_t];
         process P(const id_t id) {
           int n; void f(int k) { n = k + id; }
           state A { x[id] <= 5 }, B; init A;
           trans A -> B { select j : id_t; guard forall (i : id_t) turn[i] != id && x[id] > 2;
                          sync go[id]!; assign f(j), turn[j] = id, x[id] = 0; };
         }
         system P;",
    );
    // Written out with its own numbers replaced, every member is the same.
    let shapes: Vec<String> = network
        .processes
        .iter()
        .map(|process| {
            let text = format!("{:?}{:?}", process.locations, process.edges);
            let mut shape = String::new();
            for character in text.chars() {
                if !character.is_ascii_digit() {
                    shape.push(character);
                }
            }
            shape
        })
        .collect();
    assert_eq!(shapes[0], shapes[1]);
    assert_eq!(shapes[0], shapes[2]);
    assert_eq!(network.functions.len(), 3);
}

#[test]
fn channels_and_processes_have_their_priorities() {
    let network = network(
        "chan a, b[2], c; urgent broadcast chan d;
         chan priority a, b[1] < default < d;
         process P() { state A, B; init A; trans A -> B { sync d!; }, A -> B { sync b[0]?; }; }
         process Q() { state A; init A; } process R() { state A; urgent A; init A; }
         system P < Q, R;",
    );
    let priorities: Vec<&[i32]> = network.channels.iter().map(|f| &*f.priority).collect();
    assert_eq!(priorities, [&[0][..], &[1, 0], &[1], &[2]]);
    assert_eq!(network.internal_priority, 1);
    assert_eq!(network.channels[3].kind, ChannelKind::Broadcast);
    assert!(network.channels[3].urgent && !network.channels[0].urgent);
    let processes: Vec<i32> = network.processes.iter().map(|process| process.priority).collect();
    assert_eq!(processes, [0, 1, 1]);
    assert_eq!(network.processes[2].locations[0].kind, LocationKind::Urgent);
    let directions: Vec<Direction> =
        network.processes[0].edges.iter().map(|e| e.sync.as_ref().unwrap().direction).collect();
    assert_eq!(directions, [Direction::Send, Direction::Receive]);
}

#[test]
fn origins_lead_back_to_the_text() {
    let (sources, loaded) = load_xta(
        "int[0,3] a;\nvoid f() {\n  a = 1;\n  a = 9;\n}\nprocess P() {\n  state A, B; init A;\n  \
         trans A -> B { assign f(); };\n}\nsystem P;",
    );
    let network = loaded.network.unwrap();
    let mut memory = network.initial_memory();
    let mut evaluator = network::eval::Evaluator::new(&network, &[], &mut memory);
    let fault = evaluator.run(&network.processes[0].edges[0].update).unwrap_err();
    let place = sources.place(loaded.origins[fault.origin.index()]);
    assert_eq!((place.line, place.column), (4, 3));
    let edge = sources.place(loaded.origins[network.processes[0].edges[0].origin.index()]);
    assert_eq!(edge.line, 8);
}

const XML: &str = r##"<nta>
<declaration>clock x; int a; chan c;</declaration>
<template><name>P</name><parameter>const int k</parameter><declaration>int n;</declaration>
<location id="id0" x="10" y="20" color="#ff0000"><name x="1" y="2">A</name>
<label kind="invariant" x="3" y="4">x &lt;= k</label></location>
<location id="id1" x="30" y="40"><committed/></location>
<branchpoint id="id2" x="5" y="6"/>
<init ref="id0"/>
<transition><source ref="id0"/><target ref="id2"/>
<label kind="select">i : int[0,k]</label><label kind="guard" x="7" y="8">x &gt; i</label>
<label kind="synchronisation">c!</label><nail x="9" y="9"/></transition>
<transition controllable="false"><source ref="id2"/><target ref="id1"/>
<label kind="assignment">a = k</label></transition>
</template>
<system>Q = P(3); system Q;</system>
<queries>
<query><formula>E&lt;&gt; Q.A</formula><comment>first</comment><expect outcome="success" type="quality"/></query>
<query><formula>A[] a &lt; 3</formula><comment/><expect outcome="failure" type="quality"/></query>
<query><formula>sup: a</formula><comment/><option key="--search-order" value="1"/>
<expect outcome="success" type="quantity" value="3"/></query>
<query><formula>A[] a == 0</formula><comment/></query>
</queries>
</nta>"##;

#[test]
fn texts_and_pictures_are_kept() {
    let (_, document) = parse("model.xml", XML);
    let loaded = load(&document, &document.queries);
    let network = loaded.network.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let process = &network.processes[0];
    assert_eq!(process.locations[0].text, "x <= k");
    assert_eq!(process.locations[1].name, "_id1");
    let text = &process.edges[0].text;
    assert_eq!((&*text.select, &*text.guard, &*text.sync), ("i : int[0,k]", "x > i", "c!"));
    assert_eq!(text.update, "a = k");
    let drawing = &network.templates[0].drawing;
    assert_eq!((&*drawing.name, &*drawing.parameters), ("P", "const int k"));
    let shapes: Vec<NodeShape> = drawing.nodes.iter().map(|node| node.shape).collect();
    assert_eq!(shapes, [NodeShape::Location, NodeShape::Committed, NodeShape::Branchpoint]);
    assert_eq!(drawing.nodes[0].at, Some(Point { x: 10.0, y: 20.0 }));
    assert_eq!(drawing.nodes[0].colour.as_deref(), Some("#ff0000"));
    assert_eq!((drawing.edges[0].source, drawing.edges[0].target), (0, 2));
    assert!(!drawing.edges[0].uncontrollable && drawing.edges[1].uncontrollable);
    assert_eq!(drawing.edges[0].nails, [Point { x: 9.0, y: 9.0 }]);
    let kinds: Vec<&str> = drawing.edges[0].labels.iter().map(|label| &*label.kind).collect();
    assert_eq!(kinds, ["select", "guard", "synchronisation"]);
    assert_eq!(drawing.initial, Some(0));
    assert_eq!(drawings(&document).len(), 1);
}

#[test]
fn queries_keep_what_is_stored_with_them() {
    let (_, document) = parse("model.xml", XML);
    let loaded = load(&document, &document.queries);
    let expectations: Vec<_> = loaded.queries.iter().map(|query| query.expect.clone()).collect();
    assert_eq!(
        expectations,
        [
            Some(Expectation::Holds),
            Some(Expectation::Fails),
            Some(Expectation::Value("3".to_owned())),
            None
        ]
    );
    assert_eq!(loaded.queries[0].comment, "first");
    assert_eq!(loaded.queries[0].text, "E<> Q.A");
    assert_eq!(loaded.queries[2].options, [("--search-order".to_owned(), "1".to_owned())]);
    assert!(loaded.queries[3].line.is_some_and(|line| line > loaded.queries[0].line.unwrap()));
}
