enum StubPeopleAccountsTests {}
