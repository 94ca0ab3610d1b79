// The loop can be left in the end.
E<> P.finished
/* EXPECT: T */
