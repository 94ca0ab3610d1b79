// At most one is inside.
A[] forall (i : id_t) forall (j : id_t) P(i).inside && P(j).inside imply i == j
/* EXPECT: T */

// Who is inside has said so.
A[] forall (i : id_t) P(i).inside imply wants[i]
/* EXPECT: T */

// All can want to enter at once.
E<> forall (i : id_t) P(i).asking
/* EXPECT: T */
