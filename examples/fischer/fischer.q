// At most one process is inside.
A[] forall (i : pid_t) forall (j : pid_t) Fischer(i).cs && Fischer(j).cs imply i == j
/* EXPECT: T */

// The redundant array says the same.
A[] (sum (i : pid_t) (active[i] == 3)) <= 1
/* EXPECT: T */

// A process can get inside at all, while all others are waiting.
E<> exists (i : pid_t) Fischer(i).cs && (forall (j : pid_t) j == i || Fischer(j).wait)
/* EXPECT: T */

// There is always something to do.
A[] not deadlock
/* EXPECT: T */

// Nobody is promised to get inside: others may always be quicker.
A<> exists (i : pid_t) Fischer(i).cs
/* EXPECT: F */
