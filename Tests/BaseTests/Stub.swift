enum StubBaseT {}
