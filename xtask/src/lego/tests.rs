use std::path::Path;

use super::command::text;
use super::idle::idle_cycles;
use super::program::Program;

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/lego");
    folder.join(name).to_str().expect("a readable path").to_owned()
}

fn read(name: &str) -> String {
    std::fs::read_to_string(example(name)).expect("an example")
}

fn written(settings: &[&str]) -> String {
    let files = [example("brick.rcx"), example("environment.txt")];
    let all: Vec<String> =
        files.into_iter().chain(settings.iter().map(|each| (*each).to_owned())).collect();
    text(&all).expect("a model")
}

#[test]
fn the_models_among_the_examples_are_what_the_command_writes() {
    assert_eq!(written(&[]), read("brick.xta"));
    assert_eq!(written(&["extended"]), read("extended.xta"));
}

#[test]
fn the_program_has_six_idle_cycles() {
    let program = Program::read(&read("brick.rcx")).expect("a program");
    let lengths: Vec<usize> = idle_cycles(&program).iter().map(|cycle| cycle.length).collect();
    assert_eq!(lengths, [7, 8, 8, 9, 10, 11]);
}

#[test]
fn a_wrong_program_is_refused_with_its_line() {
    let problem = |text: &str| Program::read(text).expect_err("wrong");
    assert_eq!(problem("0 v[0] := 1\n5 jump 0"), "line 2: not an instruction");
    assert_eq!(problem("5 baf 5\n5 baf 5"), "line 2: addresses must grow");
    assert_eq!(problem("0 baf 7"), "0: nothing is at address 7");
    assert_eq!(problem("0 v[0] := 1"), "the last instruction must be a jump (baf)");
    assert_eq!(problem(""), "no instructions");
    assert_eq!(problem("0 tbf v[0] = system(1), 0"), "line 1: not an instruction");
    assert!(text(&["a".to_owned()]).is_err());
}
