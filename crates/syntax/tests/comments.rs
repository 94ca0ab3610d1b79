//! Comments survive reading and writing, in every direction.

#![allow(clippy::unwrap_used, reason = "tests")]

use orrery_syntax::print::{print_xml, print_xta};
use orrery_syntax::tree::{Document, Item, Template};
use orrery_syntax::{Model, SourceMap, parse_model};

fn read(text: &str) -> Document {
    let parse = parse_model(&mut SourceMap::new(), "m", text.as_bytes());
    assert!(parse.is_ok(), "{:?}\n{text}", parse.diagnostics);
    match parse.tree {
        Model::Uppaal(document) => document,
        Model::Tchecker(_) => panic!("a UPPAAL model"),
    }
}

const XTA: &str = "\
// c01 the file
int a; // c02 after a

/* c03 before f,
   on two lines */
int f(int n) {
    // c04 inside f
    return n /* c05 in an expression */ + 1;
}
// c06 before P
process P(int[0, 1] i /* c07 a parameter */) {
    // c08 before x
    clock x; // c09 after x
    // c10 after the declarations
    state
        // c11 before A
        A { x <= 5 /* c12 in an invariant */ && a < 3 /* c13 after it */ }, // c14 after A
        B; // c15 after B
    init A; // c16 after init
    trans
        // c17 before an edge
        A -> B { guard x > 1 && /* c18 in a guard */ a == 0; /* c19 in an edge */ assign a = 1; }, // c20
        // c21 before the next
        B -> A { }; // c22 after the last
    // c23 at the end of P
}
// c24 before Q
Q = P(1);
// c25 before the system line
system Q; // c26 after it
query {
    // c27 about the query
    A[] a < 2
    /* EXPECT: T */
}
// c28 at the end
";

const XML: &str = r##"<nta>
<declaration>// c01 the file
int a; // c02
const int t[2] = { 1, // c03 one
                   2 };
// c04 at the end</declaration>
<template><name>P</name><parameter>int[0,1] i /* c05 */</parameter>
<declaration>// c06 only a comment</declaration>
<location id="id0" x="1" y="2" color="#ff0000"><name x="3" y="4">A</name>
<label kind="invariant" x="5" y="6">a &lt; 3 // c07</label>
<label kind="comments">c08 of a location
on two lines */ with a trap</label></location>
<init ref="id0"/>
<transition color="#00ff00"><source ref="id0"/><target ref="id0"/>
<label kind="guard">/* c09 */ a &lt;
  /* c10 */ 2</label><label kind="assignment">// c11
a = 1</label><label kind="comments">c12 of an edge</label><nail x="7" y="8"/></transition>
</template>
<system>// c13 before
P1 = P(0);
/* c14 before the line */
system P1; // c15 after it
// c16 at the end</system>
<queries><option key="--search-order" value="1"/><query><formula>A[] /* c17 in the formula */ a &lt; 3</formula><comment>c18 of a query</comment>
<option key="--diagnostic" value="0"/><expect outcome="success" type="quality"/>
<result outcome="success" type="quality" timestamp="2026-01-01"/></query></queries>
</nta>"##;

const OLD: &str = "\
// c01
const k 2; // c02
int a; /* c03 */
process P { // c04
    clock x; // c05
    state A { x <= k /* c06 */ }; // c07
    init A;
    trans A -> A { guard x > 1, /* c08 */ a == 0; };
}
system P; // c09
";

/// Each `cNN` of a text, in which there are so many, stands once in each format and after each way there.
fn assert_keeps(text: &str, count: usize) {
    let document = read(text);
    let xml = print_xml(&document).unwrap();
    let xta = print_xta(&document).unwrap();
    let there_and_back = print_xml(&read(&xta)).unwrap();
    let back_and_there = print_xta(&read(&xml)).unwrap();
    for written in [&xml, &xta, &there_and_back, &back_and_there] {
        for number in 1..=count {
            let comment = format!("c{number:02}");
            assert_eq!(written.matches(&comment).count(), 1, "{comment} in\n{written}");
        }
    }
    assert_eq!(print_xml(&read(&xml)).unwrap(), xml);
    assert_eq!(print_xta(&read(&xta)).unwrap(), xta);
}

#[test]
fn no_comment_is_lost_or_doubled() {
    assert_keeps(XTA, 28);
    assert_keeps(XML, 18);
    assert_keeps(OLD, 9);
}

fn template(document: &Document) -> &Template {
    let template = document.items.iter().find_map(|item| match item {
        Item::Template(template) => Some(template),
        Item::Declaration(_) => None,
    });
    template.expect("there is a template")
}

#[test]
fn comments_belong_to_what_they_stand_at() {
    let document = read(XTA);
    let template = template(&document);
    let of_location = |number: usize| template.locations[number].comment.as_ref().unwrap();
    assert_eq!(of_location(0).tree, "c11 before A\nc13 after it\nc14 after A");
    assert_eq!(of_location(1).tree, "c15 after B");
    let of_edge = |number: usize| template.edges[number].comment.as_ref().unwrap();
    assert_eq!(of_edge(0).tree, "c17 before an edge\nc19 in an edge\nc20");
    assert_eq!(of_edge(1).tree, "c21 before the next\nc22 after the last");
    let query = &document.queries[0];
    assert_eq!(query.comment, "c27 about the query");
    assert_eq!(query.expect.as_ref().unwrap().outcome.as_deref(), Some("success"));
}

#[test]
fn formulas_stay_as_they_were_written() {
    let xml = XML.replace("A[] /* c17 in the formula */ a &lt; 3", "A[] not a == 3 or a &lt; 3");
    let again = print_xml(&read(&xml)).unwrap();
    assert!(again.contains("<formula>A[] not a == 3 or a &lt; 3</formula>"), "{again}");
}

#[test]
fn declarations_and_labels_stay_as_they_were_written() {
    let xta = print_xta(&read(XTA)).unwrap();
    assert!(
        xta.starts_with("// c01 the file\nint a; // c02 after a\n\n/* c03 before f,\n"),
        "{xta}"
    );
    assert!(xta.contains("    return n /* c05 in an expression */ + 1;\n"), "{xta}");
    assert!(xta.contains("guard x > 1 && /* c18 in a guard */ a == 0;"), "{xta}");
    let xml = print_xml(&read(XML)).unwrap();
    assert!(xml.contains("{ 1, // c03 one\n                   2 };\n"), "{xml}");
    assert!(xml.contains("a &lt; 3 // c07</label>"), "{xml}");
    for kept in [
        "color=\"#ff0000\"",
        "color=\"#00ff00\"",
        "<nail x=\"7\" y=\"8\"/>",
        "<option key=\"--search-order\" value=\"1\"/>",
        "<expect outcome=\"success\" type=\"quality\">",
        "timestamp=\"2026-01-01\"",
    ] {
        assert!(xml.contains(kept), "{kept} in\n{xml}");
    }
}

/// A text that no longer says what the tree says must not be written.
#[test]
fn a_changed_tree_is_written_and_not_its_old_text() {
    let mut document = read("int a = 1; // c01\nprocess P() { state A; init A; }\nsystem P;");
    let other = read("int b = 2;\nprocess P() { state A; init A; }\nsystem P;");
    let (Item::Declaration(changed), Item::Declaration(new)) =
        (&mut document.items[0], &other.items[0])
    else {
        panic!("declarations")
    };
    changed.kind = new.kind.clone();
    let xta = print_xta(&document).unwrap();
    assert!(xta.starts_with("// c01\nint b = 2;\n"), "{xta}");
}
