#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]
use orrery_model as model;
use std::time::Instant;
fn main() {
    let mut verbose = false;
    let mut files = Vec::new();
    for a in std::env::args().skip(1) {
        if a == "-v" { verbose = true } else { files.push(a) }
    }
    let single = files.len() == 1;
    let mut bad = 0;
    for file in &files {
        let bytes = std::fs::read(file).unwrap();
        let mut sources = syntax::SourceMap::new();
        let t0 = Instant::now();
        let parse = if file.ends_with(".xml") {
            syntax::parse_xml(&mut sources, file, &bytes)
        } else {
            syntax::parse_xta(&mut sources, file, &bytes)
        };
        let t1 = Instant::now();
        let mut queries = parse.tree.queries.clone();
        let q = std::path::Path::new(file).with_extension("q");
        let mut diags = parse.diagnostics.clone();
        if queries.is_empty() && q.exists() {
            let p = syntax::parse_queries(
                &mut sources,
                q.to_str().unwrap(),
                &std::fs::read(&q).unwrap(),
            );
            queries = p.tree.queries;
            diags.extend(p.diagnostics);
        }
        let t2 = Instant::now();
        let loaded = model::load(&parse.tree, &queries);
        let t3 = Instant::now();
        let perr = diags.iter().filter(|d| d.severity() == syntax::Severity::Error).count();
        let merr =
            loaded.diagnostics.iter().filter(|d| d.severity() == syntax::Severity::Error).count();
        let warn = loaded.diagnostics.len() - merr;
        let lim = loaded.network.as_ref().map_or(0, |n| n.limitations.len());
        let mut k = [0; 3];
        for q in &loaded.queries {
            match q.kind {
                network::QueryKind::Wrong(_) => k[1] += 1,
                network::QueryKind::Unsupported(_) => k[2] += 1,
                _ => k[0] += 1,
            }
        }
        let ok = loaded.network.is_some();
        if !ok {
            bad += 1
        }
        println!(
            "{} {} bytes={} parse={:.2?} load={:.2?} perr={} err={} warn={} lim={} procs={} vars={} clocks={} q ok/wrong/unsup={:?}",
            if ok { "OK " } else { "BAD" },
            file.rsplit('/').next().unwrap(),
            bytes.len(),
            t1 - t0,
            t3 - t2,
            perr,
            merr,
            warn,
            lim,
            loaded.network.as_ref().map_or(0, |n| n.processes.len()),
            loaded.network.as_ref().map_or(0, |n| n.state_slots()),
            loaded.network.as_ref().map_or(0, |n| n.clock_count()),
            k
        );
        for d in diags.iter().chain(&loaded.diagnostics) {
            if d.severity() == syntax::Severity::Error || single || verbose {
                let p = sources.place(d.span);
                println!(
                    "    {} {}:{} [{}] {} {}",
                    d.code.text(),
                    p.line,
                    p.column,
                    p.anchor,
                    d.message,
                    d.help.as_deref().unwrap_or("")
                );
            }
        }
        if let Some(n) = &loaded.network {
            for l in &n.limitations {
                let p = sources.place(loaded.origins[l.origin.index()]);
                println!("    LIMIT {}:{} [{}] {}", p.line, p.column, p.anchor, l.reason);
            }
        }
        for q in &loaded.queries {
            match &q.kind {
                network::QueryKind::Wrong(r) => println!("    WRONG {} :: {}", q.text, r),
                network::QueryKind::Unsupported(r) => println!("    UNSUP {} :: {}", q.text, r),
                k => {
                    if single && verbose {
                        println!("    QUERY {} {:?}", q.text, k)
                    }
                }
            }
        }
        if single && verbose {
            println!("{:#?}", loaded.network);
        }
    }
    println!("bad {bad} of {}", files.len());
}
