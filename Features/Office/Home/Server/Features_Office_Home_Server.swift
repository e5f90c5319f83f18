enum StubOfficeHomeServer {}
