//! Chapter 2 of the thesis: figures that do not change from machine to machine. `crates/cli/tests/examples.rs` checks those with
//! acceleration.

/// The section of the page.
pub const SECTION: &str = "\n\
## Hendriks: Model Checking Timed Automata (thesis), chapter 2: exact acceleration\n\
\n\
A control program polls every few hundred time units, while its environment changes every `LARGE` time units. The thesis adds a second way round each idle cycle by hand (B_A). Orrery finds the cycles\n\
and adds the zones of their rounds in the engine. The [example](../examples/lego/) has the models; `orrery check examples/lego/brick.xta -D LARGE=1000000 -q 'A[] true'` gives one figure,\n\
`--accelerate off` compares, `extended.xta` is the thesis' rewriting. States stored, one thread, default options.\n\
\n\
**Assumptions.** The pictures of the models are not in our copy, so these are not the thesis' models: byte code and the duration of the first instruction (40 to 50) are from its text; that all\n\
instructions take so long, the four steps of the environment, and that all six idle cycles are extended (there: four) are ours, and Figure 2.1 is reconstructed from the intervals in the text. Seconds and\n\
memory of the thesis are those of its machine. Compare growth only.\n\
\n\
### Table 2.1: all states (`A[] true`)\n\
\n\
| `LARGE` | thesis, B | thesis, B_A | Orrery, B without acceleration | the thesis' rewriting, in Orrery | Orrery, B accelerated |\n\
|---|---|---|---|---|---|\n\
| 10^3 | 0.03 s, 1.1 MB | 0.03 s, 1.1 MB | 772 | 777 | 772 |\n\
| 10^4 | 0.07 s, 2.4 MB | 0.04 s, 1.1 MB | 6895 | 1701 | 1696 |\n\
| 10^5 | 2.80 s, 5.9 MB | 1.33 s, 4.1 MB | 68095 | 1701 | 1696 |\n\
| 10^6 | 752 s, 36 MB | 376 s, 19 MB | 680095 | 1701 | 1696 |\n\
| 10^7 | – | – | not done | 1701 | 1696 |\n\
\n\
### Table 2.2: `E<> Environment.S3`\n\
\n\
| `LARGE` | thesis, B breadth first / depth first | thesis, B_A | Orrery, B without acceleration | the thesis' rewriting, in Orrery | Orrery, B accelerated |\n\
|---|---|---|---|---|---|\n\
| 10^3 | 0.02 / 0.02 s | 0.03 s | 66 | 69 | 66 |\n\
| 10^4 | 0.03 / 0.02 s | 0.03 s | 606 | 44 | 155 |\n\
| 10^5 | 1.29 / 0.04 s | 0.04 s | 6006 | 44 | 155 |\n\
| 10^6 | 311 / 3.01 s | 1.22 s | 60006 | 44 | 155 |\n\
| 10^7 | – / 712 s | 279 s | 600040 | 44 | 155 |\n\
\n\
Without acceleration, 680095 and 600040 are of an earlier version, which counted a little differently; \"not done\": the time grows with the square of `LARGE`.\n\
\n\
### Figure 2.1: the small automaton (`E<> P.finished`)\n\
\n\
States expanded by `orrery check examples/lego/thesis.xta -D L=1000 -q 'E<> P.finished' --threads 1 --stats`; the same with `--search auto`, `bfs`, `dfs` and `random`. The run, with all its rounds, is shown up to 10^6.\n\
\n\
| `L` | without acceleration | accelerated |\n\
|---|---|---|\n\
| 10^3 | 429 | 3 |\n\
| 10^4 | 4287 | 3 |\n\
| 10^5 | 42858 | 3 |\n\
| 10^6 | 428574 | 3 |\n\
| 10^7 | 4285716 | 3 |\n";
