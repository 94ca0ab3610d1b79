// Only one station sends.
A[] forall (i : id_t) forall (j : id_t) Station(i).Sending && Station(j).Sending imply i == j
/* EXPECT: T */

// Nobody waits longer than one turn of the token with every other station sending.
A[] forall (i : id_t) Station(i).Wants imply Station(i).x <= BOUND
/* EXPECT: T */

// That is what it can take.
E<> exists (i : id_t) Station(i).Wants && Station(i).x == BOUND
/* EXPECT: T */

A[] not deadlock
/* EXPECT: T */

// Who wants to send will.
Station(0).Wants --> Station(0).Sending
/* EXPECT: T */
