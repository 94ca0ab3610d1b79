// Somebody who must send again while another one is sending is stuck, and so is time.
A[] not deadlock
/* EXPECT: F */

// Safety does not notice.
A[] forall (i : id_t) forall (j : id_t) Sender(i).Transm && Sender(j).Transm && Sender(i).x >= 2 * SIGMA imply i == j
/* EXPECT: T */
