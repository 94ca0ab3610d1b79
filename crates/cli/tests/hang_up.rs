//! A terminal that goes away while the simulator has the whole screen.
#![cfg(unix)]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::pty::openpty;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

const MODEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/first/crossing.xml");

/// It used to read from the terminal for ever.
#[test]
fn the_simulator_ends_with_its_terminal() {
    let pty = openpty(None, None).expect("there are terminals");
    // With it, the simulator would hold its own terminal open.
    fcntl(&pty.master, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).expect("it can be kept");
    let end = || Stdio::from(pty.slave.try_clone().expect("it can be shared"));
    let mut simulator = Command::new(env!("CARGO_BIN_EXE_orrery"))
        .args(["simulate", MODEL])
        .stdin(end())
        .stdout(end())
        .stderr(end())
        .spawn()
        .expect("it starts");
    std::thread::sleep(Duration::from_secs(2));
    drop(pty);
    // Now it reads, and never comes back.
    std::thread::sleep(Duration::from_secs(1));
    let id = i32::try_from(simulator.id()).expect("it fits");
    // An error means that it has ended already.
    let _ = kill(Pid::from_raw(id), Signal::SIGHUP);
    let started = Instant::now();
    let status = loop {
        if let Some(status) = simulator.try_wait().expect("it is ours") {
            break status;
        }
        if started.elapsed() > Duration::from_secs(60) {
            simulator.kill().expect("it is ours");
            panic!("it went on without its terminal");
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    assert_eq!(status.code(), Some(129), "{status:?}");
}
