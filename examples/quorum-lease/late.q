// Two holders at once.
A[] forall (i : client_t) forall (j : client_t) Client(i).Holding && Client(j).Holding imply i == j
/* EXPECT: F */
