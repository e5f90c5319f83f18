enum StubOfficeExchangeTests {}
