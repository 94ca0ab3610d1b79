use super::{light, pdf, png};
use crate::samples;
use crate::svg::{DrawOptions, draw_templates};

fn picture() -> String {
    draw_templates(&samples::train_templates(), DrawOptions::default())
}

/// The width and height that a PNG file says it has.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_png_has_twice_the_size_of_its_picture() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30\" height=\"20\"/>";
    assert_eq!(size(&png(svg).unwrap()), (60, 40));
    assert!(png(&picture()).unwrap().len() > 5_000);
}

#[test]
fn text_is_drawn_without_fonts_of_the_machine() {
    let text = |body: &str| {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"orrery\" width=\"200\" height=\"40\">\
             <style>{}</style>{body}</svg>",
            crate::svg::palette::style()
        );
        png(&svg).unwrap()
    };
    let blank = text("");
    for class in ["name", "title", "code", "comments"] {
        let drawn = text(&format!("<text class=\"{class}\" x=\"5\" y=\"25\">x &lt;= 5</text>"));
        assert!(drawn != blank, "{class}");
    }
}

#[test]
fn a_tower_is_made_smaller() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"90000\"/>";
    let (width, height) = size(&png(svg).unwrap());
    assert!(height <= 16_000 && width >= 10, "{width} x {height}");
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"15000\" height=\"15000\"/>";
    let (width, height) = size(&png(svg).unwrap());
    assert!(u64::from(width) * u64::from(height) < 65_000_000, "{width} x {height}");
}

#[test]
fn a_pdf_is_a_pdf() {
    let pdf = pdf(&picture()).unwrap();
    assert!(pdf.starts_with(b"%PDF-") && pdf.len() > 2_000);
}

#[test]
fn what_is_no_picture_is_an_error() {
    assert!(png("no picture").is_err() && pdf("<svg").is_err());
}

#[test]
fn paper_is_white() {
    let svg = picture();
    let light = light(&svg);
    assert!(svg.contains("@media") && !light.contains("@media") && light.ends_with("</svg>\n"));
}
