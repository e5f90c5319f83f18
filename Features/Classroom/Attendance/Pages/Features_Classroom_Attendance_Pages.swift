enum StubClassroomAttendancePages {}
