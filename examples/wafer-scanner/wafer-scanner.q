define empty = forall (h : half_t) forall (i : which_t) lock[h][i] == EMPTY && arm[h][i] == EMPTY && chuck[i] == EMPTY;
define safe = E<> empty;
define both = chuck[0] != EMPTY && chuck[1] != EMPTY;
define d1 = exists (h : half_t) lock[h][0] == RED && lock[h][1] == RED && arm[h][0] == GREEN && arm[h][1] == GREEN;
define d2 = both && forall (h : half_t) arm[h][0] == RED && arm[h][1] == RED;
define d3 = both && exists (h : half_t) arm[h][0] == RED && arm[h][1] == RED && arm[1 - h][0] + arm[1 - h][1] == RED + GREEN && arm[1 - h][0] != EMPTY && arm[1 - h][1] != EMPTY && lock[1 - h][0] == RED && lock[1 - h][1] == RED;
define d4 = both && forall (h : half_t) lock[h][0] == RED && lock[h][1] == RED && arm[h][0] != EMPTY && arm[h][1] != EMPTY && arm[h][0] != arm[h][1];
define jammed = (exists (h : half_t) exists (i : which_t) A[] lock[h][i] != EMPTY) || (exists (h : half_t) exists (i : which_t) A[] arm[h][i] != EMPTY) || (exists (i : which_t) A[] chuck[i] != EMPTY);

// The scanner can get stuck.
E<> deadlock
/* EXPECT: T */

// It cannot be full of green wafers.
E<> forall (h : half_t) forall (i : which_t) lock[h][i] == GREEN && arm[h][i] == GREEN && chuck[i] == GREEN
/* EXPECT: F */

// It can always be emptied: no, for there are unsafe states.
A[] safe
/* EXPECT: F */

// The five questions of the thesis: which states are unsafe?
A[] (safe == !d1)
/* EXPECT: F */

A[] (safe == !(d1 || d2))
/* EXPECT: F */

A[] (safe == !(d1 || d2 || d3))
/* EXPECT: F */

A[] (safe == !(d1 || d2 || d3 || d4))
/* EXPECT: T */

// Unsafe states are those in which some place stays full for ever.
A[] (safe == !jammed)
/* EXPECT: T */
