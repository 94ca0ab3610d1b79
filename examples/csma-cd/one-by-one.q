// Two senders never send for longer than a signal travels.
A[] forall (i : id_t) forall (j : id_t) Sender(i).Transm && Sender(j).Transm && Sender(i).x > 2 * SIGMA && Sender(j).x > 2 * SIGMA imply i == j
/* EXPECT: T */
