define empty = forall (h : half_t) forall (i : which_t) lock[h][i] == EMPTY && arm[h][0] == EMPTY && chuck[i] == EMPTY;
define safe = E<> empty;
define jammed = (exists (h : half_t) exists (i : which_t) A[] lock[h][i] != EMPTY) || (exists (h : half_t) A[] arm[h][0] != EMPTY) || (exists (i : which_t) A[] chuck[i] != EMPTY);

// Every jammed state is unsafe.
A[] (jammed imply !safe)
/* EXPECT: T */

// Here some unsafe states are not jammed: every place can still be emptied, but not all of them.
E<> (!safe && !jammed)
/* EXPECT: T */
