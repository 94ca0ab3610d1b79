//! The page.

use super::job::{Figures, Job};
use super::ladder::{FAMILIES, climb};
use super::ledger::Ledger;
use super::scanner::SECTION;
use super::tables::{compare, megabytes, seconds};
use super::{agreement, brick, papers, timeout, views};
use orrery::report::svg::{Curve, Plot, draw_curves};
use std::fmt::Write as _;

/// Text, and pictures by name.
pub struct Page {
    pub text: String,
    pub pictures: Vec<(String, String)>,
}

/// Measures, and writes about it.
pub fn compose(ledger: &mut Ledger) -> Page {
    let mut page = Page { text: opening(ledger), pictures: Vec::new() };
    growth(ledger, &mut page);
    first_paper(ledger, &mut page.text);
    second_paper(ledger, &mut page.text);
    thesis(ledger, &mut page.text);
    page
}

fn opening(ledger: &Ledger) -> String {
    let limits = ledger.limits();
    let short =
        "**Preliminary**: measured with short limits. The full run allows 60 s and 8 GiB.\n\n";
    format!(
        "# Results\n\n\
         {}\
         The measurements of the papers on symmetry in timed automata, repeated with Orrery. This page is written by\n\
         `cargo build --release` and then `cargo xtask repro`; every figure can be reproduced alone, for instance\n\
         `cargo xtask example fischer 20 > big.xta` and `orrery check big.xta examples/fischer/fischer.q --stats`.\n\n\
         * Pairs are always *without / with* symmetry. \"–\" is \"not within {} s and {}\", for us; for the papers, within theirs.\n\
         * One thread{}. The papers used machines of their time (2003: two Athlons 2000+, 3 GB; 2005: 3.4 GHz Pentium 4, 2 GB;\n  \
           for PAT: two-core i5, 4 GB): compare growth and ratios, not seconds.\n\
         * States are those kept at the end. The papers count visited states, and say little about how they abstract zones.\n\
         * The models are our own, written after the papers. Where a paper gives no details, the README of the example lists our\n  \
           assumptions.\n\n",
        if limits.seconds < 60 { short } else { "" },
        limits.seconds,
        limits.memory,
        processor().map_or(String::new(), |name| format!(" of a machine with {name}")),
    )
}

fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split(':').nth(1)?.trim().to_owned())
}

fn growth(ledger: &mut Ledger, page: &mut Page) {
    page.text += "## How far N goes\n\n\
                  | model | largest N without symmetry | | largest N with symmetry | | plot |\n|---|---|---|---|---|---|\n";
    for family in &FAMILIES {
        let rungs = [true, false].map(|plain| climb(ledger, family, plain));
        let picture = format!("{}.svg", family.case.replace('/', "-"));
        let _ = writeln!(
            page.text,
            "| [{}](../examples/{}/) | {} | {} | [states](results/states-{picture}), [time](results/time-{picture}) |",
            family.name,
            family.case.split('/').next().unwrap_or_default(),
            highest(&rungs[0]),
            highest(&rungs[1]),
        );
        let curves = |part: &dyn Fn(&Figures) -> f64| {
            let curve = |name: &str, rungs: &[(u32, Figures)]| Curve {
                name: name.to_owned(),
                points: rungs.iter().map(|(size, run)| (f64::from(*size), part(run))).collect(),
            };
            [curve("without", &rungs[0]), curve("with symmetry", &rungs[1])]
        };
        let plot = |up| Plot { title: family.name, across: "N", up, both_logarithmic: true };
        let states = draw_curves(plot("states"), &curves(&|run| run.stored as f64));
        let time = draw_curves(plot("seconds"), &curves(&|run| run.seconds));
        page.pictures.push((format!("states-{picture}"), states));
        page.pictures.push((format!("time-{picture}"), time));
    }
    page.text += "\nSizes were tried in steps (…, 10, 12, 14, 16, 20, 24, 30, 40, 50, 70, 100, …) up to the first that was too large.\n\n";
}

fn highest(rungs: &[(u32, Figures)]) -> String {
    rungs.last().map_or("– | ".to_owned(), |(size, run)| {
        format!(
            "{size} | {} states, {}, {}",
            run.stored,
            seconds(run.seconds),
            megabytes(run.bytes)
        )
    })
}

fn first_paper(ledger: &mut Ledger, text: &mut String) {
    text.push_str(
        "## Hendriks, Behrmann, Larsen, Niebert, Vaandrager: Adding Symmetry Reduction to UPPAAL\n\n\
         ### Figure 4: Fischer's protocol\n\n\
         ![States](results/states-fischer.svg) ![Time](results/time-fischer.svg)\n\n\
         The figure itself is not in our copy of the paper; its text says that 20 processes took about one second and less than\n\
         10 MB with symmetry, and would have taken 115 days and 1000 GB without. It also says that CSMA/CD stopped at 10 senders\n\
         without and \"easily\" did 50 with symmetry, and the timeout task at 6 messages without and \"easily\" 30 with: compare\n\
         the table above.\n\n### Table 1, the agreement algorithm by message delay\n\n\
         Two processes, one of which may fail, both with input 0 at any time, c1 = 1, c2 = 2; the agreement invariant, for\n\
         [the model with a clock for every message](../examples/agreement/messages.xta).\n\n",
    );
    let settings = |d: &str| {
        ["N=2", "F=1", "ONES=0", "c1=1", "c2=2"]
            .map(str::to_owned)
            .into_iter()
            .chain([format!("d={d}")])
    };
    let job = |d: &str| Job::new("agreement/messages", &settings(d).collect::<Vec<_>>(), 1);
    text.push_str(&compare(ledger, "d", &papers::AGREEMENT, job));
    text.push_str(
        "\nThe paper's model is not in our copy. Ours keeps to the algorithm as the later thesis gives it, alive messages included. With a synchronous start both\n\
         processes would decide in their first step, whatever d is: so the inputs come at any time here. All messages from one process to\n\
         another are interchangeable. The model of the thesis, in which the timeout task is replaced by what it guarantees, is below.\n\n\
         ### Table 1, Bang & Olufsen's protocol by senders\n\n",
    );
    let job = |n: &str| {
        let job = Job::new("bang-olufsen", &[format!("N={n}")], 1);
        if n == "3" { Job { query: 2, ..job.asking("bang-olufsen/three.q") } } else { job }
    };
    text.push_str(&compare(ledger, "N", &papers::BANG_OLUFSEN, job));
    text.push_str(
        "\nFor 2 senders the requirement of the paper, for 3 the one that holds ([why](../examples/bang-olufsen/README.md)).\n\
         Each sender sends one frame in our model.\n\n",
    );
}

/// What the public models of CSMA/CD give. They are not ours to ship, so these figures are written down.
const LITERAL_CSMA_CD: &str = concat!(
    "\n",
    "**This table rests on our own model, in which the bus tells all senders of a collision with one broadcast.** PAT's, and every public one,\n",
    "tells them one after the other, and no symmetry is found in those, because the senders differ while they are informed one by one. The literal models also have a\n",
    "deadlock (a sender that has sent for too long cannot be told), so all states are counted instead (`A[] true`, one thread):\n",
    "\n",
    "| model | N = 8 | N = 10 |\n",
    "|---|---|---|\n",
    "| TChecker's `csmacd_N.tck`, without / with symmetry | 20738 / the same | 144898 / the same |\n",
    "| UPPAAL's `csma_input_N.ta`, without / with symmetry | 16907 / the same | 120845 / the same |\n",
    "\n",
);

fn second_paper(ledger: &mut Ledger, text: &mut String) {
    text.push_str(
        "## Nguyen, Trefler: Symmetry Reduction and Compositional Verification of Timed Automata\n\n\
         ### Table I: Fischer's protocol\n\n",
    );
    let job = |n: &str| Job::new("fischer/pat", &[format!("N={n}")], 1);
    text.push_str(&compare(ledger, "N", &papers::FISCHER, job));
    text.push_str("\n### Table II: CSMA/CD, freedom from deadlock\n\n");
    let job = |n: &str| Job::new("csma-cd", &[format!("N={n}")], 3);
    text.push_str(&compare(ledger, "N", &papers::CSMA_CD, job));
    text.push_str(
        "\nThe models differ: in ours, a sender that was turned away waits again, up to 52 time units from then; PAT's tells the\n\
         bus of each new message. Our states are those of a coarser abstraction. It contains nothing that could be a deadlock,\n\
         so there is none.\n",
    );
    text.push_str(LITERAL_CSMA_CD);
}

const LITERAL_AGREEMENT: &str = "\n\
    **This model is leaner than the text of the thesis**: a process forgets messages of earlier rounds, and it has its own messages at once. The first makes\n\
    no difference to what the processes do, because nobody reads these messages again. Here is the model that keeps to the letter beside it (f = 1; c1, c2, d =\n\
    1, 2, 1; `-D REMEMBER=true`, `-D ECHO=true`). All answers are the same.\n\n";

fn thesis(ledger: &mut Ledger, text: &mut String) {
    text.push_str(
        "## Hendriks: Model Checking Timed Automata (thesis), chapter 7\n\n\
         ### Section 7.4: the timeout task\n\n\
         In 2005 each instance took at most 5 minutes and 25 MB, with a trick in the model that removes a part of the symmetry\n\
         by hand. Our model has no such trick.\n\n",
    );
    text.push_str(&timeout::table(ledger));
    text.push_str(
        "\n### Section 7.5: the agreement algorithm\n\n\
         Three processes. In 2005 each instance took at most 11 minutes and 1014 MB for 7.3 to 7.6, with convex hulls. Here they\n\
         are answered exactly, and once more with convex hulls and symmetry. States and memory are those of the largest of the\n\
         four queries, the time is that of all four.\n\n",
    );
    text.push_str(&agreement::table(ledger));
    text.push_str(LITERAL_AGREEMENT);
    text.push_str(&agreement::literal(ledger));
    text.push_str(SECTION);
    text.push_str(views::SECTION);
    text.push_str(brick::SECTION);
}
