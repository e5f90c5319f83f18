enum StubClassroomAttendanceTests {}
