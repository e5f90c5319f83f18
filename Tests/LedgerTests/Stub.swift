enum StubLedgerT {}
