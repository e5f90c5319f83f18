enum StubPeopleStudentsTests {}
