// The juggler can keep all plates up.
control: A[] forall (i : id_t) !Plate(i).Broken
/* EXPECT: T */

// It can also let one fall, as it must when it does nothing.
E<> Plate(0).Broken
/* EXPECT: T */
