//! The line for commands, with history and completion.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tui_input::{Input, InputRequest};

use super::super::completion::{common_start, completions};

/// A line that is being typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Prompt {
    line: Input,
    /// How far back in the history; 0 is the line itself.
    back: usize,
}

/// Lines that were typed before, the oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    lines: Vec<String>,
}

impl History {
    /// Remembers a line, unless it is the last one again.
    pub(super) fn add(&mut self, line: &str) {
        if !line.trim().is_empty() && self.lines.last().map(String::as_str) != Some(line) {
            self.lines.push(line.to_owned());
        }
    }
}

impl Prompt {
    /// A line that starts like this.
    pub(super) fn with(text: &str) -> Prompt {
        Prompt { line: Input::from(text), back: 0 }
    }

    /// What has been typed.
    pub(super) fn text(&self) -> &str {
        self.line.value()
    }

    /// How many columns of the screen stand before the cursor.
    pub(super) fn cursor(&self) -> usize {
        self.line.visual_cursor()
    }

    /// The line before in the history.
    pub(super) fn older(&mut self, history: &History) {
        if self.back < history.lines.len() {
            self.back += 1;
            self.line = Input::from(history.lines[history.lines.len() - self.back].as_str());
        }
    }

    /// The line after in the history; at last, an empty one.
    pub(super) fn newer(&mut self, history: &History) {
        self.back = self.back.saturating_sub(1);
        self.line = match self.back {
            0 => Input::default(),
            back => Input::from(history.lines[history.lines.len() - back].as_str()),
        };
    }

    /// Completes the word, as far as it is clear; the words it may become if it is not.
    pub(super) fn complete(&mut self) -> Vec<String> {
        let (start, words) = completions(self.text());
        if words.is_empty() {
            return words;
        }
        let line = format!("{}{}", &self.text()[..start], common_start(&words));
        let whole = words.len() == 1 && !line.ends_with('/');
        self.line = Input::from(if whole { format!("{line} ") } else { line });
        if words.len() == 1 { Vec::new() } else { words }
    }

    /// Any other key: letters, and what moves about in the line.
    pub(super) fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let request = match key.code {
            KeyCode::Backspace => InputRequest::DeletePrevChar,
            KeyCode::Delete => InputRequest::DeleteNextChar,
            KeyCode::Left if control => InputRequest::GoToPrevWord,
            KeyCode::Left => InputRequest::GoToPrevChar,
            KeyCode::Right if control => InputRequest::GoToNextWord,
            KeyCode::Right => InputRequest::GoToNextChar,
            KeyCode::Home => InputRequest::GoToStart,
            KeyCode::End => InputRequest::GoToEnd,
            KeyCode::Char('a') if control => InputRequest::GoToStart,
            KeyCode::Char('e') if control => InputRequest::GoToEnd,
            KeyCode::Char('u') if control => InputRequest::DeleteLine,
            KeyCode::Char('w') if control => InputRequest::DeletePrevWord,
            KeyCode::Char(letter) if !control => InputRequest::InsertChar(letter),
            _ => return,
        };
        self.line.handle(request);
    }
}
