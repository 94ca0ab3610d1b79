// If one may write, no other may read or write.
A[] forall (i : id_t) forall (j : id_t) Cache(i).modified && (Cache(j).modified || Cache(j).shared) imply i == j
/* EXPECT: T */

// The directory knows who may write.
A[] forall (i : id_t) Cache(i).modified && Directory.idle imply writer == i
/* EXPECT: T */

// Who asks and who may write are two.
A[] asking != 0 imply asking != writer
/* EXPECT: T */
