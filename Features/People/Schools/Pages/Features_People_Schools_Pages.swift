enum StubPeopleSchoolsPages {}
