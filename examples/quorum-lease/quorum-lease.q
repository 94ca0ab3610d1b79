// Never two holders.
A[] forall (i : client_t) forall (j : client_t) Client(i).Holding && Client(j).Holding imply i == j
/* EXPECT: T */

// Dead clients block nobody: the last one can still hold the lock.
E<> exists (i : client_t) Client(i).Holding && (forall (j : client_t) i == j || Client(j).Dead)
/* EXPECT: T */

// Clients can be in each other's way, each with a part of the servers.
E<> (forall (i : client_t) Client(i).Asking && (exists (s : server_t) vote[i][s])) && (forall (s : server_t) Server(s).Lent)
/* EXPECT: T */
