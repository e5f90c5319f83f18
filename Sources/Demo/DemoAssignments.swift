import Base
import Database
import Learning
import Ledger
import People
import Router
import School
import Web

/// Work of the demo courses: some graded, some late, some missing, some to come, one still a draft.
enum DemoAssignments {
  struct Plan: Sendable {
    let title: String, about: String
    let points: Int
    let accepts: [Assignment.Work]
    /// Days from today on which it is due, at the end of the day.
    let due: Int
    /// Of ten students, how many handed in, and how many of those late.
    var handedIn = 0, late = 0
    /// Of ten who handed in, how many have a score.
    var graded = 0
    var isPosted = false, hasRubric = false, isDraft = false
  }
}

extension DemoBuilder {
  func assign(_ courses: [DemoCourse], on today: Day) async throws {
    let notes = try await keep("Notes\n\n1. Ask\n2. Try\n3. Look again\n")
    for course in courses where course.course.from.map({ $0 < today }) ?? true {
      try await ledger.write(envelope("demo.assign", course.teacher)) { [self] tx in
        for (place, plan) in DemoWork.of(course.course.name).assignments.enumerated() {
          try assign(plan, place, course, today, notes, tx)
        }
        return ""
      }
    }
  }

  private func keep(_ text: String) async throws -> FileContent {
    let bytes = Array(text.utf8)
    let writing = try ledger.files.begin(limit: Int64(bytes.count))
    try await writing.write(bytes)
    return try await writing.finish()
  }

  private func assign(
    _ plan: DemoAssignments.Plan, _ place: Int, _ course: DemoCourse, _ today: Day, _ notes: FileContent,
    _ tx: WriteTransaction
  ) throws {
    let zone = Zones.named(self.plan.zone) ?? .utc
    let due = WallTime(day: self.plan.day(plan.due, from: today), minute: 1439).instant(in: zone)
    let item = CourseItem(
      id: world.id(), course: course.course.id, module: course.modules.first?.id, kind: .assignment, title: plan.title,
      place: 100 + place, dueAt: due, publishedAt: plan.isDraft ? nil : tx.now.plus(days: -20), updatedAt: tx.now)
    try CoursesStore(tx: tx).put(item)
    try AssignmentsStore(tx: tx).put(
      Assignment(
        id: item.id, course: item.course, about: plan.about, accepts: plan.accepts,
        rubric: plan.hasRubric ? rubric() : Rubric(), updatedAt: tx.now))
    let column = GradeItem(
      id: item.id.cast(), course: item.course, source: .assignment, title: plan.title,
      possible: Amount(plan.points) ?? .zero, place: item.place, dueAt: due, postsItself: plan.isPosted,
      updatedAt: tx.now)
    try GradesStore(tx: tx).put(column)
    for (number, student) in course.students.enumerated() where number * 7 % 10 < plan.handedIn {
      // Who has missing work has done the first piece and nothing since.
      if place > 0, story(of: number, in: course) == .missing { continue }
      try handIn(plan, number, student, item, column, due, course, notes, tx)
    }
  }

  /// Every handed-in work, the late ones a day or two after the rest.
  private func handIn(
    _ plan: DemoAssignments.Plan, _ number: Int, _ student: ID<Student>, _ item: CourseItem, _ column: GradeItem,
    _ due: Instant, _ course: DemoCourse, _ notes: FileContent, _ tx: WriteTransaction
  ) throws {
    let isLate = (number * 7 + 5) % 10 < plan.late
    let turn = Int64(number * 1733 % 7200)
    let early = min(due, tx.now).plus(seconds: -3600 - turn)
    let at = isLate ? min(due.plus(seconds: 3600 * 20 + turn), tx.now.plus(seconds: -turn)) : early
    let account = try StudentsStore(tx: tx).student(student, in: tx.school)?.account ?? course.teacher
    let store = AssignmentsStore(tx: tx)
    var files: [KeptFile] = []
    if plan.accepts.contains(.files), number % 2 == 0 {
      let file = KeptFile(
        id: world.id(), content: notes, type: "text/plain", name: "notes.txt", account: account, createdAt: at)
      try tx.keep(file.id, file.content, name: file.name, type: file.type, by: account)
      files = [file]
    }
    let work = DemoWork.of(course.course.name)
    let sent = Submission(
      id: world.id(), assignment: item.id, student: student, attempt: 1,
      text: work.answers[number % work.answers.count],
      link: plan.accepts.contains(.link) ? "https://example.org/portfolio" : "", submittedAt: at, by: account)
    try store.insert(sent, files: files)
    guard number * 3 % 10 < plan.graded else { return }
    let comment = work.comments[number % work.comments.count]
    let points = story(of: number, in: course).map { (plan.points * $0.share(at: 85) + 50) / 100 }
    try GradesStore(tx: tx).record(
      Score(
        item: column.id, student: student, raw: Amount(points ?? plan.points - number % 4),
        lateSeconds: max(0, at.since(due) / 1000),
        comment: comment.isEmpty ? nil : comment, by: course.teacher, at: tx.now.plus(seconds: -600)), of: column)
  }

  private func rubric() -> Rubric {
    func criterion(_ title: String, _ levels: [(String, Int)]) -> RubricCriterion {
      RubricCriterion(
        id: world.id(), title: title,
        levels: levels.map { RubricLevel(id: world.id(), title: $0.0, points: Amount($0.1) ?? .zero) })
    }
    return Rubric([
      criterion("Choice", [("Shows growth", 4), ("Good pieces", 3), ("Some pieces", 1)]),
      criterion("Explanation", [("Clear reasons", 6), ("Some reasons", 4), ("No reasons", 0)]),
      criterion("Form", [("Complete", 2), ("Parts are missing", 1)]),
    ])
  }
}
