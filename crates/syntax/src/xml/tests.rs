use crate::tree::Document;
use crate::tree::{Item, Point, Template};
use crate::{Parse, SourceMap, Span, parse_xml};

fn read(text: &str) -> (SourceMap, Parse<Document>) {
    let mut sources = SourceMap::new();
    let parse = parse_xml(&mut sources, "m.xml", text.as_bytes());
    (sources, parse)
}

fn template(document: &Document) -> &Template {
    match &document.items[0] {
        Item::Template(template) => template,
        Item::Declaration(_) => panic!("a template comes first"),
    }
}

const MODEL: &str = r##"<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' 'http://www.it.uu.se/flat-1_6.dtd'>
<project>
  <imports>ignored</imports>
  <template x="1">
    <name x="2" y="3"> P </name>
    <parameter>const int n</parameter>
    <location id="id0" x="-4" y="5.5" color="#ff0000">
      <name x="1" y="1">idle</name>
      <label kind="invariant" x="6" y="7">x &lt;= n &amp;&amp; true</label>
      <label kind="testcodeEnter">whatever (</label>
      <urgent/>
    </location>
    <location id="id1"><label kind="comments">  two
words </label><committed/></location>
    <branchpoint id="id2" x="8" y="9"/>
    <init ref="id0"/>
    <transition controllable="false" color="#00ff00">
      <source ref="id0"/><target ref="id2"/>
      <label kind="synchronisation">c?</label><nail x="1" y="2"/><nail x="3" y="4"/>
    </transition>
    <transition><source ref="id2"/><target ref="id1"/><label kind="probability">3</label></transition>
  </template>
  <lsc>ignored</lsc>
  <instantiation>Q = P(3);</instantiation>
  <system>system Q;</system>
  <queries>
    <option key="--search-order" value="1"/>
    <query>
      <formula>A[] // a comment
   not
   deadlock</formula>
      <comment> why </comment>
      <option key="--diagnostic" value="0"/>
      <expect outcome="success" type="quality"><resource type="user-time" value="5" unit="s"/></expect>
      <result outcome="failure" type="quality" timestamp="today"><option key="k" value="v"/><details>d</details></result>
    </query>
    <query><formula/><comment/></query>
  </queries>
</project>"##;

#[test]
fn everything_in_the_file_is_in_the_tree() {
    let (_, parse) = read(MODEL);
    assert!(parse.diagnostics.is_empty(), "{:?}", parse.diagnostics);
    let document = &parse.tree;
    let template = template(document);
    assert_eq!(template.name.name, "P");
    assert_eq!(template.parameter_text, "const int n");
    let [idle, anonymous] = &template.locations[..] else { panic!("two locations") };
    assert_eq!(idle.at, Some(Point { x: -4.0, y: 5.5 }));
    assert_eq!(idle.colour.as_deref(), Some("#ff0000"));
    assert!(idle.urgent && !idle.committed && anonymous.committed);
    let invariant = idle.invariant.as_ref().unwrap();
    assert_eq!(invariant.text, "x <= n && true");
    assert_eq!(invariant.at, Some(Point { x: 6.0, y: 7.0 }));
    assert!(anonymous.name.is_none());
    assert_eq!(anonymous.comment.as_ref().unwrap().tree, "two\nwords");
    assert!(!template.edges[0].controllable && template.edges[1].controllable);
    assert_eq!(template.edges[0].nails.len(), 2);
    assert_eq!(document.system.declarations.len(), 1);
    assert_eq!(document.options, [("--search-order".to_owned(), "1".to_owned())]);
    let [query, empty] = &document.queries[..] else { panic!("two queries") };
    assert_eq!(query.text, "A[] not deadlock");
    assert_eq!(query.comment, "why");
    assert_eq!(query.options.len(), 1);
    assert_eq!(query.expect.as_ref().unwrap().resources.len(), 1);
    assert_eq!(query.results[0].details.as_deref(), Some("d"));
    assert_eq!(query.results[0].options.len(), 1);
    assert_eq!((query.line, empty.line), (30, 38));
}

#[test]
fn every_name_is_found_again_at_its_place_in_the_file() {
    let text = "<nta>\r\n<declaration>// é\r\nint a = 1 &lt; 2, <![CDATA[b = 3 < 4,]]>\r\n c&#61;5;</declaration>\
                <template><name>P</name><location id='i'/><init ref='i'/></template>\
                <system>system P;</system></nta>";
    let (sources, parse) = read(text);
    assert!(parse.diagnostics.is_empty(), "{:?}", parse.diagnostics);
    let Item::Declaration(declaration) = &parse.tree.items[0] else { panic!("a declaration") };
    let crate::tree::DeclarationKind::Variables(variables) = &declaration.kind else {
        panic!("variables")
    };
    let mut places = Vec::new();
    for declarator in &variables.declarators {
        let place = sources.place(declarator.name.span);
        assert_eq!(place.anchor, "declarations");
        let line = text.lines().nth(place.line as usize - 1).unwrap();
        let found: String = line.chars().skip(place.column as usize - 1).take(1).collect();
        assert_eq!(found, declarator.name.name);
        places.push((place.line, place.column));
    }
    assert_eq!(places, [(3, 5), (3, 28), (4, 2)]);
}

#[test]
fn a_place_beyond_all_blocks_is_no_panic() {
    let (sources, _) = read("<nta/>");
    for span in [Span::default(), Span { start: 900, end: 950, ..Span::default() }] {
        assert_eq!(sources.place(span).line, 1);
        assert_eq!(sources.text(Span { start: 5, end: 2, ..span }), "");
    }
}

#[test]
fn encodings_are_decoded() {
    let ascii = "<?xml version='1.0' encoding='ISO-8859-1'?><nta><declaration>// _\nint a;</declaration><template>\
                 <name>P</name><location id='i'/><init ref='i'/></template><system>system P;</system></nta>";
    let latin1: Vec<u8> = ascii.bytes().map(|b| if b == b'_' { 0xE9 } else { b }).collect();
    let utf16: Vec<u8> =
        std::iter::once(0xFEFF).chain(ascii.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let marked = [&[0xEF, 0xBB, 0xBF], ascii.as_bytes()].concat();
    for bytes in [latin1, utf16, marked] {
        let parse = parse_xml(&mut SourceMap::new(), "m.xml", &bytes);
        assert!(parse.diagnostics.is_empty(), "{:?}", parse.diagnostics);
        assert_eq!(parse.tree.items.len(), 2);
    }
}
