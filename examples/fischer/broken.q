// Two processes can be inside.
A[] forall (i : id_t) forall (j : id_t) P(i).cs && P(j).cs imply i == j
/* EXPECT: F */
