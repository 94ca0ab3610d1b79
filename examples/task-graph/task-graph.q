E<> done[5]
