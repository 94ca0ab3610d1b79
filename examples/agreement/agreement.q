// Agreement (7.3)
A[] forall (i : pid_t) forall (j : pid_t) dec[i] > 0 && dec[j] > 0 imply dec[i] == dec[j]
/* EXPECT: T */

// Validity (7.4)
A[] forall (i : pid_t) dec[i] > 0 imply (exists (j : pid_t) dec[i] == v[j] + 1)
/* EXPECT: T */

// Termination (7.5)
A[] (exists (i : pid_t) Process(i).wait) imply t <= U
/* EXPECT: T */

// There are enough Broadcasts (7.6)
A[] not (exists (i : pid_t) Process(i).error)
/* EXPECT: T */

// Nothing gets stuck but for the reason the abstraction of timeouts brings along (7.7)
A[] deadlock imply (forall (i : pid_t) Process(i).finished) || (exists (i : pid_t) exists (j : pid_t) Process(j).x - Process(i).x > T - c1)
/* EXPECT: T */

// Both decisions are possible.
E<> forall (i : pid_t) dec[i] == 1
/* EXPECT: T */
E<> forall (i : pid_t) dec[i] == 2
/* EXPECT: T */
