import Base
import Database
import Learning
import Ledger
import School

extension DemoBuilder {
  /// In a large school, two courses for many classes at once: a hundred students with thirty columns, and two hundred
  /// with sixty.
  func gather(_ rooms: [Room], on today: Day) async throws {
    let everybody = rooms.dropFirst(2).flatMap(\.students)
    for (name, size, columns) in [("Health", 100, 30), ("World history", 200, 60)] where everybody.count >= size * 5 {
      try await open(name, Array(everybody.prefix(size)), columns, by: accounts[3], on: today)
    }
  }

  private func open(
    _ name: String, _ students: [ID<Student>], _ columns: Int, by teacher: ID<Account>,
    on today: Day
  ) async throws {
    let now = world.now()
    let course = Course(
      id: world.id(), name: name, subject: name, grade: "All", about: "", level: .regular, credits: Amount(1),
      capacity: nil, entry: .closed, from: today.plus(days: -120), until: today.plus(days: 120), publishedAt: now,
      createdAt: now, updatedAt: now)
    try await ledger.write(envelope("demo.teach", teacher)) { tx in
      let (courses, seats) = (CoursesStore(tx: tx), EnrolmentStore(tx: tx))
      try courses.put(course)
      try courses.assign(teacher: teacher, to: course.id)
      for student in students {
        try seats.put(
          Seat(course: course.id, student: student, state: .enrolled, requestedAt: now, changedAt: now), by: teacher)
      }
      return ""
    }
    try await ledger.write(envelope("demo.grade", teacher)) { [self] tx in
      let store = GradesStore(tx: tx)
      let categories = GradeCategory.usual(for: course.id)
      try store.put(categories, of: course.id)
      try store.put(GradeSettings(course: course.id, updatedAt: tx.now))
      for place in 0..<columns {
        let item = GradeItem(
          id: world.id(), course: course.id, category: categories[place % 3].id, source: .manual,
          title: "Sheet \(place + 1)", possible: Amount(20) ?? .zero, place: place, dueAt: nil, postsItself: true,
          updatedAt: tx.now)
        try store.put(item)
        for student in students { try give(student, item, by: teacher, at: now, store) }
      }
      return ""
    }
  }
}
