enum StubSync {}
