// A collision is noticed within twice the delay of the bus: longer than that, a sender is alone.
A[] forall (i : id_t) forall (j : id_t) Sender(i).Transm && Sender(j).Transm && Sender(i).x >= 2 * SIGMA imply i == j
/* EXPECT: T */

// So everybody who finished was alone.
E<> Bus.Idle && exists (i : id_t) Sender(i).Transm
/* EXPECT: F */

// There is always something to do.
A[] not deadlock
/* EXPECT: T */

// Nobody has to be lucky: collisions may go on.
Sender(0).Transm --> Sender(0).Wait
/* EXPECT: F */
