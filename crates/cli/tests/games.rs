//! Games, strategies and schedules.

mod orrery;

use orrery::{Folder, orrery};
use serde_json::Value;

fn asked(model: &str, flags: &[&str]) -> Value {
    let mut arguments = vec!["check", model, "--format", "json"];
    arguments.extend(flags);
    orrery(&arguments).json()["queries"].clone()
}

const TRAINS: &str = "examples/games/train-gate-game.xta";

#[test]
fn a_strategy_is_told_as_rules() {
    let query = "control: A[] !(Train(0).Crossing && Train(1).Crossing)";
    let found = asked(TRAINS, &["-q", query, "--trace", "some"]);
    assert_eq!(found[0]["verdict"], "holds");
    let strategy = &found[0]["strategy"];
    assert_eq!(strategy["permissive"], true);
    let states = strategy["states"].as_array().expect("states");
    let stops = states
        .iter()
        .flat_map(|state| state["rules"].as_array().expect("rules"))
        .any(|rule| rule["action"] == "take" && rule["moves"][0]["target"] == "Stopped");
    assert!(stops, "{strategy}");
    let text = orrery(&["check", TRAINS, "-q", query, "--trace", "some"]);
    text.assert_status(0);
    assert!(text.out.contains("the controller follows any rule that fits"), "{}", text.out);
    // Without being asked for, and where there is none, there is none.
    assert!(asked(TRAINS, &["-q", query])[0].get("strategy").is_none());
    let lost = "control: A<> Train(0).Crossing";
    assert!(asked(TRAINS, &["-q", lost, "--trace", "some"])[0].get("strategy").is_none());
}

#[test]
fn queries_under_a_strategy_see_what_it_allows() {
    let verdicts = |queries: &[&str]| -> Vec<String> {
        let flags: Vec<&str> = queries.iter().flat_map(|query| ["-q", query]).collect();
        let found = asked(TRAINS, &flags);
        let all = found.as_array().expect("answers");
        all.iter().map(|answer| answer["verdict"].as_str().expect("a verdict").to_owned()).collect()
    };
    let keep = "strategy Keep = control: A[] !(Train(0).Crossing && Train(1).Crossing)";
    assert_eq!(
        verdicts(&[
            keep,
            "A[] !(Train(0).Crossing && Train(1).Crossing) under Keep",
            "A[] !(Train(0).Crossing && Train(1).Crossing)",
            "E<> Train(0).Crossing && Train(1).Stopped under Keep",
            "A<> Train(0).Crossing under Keep",
            "E[] Train(0).Safe under Keep",
            "E<> Train(0).Crossing under Other",
        ]),
        ["holds", "holds", "fails", "holds", "fails", "holds", "error"]
    );
    // Nothing holds under a strategy that does not exist.
    let never = "strategy Never = control: A[] Train(0).Safe";
    assert_eq!(
        verdicts(&[never, "A[] true under Never", "E<> true under Never"]),
        ["fails", "fails", "fails"]
    );
    let reach = "strategy Reach = control: A<> true";
    assert_eq!(verdicts(&[reach, "E<> true under Reach"]), ["holds", "unsupported"]);
}

#[test]
fn a_schedule_takes_the_least_time_for_each_event() {
    let folder = Folder::new();
    let model = folder.file(
        "machine.xta",
        "process M() { clock x; state idle, a { x <= 5 }, b { x <= 3 }, out { x <= 0 }; init idle; trans
           idle -> a { assign x = 0; }, idle -> b { assign x = 0; },
           a -> out { guard x >= 4; assign x = 0; }, b -> idle { guard x >= 1; assign x = 0; },
           b -> out { guard x >= 3; assign x = 0; }, out -> idle { }; }
         process N() { clock y; state s { y <= 7 }; init s; trans s -> s { guard y >= 7; assign y = 0; }; }
         system M, N;",
    );
    let arguments =
        ["optimise", &model, "-q", "E[] true", "--throughput", "M.out", "--format", "json"];
    let found = orrery(&arguments).assert_status(0).json()["queries"][0].clone();
    assert_eq!((&found["value"], &found["optimal"]), (&Value::from(3), &Value::from(true)));
    let bounded =
        ["optimise", &model, "-q", "E[] !M.b", "--throughput", "M.out", "--format", "json"];
    assert_eq!(orrery(&bounded).assert_status(0).json()["queries"][0]["value"], 4);
    let never =
        ["optimise", &model, "-q", "E[] M.idle", "--throughput", "M.out", "--format", "json"];
    assert_eq!(orrery(&never).assert_status(1).json()["queries"][0]["verdict"], "fails");
    let wrong = ["optimise", &model, "-q", "E<> M.out", "--throughput", "M.out"];
    orrery(&wrong).assert_status(2);
}
