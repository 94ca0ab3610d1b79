// The error of the first implementation: the end of a frame can be disturbed without anybody noticing.
A[] forall (i : id_t) done[i] imply !spoilt[i] && (forall (j : id_t) j == i || verdict[j] == 0)
/* EXPECT: F */
