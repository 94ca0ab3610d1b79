// At most one process is inside.
A[] forall (i : id_t) forall (j : id_t) P(i).cs && P(j).cs imply i == j
/* EXPECT: T */

// There is always something to do.
A[] not deadlock
/* EXPECT: T */

// Whoever asks comes to wait. The query names a process: the other ones are still interchangeable.
P(1).req --> P(1).wait
/* EXPECT: T */

// But waiting may last for ever.
P(1).wait --> P(1).cs
/* EXPECT: F */
