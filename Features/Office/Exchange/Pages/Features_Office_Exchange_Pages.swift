enum StubOfficeExchangePages {}
