//! Probe: prints what symmetry is found.
fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let mut sources = syntax::SourceMap::new();
        let parsed = if path.ends_with(".xml") {
            syntax::parse_xml(&mut sources, &path, &bytes)
        } else {
            syntax::parse_xta(&mut sources, &path, &bytes)
        };
        let queries = parsed.tree.queries.clone();
        let loaded = model::load(&parsed.tree, &queries);
        let Some(network) = loaded.network else {
            println!("{path}: no network");
            continue;
        };
        let started = std::time::Instant::now();
        let found = orrery_engine::symmetry::detect(&network, &[]);
        let t = started.elapsed().as_secs_f64();
        let name = path.rsplit('/').next().unwrap();
        println!(
            "{name}: {} processes, {} sorts {:?}, {} rings {:?}, {} rejected, {t:.4}s",
            network.processes.len(),
            found.sorts.len(),
            found.sorts.iter().map(|s| s.members.len()).collect::<Vec<_>>(),
            found.rings.len(),
            found
                .rings
                .iter()
                .map(|r| (r.members.len(), r.turn.is_some(), r.reversal.is_some()))
                .collect::<Vec<_>>(),
            found.rejected.len()
        );
        for r in found.rejected.iter().take(2) {
            println!("   rejected {:?}: {:?}", r.between, r.broken);
        }
    }
}
