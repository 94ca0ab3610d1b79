// Every change of the environment happens.
E<> Environment.S3
/* EXPECT: T */

// All states, as in Table 2.1.
A[] true
/* EXPECT: T */

// Both actuators are on at some time.
E<> actmode[0] == 1 && actmode[1] == 1
/* EXPECT: T */

// The first actuator is on only while the program remembers so, or is about to note it down.
A[] actmode[0] == 1 && v[0] == 0 imply Brick.I72 || Brick.I98
/* EXPECT: T */
