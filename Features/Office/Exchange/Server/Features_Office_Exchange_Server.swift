enum StubOfficeExchangeServer {}
