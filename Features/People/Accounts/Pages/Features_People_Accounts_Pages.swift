enum StubPeopleAccountsPages {}
