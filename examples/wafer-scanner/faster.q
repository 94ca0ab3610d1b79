// Is there a schedule with a shorter period, or a sooner start, by the same heuristics?
E[] (Observer.L0 imply Observer.x <= H) && (Observer.L1 imply Observer.x <= S)
/* EXPECT: F */
