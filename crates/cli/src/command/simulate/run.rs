//! The dialogue.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::path::Path;

use orrery::network::Network;
use orrery::report::convert::{run_view, transitions};
use orrery::report::text::{TextOptions, run_text};
use orrery::report::view::{RunKind, RunView, Time};
use orrery::simulate::{Outlook, StartError, StepError};
use orrery::{Model, Rational, Simulator};

use super::dice::Dice;
use super::input::{HELP, Input, parse};
use super::show::Display;
use crate::command::trace_file::{self, TraceFormat};
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::SimulateFlags;
use crate::load;
use crate::status::Status;

/// Runs the dialogue until the user has had enough.
pub(crate) fn run(flags: &SimulateFlags, console: &mut Console) -> Result<Status, Failure> {
    let input = load::read_model(&flags.model, &flags.constants)?;
    diagnostics::show_errors(&input.loaded, console);
    let model = input.usable()?;
    let network = model.network();
    let mut dialogue = Dialogue {
        network,
        display: Display::new(network, console.styles()),
        simulator: start(model)?,
        dice: Dice::new(flags.seed),
        text: TextOptions { styles: console.styles(), clocks: true, stats: false },
    };
    if let Some(path) = &flags.replay {
        let replayed = dialogue.replay(path).map_err(Failure::Wrong)?;
        if let Some(target) = &flags.trace_out {
            let format = TraceFormat::of(target)?;
            trace_file::write(target, format, network, &replayed)?;
            return Ok(Status::Fine);
        }
        console.write(&run_text(&replayed, dialogue.text))?;
    }
    converse(&mut dialogue, console)
}

fn start(model: &Model) -> Result<Simulator<'_>, Failure> {
    model.simulator().map_err(|error| match error {
        StartError::Unsupported(reason) => {
            Failure::wrong(format!("{} cannot be simulated: {reason}", model.name()))
        }
        other => Failure::wrong(other.to_string()),
    })
}

fn converse(dialogue: &mut Dialogue<'_>, console: &mut Console) -> Result<Status, Failure> {
    let prompts = io::stdin().is_terminal();
    let mut lines = io::stdin().lock().lines();
    console.write(&dialogue.look())?;
    loop {
        if prompts {
            console.write("> ")?;
        }
        let line = match lines.next() {
            None => return Ok(Status::Fine),
            Some(Err(error)) => {
                return Err(Failure::wrong(format!("cannot read the commands: {error}")));
            }
            Some(Ok(line)) => line,
        };
        match parse(&line) {
            Ok(Input::Quit) => return Ok(Status::Fine),
            Ok(input) => console.write(&dialogue.answer(input))?,
            Err(problem) => console.write(&format!("{problem}\n"))?,
        }
    }
}

/// A dialogue about a network.
struct Dialogue<'n> {
    network: &'n Network,
    display: Display<'n>,
    simulator: Simulator<'n>,
    dice: Dice,
    text: TextOptions,
}

impl Dialogue<'_> {
    /// The state and the choices.
    fn look(&self) -> String {
        let mut text = self.display.state(&self.simulator.state(), self.simulator.steps());
        match self.outlook() {
            Ok(outlook) => text.push_str(&self.display.outlook(&outlook)),
            Err(problem) => text.push_str(&format!("{problem}\n")),
        }
        text
    }

    fn answer(&mut self, input: Input) -> String {
        let done = match input {
            Input::Take(numbers) => numbers.into_iter().try_for_each(|number| self.take(number)),
            Input::Delay(delay) => self.delay(delay),
            Input::Undo(times) => self.undo(times),
            Input::Random(times) => self.random(times),
            Input::Restart => {
                self.simulator.restart();
                Ok(())
            }
            Input::Replay(path) => {
                return match self.replay(&path) {
                    Ok(run) => run_text(&run, self.text) + &self.look(),
                    Err(problem) => format!("{problem}\n"),
                };
            }
            Input::Look => Ok(()),
            Input::Why => return self.why(),
            Input::State => return self.display.values(&self.simulator.state()),
            Input::Trace => return run_text(&self.view(), self.text),
            Input::Save(path) => return self.save(&path),
            Input::Help | Input::Quit => return HELP.to_owned(),
        };
        match done {
            Ok(()) => self.look(),
            Err(problem) => format!("{problem}\n"),
        }
    }

    fn take(&mut self, number: usize) -> Result<(), String> {
        let outlook = self.outlook()?;
        let chosen = number.checked_sub(1).and_then(|index| outlook.possible.get(index));
        let Some(chosen) = chosen else {
            return Err(format!("there is no transition {number} to choose"));
        };
        let delay = chosen.when.first().ok_or("it is never possible")?;
        self.step(delay, |simulator| simulator.take(&chosen.candidate))
    }

    /// Waits and takes a transition, or does neither.
    fn step(
        &mut self,
        delay: Rational,
        take: impl FnOnce(&mut Simulator<'_>) -> Result<(), StepError>,
    ) -> Result<(), String> {
        self.delay(delay)?;
        let problem = match take(&mut self.simulator) {
            Ok(()) => return Ok(()),
            Err(StepError::Impossible) => {
                "it is not possible: something else has priority".to_owned()
            }
            Err(fault) => format!("error: {fault}"),
        };
        if delay != Rational::ZERO {
            self.simulator.undo();
        }
        Err(problem)
    }

    fn delay(&mut self, delay: Rational) -> Result<(), String> {
        match self.simulator.delay(delay) {
            Ok(()) => Ok(()),
            Err(StepError::Impossible) => {
                let allowed = self.outlook().map(|outlook| outlook.delay.to_string());
                Err(format!("{delay} cannot pass here, only {}", allowed.unwrap_or_default()))
            }
            Err(fault) => Err(format!("error: {fault}")),
        }
    }

    fn outlook(&self) -> Result<Outlook, String> {
        self.simulator.outlook().map_err(|fault| format!("error: {fault}"))
    }

    fn undo(&mut self, times: usize) -> Result<(), String> {
        for _ in 0..times {
            if !self.simulator.undo() {
                return Err("this is the start".to_owned());
            }
        }
        Ok(())
    }

    fn random(&mut self, times: usize) -> Result<(), String> {
        for _ in 0..times {
            let outlook = self.outlook()?;
            if outlook.possible.is_empty() {
                return Err("nothing can happen any more".to_owned());
            }
            let chosen = &outlook.possible[self.dice.throw(outlook.possible.len())];
            let late = self.dice.throw(2) == 1;
            let delay = if late { chosen.when.last() } else { chosen.when.first() };
            let delay = delay.ok_or("it is never possible")?;
            self.step(delay, |simulator| simulator.take(&chosen.candidate))?;
        }
        Ok(())
    }

    fn why(&self) -> String {
        match self.outlook() {
            Ok(outlook) => self.display.hindered(&outlook),
            Err(problem) => format!("{problem}\n"),
        }
    }

    fn view(&self) -> RunView {
        run_view(self.network, &self.simulator.run(), RunKind::Simulation, None)
    }

    fn save(&self, path: &Path) -> String {
        let saved = TraceFormat::of(path)
            .and_then(|format| trace_file::write(path, format, self.network, &self.view()));
        match saved {
            Ok(()) => format!("saved to {}\n", path.display()),
            Err(Failure::Wrong(problem)) => format!("{problem}\n"),
            Err(Failure::ClosedPipe) => String::new(),
        }
    }

    /// Follows a run on file from the start. What is returned is the run that was gone, with what the file says of its end.
    fn replay(&mut self, path: &Path) -> Result<RunView, String> {
        let told = trace_file::read(path, self.network)?;
        let unknown = || format!("{} is a run of another model", path.display());
        let path_taken = transitions(self.network, &told).ok_or_else(unknown)?;
        self.simulator.restart();
        for (number, (step, edges)) in (1..).zip(told.steps.iter().zip(&path_taken)) {
            let delay = exact(step.delay).ok_or_else(unknown)?;
            self.step(delay, |simulator| simulator.take_edges(edges))
                .map_err(|problem| format!("step {number} of the run: {problem}"))?;
        }
        if let Some(delay) = told.final_delay.and_then(exact) {
            self.delay(delay).map_err(|problem| format!("at the end of the run: {problem}"))?;
        }
        let RunView { kind, endless, stuck, loop_start, loop_renaming, minimal, fault, .. } = told;
        let loop_start = loop_start.filter(|start| *start < path_taken.len());
        Ok(RunView {
            kind,
            endless,
            stuck,
            loop_start,
            loop_renaming,
            minimal,
            fault,
            ..self.view()
        })
    }
}

fn exact(time: Time) -> Option<Rational> {
    let above = i64::try_from(time.numerator()).ok()?;
    Rational::new(above, i64::try_from(time.denominator()).ok()?)
}
