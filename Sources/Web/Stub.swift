enum StubWeb {}
