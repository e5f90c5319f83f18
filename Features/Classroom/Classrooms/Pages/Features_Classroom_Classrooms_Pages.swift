enum StubClassroomClassroomsPages {}
