enum StubPeopleSchoolsTests {}
