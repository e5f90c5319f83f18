enum StubOfficeHomePages {}
