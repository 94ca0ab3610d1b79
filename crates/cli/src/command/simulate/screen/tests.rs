use orrery::Model;
use orrery::report::text::Styles;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::dialogue::Dialogue;
use super::app::{App, Flow};
use super::draw::draw;
use super::prompt::{History, Prompt};

const MODEL: &str = "
chan press;
int n;
process User() { clock x; state Idle, Busy { x <= 5 }; init Idle; trans
    Idle -> Busy { sync press!; assign x = 0, n++; }, Busy -> Idle { guard x >= 3; }; }
process Lamp() { state Off, On; init Off; trans Off -> On { sync press?; }, On -> Off { guard n > 7; }; }
system User, Lamp;
";

fn press(app: &mut App<'_, '_>, keys: &str) -> Flow {
    let mut flow = Flow::On;
    for letter in keys.chars() {
        let code = match letter {
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            '^' => KeyCode::Up,
            'v' => KeyCode::Down,
            letter => KeyCode::Char(letter),
        };
        flow = app.key(KeyEvent::new(code, KeyModifiers::NONE));
    }
    flow
}

fn screen(app: &mut App<'_, '_>, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen");
    terminal.draw(|frame| draw(frame, app)).expect("it is drawn");
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
}

fn with_app(test: impl FnOnce(&mut App<'_, '_>)) {
    let model = Model::from_text("lamp.xta", MODEL).expect("a model");
    let mut dialogue = Dialogue::new(&model, Styles::PLAIN, 1).expect("it can be simulated");
    test(&mut App::new("lamp.xta", &mut dialogue));
}

#[test]
fn the_screen_shows_state_choices_and_run() {
    with_app(|app| {
        let before = screen(app, 120, 24);
        for text in [
            "lamp.xta   step 0   time 0",
            "User  Idle",
            "User.x = 0",
            "time may pass",
            "User Idle → Busy",
        ] {
            assert!(before.contains(text), "{text}:\n{before}");
        }
        press(app, "\n");
        let after = screen(app, 120, 24);
        for text in ["step 1", "User  Busy", "n = 1", "●Busy", "○On", "after [3, 5]"] {
            assert!(after.contains(text), "{text}:\n{after}");
        }
    });
}

#[test]
fn reasons_are_shown_instead_of_the_run() {
    with_app(|app| {
        press(app, "1w");
        let text = screen(app, 120, 24);
        assert!(text.contains("its guard `n > 7` is false"), "{text}");
        press(app, "w");
        assert!(screen(app, 120, 24).contains("●Busy"));
    });
}

#[test]
fn zones_leave_the_delays_open() {
    with_app(|app| {
        press(app, "1d5\nz");
        let text = screen(app, 120, 24);
        for text_in_zone in
            ["zones", "User.x <= 5", "for example time 5", "the delays are left open"]
        {
            assert!(text.contains(text_in_zone), "{text_in_zone}:\n{text}");
        }
        press(app, "d1\n");
        assert!(app.message.contains("no delay is chosen"), "{}", app.message);
        press(app, "1");
        assert!(
            screen(app, 120, 24).contains("for example time 3"),
            "not after 5, but as soon as can be"
        );
        press(app, "uz");
        let text = screen(app, 120, 24);
        assert!(text.contains("step 1   time 0   exact times"), "{text}");
    });
}

#[test]
fn keys_do_what_commands_do() {
    with_app(|app| {
        press(app, "1d3\n");
        assert!(screen(app, 120, 24).contains("time 3"));
        press(app, "uu");
        assert!(screen(app, 120, 24).contains("step 0   time 0"));
        press(app, "u");
        assert_eq!(app.message, "this is the start");
        press(app, "7");
        assert_eq!(app.message, "there is no transition 7 to choose");
        press(app, ":jump\n");
        assert!(app.message.contains("not a command"), "{}", app.message);
        press(app, "?");
        assert!(screen(app, 120, 40).contains("Enter        take it"));
        press(app, " ");
        assert!(app.page.is_none());
        assert_eq!(press(app, ":quit\n"), Flow::Quit);
        assert_eq!(press(app, "q"), Flow::Quit);
    });
}

#[test]
fn lines_are_completed_and_recalled() {
    with_app(|app| {
        press(app, ":1\n:un\t\n:^^");
        assert_eq!(app.prompt.as_ref().map(Prompt::text), Some("1"));
        let text = screen(app, 120, 24);
        assert!(text.contains("step 0"), "one step and one undo");
        assert!(text.contains("\n:1"), "{text}");
    });
    let mut prompt = Prompt::with("re");
    assert_eq!(prompt.complete(), ["replay", "restart"]);
    assert_eq!(prompt.text(), "re");
    let mut history = History::default();
    history.add("a");
    history.add("a");
    prompt.older(&history);
    prompt.older(&history);
    assert_eq!(prompt.text(), "a");
    prompt.newer(&history);
    assert_eq!(prompt.text(), "");
}

/// Fields that do not fit are moved with the arrow keys, and not further than to their end.
#[test]
fn fields_are_scrolled() {
    with_app(|app| {
        press(app, "1");
        for _ in 0..20 {
            press(app, "r");
        }
        let text = screen(app, 80, 16);
        assert!(text.contains(" before, 0 after "), "{text}");
        press(app, "\t");
        for _ in 0..100 {
            press(app, "^");
        }
        let text = screen(app, 80, 16);
        assert!(text.contains(" 0 before, ") && text.contains("Idle"), "{text}");
        press(app, "v");
        assert!(screen(app, 80, 16).contains(" 1 before, "), "one down from the start");
        press(app, "?");
        assert!(screen(app, 80, 16).contains(" more "));
        press(app, "v");
        assert!(screen(app, 80, 16).contains(" 1 before, "));
    });
}

/// No size of the window makes it fail, whatever is shown.
#[test]
fn small_windows_are_drawn() {
    with_app(|app| {
        for keys in ["1r", "z", "w", "\t", ":und", "\t\n", "?"] {
            press(app, keys);
            for width in [1, 2, 10, 20, 40, 79, 200] {
                for height in [1, 2, 3, 8, 60] {
                    screen(app, width, height);
                }
            }
        }
    });
}
