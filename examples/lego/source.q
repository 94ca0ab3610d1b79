// Every change of the environment happens.
E<> Environment.S3
/* EXPECT: T */

// All states, as in Table 2.1.
A[] true
/* EXPECT: T */

// Both actuators are on at some time.
E<> actmode[0] == 1 && actmode[1] == 1
/* EXPECT: T */

// Once time passes, the first actuator is on exactly while its sensor says so.
A[] Environment.z > 0 imply (actmode[0] == 1) == (5 < snsval[0] && snsval[0] < 10)
/* EXPECT: T */
