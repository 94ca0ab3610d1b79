E[] true
