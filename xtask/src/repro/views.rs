//! Proofs for every N: figures that are written down, because the times are multiples of each other.

/// The section of the page.
pub const SECTION: &str = r#"
## Proofs for every N: how they grow

Fischer's protocol with L steps before each attempt, so that a process has L + 4 places to be. The number of views grows with the square of the places (views of two processes), the
time with a higher power: every three processes are put together from views.

```xta growth.xta
const int N = 3;
const int L = 0;
typedef int[1, N] id_t;
int[0, N] id;
process P(const id_t pid) {
    clock x;
    int[0, L] step;
    state A, req { x <= 2 }, wait, cs;
    init A;
    trans
        A -> A { guard step < L; assign step = step + 1; },
        A -> req { guard id == 0 && step == L; assign x = 0; },
        req -> wait { guard x <= 2; assign x = 0, id = pid; },
        wait -> req { guard id == 0; assign x = 0; },
        wait -> cs { guard x > 2 && id == pid; },
        cs -> A { assign id = 0, step = 0; };
}
system P;
```

```console
$ orrery prove growth.xta --for-all N -D L=2 -q 'A[] forall (i : id_t) forall (j : id_t) P(i).cs && P(j).cs imply i == j'
holds for every N (N = 1 checked separately): 74 views of 2 processes
```

| L | 0 | 2 | 4 | 8 |
|---|---:|---:|---:|---:|
| places of a process | 4 | 6 | 8 | 12 |
| views of 2 processes | 28 | 74 | 144 | 356 |
| time, with the second check, as a multiple of L = 0 | 1 | 2.9 | 9 | 48 |

With more processes in a view (`--views K`, L = 0):

| K | 2 | 3 | 4 |
|---|---:|---:|---:|
| views | 28 | 90 | not done within 250 times the time of K = 2 |
| time, with the second check, as a multiple of K = 2 | 1 | 80 | |
"#;
