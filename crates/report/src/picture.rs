//! Pictures in formats other than SVG: PNG for slides and chats, PDF for papers.
//!
//! No font of the machine is used, so a picture looks the same everywhere. DejaVu Sans Condensed is about as
//! wide as the fonts for which the pictures are laid out ([`crate::svg::text`]).

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Family, Query, Stretch, Style, Weight};
use resvg::usvg::{FontFamily, FontResolver, FontStyle, Options, Tree};

/// Pixels for each unit of a picture, so that small text stays readable.
const SCALE: f32 = 2.0;
/// No picture gets more pixels than this: 256 MB of memory.
const MOST_PIXELS: f32 = 64e6;
/// No side gets more pixels than this: many programs show nothing beyond.
const LONGEST_SIDE: f32 = 16_000.0;

/// A picture as PNG. Large ones are made smaller until they can be shown.
///
/// # Errors
/// A sentence, if the text is not a picture that can be drawn.
pub fn png(svg: &str) -> Result<Vec<u8>, String> {
    let tree = read(svg)?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let fits = (MOST_PIXELS / (width * height)).sqrt().min(LONGEST_SIDE / width.max(height));
    let scale = SCALE.min(fits);
    let pixels = |length: f32| (length * scale).ceil().max(1.0) as u32;
    let mut canvas = Pixmap::new(pixels(width), pixels(height))
        .ok_or_else(|| "the picture has no size".to_owned())?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    canvas.encode_png().map_err(|error| error.to_string())
}

/// A picture as a PDF document of one page of its size.
///
/// # Errors
/// A sentence, if the text is not a picture that can be drawn.
pub fn pdf(svg: &str) -> Result<Vec<u8>, String> {
    let tree = read(svg)?;
    let conversion = svg2pdf::ConversionOptions::default();
    let page = svg2pdf::PageOptions::default();
    svg2pdf::to_pdf(&tree, conversion, page).map_err(|error| error.to_string())
}

fn read(svg: &str) -> Result<Tree, String> {
    let mut fonts = Database::new();
    for font in [
        dejavu::sans_condensed::regular(),
        dejavu::sans_condensed::bold(),
        dejavu::sans_condensed::oblique(),
        dejavu::sans_mono::regular(),
    ] {
        fonts.load_font_data(font.to_vec());
    }
    let font_resolver = FontResolver {
        select_font: Box::new(|font, fonts| {
            let mono = font.families().contains(&FontFamily::Monospace);
            let family = if mono { "DejaVu Sans Mono" } else { "DejaVu Sans" };
            let query = Query {
                families: &[Family::Name(family)],
                weight: Weight(font.weight()),
                stretch: Stretch::SemiCondensed,
                style: match font.style() {
                    FontStyle::Normal => Style::Normal,
                    _ => Style::Oblique,
                },
            };
            fonts.query(&query)
        }),
        ..FontResolver::default()
    };
    let options = Options { fontdb: Arc::new(fonts), font_resolver, ..Options::default() };
    Tree::from_str(&light(svg), &options).map_err(|error| error.to_string())
}

/// A picture without its colours for dark pages: paper is white.
fn light(svg: &str) -> String {
    match (svg.find("@media(prefers-color-scheme:dark)"), svg.find("</style>")) {
        (Some(start), Some(end)) if start < end => format!("{}{}", &svg[..start], &svg[end..]),
        _ => svg.to_owned(),
    }
}

#[cfg(test)]
mod tests;
