//! What is asked of the simulator, and what it answers.

use std::fmt::Write as _;
use std::path::Path;

use orrery::network::Network;
use orrery::report::convert::{run_view, transitions};
use orrery::report::text::{Styles, TextOptions, run_text};
use orrery::report::view::{RunKind, RunView, Time};
use orrery::simulate::{Outlook, Player, Standing, StartError, StepError, Turn, ZoneOutlook};
use orrery::{Model, Rational, Simulator};

use super::input::{HELP, SimulatorInput};
use super::show::Display;
use crate::command::trace_file::{self, TraceFormat};
use crate::failure::Failure;

/// So often a controller may move while time passes.
const MOST_MOVES: usize = 1000;

/// How time is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Each clock has a value; delays are chosen.
    Concrete,
    /// Clocks may have all values that the transitions so far allow.
    Zones,
}

/// A dialogue about a network.
pub(super) struct Dialogue<'n> {
    network: &'n Network,
    display: Display<'n>,
    simulator: Simulator<'n>,
    mode: Mode,
    random: fastrand::Rng,
    text: TextOptions,
    /// Who moves the controller, if a game is played.
    player: Option<Player>,
    /// What the controller has done that nobody asked for.
    news: String,
}

/// All that there is to see at a moment.
pub(super) struct Picture {
    pub(super) mode: Mode,
    /// How many transitions there were.
    pub(super) steps: usize,
    /// When it is; with zones, one of the times that are possible.
    pub(super) time: String,
    /// Each process and where it is.
    pub(super) locations: Vec<String>,
    /// Each variable and clock with its value; with zones, the constraints of the clocks.
    pub(super) values: Vec<String>,
    /// The transitions that are possible.
    pub(super) choices: Vec<String>,
    /// How much time may pass, or why nothing is shown.
    pub(super) delay: String,
    /// The edges that cannot be taken, and why.
    pub(super) hindered: Vec<String>,
    pub(super) run: RunView,
}

impl<'n> Dialogue<'n> {
    /// A dialogue at the start of a model.
    pub(super) fn new(
        model: &'n Model,
        styles: Styles,
        seed: u64,
    ) -> Result<Dialogue<'n>, Failure> {
        let network = model.network();
        let simulator = model.simulator().map_err(|error| match error {
            StartError::Unsupported(reason) => {
                Failure::wrong(format!("{} cannot be simulated: {reason}", model.name()))
            }
            other => Failure::wrong(other.to_string()),
        })?;
        Ok(Dialogue {
            network,
            display: Display::new(network, styles),
            simulator,
            mode: Mode::Concrete,
            random: fastrand::Rng::with_seed(seed),
            text: TextOptions { styles, clocks: true, stats: false },
            player: None,
            news: String::new(),
        })
    }

    /// From now on this player moves the controller.
    pub(super) fn play_against(&mut self, player: Player) {
        self.player = Some(player);
    }

    /// What the controller has done since this was last asked.
    pub(super) fn news(&mut self) -> String {
        std::mem::take(&mut self.news)
    }

    /// How texts are written.
    pub(super) fn text(&self) -> TextOptions {
        self.text
    }

    /// The state and the choices.
    pub(super) fn look(&self) -> String {
        let (state, steps) = (self.simulator.state(), self.simulator.steps());
        let mut text = self.display.state(&state, steps, self.mode);
        let rest = match self.mode {
            Mode::Concrete => self.turn().map(|turn| {
                self.display.short_values(&self.display.values(&state)) + &self.display.turn(&turn)
            }),
            Mode::Zones => self.zone_outlook().map(|outlook| {
                self.display.short_values(&self.display.zones(&state, &outlook))
                    + &self.display.zone_outlook(&outlook)
            }),
        };
        text.push_str(&rest.unwrap_or_else(|problem| format!("{problem}\n")));
        text
    }

    /// All that there is to see now.
    pub(super) fn picture(&self) -> Picture {
        let state = self.simulator.state();
        let mut picture = Picture {
            mode: self.mode,
            steps: self.simulator.steps(),
            time: state.time.to_string(),
            locations: self.display.locations(&state),
            values: self.display.values(&state),
            choices: Vec::new(),
            delay: String::new(),
            hindered: Vec::new(),
            run: self.view(),
        };
        let done = match self.mode {
            Mode::Concrete => self.turn().map(|turn| {
                picture.choices = self.display.choices(&turn);
                picture.delay = self.display.delay(&turn);
                picture.hindered = self.display.hindered(&turn.outlook.hindered);
            }),
            Mode::Zones => self.zone_outlook().map(|outlook| {
                picture.values = self.display.zones(&state, &outlook);
                picture.choices = self.display.zone_choices(&outlook);
                picture.delay = self.display.zone_note(&outlook);
                picture.hindered = self.display.hindered(&outlook.hindered);
            }),
        };
        if let Err(problem) = done {
            picture.delay = problem;
        }
        picture
    }

    /// Does what is asked, and says what there is to say.
    pub(super) fn answer(&mut self, input: SimulatorInput) -> String {
        match self.obey(input) {
            Ok(None) => self.news() + &self.look(),
            Ok(Some(text)) => text,
            Err(problem) => format!("{problem}\n"),
        }
    }

    /// Does what is asked. Says something only if that is what was asked for.
    pub(super) fn obey(&mut self, input: SimulatorInput) -> Result<Option<String>, String> {
        match input {
            SimulatorInput::Take(numbers) => {
                for (before, number) in numbers.into_iter().enumerate() {
                    self.take(number).map_err(|problem| match before {
                        0 => problem,
                        1 => format!("{problem}; the one before it was taken"),
                        _ => format!("{problem}; the {before} before it were taken"),
                    })?;
                }
            }
            SimulatorInput::Delay(delay) if self.mode == Mode::Concrete => self.let_pass(delay)?,
            SimulatorInput::Delay(_) => {
                return Err(
                    "with zones no delay is chosen; `z` goes back to exact times".to_owned()
                );
            }
            SimulatorInput::Undo(times) => self.undo(times)?,
            SimulatorInput::Random(times) => self.random(times)?,
            SimulatorInput::Restart => self.simulator.restart(),
            SimulatorInput::Zones if self.player.is_some() => {
                return Err("a strategy is played with exact times".to_owned());
            }
            SimulatorInput::Zones => {
                self.mode = match self.mode {
                    Mode::Concrete => Mode::Zones,
                    Mode::Zones => Mode::Concrete,
                };
            }
            SimulatorInput::Look => {}
            SimulatorInput::Replay(path) => {
                let run = self.replay(&path)?;
                return Ok(Some(run_text(&run, self.text) + &self.look()));
            }
            SimulatorInput::Why => return self.why().map(Some),
            SimulatorInput::State => return self.state().map(Some),
            SimulatorInput::Trace => return Ok(Some(run_text(&self.view(), self.text))),
            SimulatorInput::Save(path) => return Ok(Some(self.save(&path))),
            SimulatorInput::Help | SimulatorInput::Quit => return Ok(Some(HELP.to_owned())),
        }
        Ok(None)
    }

    fn take(&mut self, number: usize) -> Result<(), String> {
        let missing = || format!("there is no transition {number} to choose");
        let index = number.checked_sub(1).ok_or_else(missing)?;
        match self.mode {
            Mode::Concrete => {
                let outlook = self.outlook()?;
                let chosen = outlook.possible.get(index).ok_or_else(missing)?;
                let delay = chosen.when.first().ok_or("it is never possible")?;
                self.step(delay, |simulator| simulator.take(&chosen.candidate))
            }
            Mode::Zones => {
                let outlook = self.zone_outlook()?;
                let chosen = outlook.possible.get(index).ok_or_else(missing)?;
                self.simulator.take_in_zone(chosen).map_err(said)
            }
        }
    }

    /// Waits and takes a transition, or does neither.
    fn step(
        &mut self,
        delay: Rational,
        take: impl FnOnce(&mut Simulator<'_>) -> Result<(), StepError>,
    ) -> Result<(), String> {
        self.delay(delay)?;
        let Err(problem) = take(&mut self.simulator) else { return Ok(()) };
        if delay != Rational::ZERO {
            self.simulator.undo();
        }
        Err(said(problem))
    }

    fn delay(&mut self, delay: Rational) -> Result<(), String> {
        match self.simulator.delay(delay) {
            Ok(()) => Ok(()),
            Err(StepError::Impossible) => {
                let allowed = self.outlook().map(|outlook| outlook.delay.to_string());
                Err(format!("{delay} cannot pass here, only {}", allowed.unwrap_or_default()))
            }
            Err(fault) => Err(said(fault)),
        }
    }

    /// Lets time pass. If a game is played, the controller moves when its strategy says so.
    fn let_pass(&mut self, delay: Rational) -> Result<(), String> {
        let mut rest = delay;
        for _ in 0..MOST_MOVES {
            let turn = self.turn()?;
            let Some((own, when)) = turn.at_last().filter(|(_, when)| *when < rest) else {
                return self.delay(rest);
            };
            let _ = writeln!(self.news, "{}", self.display.controller_moves(own, when));
            self.step(when, |simulator| simulator.take(&own.candidate))?;
            rest = rest.checked_sub(when).ok_or("these times are too long")?;
        }
        Err("the controller moves without end while this time passes".to_owned())
    }

    fn outlook(&self) -> Result<Outlook, String> {
        self.turn().map(|turn| turn.outlook)
    }

    /// What may happen; if a game is played, as far as the strategy lets it.
    fn turn(&self) -> Result<Turn, String> {
        let Some(player) = &self.player else {
            let outlook = self.simulator.outlook().map_err(said)?;
            let others = outlook.possible.len();
            return Ok(Turn { outlook, others, must_act: false, standing: Standing::Open });
        };
        self.simulator.turn(player).map_err(said)
    }

    fn zone_outlook(&self) -> Result<ZoneOutlook, String> {
        let outlook = self.simulator.zone_outlook().map_err(said)?;
        outlook.ok_or_else(|| "this run cannot be followed with zones; `z` goes back".to_owned())
    }

    fn undo(&mut self, times: usize) -> Result<(), String> {
        for _ in 0..times {
            let undone = match self.mode {
                Mode::Concrete => self.simulator.undo(),
                Mode::Zones => self.simulator.undo_in_zone().map_err(said)?,
            };
            if !undone {
                return Err("this is the start".to_owned());
            }
        }
        Ok(())
    }

    fn random(&mut self, times: usize) -> Result<(), String> {
        for _ in 0..times {
            let count = match self.mode {
                Mode::Concrete => self.outlook()?.possible.len(),
                Mode::Zones => self.zone_outlook()?.possible.len(),
            };
            if count == 0 {
                return Err("nothing can happen any more".to_owned());
            }
            let number = self.random.usize(..count);
            match self.mode {
                Mode::Concrete => self.take_sometime(number)?,
                Mode::Zones => self.take(number + 1)?,
            }
        }
        Ok(())
    }

    /// Takes a transition as early or as late as possible.
    fn take_sometime(&mut self, index: usize) -> Result<(), String> {
        let outlook = self.outlook()?;
        let chosen = &outlook.possible[index];
        let late = self.random.bool();
        let delay = if late { chosen.when.last() } else { chosen.when.first() };
        let delay = delay.ok_or("it is never possible")?;
        self.step(delay, |simulator| simulator.take(&chosen.candidate))
    }

    fn why(&self) -> Result<String, String> {
        let hindered = match self.mode {
            Mode::Concrete => self.outlook()?.hindered,
            Mode::Zones => self.zone_outlook()?.hindered,
        };
        Ok(indented(&self.display.hindered(&hindered)))
    }

    fn state(&self) -> Result<String, String> {
        Ok(indented(&match self.mode {
            Mode::Concrete => self.display.values(&self.simulator.state()),
            Mode::Zones => self.display.zones(&self.simulator.state(), &self.zone_outlook()?),
        }))
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
    pub(super) fn replay(&mut self, path: &Path) -> Result<RunView, String> {
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

#[allow(clippy::needless_pass_by_value, reason = "as `map_err` wants it")]
fn said(error: StepError) -> String {
    match error {
        StepError::Impossible => "it is not possible: something else has priority".to_owned(),
        fault => format!("error: {fault}"),
    }
}

fn indented(lines: &[String]) -> String {
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

fn exact(time: Time) -> Option<Rational> {
    let above = i64::try_from(time.numerator()).ok()?;
    Rational::new(above, i64::try_from(time.denominator()).ok()?)
}
