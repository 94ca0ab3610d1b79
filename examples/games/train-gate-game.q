// Can the controller keep two trains from meeting on the bridge?
control: A[] forall (i : id_t) forall (j : id_t) Train(i).Crossing && Train(j).Crossing imply i == j
/* EXPECT: T */

// Not if it must never stop a train.
control: A[] forall (i : id_t) forall (j : id_t) (Train(i).Crossing && Train(j).Crossing imply i == j) && !Train(i).Stopped
/* EXPECT: F */

// A train that was stopped can be let across within 15 time units, whatever the others do.
A[] (Train(0).Starting imply A<>[<=15] Train(0).Crossing)
/* EXPECT: T */

A[] (Train(0).Starting imply A<>[<=14] Train(0).Crossing)
/* EXPECT: F */

// It cannot make a train come.
control: A<> Train(0).Crossing
/* EXPECT: F */
