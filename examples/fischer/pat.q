// The paper's `MutualExclusionFail` cannot be reached.
E<> count > 1
/* EXPECT: F */

A[] not deadlock
/* EXPECT: T */
