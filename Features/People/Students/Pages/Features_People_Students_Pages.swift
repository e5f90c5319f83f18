enum StubPeopleStudentsPages {}
