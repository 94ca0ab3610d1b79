//! Probe: answers queries of a model with and without symmetry.
use orrery_engine::plan::{Options, SymmetryOption, TraceOption};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let path = &args[0];
    let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    let text = match args.get(1) {
        Some(n) if n.contains('=') => {
            let (a, b) = n.split_once("=>").unwrap();
            text.replace(a, b)
        }
        _ => text,
    };
    let mut sources = syntax::SourceMap::new();
    let parsed = if path.ends_with(".xml") {
        syntax::parse_xml(&mut sources, path, text.as_bytes())
    } else {
        syntax::parse_xta(&mut sources, path, text.as_bytes())
    };
    let mut queries = parsed.tree.queries.clone();
    for q in args.iter().skip(2) {
        queries = vec![syntax::parse_query_text(&mut sources, "q", q).tree];
    }
    let loaded = model::load(&parsed.tree, &queries);
    let Some(network) = loaded.network else {
        println!("{path}: no network {:?}", loaded.diagnostics);
        return;
    };
    for q in &loaded.queries {
        println!("{}", q.text);
        for symmetry in [SymmetryOption::Off, SymmetryOption::Auto] {
            if symmetry == SymmetryOption::Off && std::env::var("ONLY").is_ok() {
                continue;
            }
            let options = Options {
                symmetry,
                trace: if std::env::var("TRACE").is_ok() {
                    TraceOption::Some
                } else {
                    TraceOption::None
                },
                ..Options::default()
            };
            let mut watch = orrery_engine::watch::Limits::default();
            watch.deadline = Some(std::time::Instant::now() + std::time::Duration::from_secs(30));
            match orrery_engine::check(&network, q, &options, &mut watch) {
                Ok(a) => println!(
                    "  {symmetry:?}: {:?} {} stored {} explored {} transitions {:.3}s order {:?} run {:?} err {:?}",
                    a.verdict.as_ref().map_err(|e| e.fault.clone()),
                    a.stats.progress.stored,
                    a.stats.progress.explored,
                    a.stats.progress.transitions,
                    a.stats.seconds,
                    a.plan.symmetry.group.as_ref().map(|g| g.order()),
                    a.run.map(|r| r.steps.len()),
                    a.trace_error
                ),
                Err(e) => println!("  {e:?}"),
            }
        }
    }
}
