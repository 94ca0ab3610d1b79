// A1 (property 7.1): who is thought to have halted has, and all its messages arrived strictly before.
A[] Observer.has_halted imply Process.halted && (forall (i : id_t) Broadcast(i).idle) && t > 0
/* EXPECT: T */

// A2 (property 7.2): a halt is noticed within T, unless Observer has halted itself.
A[] Process.halted && Process.x > T imply Observer.halted || Observer.has_halted
/* EXPECT: T */

// The bound is nearly tight: it can take more than T - c2.
E<> Process.halted && Process.x > T - c2 && !Observer.halted && !Observer.has_halted
/* EXPECT: T */

// There are enough Broadcasts: one is free whenever Process makes a step.
A[] Process.comp && Process.x >= c1 imply exists (i : id_t) Broadcast(i).idle
/* EXPECT: T */
