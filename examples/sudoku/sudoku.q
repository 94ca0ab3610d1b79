// Can every cell be filled?
E<> Player.solved
/* EXPECT: T */
