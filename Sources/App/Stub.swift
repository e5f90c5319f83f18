enum StubApp {}
