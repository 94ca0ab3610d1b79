//! The automata of a page: once below, with the declarations around them, and once small, for the script to
//! put beside each run.

use std::fmt::Write as _;

use network::drawing::TemplateDrawing;

use crate::svg::DrawOptions;
use crate::svg::automaton::draw_page;
use crate::xml::escape;

/// What stands around the templates of a model, as written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ModelText {
    pub declarations: String,
    /// Instantiations and the system line.
    pub system: String,
}

/// The whole model: declarations, templates, system line.
pub(super) fn write_model(templates: &[&TemplateDrawing], text: &ModelText, page: &mut String) {
    write_text("declarations", "Declarations", &text.declarations, page);
    if !templates.is_empty() {
        page.push_str("<section id=\"automata\"><h2>Automata</h2>\n");
        for template in templates {
            let options = DrawOptions { declarations: true, untitled: false };
            let _ = writeln!(page, "<div class=\"chart\">{}</div>", picture(template, options));
        }
        page.push_str("</section>\n");
    }
    write_text("system", "System", &text.system, page);
}

fn write_text(id: &str, title: &str, text: &str, page: &mut String) {
    let text = text.trim_end();
    if !text.trim().is_empty() {
        let text = escape(text);
        let _ = writeln!(
            page,
            "<section id=\"{id}\"><h2>{title}</h2><pre class=\"code-text\">{text}</pre></section>"
        );
    }
}

/// The pictures that the script puts beside runs.
pub(super) fn write_pictures(templates: &[&TemplateDrawing], page: &mut String) {
    page.push_str("<template id=\"pictures\">\n");
    for template in templates {
        let options = DrawOptions { declarations: false, untitled: false };
        let _ = writeln!(page, "<div class=\"picture\">{}</div>", picture(template, options));
    }
    page.push_str("</template>\n");
}

fn picture(template: &TemplateDrawing, options: DrawOptions) -> String {
    let (canvas, title) = draw_page([template], options);
    canvas.finish(12.0, &title, false)
}
