// The goal can be forced.
control: A<> Main.goal
/* EXPECT: T */

control: A[ !Main.L4 U Main.goal ]
/* EXPECT: T */

// Without the controller's help it is not reached.
A<> Main.goal
/* EXPECT: F */

// It cannot be forced that L2 is never entered, and the goal is reached all the same.
control: A[ !Main.L2 U Main.goal ]
/* EXPECT: F */
