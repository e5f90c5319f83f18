enum StubWebT {}
