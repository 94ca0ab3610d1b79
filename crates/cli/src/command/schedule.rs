//! `orrery schedule`: from a table of orders to a schedule.

use std::fs;
use std::path::Path;

use orrery::network::Objective;
use orrery::report::json::optimise_json;
use orrery::report::svg::draw_schedule;
use orrery::report::text::schedule_text;
use orrery::report::view::{CheapestView, OptimiseView, RunView, ScheduledView};
use orrery::schedule::{
    Automata, Effect, Heuristics, Landings, Problem, Starts, Wanted, job_shop, table,
};
use orrery::{Loader, Model, OrderOption, TraceOption};

use super::check::tool;
use super::files::write_file;
use super::optimise::{answer, limits, status_of, write, write_files};
use super::trace_file::TraceFormat;
use crate::console::Console;
use crate::failure::Failure;
use crate::flags::{
    KindChoice, OvertakingChoice, PlainFormat, ScheduleFlags, Sought, StartsChoice,
};
use crate::interrupt::Interrupt;
use crate::status::Status;

/// What a file asks for.
enum Asked {
    Orders(Problem),
    Landings(Landings),
}

pub(crate) fn run(flags: &ScheduleFlags, console: &mut Console) -> Result<Status, Failure> {
    let trace_format = flags.how.trace_out.as_deref().map(TraceFormat::of).transpose()?;
    let (automata, effects, is_feasibility) = match read(flags)? {
        Asked::Orders(problem) => {
            let heuristics = heuristics(flags, &problem);
            let effects = heuristics.effects(&problem);
            let feasible = problem.wanted == Wanted::Feasible;
            (Automata::of(&problem, &heuristics), effects, feasible)
        }
        Asked::Landings(landings) => {
            let in_order = flags.overtaking != OvertakingChoice::Allowed;
            if landings.scale != 1 {
                console.note(&format!("costs are multiplied by {}", landings.scale));
            }
            (landings.automata(flags.runways, in_order), Vec::new(), false)
        }
    };
    if let Some(path) = &flags.model_out {
        write_file(path, &automata.model)?;
        write_file(&path.with_extension("q"), format!("{}\n", automata.query))?;
    }
    if flags.explain {
        console.write(&explained(&effects))?;
        return Ok(Status::Fine);
    }
    let model = Loader::new().load_text("schedule.xta", &automata.model).map_err(|error| {
        Failure::wrong(format!("the model of the table is not usable: {error}"))
    })?;
    let found = solve(flags, &model, &automata, is_feasibility)?;
    let found = honest(found, &effects);
    let view = OptimiseView { queries: vec![found], ..OptimiseView::new(tool(), model.view()) };
    show(flags, (&model, &automata, trace_format), &view, console)?;
    Ok(view.queries.first().map_or(Status::Wrong, status_of))
}

fn read(flags: &ScheduleFlags) -> Result<Asked, Failure> {
    let text = fs::read_to_string(&flags.file)
        .map_err(|error| Failure::file("read", &flags.file, &error))?;
    let is_table = flags.file.extension().is_some_and(|extension| extension == "toml");
    let wrong = |kind: &str, error: orrery::schedule::TableError| {
        Failure::wrong(format!("{} is no {kind}:\n{error}", flags.file.display()))
    };
    let job_shop = || job_shop::read(&text).map(Asked::Orders);
    let landings = || Landings::read(&text).map(Asked::Landings);
    match flags.kind {
        KindChoice::Auto if !is_table => job_shop().or_else(|first| {
            landings().map_err(|second| {
                Failure::wrong(format!(
                    "{} is not a job shop:\n{first}\nand not a file of aircraft landings:\n{second}",
                    flags.file.display()
                ))
            })
        }),
        KindChoice::Auto | KindChoice::Table => {
            table::read(&text).map(Asked::Orders).map_err(|error| wrong("usable table", error))
        }
        KindChoice::JobShop => job_shop().map_err(|error| wrong("job shop", error)),
        KindChoice::Aircraft => {
            landings().map_err(|error| wrong("file of aircraft landings", error))
        }
    }
}

fn heuristics(flags: &ScheduleFlags, problem: &Problem) -> Heuristics {
    let nice = Heuristics::nice(problem);
    Heuristics {
        starts: match flags.starts {
            StartsChoice::Auto => nice.starts,
            StartsChoice::Any => Starts::Any,
            StartsChoice::Events => Starts::Events,
            StartsChoice::NonLazy => Starts::NonLazy,
            StartsChoice::Greedy => Starts::Greedy,
        },
        non_overtaking: match flags.overtaking {
            OvertakingChoice::Auto => nice.non_overtaking,
            OvertakingChoice::Allowed => false,
            OvertakingChoice::Forbidden => true,
        },
        at_most_active: flags.active,
        lead: flags.lead,
    }
}

fn explained(effects: &[Effect]) -> String {
    let line = |effect: &Effect| {
        let word = if effect.nice { "nice" } else { "cut and pray" };
        format!("{}: {word}: {}\n", effect.heuristic, effect.reason)
    };
    effects.iter().map(line).collect()
}

fn solve(
    flags: &ScheduleFlags,
    model: &Model,
    automata: &Automata,
    is_feasibility: bool,
) -> Result<CheapestView, Failure> {
    let wrong =
        |error: String| Failure::wrong(format!("the query of the table is not usable: {error}"));
    let query = model.query(&automata.query).map_err(|error| wrong(error.to_string()))?;
    let interrupt = Interrupt::listen();
    let objective = if automata.is_time { Objective::Time } else { Objective::Cost };
    if !is_feasibility {
        return Ok(answer(&flags.how, model, (&query, &Sought::Least(objective)), &interrupt).0);
    }
    // Any schedule will do, and deep first finds one soonest.
    let mut options = flags.how.options();
    options.order = OrderOption::Dfs;
    // The run of a thousand orders takes more memory than the search.
    let is_shown = !flags.how.no_run || flags.how.trace_out.is_some() || flags.csv.is_some();
    let is_shown = is_shown || flags.how.format == PlainFormat::Json;
    options.trace = if is_shown { TraceOption::Some } else { TraceOption::None };
    let mut limits = limits(&flags.how, &interrupt);
    let found = query.view(&model.check_within(&query, &options, &mut limits));
    let empty = query.untried_cheapest_view("feasible", found.verdict, "");
    Ok(CheapestView {
        reason: found.reason,
        trace: found.trace,
        trace_reason: found.trace_reason,
        plan: found.plan,
        stats: found.stats,
        ..empty
    })
}

/// What is best among schedules that a heuristic keeps need not be the best of all.
fn honest(mut found: CheapestView, effects: &[Effect]) -> CheapestView {
    let lossy: Vec<&str> =
        effects.iter().filter(|effect| !effect.nice).map(|effect| effect.heuristic).collect();
    if lossy.is_empty() {
        return found;
    }
    // What was proved holds for what the heuristics keep. Of all schedules it is known that none costs less than nothing.
    found.bounds.clear();
    found.improvements.iter_mut().for_each(|each| each.bound = 0);
    if found.value.is_some() {
        let best = if found.optimal {
            "it is the best of the schedules that the heuristics keep"
        } else {
            "there may be a better one"
        };
        found.reason =
            Some(format!("{best}; a better one may have been left out by: {}", lossy.join(", ")));
        (found.optimal, found.bound) = (false, None);
    } else if found.verdict == orrery::report::view::VerdictView::Fails {
        found.verdict = orrery::report::view::VerdictView::Unknown;
        found.reason = Some(format!(
            "no schedule is left; these heuristics may have left out all schedules: {}",
            lossy.join(", ")
        ));
    }
    found
}

fn show(
    flags: &ScheduleFlags,
    (model, automata, trace_format): (&Model, &Automata, Option<TraceFormat>),
    view: &OptimiseView,
    console: &mut Console,
) -> Result<(), Failure> {
    let Some(found) = view.queries.first() else { return Ok(()) };
    let rows = found.trace.as_ref().map(|run| rows(run, automata)).unwrap_or_default();
    if flags.how.format == PlainFormat::Json {
        console.write(&optimise_json(view))?;
    } else {
        // The run is told as a table of steps instead.
        let shown = CheapestView { trace: None, formula: name(&flags.file), ..found.clone() };
        write(&flags.how, &shown, console)?;
        if !flags.how.no_run {
            console.write(&schedule_text(&rows))?;
        }
    }
    if let Some(path) = &flags.csv {
        write_file(path, csv(&rows))?;
    }
    // A chart of orders and steps, and not of the automata.
    let chart = flags.how.trace_out.as_ref().filter(|_| trace_format == Some(TraceFormat::Gantt));
    if let Some(path) = chart.filter(|_| !rows.is_empty()) {
        write_file(path, draw_schedule(&rows))?;
        console.note(&format!("the schedule is in {}", path.display()));
    }
    let trace_format = trace_format.filter(|format| *format != TraceFormat::Gantt);
    write_files(&flags.how, (model, trace_format), (found, 1), console)
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The steps of a schedule, by their start.
fn rows(run: &RunView, automata: &Automata) -> Vec<ScheduledView> {
    let mut rows: Vec<ScheduledView> = Vec::new();
    for work in &automata.work {
        let mut begun = None;
        for step in &run.steps {
            for each in step.moves.iter().filter(|each| each.process == work.process) {
                if each.target == work.location && each.source != work.location {
                    begun = Some(step.time);
                }
                if each.source == work.location && each.target != work.location {
                    rows.extend(begun.take().map(|start| row(work, start, step.time)));
                }
            }
        }
        rows.extend(begun.map(|start| row(work, start, start)));
    }
    rows.sort_by(|a, b| a.start.approx().total_cmp(&b.start.approx()));
    rows
}

fn row(
    work: &orrery::schedule::automata::Work,
    start: orrery::report::view::Time,
    end: orrery::report::view::Time,
) -> ScheduledView {
    ScheduledView {
        order: work.order.clone(),
        step: work.step.clone(),
        resource: work.resource.clone(),
        start,
        end,
    }
}

fn csv(rows: &[ScheduledView]) -> String {
    let quoted = |text: &str| match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    };
    let mut text = "order,step,resource,start,end\n".to_owned();
    for row in rows {
        let names = [&row.order, &row.step, &row.resource].map(|name| quoted(name));
        text.push_str(&format!("{},{},{}\n", names.join(","), row.start, row.end));
    }
    text
}
