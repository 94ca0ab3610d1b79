// Without what the timeout task promises, a process decides although a message that would change its mind is under way.
A[] forall (i : pid_t) forall (j : pid_t) dec[i] > 0 && dec[j] > 0 imply dec[i] == dec[j]
/* EXPECT: F */
