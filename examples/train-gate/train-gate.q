// Never two trains on the bridge.
A[] forall (i : id_t) forall (j : id_t) Train(i).Cross && Train(j).Cross imply i == j
/* EXPECT: T */

// All trains can be in the queue.
E<> Gate.waiting == N
/* EXPECT: T */

// Every train gets over.
Train(0).Appr --> Train(0).Cross
/* EXPECT: T */

A[] not deadlock
/* EXPECT: T */
