//! What is shown, and what keys do to it.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::dialogue::{Dialogue, Picture};
use super::super::input::{SimulatorInput, parse};
use super::prompt::{History, Prompt};

/// What the large field below shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Below {
    /// The run so far.
    Chart,
    /// Why other edges cannot be taken.
    Why,
}

/// The field that up and down move in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Focus {
    Transitions,
    Below,
    Processes,
    Values,
}

/// How far fields are scrolled, in lines.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Scroll {
    pub(super) processes: usize,
    pub(super) values: usize,
    /// From the end for the chart, which grows there; from the start for the reasons.
    pub(super) below: usize,
    pub(super) page: usize,
}

/// What is on the screen, and where the user is in it.
pub(super) struct App<'d, 'n> {
    pub(super) name: String,
    dialogue: &'d mut Dialogue<'n>,
    /// What the dialogue shows now.
    pub(super) picture: Picture,
    /// Which transition Enter takes.
    pub(super) selected: usize,
    pub(super) below: Below,
    pub(super) focus: Focus,
    pub(super) scroll: Scroll,
    pub(super) prompt: Option<Prompt>,
    history: History,
    /// What the last key led to, in a line.
    pub(super) message: String,
    /// A longer text over everything else.
    pub(super) page: Option<String>,
}

/// Does it go on?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    On,
    Quit,
}

/// What keys are for.
const KEYS: &str = "  up, down     choose a transition
  Enter        take it, waiting as long as necessary
  1 to 9       take transition 1 to 9
  d            let time pass: type how much
  r            do something random
  u            undo
  z            from exact times to zones, which leave the delays open, or back
  w            why are the other edges not possible? Again: the run so far
  Tab          go to the next field: up, down and Page keys move in it
  :            type a command; up and down recall earlier ones, Tab completes
  q, Ctrl-C    quit

Commands:
";

/// So many lines are moved by the Page keys.
const PAGE: usize = 10;

impl<'d, 'n> App<'d, 'n> {
    pub(super) fn new(name: &str, dialogue: &'d mut Dialogue<'n>) -> App<'d, 'n> {
        App {
            name: name.to_owned(),
            picture: dialogue.picture(),
            dialogue,
            selected: 0,
            below: Below::Chart,
            focus: Focus::Transitions,
            scroll: Scroll::default(),
            prompt: None,
            history: History::default(),
            message: String::new(),
            page: None,
        }
    }

    /// What a key does.
    pub(super) fn key(&mut self, key: KeyEvent) -> Flow {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            return Flow::Quit;
        }
        if self.page.is_some() {
            self.turn(key.code);
            return Flow::On;
        }
        match self.prompt.take() {
            Some(prompt) => self.type_into(prompt, key),
            None => self.press(key.code),
        }
    }

    /// A key while a longer text is shown.
    fn turn(&mut self, code: KeyCode) {
        match code {
            KeyCode::Up => self.scroll.page = self.scroll.page.saturating_sub(1),
            KeyCode::Down => self.scroll.page += 1,
            KeyCode::PageUp => self.scroll.page = self.scroll.page.saturating_sub(PAGE),
            KeyCode::PageDown => self.scroll.page += PAGE,
            _ => self.page = None,
        }
    }

    fn press(&mut self, code: KeyCode) -> Flow {
        self.message.clear();
        match code {
            KeyCode::Char('q') => return Flow::Quit,
            KeyCode::Up | KeyCode::Char('k') => self.go(1, false),
            KeyCode::Down | KeyCode::Char('j') => self.go(1, true),
            KeyCode::PageUp => self.go(PAGE, false),
            KeyCode::PageDown => self.go(PAGE, true),
            KeyCode::Tab => self.focus = self.focus.next(),
            KeyCode::Enter | KeyCode::Right => {
                return self.obey(SimulatorInput::Take(vec![self.selected + 1]));
            }
            KeyCode::Char(digit @ '1'..='9') => {
                let number = digit.to_digit(10).map_or(1, |digit| digit as usize);
                return self.obey(SimulatorInput::Take(vec![number]));
            }
            KeyCode::Char('u') | KeyCode::Left | KeyCode::Backspace => {
                return self.obey(SimulatorInput::Undo(1));
            }
            KeyCode::Char('r') => return self.obey(SimulatorInput::Random(1)),
            KeyCode::Char('z') => return self.obey(SimulatorInput::Zones),
            KeyCode::Char('d') => self.prompt = Some(Prompt::with("delay ")),
            KeyCode::Char(':') => self.prompt = Some(Prompt::default()),
            KeyCode::Char('w') => {
                self.below = if self.below == Below::Why { Below::Chart } else { Below::Why };
                self.scroll.below = 0;
            }
            KeyCode::Char('?' | 'h') => return self.obey(SimulatorInput::Help),
            _ => "? for help".clone_into(&mut self.message),
        }
        Flow::On
    }

    /// Moves in the field that has the focus.
    fn go(&mut self, lines: usize, down: bool) {
        let last = self.picture.choices.len().saturating_sub(1);
        let (place, down) = match (self.focus, self.below) {
            (Focus::Transitions, _) => (&mut self.selected, down),
            (Focus::Processes, _) => (&mut self.scroll.processes, down),
            (Focus::Values, _) => (&mut self.scroll.values, down),
            (Focus::Below, Below::Why) => (&mut self.scroll.below, down),
            (Focus::Below, Below::Chart) => (&mut self.scroll.below, !down),
        };
        *place = if down { *place + lines } else { place.saturating_sub(lines) };
        self.selected = self.selected.min(last);
    }

    fn type_into(&mut self, mut prompt: Prompt, key: KeyEvent) -> Flow {
        match key.code {
            KeyCode::Esc => return Flow::On,
            KeyCode::Enter => {
                self.history.add(prompt.text());
                self.message.clear();
                return match parse(prompt.text()) {
                    Ok(input) => self.obey(input),
                    Err(problem) => {
                        self.message = problem;
                        Flow::On
                    }
                };
            }
            KeyCode::Backspace if prompt.text().is_empty() => return Flow::On,
            KeyCode::Up => prompt.older(&self.history),
            KeyCode::Down => prompt.newer(&self.history),
            KeyCode::Tab => self.message = prompt.complete().join("  "),
            _ => {
                self.message.clear();
                prompt.key(key);
            }
        }
        self.prompt = Some(prompt);
        Flow::On
    }

    fn obey(&mut self, input: SimulatorInput) -> Flow {
        if input == SimulatorInput::Quit {
            return Flow::Quit;
        }
        let help = input == SimulatorInput::Help;
        match self.dialogue.obey(input) {
            Ok(None) => self.message = self.dialogue.news().trim().replace('\n', "; "),
            Ok(Some(text)) if help => self.open(format!("{KEYS}{text}")),
            Ok(Some(text)) if text.trim_end().contains('\n') => self.open(text),
            Ok(Some(text)) => text.trim().clone_into(&mut self.message),
            Err(problem) => problem.trim().clone_into(&mut self.message),
        }
        self.picture = self.dialogue.picture();
        self.scroll.below = 0;
        self.selected = self.selected.min(self.picture.choices.len().saturating_sub(1));
        Flow::On
    }

    fn open(&mut self, page: String) {
        self.page = Some(page);
        self.scroll.page = 0;
    }
}

impl Focus {
    fn next(self) -> Focus {
        match self {
            Focus::Transitions => Focus::Below,
            Focus::Below => Focus::Processes,
            Focus::Processes => Focus::Values,
            Focus::Values => Focus::Transitions,
        }
    }
}
