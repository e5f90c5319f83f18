enum StubPeopleMembersTests {}
