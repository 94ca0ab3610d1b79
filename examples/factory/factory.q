// Can both jobs be done for ever? `orrery optimise` says at what cost.
E[] true
/* EXPECT: T */
