// Never two trains on the bridge.
A[] forall (i : id_t) forall (j : id_t) Train(i).Cross && Train(j).Cross imply i == j
/* EXPECT: T */

// Who is stopped is known to wait.
A[] forall (i : id_t) waiting[i] imply Train(i).Stop
/* EXPECT: T */
