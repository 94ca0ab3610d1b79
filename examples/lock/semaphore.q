// Never three at work.
A[] (sum (i : id_t) P(i).working) <= 2
/* EXPECT: T */

// Who has a permit is at work, but while permits are taken back.
A[] forall (i : id_t) has[i] && Keeper.resting imply P(i).working
/* EXPECT: T */

// Two at work is possible.
E<> exists (i : id_t) exists (j : id_t) i != j && P(i).working && P(j).working
/* EXPECT: T */
