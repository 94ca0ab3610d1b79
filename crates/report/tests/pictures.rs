//! Draws every template of the corpus, as its author placed it and laid out anew.
//!
//! With `ORRERY_PICTURES` set to a directory the pictures are written there, for people to look at.

#![allow(clippy::unwrap_used, reason = "a test may stop at what it does not expect")]

mod corpus;

use network::drawing::TemplateDrawing;
use orrery_report::svg::{DrawOptions, draw_templates};

/// Is it one XML document with an area that makes sense?
fn check(name: &str, svg: &str) {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{name}: {e}"));
    let view = document.root_element().attribute("viewBox").unwrap();
    let numbers: Vec<f64> = view.split(' ').map(|text| text.parse().unwrap()).collect();
    assert!(numbers.iter().all(|number| number.is_finite()), "{name}: {view}");
    assert!(numbers[2] >= 1.0 && numbers[3] >= 1.0, "{name}: {view}");
    assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{name}");
}

#[test]
fn every_template_of_the_corpus_is_drawn_both_ways() {
    let Some(directory) = corpus::directory() else {
        println!("the corpus is missing: nothing drawn");
        return;
    };
    let pictures = std::env::var_os("ORRERY_PICTURES").map(std::path::PathBuf::from);
    let mut count = 0;
    for file in corpus::files(&directory) {
        let text = std::fs::read_to_string(&file).unwrap();
        let templates = corpus::read(&text);
        let bare: Vec<TemplateDrawing> = templates.iter().map(corpus::without_places).collect();
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        let options = DrawOptions { declarations: true, untitled: false };
        for (suffix, templates) in [("drawn", &templates), ("laid", &bare)] {
            let name = format!("{stem}.{suffix}");
            let svg = draw_templates(templates, options);
            check(&name, &svg);
            assert_eq!(svg, draw_templates(templates, options), "{name} differs when drawn again");
            if let Some(pictures) = &pictures {
                std::fs::write(pictures.join(format!("{name}.svg")), &svg).unwrap();
            }
        }
        count += templates.len();
    }
    assert!(count > 500, "only {count} templates found");
}
