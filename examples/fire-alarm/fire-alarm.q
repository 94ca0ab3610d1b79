// Never two on the line.
A[] forall (i : id_t) forall (j : id_t) Sensor(i).sending && Sensor(j).sending imply i == j
/* EXPECT: T */

// Nobody gives up: the panel is fast enough.
A[] forall (i : id_t) not (Sensor(i).sending && Sensor(i).x > ANSWER && !answered[i])
/* EXPECT: T */

// What is answered has been sent.
A[] forall (i : id_t) answered[i] imply Sensor(i).sending || Sensor(i).done
/* EXPECT: T */
