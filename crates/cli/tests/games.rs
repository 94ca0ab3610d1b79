//! Games, strategies and schedules.

mod orrery;

use orrery::{Folder, orrery, orrery_reading};
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
fn strategies_are_verified_and_written_as_models() {
    let folder = Folder::new();
    let (rules, json, model) =
        (folder.at("keep.txt"), folder.at("keep.json"), folder.at("keep.xta"));
    let query = "control: A[] !(Train(0).Crossing && Train(1).Crossing)";
    for file in [&rules, &json, &model] {
        let told = orrery(&["check", TRAINS, "-q", query, "--strategy-out", file]);
        told.assert_status(0);
        assert!(!told.out.contains("the controller follows"), "{}", told.out);
    }
    assert!(
        folder.read("keep.txt").ends_with("a search of the model under this strategy agrees\n")
    );
    let told: Value = serde_json::from_str(&folder.read("keep.json")).expect("JSON");
    assert_eq!(told["verified"], true);
    // The model under the strategy keeps the promise, and trains still cross.
    let both = "A[] !(at_Train_0 == Train_0_Crossing && at_Train_1 == Train_1_Crossing)";
    let crosses = "E<> at_Train_1 == Train_1_Crossing && at_Train_0 == Train_0_Stopped";
    let found = asked(&model, &["-q", both, "-q", crosses]);
    assert_eq!((&found[0]["verdict"], &found[1]["verdict"]), (&"holds".into(), &"holds".into()));
    let wrong = orrery(&["check", TRAINS, "-q", query, "--strategy-out", "keep.doc"]);
    wrong.assert_status(2);
    assert!(wrong.err.contains(".txt, .json or .xta"), "{}", wrong.err);
}

#[test]
fn a_strategy_that_leads_somewhere_is_verified() {
    let folder = Folder::new();
    // There is no first moment to act: it acts soon after 2, and before 3.
    let model = folder.file(
        "late.xta",
        "clock x; process P() { state a { x <= 5 }, b, c; init a; trans
           a -> b { guard x > 2 && x < 3; }, a -u-> c { guard x >= 4; }; } system P;",
    );
    let written = folder.at("late-strategy.xta");
    let found =
        asked(&model, &["-q", "control: A<> P.b", "--trace", "some", "--strategy-out", &written]);
    assert_eq!(found[0]["strategy"]["verified"], true);
    let found = asked(&written, &["-q", "A<> at_P == P_b", "-q", "E<> at_P == P_b && x >= 3"]);
    assert_eq!((&found[0]["verdict"], &found[1]["verdict"]), (&"holds".into(), &"fails".into()));
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
    assert_eq!(verdicts(&[reach, "E<> true under Reach"]), ["holds", "holds"]);
}

#[test]
fn queries_under_a_strategy_that_leads_somewhere_see_its_runs() {
    let goal = "strategy Goal = control: A<> Main.goal";
    let questions = [
        goal,
        "A<> Main.goal under Goal",
        "A[] !Main.L4 under Goal",
        "E<> Main.L2 under Goal",
        "A[] (Main.L1 imply x >= 1) under Goal",
        "E<> Main.L1 && x > 2 under Goal",
        "Main.L2 --> Main.goal under Goal",
        "E<> deadlock under Goal",
    ];
    let mut flags: Vec<&str> = questions.iter().flat_map(|query| ["-q", query]).collect();
    let found = asked("examples/games/first.xta", &flags);
    let verdict = |at: usize| found[at]["verdict"].as_str().expect("a verdict").to_owned();
    let verdicts: Vec<String> = (0..questions.len()).map(verdict).collect();
    assert_eq!(
        verdicts,
        ["holds", "holds", "holds", "holds", "holds", "fails", "holds", "unsupported"]
    );
    // Nothing holds under a strategy that does not exist.
    flags = vec![
        "-q",
        "strategy No = control: A[] Main.L0",
        "-q",
        "strategy No2 = control: A<> Main.L2",
    ];
    flags.extend(["-q", "A[] true under No2"]);
    let found = asked("examples/games/first.xta", &flags);
    assert_eq!((&found[1]["verdict"], &found[2]["verdict"]), (&"fails".into(), &"fails".into()));
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

const LAMP: &str = "
clock x;
process Lamp() {
    state Off, On { x <= 5 }, Hot;
    init Off;
    trans
        Off -> On { assign x = 0; },
        On -> Off { guard x >= 2; },
        On -u-> Hot { guard x >= 3; };
}
system Lamp;
";

#[test]
fn a_strategy_can_be_played_against() {
    let folder = Folder::new();
    let model = folder.file("lamp.xta", LAMP);
    let play = |commands: &str, strategy: &str| {
        let outcome = orrery_reading(&["simulate", &model, "--strategy", strategy], commands);
        outcome.assert_status(0);
        outcome.out
    };
    let keep = play("d 7\n1\nw\nd 4\nz\n", "control: A[] !Lamp.Hot");
    let expected = "\
after 0 steps, at 0: Lamp.Off
     x = 0
  1  controller: Lamp Off → On  x = 0
     time may pass: [0, infinity)
after 0 steps, at 7: Lamp.Off
     x = 7
  1  controller: Lamp Off → On  x = 0
     time may pass: [0, infinity)
after 1 step, at 7: Lamp.On
     x = 0
  1  controller: Lamp On → Off  x >= 2  after [2, 3)
     time may pass: [0, 3)
  Lamp On → Hot  x >= 3: the strategy does not take it, or acts before
after 5/2 the controller: Lamp On → Off  x >= 2
after 2 steps, at 11: Lamp.Off
     x = 4
  1  controller: Lamp Off → On  x = 0
     time may pass: [0, infinity)
a strategy is played with exact times
";
    assert_eq!(keep, expected);
    // Of a strategy that leads somewhere one rule counts; it ends where that is reached.
    let reach = play("1\nd 5\n1\n1\n", "control: A<> Lamp.Hot");
    assert!(
        reach.contains("1  controller: Lamp Off → On  x = 0\n     time cannot pass"),
        "{reach}"
    );
    assert!(
        reach.contains("1  Lamp On → Hot  x >= 3  after [3, 5]\n     time may pass: [0, 5]"),
        "{reach}"
    );
    assert!(
        reach.contains("Lamp.Hot\n     x = 5\n     the strategy has reached its goal"),
        "{reach}"
    );
    assert!(reach.ends_with("there is no transition 1 to choose\n"), "{reach}");
}

#[test]
fn a_random_opponent_never_beats_a_strategy() {
    let query = "control: A[] !(Train(0).Crossing && Train(1).Crossing)";
    for seed in ["1", "2", "3"] {
        let flags = ["simulate", TRAINS, "--strategy", query, "--seed", seed];
        let outcome = orrery_reading(&flags, "r\n".repeat(60).as_str());
        outcome.assert_status(0);
        assert!(!outcome.out.contains("no rule"), "{}", outcome.out);
        let crossing = |line: &&str| line.contains("Train(0).Crossing Train(1).Crossing");
        assert_eq!(outcome.out.lines().find(crossing), None);
        assert!(outcome.out.contains("after 20 steps"), "{}", outcome.out);
    }
}

#[test]
fn only_games_that_are_won_can_be_played() {
    let folder = Folder::new();
    let model = folder.file("lamp.xta", LAMP);
    folder.file("lamp.q", "strategy Cool = control: A[] !Lamp.Hot\nE<> Lamp.Hot\n");
    let told = |strategy: &str| orrery_reading(&["simulate", &model, "--strategy", strategy], "");
    told("Cool").assert_status(0);
    for (strategy, why) in [
        ("Warm", "there is no strategy `Warm`"),
        ("control: A[] Lamp.Hot", "the controller cannot win this game"),
    ] {
        let outcome = told(strategy);
        outcome.assert_status(2);
        assert!(outcome.err.contains(why), "{}", outcome.err);
    }
}

#[test]
fn clocks_follow_processes_that_are_exchanged() {
    // Whoever goes first, the clock of the other one may be past 3 and must not be taken for the clock of the first.
    let text = "
process P(const int[0,1] i) {
    clock x;
    state A { x <= 10 }, B { x <= 3 }, Bad;
    init A;
    trans
        A -u-> B { guard x >= 4; assign x = 0; },
        B -> A { guard x >= 1; assign x = 0; },
        B -u-> Bad { guard x >= 2; };
}
system P;
";
    let folder = Folder::new();
    let model = folder.file("two.xta", text);
    for symmetry in ["auto", "off"] {
        let query = "control: A[] forall (i : int[0,1]) !P(i).Bad";
        let found = asked(&model, &["-q", query, "--symmetry", symmetry]);
        assert_eq!(found[0]["verdict"], "holds", "{symmetry}");
        let order = if symmetry == "auto" { "2" } else { "1" };
        assert_eq!(found[0]["plan"]["symmetry"]["orbit_bound"], order);
    }
}

/// The strategy says what happens until its goal is reached, and nothing of what follows.
#[test]
fn after_the_goal_of_a_strategy_everything_is_possible() {
    let folder = Folder::new();
    let model = folder.file(
        "after.xta",
        "clock x, y; int[0, 9] n;
         process A() { state s, g; init s; trans s -> g { guard x <= 5; }; }
         process B() { state u, v; init u; trans u -> v { guard y >= 3; assign n = 4; }; }
         process C() { state c, d, bad, end; init c; trans
             c -> d { }, c -> bad { }, d -> bad { assign n = n + 1; }, c -u-> end { guard x > 20; }; }
         system A, B, C;",
    );
    let verdicts = |queries: &[&str]| -> Vec<String> {
        let flags: Vec<&str> = queries.iter().flat_map(|query| ["-q", query]).collect();
        let found = asked(&model, &flags);
        let all = found.as_array().expect("answers");
        all.iter().map(|answer| answer["verdict"].as_str().expect("a verdict").to_owned()).collect()
    };
    assert_eq!(
        verdicts(&[
            "strategy Go = control: A<> A.g",
            "E<> B.v under Go",
            "E<> B.v && A.s under Go",
            "A[] B.u under Go",
            "A<> A.g under Go",
            "E[] B.u under Go",
            "A[] (B.v imply y >= 3) under Go",
            "A.g --> B.v under Go",
        ]),
        ["holds", "holds", "fails", "fails", "holds", "holds", "holds", "fails"]
    );
    assert_eq!(
        verdicts(&[
            "strategy Well = control: A[ !C.bad W C.d ]",
            "E<> C.bad under Well",
            "E<> C.bad && n == 0 under Well",
            "A[] (C.bad imply n > 0) under Well",
            "E[] !C.bad under Well",
            "A<> C.d under Well",
            "strategy Safe = control: A[] !C.bad",
            "E<> C.bad under Safe",
        ]),
        ["holds", "holds", "fails", "holds", "holds", "fails", "holds", "fails"]
    );
}

/// After the goal a discrete state may have several zones, with different bounds of a clock.
#[test]
fn after_the_goal_time_passes_as_the_model_allows() {
    let folder = Folder::new();
    let model = folder.file(
        "zones.xta",
        "clock x, y; process P() { state s, g { x <= 5 }; init s; trans
             s -> g { assign x = 0, y = 0; }, g -> g { guard y >= 3; assign x = 0; }; } system P;",
    );
    let goal = "strategy Go = control: A<> P.g";
    let found = asked(
        &model,
        &["-q", goal, "-q", "E<> P.g && y > 7 under Go", "-q", "E<> P.g && x > 5 under Go"],
    );
    assert_eq!((&found[1]["verdict"], &found[2]["verdict"]), (&"holds".into(), &"fails".into()));
}

/// Values under a strategy, of variables and of clocks; and a strategy is found if only a query under it is asked for.
#[test]
fn values_are_asked_for_under_a_strategy() {
    let folder = Folder::new();
    let model = folder.file(
        "values.xta",
        "clock x, z; int[0, 9] n;
         process P() { state a { x <= 2 }, lost; init a; trans
             a -> a { guard n < 9; assign n = n + 1, x = 0; }, a -> a { guard n > 0; assign n = n - 1, x = 0, z = 0; },
             a -u-> lost { guard n > 6 && x >= 1; }; }
         system P;",
    );
    let queries = folder.file(
        "values.q",
        "strategy Keep = control: A[] !P.lost\nsup: n under Keep\ninf{n >= 3}: n under Keep\nsup{n == 7}: x under Keep\n\
         sup{n == 6}: x under Keep\nstrategy Get = control: A<> n == 3\nsup{P.a && z <= 1}: n under Get\n\
         inf{P.lost}: n under Get\nE<> P.lost under Get\nsup: z under Keep\n",
    );
    let found = asked(&model, &[&queries]);
    let text = |at: usize| found[at]["value"]["text"].as_str().map(str::to_owned);
    assert_eq!(found[0]["verdict"], "holds");
    // From n == 7 on the environment may act at x == 1, so the controller is faster.
    assert_eq!(text(1).as_deref(), Some("n <= 9"));
    assert_eq!(text(2).as_deref(), Some("n >= 3"));
    assert_eq!(text(3).as_deref(), Some("x < 1"));
    assert_eq!(text(4).as_deref(), Some("x <= 2"));
    // Once n was 3, nobody hinders the environment.
    assert_eq!((&found[5]["verdict"], &found[8]["verdict"]), (&"holds".into(), &"holds".into()));
    assert_eq!((text(6).as_deref(), text(7).as_deref()), (Some("n <= 9"), Some("n >= 7")));
    // Nothing but this query asks for z: seven times 2, and three times less than 1.
    assert_eq!(text(9).as_deref(), Some("z < 17"));
    let alone = asked(&model, &[&queries, "--query", "5"]);
    assert_eq!(
        (alone.as_array().map(Vec::len), &alone[1]["value"]["text"]),
        (Some(2), &"x <= 2".into())
    );
}

/// Where the controller acts, the environment may act first; clocks have their values; time stands still where it must.
#[test]
fn the_model_under_a_strategy_does_what_the_model_does() {
    let folder = Folder::new();
    for (number, (process, goal, query, verdict)) in [
        ("state a, b, c; init a; trans a -> b { }, a -u-> c { };", "P.b || P.c", "E<> P.c", "holds"),
        (
            "state a, b { x <= 5 }, c; init a; trans a -> b { assign x = 3; }, b -u-> c { guard x >= 4; };",
            "P.c",
            "E<> P.c && y <= 2",
            "holds",
        ),
        (
            "state a, b { x <= 5 }, c; init a; trans
                a -> b { guard x >= 2; assign y = x, x = 0; }, b -u-> c { guard x >= 1; };",
            "P.c",
            "E<> P.c && y - x >= 2",
            "holds",
        ),
        (
            "state s, a, b; urgent a; init s; trans s -> a { guard x >= 1; }, a -u-> b { };",
            "P.b",
            "E<> P.b",
            "holds",
        ),
        ("state s, a; init s; trans s -> a { guard x > 0; };", "P.a", "E<> P.a && x == 0", "fails"),
    ]
    .into_iter()
    .enumerate()
    {
        let text = format!("clock x, y; process P() {{ {process} }} system P;");
        let model = folder.file(&format!("under{number}.xta"), &text);
        let strategy = format!("strategy S = control: A<> {goal}");
        let found = asked(&model, &["-q", &strategy, "-q", &format!("{query} under S")]);
        assert_eq!(found[1]["verdict"], verdict, "{query} in {process}");
    }
}
