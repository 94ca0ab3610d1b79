// No plate falls off the belt.
control: A[] forall (i : plate_t) !Plate(i).Fallen
/* EXPECT: T */

// A plate that never comes is never done.
control: A<> forall (i : plate_t) Plate(i).Done
/* EXPECT: F */
