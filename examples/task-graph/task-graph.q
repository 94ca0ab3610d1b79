// The last task is done. `orrery optimise` says how soon, and how cheaply.
E<> done[5]
/* EXPECT: T */
