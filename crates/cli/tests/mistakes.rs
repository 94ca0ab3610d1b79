//! Deliberate mistakes, as people make them: each gets a message with place and advice, and the right exit status.

mod orrery;

use orrery::{Folder, Outcome, orrery};

const MODEL: &str = "const int N = 3;
typedef int[0, N - 1] id_t;
clock x;
chan go[id_t];
int[0, 5] n;
bool flag;
process P(const id_t id) {
    clock y;
    state A { y <= 5 }, B;
    init A;
    trans A -> B { guard y >= 3; sync go[id]!; assign n = 1; };
}
process Q() {
    state L, M;
    init L;
    trans L -> M { select i : id_t; sync go[i]?; };
}
system P, Q;
";

#[track_caller]
fn says(outcome: &Outcome, status: i32, words: &[&str]) {
    let all = format!("{}{}", outcome.out, outcome.err);
    assert!(!all.contains("panicked"), "{all}");
    assert_eq!(outcome.status, status, "{all}");
    for word in words {
        assert!(all.contains(word), "no {word:?} in {all}");
    }
}

/// What is replaced in the model, by what, and words of the message.
#[rustfmt::skip]
const IN_MODELS: [(&str, &str, i32, &[&str]); 32] = [
    ("clock x;", "clock x", 2, &["expected `;`", "m.xta:3:7", "put a `;` here"]),
    ("bool flag", "boolean flag", 2, &["there is no type `boolean`", "m.xta:6:1", "write `bool`"]),
    ("chan go", "channel go", 2, &["there is no type `channel`", "write `chan`"]),
    ("process Q", "template Q", 2, &["there is no type `template`", "write `process`"]),
    ("init A;", "init;", 2, &["expected the name of the initial location", "m.xta:10:9"]),
    ("init A;", "", 2, &["`P` has no initial location", "`init A;`"]),
    ("y >= 3;", "y => 3;", 0, &["W0103", "write `>=`"]),
    ("y >= 3;", "y >= 3", 2, &["expected `;` after this part of the edge"]),
    ("y >= 3;", "y = 3;", 2, &["a guard cannot assign", "write `==` to compare"]),
    ("n = 1;", "n == 1;", 0, &["this expression has no effect", "did you mean `=`?"]),
    ("n = 1;", "x == 1;", 2, &["a `condition on clocks` is not a statement", "write `=`"]),
    ("n = 1;", "n = 7;", 2, &["7 is outside the range [0,5] of n (", "m.xta:11:55", "Run to the error"]),
    ("n = 1;", "N = 1;", 2, &["cannot be assigned to", "`N` is a constant"]),
    ("n = 1;", "n = \"hello\";", 2, &["a `string` cannot be assigned to an `int`"]),
    ("n = 1;", "foo(1);", 2, &["there is no function `foo`"]),
    ("go[id]!", "go[id]", 3, &["write `c!` to send or `c?` to receive (", "m.xta:11:39"]),
    ("go[id]!", "go!", 2, &["this is an `array of chan`", "`c[i]`"]),
    ("go[id]!", "n!", 2, &["this is an `int`", "declare one: `chan c;`"]),
    ("A -> B", "A -> C", 2, &["no location `C`", "it has `A` and `B`"]),
    ("}, B;", "} B;", 2, &["expected `,` between the names"]),
    ("y <= 5", "y >= 5", 1, &["the invariant of `P(0).A` does not hold at the start", "m.xta:9:11"]),
    ("system P, Q;", "system P Q;", 2, &["put a `,` before it", "1 error"]),
    ("system P, Q;", "system P, R;", 2, &["there is no template or process `R`", "1 error"]),
    ("system P, Q;", "", 2, &["the model has no `system` line", "`system P;`"]),
    ("N - 1", "M - 1", 2, &["there is no name `M`", "m.xta:2:16"]),
    ("N = 3", "N", 2, &["the constant `N` has no value", "write `= value`"]),
    ("N = 3", "N = 99999999999", 2, &["does not fit in 32 bits", "2147483647"]),
    ("N = 3", "N = 3000000", 2, &["3000000 processes are too many"]),
    ("i : id_t", "i in id_t", 2, &["write `:` before the type"]),
    ("y >= 3", "y >= 3 || x > 2", 2, &["cannot choose between two conditions on clocks", "several edges"]),
    ("y >= 3", "x + y >= 3", 3, &["clocks compared by more than", "m.xta:11:26"]),
    ("int[0, 5] n", "int[5, 0] n", 2, &["the range [5,0] is empty"]),
];

#[test]
fn in_models() {
    let folder = Folder::new();
    for (right, wrong, status, words) in IN_MODELS {
        assert!(MODEL.contains(right), "{right}");
        let model = folder.file("m.xta", MODEL.replacen(right, wrong, 1));
        let outcome = orrery(&["check", &model, "-q", "E<> Q.M", "--color", "never"]);
        says(&outcome, status, words);
    }
}

#[rustfmt::skip]
const IN_QUERIES: [(&str, i32, &[&str]); 18] = [
    ("E<> Q.M => n == 1", 2, &["write `imply`"]),
    ("E<> Q.N", 2, &["`N` is global"]),
    ("E<> R.M", 2, &["the system has `P` and `Q`"]),
    ("E<> P(3).B", 2, &["the first is `P(0)`, the last `P(2)`"]),
    ("E<> P.B", 2, &["choose one, `P(0)`"]),
    ("E<> P[0].B", 2, &["write `P(0)`"]),
    ("A[] not Deadlock", 2, &["did you mean `deadlock`?"]),
    ("Q.M", 2, &["start with `A[]`"]),
    ("E<> (Q.M", 2, &["this parenthesis is not closed"]),
    ("E<> n = 1", 2, &["write `==` to compare"]),
    ("E<> forall (i : int) P(i).B", 2, &["-32768 is outside the range [0,2] of the index of P"]),
    ("E<> forall i : id_t P(i).B", 2, &["write `forall (i : T)"]),
    ("Q.L -> Q.M", 2, &["`p --> q`"]),
    ("Q.L --> ", 2, &["expected an expression, found the end", "-q:1:8"]),
    ("sup n", 2, &["write `sup: n`"]),
    ("always Q.L", 2, &["write `A[] p`"]),
    ("e<> Q.M", 2, &["in capitals"]),
    ("E<> Q.M; E<> Q.L", 2, &["a query ends with its line"]),
];

#[test]
fn in_queries() {
    let folder = Folder::new();
    let model = folder.file("m.xta", MODEL);
    for (query, status, words) in IN_QUERIES {
        says(&orrery(&["check", &model, "-q", query, "--color", "never"]), status, words);
    }
}

#[test]
fn in_files_and_flags() {
    let folder = Folder::new();
    let model = folder.file("m.xta", MODEL);
    let nothing = folder.file("nothing.q", "// nothing\n");
    let (json, xtr) = (folder.file("r.json", "{}"), folder.file("r.xtr", "garbage\n"));
    let missing = folder.at("no/run.svg");
    let ask = ["check", &model, "-q", "E<> Q.M"];
    let with = |more: &[&str]| orrery(&[&ask[..], more].concat());
    says(&orrery(&["check", &model, &nothing]), 2, &["nothing.q has no queries"]);
    says(&orrery(&["check", &model, "-q", ""]), 2, &["is empty", "-q 'A[] not deadlock'"]);
    says(&orrery(&["check", &model, "E<> Q.M"]), 2, &["a query is given by -q 'E<> Q.M'"]);
    let late = orrery(&[&ask[..], &["--trace-out", &missing]].concat());
    says(&late, 2, &["cannot write", "there is no such folder"]);
    assert!(!late.out.contains("holds"), "nothing is searched for nothing");
    says(&with(&["--trace", "long"]), 2, &["none, some, shortest, fastest"]);
    says(&with(&["--time-limit", "ten"]), 2, &["does not start with a number"]);
    says(&with(&["--memory-limit", "1"]), 2, &["did you mean 1GiB?"]);
    says(&with(&["-D", "K=3"]), 2, &["the constants that can be set are N"]);
    says(&with(&["-D", "N=0"]), 2, &["the range [0,-1] is empty"]);
    says(&with(&["--sweep", "N=5..2"]), 2, &["NAME=FROM..TO"]);
    says(&with(&["--symmetri", "off"]), 2, &["'--symmetry'"]);
    says(&orrery(&["view", &model, "-o", "x.jpg"]), 2, &[".svg, .png, .pdf or .dot"]);
    says(&orrery(&["simulate", &model, "--replay", &json]), 2, &["is not a run written by Orrery"]);
    says(&orrery(&["simulate", &model, "--replay", &xtr]), 2, &["is not a trace of UPPAAL"]);
}

#[test]
fn in_xml() {
    let folder = Folder::new();
    let right =
        std::fs::read_to_string(orrery::root().join(orrery::crossing())).expect("the example");
    for (from, to, status, words) in [
        ("</declaration>", "", 2, &["`</declaration>` is missing before it"][..]),
        ("<name", "<nam", 2, &["`</name>` closes `<nam>`"]),
        ("</nta>", "", 2, &["it may have been cut short"]),
        ("x &lt;= 5", "x <= 5", 2, &["write `&lt;` for `<`"]),
        ("<init ref=\"far\"/>", "", 2, &["`Train` has no initial location"]),
        (
            "source ref=\"far\"",
            "source ref=\"fra\"",
            2,
            &["no location with the id `fra`", "template Train"],
        ),
        (
            "kind=\"guard\"",
            "kind=\"gaurd\"",
            1,
            &["labels of the kind `gaurd` are ignored", "known are"],
        ),
        ("approach!", "approach", 3, &["write `c!` to send or `c?` to receive"]),
    ] {
        assert!(right.contains(from), "{from}");
        let model = folder.file("m.xml", right.replacen(from, to, 1));
        let outcome = orrery(&["check", &model, "-q", "A[] Train(0).On imply Train(0).x >= 3"]);
        says(&outcome, status, words);
    }
}
