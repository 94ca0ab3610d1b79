// Is there a schedule that brings out the first wafer in time, and then one every S, for ever?
E[] (Observer.L0 imply Observer.x <= H) && (Observer.L1 imply Observer.x <= S)
/* EXPECT: T */
