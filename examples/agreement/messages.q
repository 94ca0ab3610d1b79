// Agreement (7.3)
A[] forall (i : pid_t) forall (j : pid_t) dec[i] > 0 && dec[j] > 0 imply dec[i] == dec[j]
/* EXPECT: T */

// There are enough messages in the model.
A[] not (exists (i : pid_t) Process(i).error)
/* EXPECT: T */

// Somebody decides although the other one fails.
E<> failures == 1 && (exists (i : pid_t) dec[i] == 1)
/* EXPECT: T */
