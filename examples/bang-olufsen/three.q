// With three senders the requirement fails: a frame arrives, and later the two others collide. It remembers what arrived for too
// long, and is too strong.
A[] forall (i : id_t) done[i] imply !spoilt[i] && (forall (j : id_t) j == i || verdict[j] == 0)
/* EXPECT: F */

// Asked only while the frame ends, it holds.
A[] forall (i : id_t) done[i] && !Sender(i).Sent imply !spoilt[i] && (forall (j : id_t) j == i || verdict[j] == 0)
/* EXPECT: T */
