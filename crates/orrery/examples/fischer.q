// At most one process is inside.
A[] forall (i : id_t) forall (j : id_t) P(i).cs && P(j).cs imply i == j

// Everybody can get inside.
E<> P(0).cs

A[] not deadlock
