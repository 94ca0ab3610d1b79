//! The other commands: explain, simulate, view, convert, completions, man.

mod orrery;

use orrery::{Folder, Outcome, command, crossing, orrery, orrery_reading, root};

#[test]
fn plans_are_explained() {
    let outcome = orrery(&["explain", &crossing(), "--query", "1", "--query", "5"]);
    outcome.assert_status(0);
    let lines: Vec<&str> = outcome.out.lines().collect();
    assert_eq!(lines[0], "1  A[] (exists (i : id_t) Train(i).On) imply Barrier.Down");
    assert!(lines.contains(&"5  A[] not deadlock"), "{}", outcome.out);
    assert!(outcome.out.contains("the query asks for deadlocks"), "{}", outcome.out);
    let refused = orrery(&["explain", &crossing(), "--query", "5", "--abstraction", "hull"]);
    refused.assert_status(2);
    assert!(refused.out.contains("--abstraction hull is not possible here"), "{}", refused.out);
}

#[test]
fn a_simulation_is_a_dialogue() {
    let commands = "1\nw\n2\nd 1/2\nd 100\ns\nu 2\nx\n9\nt\nq\n1\n";
    let outcome = orrery_reading(&["simulate", &crossing()], commands);
    outcome.assert_status(0);
    let expected = "\
after 0 steps, at 0: Train(0).Far Train(1).Far Barrier.Up
     Barrier.trains = 0, Train(0).x = 0, Train(1).x = 0, Barrier.y = 0
  1  Train(0) Far → Near  approach!; x = 0  |  Barrier Up → Lowering  approach?; trains++, y = 0
  2  Train(1) Far → Near  approach!; x = 0  |  Barrier Up → Lowering  approach?; trains++, y = 0
     time may pass: [0, infinity)
after 1 step, at 0: Train(0).Near Train(1).Far Barrier.Lowering
     Barrier.trains = 1, Train(0).x = 0, Train(1).x = 0, Barrier.y = 0
  1  Train(1) Far → Near  approach!; x = 0  |  Barrier Lowering → Lowering  approach?; trains++
  2  Barrier Lowering → Down  y >= 1  after [1, 2]
     time may pass: [0, 2]
  Train(0) Near → On  x >= 3: its clocks do not allow it within the time that may pass here
after 2 steps, at 1: Train(0).Near Train(1).Far Barrier.Down
     Barrier.trains = 1, Train(0).x = 1, Train(1).x = 1, Barrier.y = 1
  1  Train(0) Near → On  x >= 3  after [2, 4]
  2  Train(1) Far → Near  approach!; x = 0  |  Barrier Down → Down  approach?; trains++
     time may pass: [0, 4]
after 2 steps, at 3/2: Train(0).Near Train(1).Far Barrier.Down
     Barrier.trains = 1, Train(0).x = 3/2, Train(1).x = 3/2, Barrier.y = 3/2
  1  Train(0) Near → On  x >= 3  after [3/2, 7/2]
  2  Train(1) Far → Near  approach!; x = 0  |  Barrier Down → Down  approach?; trains++
     time may pass: [0, 7/2]
100 cannot pass here, only [0, 7/2]
  Barrier.trains = 1
  Train(0).x = 3/2
  Train(1).x = 3/2
  Barrier.y = 3/2
after 1 step, at 1: Train(0).Near Train(1).Far Barrier.Lowering
     Barrier.trains = 1, Train(0).x = 1, Train(1).x = 1, Barrier.y = 1
  1  Train(1) Far → Near  approach!; x = 0  |  Barrier Lowering → Lowering  approach?; trains++
  2  Barrier Lowering → Down  y >= 1
     time may pass: [0, 1]
`x` is not a command; `help` lists them
there is no transition 9 to choose
Run: 1 step, 1 time unit
   0  Train(0).Far Train(1).Far Barrier.Up
        Train(0).x = 0, Train(1).x = 0, Barrier.y = 0
   1  at 0  approach
        Train(0)  Far → Near     approach!; x = 0
        Barrier   Up → Lowering  approach?; trains++, y = 0
        Barrier.trains : 0 → 1
        Train(0).x = 0, Train(1).x = 0, Barrier.y = 0
      then 1 time unit passes
";
    assert_eq!(outcome.out, expected);
}

#[test]
fn reasons_name_what_stands_in_the_way() {
    let folder = Folder::new();
    let text = "\
int n = 1;
clock x;
chan c, lonely;
broadcast chan all;
process P() {
    state A, B { x <= 0 }, C;
    init A;
    trans A -> A { guard n == 0; }, A -> A { sync lonely!; }, A -> B { guard x >= 1; },
          A -> C { sync c?; };
}
process Q() { state S, T; commit T; init S; trans S -> T { }, T -> S { sync c!; }; }
system P, Q;
";
    let model = folder.file("reasons.xta", text);
    let outcome = orrery_reading(&["simulate", &model], "w\n1\nw\n");
    outcome.assert_status(0);
    for expected in [
        "P A → A  n == 0: its guard `n == 0` is false",
        "P A → A  lonely!: no process is ready to synchronise on `lonely!`",
        "P A → B  x >= 1: an invariant would be violated afterwards",
        "P A → A  lonely!: another process is at a committed location and moves first",
    ] {
        assert!(outcome.out.contains(expected), "{expected}:\n{}", outcome.out);
    }
}

#[test]
fn a_run_that_was_found_can_be_replayed() {
    let folder = Folder::new();
    let run = folder.at("run.json");
    orrery(&["check", &crossing(), "--query", "2", "--trace-out", &run]).assert_status(0);
    let outcome = orrery_reading(&["simulate", &crossing(), "--replay", &run], "");
    outcome.assert_status(0);
    assert!(outcome.out.contains("Train(0).On Train(1).On Barrier.Down\n"), "{}", outcome.out);
    let saved = folder.at("saved.json");
    let commands = format!("r 20\nsave {saved}\nrestart\nreplay {saved}\nsave {saved}.docx\n");
    let outcome = orrery_reading(&["simulate", &crossing(), "--seed", "5"], &commands);
    outcome.assert_status(0);
    assert!(outcome.out.contains("Run: 20 steps"), "{}", outcome.out);
    assert!(outcome.out.contains("cannot tell the format"), "{}", outcome.out);
    let other = folder.file("p.xta", "process P() { state A; init A; }\nsystem P;\n");
    orrery(&["simulate", &other, "--replay", &run]).assert_status(2);
    orrery(&["simulate", &other, "--replay", &crossing()]).assert_status(2);
}

#[test]
fn a_run_in_the_format_of_uppaal_can_be_replayed_and_drawn() {
    let folder = Folder::new();
    let (xtr, json, again) = (folder.at("run.xtr"), folder.at("run.json"), folder.at("again.xtr"));
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    for format in [&xtr, &json] {
        let flags = ["--query", "2", "--trace", "fastest", "--trace-out", format];
        orrery(&[&["check", &crossing()], &flags[..]].concat()).assert_status(0);
    }
    let outcome = orrery_reading(&["simulate", &crossing(), "--replay", &xtr], "");
    outcome.assert_status(0);
    assert!(outcome.out.contains("Train(0).On Train(1).On Barrier.Down\n"), "{}", outcome.out);
    // Written out again it is the same file, and what is drawn of it is a picture.
    orrery(&["simulate", &crossing(), "--replay", &xtr, "--trace-out", &again]).assert_status(0);
    assert_eq!(read(&xtr), read(&again));
    orrery(&["simulate", &crossing(), "--replay", &json, "--trace-out", &again]).assert_status(0);
    assert_eq!(read(&xtr), read(&again));
    let picture = folder.at("run.svg");
    orrery(&["simulate", &crossing(), "--replay", &xtr, "--trace-out", &picture]).assert_status(0);
    assert!(read(&picture).starts_with("<svg"));
    // A run of another model, a file that is cut off, an edge that does not exist.
    let other = folder.file("p.xta", "process P() { state A; init A; }\nsystem P;\n");
    let outcome = orrery(&["simulate", &other, "--replay", &xtr]);
    outcome.assert_status(2);
    assert!(outcome.err.contains("has an edge that the model does not have"), "{}", outcome.err);
    let text = read(&xtr);
    let short = folder.file("short.xtr", &text[..text.len() / 2]);
    let outcome = orrery(&["simulate", &crossing(), "--replay", &short]);
    outcome.assert_status(2);
    assert!(outcome.err.contains("the file ends too soon"), "{}", outcome.err);
    orrery(&["simulate", &crossing(), "--trace-out", &picture]).assert_status(2);
}

#[test]
fn the_intermediate_format_names_what_a_trace_file_numbers() {
    let folder = Folder::new();
    let target = folder.at("crossing.if");
    orrery(&["convert", &crossing(), "-o", &target]).assert_status(0);
    let text = folder.read("crossing.if");
    let sections = ["layout", "instructions", "processes", "locations", "edges", "expressions"];
    let found: Vec<&str> = text.lines().filter(|line| sections.contains(line)).collect();
    assert_eq!(found, sections);
    assert!(text.contains(":clock:2:") && text.contains(":Train(1)\n"), "{text}");
    // As public scripts ask for it.
    let outcome = Outcome::from(
        command(&["verifyta", &crossing()]).env("UPPAAL_COMPILE_ONLY", "1").output().unwrap(),
    );
    outcome.assert_status(0);
    assert_eq!(outcome.out, text);
}

#[test]
fn pictures_are_svg() {
    let all = orrery(&["view", &crossing()]);
    all.assert_status(0);
    assert!(all.out.starts_with("<svg") && all.out.contains("Lowering"), "{}", all.out);
    let one = orrery(&["view", &crossing(), "-t", "Train"]);
    assert!(one.out.contains("Near") && !one.out.contains("Lowering"));
    let wrong = orrery(&["view", &crossing(), "-t", "Plane"]);
    assert!(wrong.err.contains("only Train, Barrier"), "{}", wrong.err);
}

#[test]
fn the_picture_of_the_readme_is_up_to_date() {
    let drawn = orrery(&["view", &crossing()]).out;
    let kept = std::fs::read_to_string(root().join("docs/images/crossing.svg")).unwrap();
    assert!(drawn == kept, "orrery view examples/first/crossing.xml -o docs/images/crossing.svg");
}

#[test]
fn models_keep_their_meaning_in_other_formats() {
    let folder = Folder::new();
    let verdicts = |model: &str| {
        let json = orrery(&["check", model, "--format", "json"]).json();
        let queries = json["queries"].as_array().unwrap().clone();
        queries.iter().map(|query| query["verdict"].clone()).collect::<Vec<_>>()
    };
    for name in ["a.xta", "b.xml", "c.ta"] {
        let path = folder.at(name);
        orrery(&["convert", &crossing(), "-o", &path]).assert_status(0);
        assert_eq!(verdicts(&path), verdicts(&crossing()), "{name}");
    }
}

#[test]
fn help_is_there_for_everything() {
    for command in ["check", "explain", "simulate", "view", "convert", "completions", "man"] {
        let outcome = orrery(&[command, "--help"]);
        outcome.assert_status(0);
        assert!(outcome.out.contains("Usage: orrery"), "{command}: {}", outcome.out);
        assert!(outcome.out.contains("xample"), "{command} has no example: {}", outcome.out);
    }
    assert!(orrery(&["verifyta", "--help"]).out.contains("Usage: verifyta"));
    assert!(orrery(&["--version"]).out.starts_with("orrery 0."));
    let page = orrery(&["man"]);
    for command in ["check", "simulate", "convert"] {
        assert!(page.out.contains(&format!("orrery\\-{command}")), "{command}: {}", page.out);
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = orrery(&["completions", shell]);
        script.assert_status(0);
        assert!(script.out.contains("time-limit"), "{shell}");
    }
}

/// The first command of the README works, and prints what it says. `docs.rs` runs the others.
#[test]
fn the_readme_tells_the_truth() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let shown = |block: &str| readme.contains(block.trim_end());
    let start = "cargo run --release -- ";
    let commands: Vec<&str> = readme.lines().filter_map(|line| line.strip_prefix(start)).collect();
    assert_eq!(commands, ["check examples/first/crossing.xml"]);
    let outcome = orrery(&commands[0].split(' ').collect::<Vec<_>>());
    assert!(shown(&outcome.out), "{}", outcome.out);
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new();
    orrery(&["man", &folder.at("man1")]).assert_status(0);
    for command in ["check", "symmetry", "explain", "simulate", "view", "convert"] {
        let page = folder.read(&format!("man1/orrery-{command}.1"));
        assert!(page.contains("Examples:"), "{command}: {page}");
    }
    assert!(folder.read("man1/orrery.1").contains("orrery"));
}

#[test]
fn commands_that_ask_nothing_do_not_complain_about_queries() {
    let folder = Folder::new();
    let model = std::fs::read_to_string(root().join(crossing())).expect("the example is there");
    let path =
        folder.file("m.xml", model.replace("Barrier.Down</formula>", "Nobody.x &lt;</formula>"));
    let outcome = orrery(&["view", &path, "-o", &folder.at("m.svg")]);
    outcome.assert_status(0);
    assert_eq!(outcome.err, "");
    orrery(&["check", &path]).assert_status(2);
}

#[test]
fn a_model_without_coordinates_is_laid_out_for_the_editor() {
    let folder = Folder::new();
    let text = "// the light\nclock x; // since it changed\n\
                process P() { state Off, On { x <= 5 }; init Off;\n\
                trans Off -> On { assign x = 0; }, On -> On { guard x > 1; }, On -> Off { }; }\n\
                system P;\n";
    let source = folder.file("light.xta", text);
    let target = folder.at("light.xml");
    orrery(&["convert", &source, "-o", &target]).assert_status(0);
    let xml = folder.read("light.xml");
    for location in xml.lines().filter(|line| line.contains("<location")) {
        assert!(location.contains(" x=\"") && location.contains(" y=\""), "{location}");
    }
    assert!(xml.contains("<nail x="), "a loop needs bends\n{xml}");
    assert!(xml.contains("// the light\nclock x; // since it changed"), "{xml}");
    // The picture is the one that `view` makes of the text.
    let drawn = |model: &str| orrery(&["view", model]).out;
    assert_eq!(drawn(&target), drawn(&source));
}

#[test]
fn the_name_of_a_picture_says_its_format() {
    let folder = Folder::new();
    let starts: [(&str, &[u8]); 4] = [
        ("model.svg", b"<svg"),
        ("model.png", b"\x89PNG"),
        ("model.PDF", b"%PDF-"),
        ("model.dot", b"digraph {"),
    ];
    for (name, start) in starts {
        let target = folder.at(name);
        orrery(&["view", &crossing(), "-o", &target]).assert_status(0);
        assert!(std::fs::read(&target).unwrap().starts_with(start), "{name}");
    }
    for name in ["model.jpg", "model", "model.svg.gz"] {
        let target = folder.at(name);
        let refused = orrery(&["view", &crossing(), "-o", &target]);
        refused.assert_status(2);
        assert!(refused.err.contains(".svg, .png, .pdf or .dot"), "{}", refused.err);
        assert!(!std::path::Path::new(&target).exists(), "nothing is written");
    }
}
