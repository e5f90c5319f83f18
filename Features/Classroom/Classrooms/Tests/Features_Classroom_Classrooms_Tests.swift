enum StubClassroomClassroomsTests {}
