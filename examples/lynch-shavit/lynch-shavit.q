// At most one is inside.
A[] forall (i : id_t) forall (j : id_t) P(i).inside && P(j).inside imply i == j
/* EXPECT: T */

// Whoever is inside has closed the second door.
A[] forall (i : id_t) P(i).inside imply closed
/* EXPECT: T */
