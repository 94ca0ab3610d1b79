//! `orrery schedule`: the contract.

mod orrery;

use orrery::{Folder, orrery};

const SHOP: &str = "2 2\n0 3 1 2\n0 2 1 4\n";

#[test]
fn a_job_shop_gives_a_schedule_in_every_form() {
    let folder = Folder::new();
    let shop = folder.file("shop.txt", SHOP);
    let [csv, chart, model] = ["s.csv", "s.gantt.svg", "s.xta"].map(|name| folder.at(name));
    let asked = ["schedule", &shop, "--csv", &csv, "--trace-out", &chart, "--model-out", &model];
    let outcome = orrery(&asked);
    outcome.assert_status(0);
    assert!(outcome.out.contains("time 8; no run has less"), "{outcome:?}");
    let table = std::fs::read_to_string(&csv).expect("a table");
    assert!(table.starts_with("order,step,resource,start,end\n"), "{table}");
    assert!(table.contains("job 1,m0,m0,0,2\n"), "{table}");
    assert!(std::fs::read_to_string(&chart).expect("a chart").starts_with("<svg"));
    // The model that was written gives the same.
    let query = model.replace(".xta", ".q");
    let outcome = orrery(&["optimise", &model, &query, "--objective", "time", "--no-run"]);
    assert!(outcome.assert_status(0).out.contains("time 8; no run has less"), "{outcome:?}");
    let json = orrery(&["schedule", &shop, "--format", "json"]).assert_status(0).json();
    assert_eq!(
        (&json["queries"][0]["value"], &json["queries"][0]["optimal"]),
        (&8.into(), &true.into())
    );
}

#[test]
fn what_a_heuristic_keeps_is_not_called_optimal() {
    let folder = Folder::new();
    let shop = folder.file("shop.txt", SHOP);
    let asked = ["schedule", &shop, "--starts", "greedy", "--format", "json"];
    let json = orrery(&asked).assert_status(0).json();
    let query = &json["queries"][0];
    assert!(query["optimal"] == false && query["bound"].is_null(), "{query}");
    assert!(query["reason"].to_string().contains("greedy"), "{query}");
    // Nor is anything said to be proved about the schedules that were left out.
    assert_eq!(query["bounds"].as_array().map(Vec::len), Some(0), "{query}");
    assert_eq!(query["improvements"][0]["bound"], 0, "{query}");
    let outcome = orrery(&["schedule", &shop, "--starts", "greedy", "--explain"]);
    assert!(outcome.assert_status(0).out.contains("greedy: cut and pray"), "{outcome:?}");
}

#[test]
fn a_schedule_in_time_is_found_or_is_not() {
    let folder = Folder::new();
    let table = "objective = \"feasible\"\n[resources.r]\n[recipes.a]\nsteps = [{ resource = \"r\", duration = 3 }]\n";
    let order = |due: u32| format!("[[orders]]\nrecipe = \"a\"\ndue = {due}\n");
    let possible = folder.file("a.toml", format!("{table}{}{}", order(6), order(3)));
    orrery(&["schedule", &possible]).assert_status(0);
    let impossible = folder.file("b.toml", format!("{table}{}{}", order(5), order(3)));
    orrery(&["schedule", &impossible]).assert_status(1);
    // Among those that a heuristic keeps there is none: that proves nothing.
    orrery(&["schedule", &impossible, "--starts", "greedy"]).assert_status(3);
}

#[test]
fn a_file_that_makes_no_sense_is_refused_with_reasons() {
    let folder = Folder::new();
    let nonsense = folder.file("n.txt", "hello");
    let outcome = orrery(&["schedule", &nonsense]);
    assert!(outcome.assert_status(2).err.contains("not a job shop"), "{outcome:?}");
    let table = folder.file("t.toml", "objective = \"fun\"\n[resources.r]\ncolour = 3\n");
    let outcome = orrery(&["schedule", &table]);
    let told = &outcome.assert_status(2).err;
    assert!(told.contains("`objective` must be") && told.contains("line 3"), "{told}");
    assert!(told.contains("[recipes] is missing") && told.contains("no orders"), "{told}");
    orrery(&["schedule", "no-such-file.toml"]).assert_status(2);
}

#[test]
fn the_chart_shows_orders_and_steps() {
    let folder = Folder::new();
    let shop = folder.file("shop.txt", SHOP);
    let chart = folder.file("best.gantt.svg", "");
    orrery(&["schedule", &shop, "--trace-out", &chart]).assert_status(0);
    let drawn = std::fs::read_to_string(&chart).expect("a chart");
    assert!(drawn.contains("job 1") && !drawn.contains(">O0<"), "{drawn}");
}
