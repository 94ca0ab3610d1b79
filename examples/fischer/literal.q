// Two processes do get inside.
E<> count > 1
/* EXPECT: T */
