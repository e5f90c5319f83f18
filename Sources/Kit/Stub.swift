enum StubKit {}
