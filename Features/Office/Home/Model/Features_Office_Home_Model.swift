enum StubOfficeHomeModel {}
