//! Chapter 5 of the thesis: figures that do not change from machine to machine. `crates/cli/tests/synth.rs` and
//! `crates/cli/tests/examples.rs` check them.

/// The section of the page.
pub const SECTION: &str = "\n\
## Hendriks: Model Checking Timed Automata (thesis), chapter 5: the wafer scanner\n\
\n\
The thesis asked SMV five times which states are unsafe, and generalised the counterexamples by hand. `orrery synth` finds the same\n\
conditions; `orrery check` answers the five questions. The [example](../examples/wafer-scanner/) has the commands.\n\
\n\
| | thesis | Orrery |\n\
|---|---|---|\n\
| reachable states | 57116 | 57116, as 3696 modulo 64 symmetries |\n\
| states from which the machine can be emptied (safe) | not given | 55369 |\n\
| unsafe states | not given | 1747 |\n\
| states without any successor | not given | 18 |\n\
| `AG(safe <-> not (d1 .. dk))` for k = 0 to 4 | fails four times, then holds | fails four times, then holds |\n\
| unsafe states left after k conditions | not given | 1747, 400, 144, 16, 0 |\n\
| d1 to d4 | by hand | found: 6 conditions, 4 modulo symmetry |\n\
| one-armed robots: unsafe states that are not deadlocked | exist | 72 of 711 |\n\
| timed: infinite schedule with H = 1480, S = 260 | found, with heuristics | found, with heuristics of our own: 1161 states |\n\
| first wafer out, at best | H is said to be 5 % more, which gives 1410 | 1410, by `--trace fastest` |\n\
| S = 259, or H = 1409 | not possible (lower bounds) | fails, by the same heuristics |\n\
| locks 0, 1 in and 2, 3 out: best S with H = 1565 | 419 | 419 (the least by a sum), also with H = 1410: 669 and 741 states |\n\
| two locks, one robot: best S | 476 | 473, with H = 1740 (the least by a sum); 472 fails, by heuristics of our own |\n";
