enum StubPeopleMembersPages {}
