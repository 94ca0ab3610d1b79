//! Everything on the screen.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, List, ListItem, ListState, Paragraph};

use super::super::dialogue::Mode;
use super::app::{App, Below, Focus};
use super::chart::{chart, heading};
use super::wrap::wrap;

/// From this width on, the state stands beside the transitions and the run.
const WIDE: u16 = 110;

/// The fields of the screen.
struct Fields {
    head: Rect,
    processes: Rect,
    values: Rect,
    transitions: Rect,
    below: Rect,
    foot: Rect,
}

impl Fields {
    fn of(area: Rect) -> Fields {
        let bars = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)];
        let [head, middle, foot] = Layout::vertical(bars).areas(area);
        let halves = [Constraint::Percentage(50), Constraint::Fill(1)];
        if area.width >= WIDE {
            let columns = [Constraint::Percentage(36), Constraint::Fill(1)];
            let [left, right] = Layout::horizontal(columns).areas(middle);
            let [processes, values] = Layout::vertical(halves).areas(left);
            let [transitions, below] = Layout::vertical(halves).areas(right);
            return Fields { head, processes, values, transitions, below, foot };
        }
        let rows = [Constraint::Percentage(33), Constraint::Percentage(34), Constraint::Fill(1)];
        let [state, transitions, below] = Layout::vertical(rows).areas(middle);
        let [processes, values] = Layout::horizontal(halves).areas(state);
        Fields { head, processes, values, transitions, below, foot }
    }
}

/// Draws the whole screen. Fields that are scrolled too far are moved back.
pub(super) fn draw(frame: &mut Frame<'_>, app: &mut App<'_, '_>) {
    let fields = Fields::of(frame.area());
    frame.render_widget(Paragraph::new(title(app)).style(bold()), fields.head);
    let picture = &app.picture;
    let titled = |name: &'static str, focus: Focus| field(name, app.focus == focus);
    let block = titled("Processes", Focus::Processes);
    lines(frame, fields.processes, block, &picture.locations, &mut app.scroll.processes);
    let name = match picture.mode {
        Mode::Zones => "Variables and zone",
        Mode::Concrete => "Variables and clocks",
    };
    let block = titled(name, Focus::Values);
    lines(frame, fields.values, block, &picture.values, &mut app.scroll.values);
    let block = titled("Transitions", Focus::Transitions);
    transitions(frame, fields.transitions, block, app);
    below(frame, fields.below, app);
    footer(frame, fields.foot, app);
    if let Some(page) = &app.page {
        let area = frame.area();
        let block = Block::bordered().title(" any other key to go back ");
        let all: Vec<String> = page.lines().map(str::to_owned).collect();
        frame.render_widget(Clear, area);
        lines(frame, area, block, &all, &mut app.scroll.page);
    }
}

fn title(app: &App<'_, '_>) -> String {
    let picture = &app.picture;
    let (at, mode) = match picture.mode {
        Mode::Concrete => ("time", "exact times"),
        Mode::Zones => ("for example time", "zones"),
    };
    format!(" {}   step {}   {at} {}   {mode}", app.name, picture.steps, picture.time)
}

fn footer(frame: &mut Frame<'_>, area: Rect, app: &App<'_, '_>) {
    const KEYS: &str = " ? help  q quit  Enter take  d delay  u undo  r random  z zones  w why  Tab field  : command";
    /// For 80 columns; the help has all.
    const FEWER: &str = " ? help  q quit  Enter take  d delay  u undo  z zones  w why  : command";
    let keys = if KEYS.len() <= usize::from(area.width) { KEYS } else { FEWER };
    let text = match &app.prompt {
        Some(prompt) => format!(":{}   {}", prompt.text(), app.message),
        None if app.message.is_empty() => keys.to_owned(),
        None => format!(" {}", app.message),
    };
    frame.render_widget(Paragraph::new(text), area);
    if let Some(prompt) = &app.prompt {
        let column = u16::try_from(prompt.cursor() + 1).unwrap_or(u16::MAX);
        let x = area.x.saturating_add(column).min(area.right().saturating_sub(1));
        frame.set_cursor_position(Position { x, y: area.y });
    }
}

fn transitions(frame: &mut Frame<'_>, area: Rect, block: Block<'_>, app: &App<'_, '_>) {
    let width = inner(area);
    let note = Line::from(format!(" {} ", app.picture.delay)).right_aligned();
    let item = |(index, choice): (usize, &String)| {
        let line = format!("{:>2}  {choice}", index + 1);
        // The one that is chosen is shown in full.
        let lines = if index == app.selected { wrap(&line, width) } else { vec![line] };
        ListItem::new(Text::from(lines.into_iter().map(Line::from).collect::<Vec<_>>()))
    };
    let items: Vec<ListItem<'_>> = app.picture.choices.iter().enumerate().map(item).collect();
    let reversed = Style::new().add_modifier(Modifier::REVERSED);
    let list = List::new(items).block(block.title_bottom(note)).highlight_style(reversed);
    let mut state = ListState::default().with_selected(Some(app.selected));
    frame.render_stateful_widget(list, area, &mut state);
}

fn below(frame: &mut Frame<'_>, area: Rect, app: &mut App<'_, '_>) {
    let focused = app.focus == Focus::Below;
    let run = &app.picture.run;
    if app.below == Below::Why {
        let block = field("Not possible, and why", focused);
        lines(frame, area, block, &app.picture.hindered, &mut app.scroll.below);
        return;
    }
    let mut block = field("Run so far", focused);
    let width = inner(area);
    let mut all = chart(run, width);
    let heading = heading(run, width);
    let room = room(area).saturating_sub(heading.iter().len());
    let most = all.len().saturating_sub(room);
    app.scroll.below = app.scroll.below.min(most);
    let first = most - app.scroll.below;
    if most > 0 {
        let note = format!(" {first} before, {} after ", most - first);
        block = block.title_bottom(Line::from(note).right_aligned());
    }
    let shown: Vec<String> = heading.into_iter().chain(all.drain(first..).take(room)).collect();
    let shown: Vec<Line<'_>> = shown.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(shown).block(block), area);
}

/// A field with lines, of which as many are shown as fit, long ones in several.
fn lines(
    frame: &mut Frame<'_>,
    area: Rect,
    block: Block<'_>,
    lines: &[String],
    scroll: &mut usize,
) {
    let all: Vec<String> = lines.iter().flat_map(|line| wrap(line, inner(area))).collect();
    let room = room(area);
    *scroll = (*scroll).min(all.len().saturating_sub(room));
    let after = all.len().saturating_sub(*scroll + room);
    let block = match (*scroll, after) {
        (0, 0) => block,
        (0, after) => block.title_bottom(Line::from(format!(" {after} more ")).right_aligned()),
        (before, after) => {
            let note = format!(" {before} before, {after} after ");
            block.title_bottom(Line::from(note).right_aligned())
        }
    };
    let shown = all.into_iter().skip(*scroll).take(room).map(Line::from);
    frame.render_widget(Paragraph::new(shown.collect::<Vec<_>>()).block(block), area);
}

fn field(name: &'static str, focused: bool) -> Block<'static> {
    let block = Block::bordered().title(format!(" {name} "));
    if focused { block.title_style(bold()).border_style(bold()) } else { block }
}

/// How many letters fit into a field.
fn inner(area: Rect) -> usize {
    usize::from(area.width.saturating_sub(2))
}

/// How many lines fit into a field.
fn room(area: Rect) -> usize {
    usize::from(area.height.saturating_sub(2))
}

fn bold() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}
