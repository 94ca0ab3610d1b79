#![allow(clippy::print_stdout, missing_docs, clippy::unwrap_used)]
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let from: u64 = args[1].parse().unwrap();
    let count: u64 = args[2].parse().unwrap();
    let profile = args.get(3).map_or("", |s| s.as_str()).parse().unwrap();
    for seed in from..from + count {
        let g = orrery_source::generate::generate(&profile, seed);
        println!("// {seed}\n{}", orrery_source::print::model_text(&g.model));
        let a = orrery_source::answer::answers(&g.model, &g.queries, 1500);
        match a {
            Ok(a) => {
                println!("// {} states {} nodes", a.states, a.nodes);
                for (q, e) in g.queries.iter().zip(&a.expected) {
                    println!("// {} : {:?} {:?}", orrery_source::print::query_text(&g.model, q), e.answer, e.alarm);
                }
            }
            Err(e) => println!("// {e:?}"),
        }
    }
}
