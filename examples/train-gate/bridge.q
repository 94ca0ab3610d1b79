// Never two trains on the bridge. The stop signal may reach another train than the one that came last; that does no harm.
A[] forall (i : id_t) forall (j : id_t) Train(i).Cross && Train(j).Cross imply i == j
/* EXPECT: T */

// All but one can wait.
E<> Bridge.waiting == N - 1
/* EXPECT: T */

A[] not deadlock
/* EXPECT: T */

// Some train gets over whenever one comes,
(exists (i : id_t) Train(i).Appr) --> (exists (i : id_t) Train(i).Cross)
/* EXPECT: T */

// but a certain one may wait for ever.
Train(0).Stop --> Train(0).Cross
/* EXPECT: F */
