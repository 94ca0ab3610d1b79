// All are over. `orrery optimise` says how soon.
E<> forall (i : id_t) Person(i).far
/* EXPECT: T */
