// Who believes that its frame arrived is right, and nobody else thinks that it collided.
A[] forall (i : id_t) done[i] imply !spoilt[i] && (forall (j : id_t) j == i || verdict[j] == 0)
/* EXPECT: T */

// Frames can arrive,
E<> exists (i : id_t) Sender(i).Sent
/* EXPECT: T */

// and everybody's in turn.
E<> forall (i : id_t) Sender(i).Sent
/* EXPECT: T */

// Collisions happen and are noticed.
E<> exists (i : id_t) Sender(i).Jam
/* EXPECT: T */

// Two senders never both jam: the one that notices first silences the other.
E<> forall (i : id_t) Sender(i).Jam
/* EXPECT: F */
