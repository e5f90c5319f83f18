enum StubHomeroomTesting {}
