// The tester can bring the node to forward an address.
control: A<> Tester.Heard
/* EXPECT: T */

// And to know the least one.
control: A<> Node.best == 0 && Node.Idle
/* EXPECT: T */

// It cannot keep the node from hearing of its own free will, and need not send: nothing happens then.
control: A[] !Node.Better
/* EXPECT: T */
