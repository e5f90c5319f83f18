import Base
import Classroom
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Mail
import People
import Router
import School
import Testing
import Web

@testable import Learning
@testable import Talk
@testable import TalkServer

@Suite struct `A word about work` {
  @Test(arguments: Dialect.allCases)
  func `reminds by the day and the hour, and is taken back when it is done`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "due")
    try await office.admitMaya()
    try await office.open()
    try await office.seat()
    try await office.item(dueAt: office.at(23, 59, day: 1))
    office.set(23, 59)
    try await office.server.remind()
    let due = try #require(try await office.words().first { $0.kind == "due" })
    let words = TestWords.of(.en)
    let said = due.said(words, in: NotificationsSchool.zone)
    #expect(said.contains("10 March 2026") || said.contains("Mar 10, 2026") || said.contains("10 Mar 2026"))
    #expect(!said.contains("tomorrow"))
    try await office.server.remind()
    #expect(try await office.words().filter { $0.kind == "due" }.count == 1)
    // Another day: the word of the first is gone, and waits for its own.
    try await office.write { tx in
      try AssignmentsStore(tx: tx).put(
        DueExtension(
          item: NotificationsOffice.essay, student: office.school.maya, dueAt: office.at(23, 59, day: 3),
          by: NotificationsSchool.account(.omar), at: tx.now))
    }
    try await office.server.remind()
    #expect(try await office.words().filter { $0.kind == "due" }.isEmpty)
    office.set(23, 59, day: 2)
    try await office.server.remind()
    #expect(try await office.words().filter { $0.kind == "due" }.count == 1)
    try await office.item(dueAt: office.at(23, 59, day: 1), isPublished: false)
    try await office.server.remind()
    #expect(try await office.words().filter { $0.kind == "due" }.isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `says the new hour when the work is moved late, also to who has read the old one`(
    _ dialect: Dialect
  ) async throws {
    let office = try await NotificationsOffice.open(dialect, "moved")
    try await office.admitMaya()
    try await office.open()
    try await office.seat()
    try await office.item(dueAt: office.at(12, day: 1))
    office.set(12)
    try await office.server.remind()
    let old = try #require(try await office.words().first { $0.kind == "due" })
    try await office.write { tx in
      let caller = Caller(account: NotificationsOffice.maya, school: tx.school, role: .student)
      try NotificationsStore(tx: tx).save(
        MarkRead(notification: old.id).permit(for: caller, owner: NotificationsOffice.maya, now: tx.now))
    }
    // A day before the new hour is long over; it is said all the same, and once.
    office.set(18)
    try await office.item(dueAt: office.at(15, day: 1))
    for _ in 0..<2 { try await office.server.remind() }
    let due = try await office.words().filter { $0.kind == "due" }
    #expect(due.count == 2 && due.contains { $0.facts.moment == office.at(15, day: 1) && $0.readAt == nil })
    // Earlier than the reminder itself: nothing that is unread keeps the old hour.
    try await office.item(dueAt: office.at(9, day: 1))
    try await office.server.remind()
    let waits = try await office.words().filter { $0.kind == "due" && $0.readAt == nil }
    #expect(waits.map(\.facts.moment) == [office.at(9, day: 1)])
  }

  /// Maya, who gets mail about what is due.
  private static func open(_ dialect: Dialect, _ name: String, mail: MailWay) async throws -> NotificationsOffice {
    let office = try await NotificationsOffice.open(dialect, name)
    try await office.admitMaya()
    try await office.school.ledger.write(
      CommandEnvelope(office.school.ledger.world.id(), "test.mail", school: .server, by: nil)
    ) {
      try $0.execute("UPDATE account SET email = 'maya@example.org' WHERE id = $1", [.id(NotificationsOffice.maya)])
      return ""
    }
    try await office.open()
    try await office.seat()
    try await office.item(dueAt: office.at(12, day: 1))
    var chosen = NoticePreferences.standard(for: .student)
    chosen.ways[.due] = .init(push: false, mail: mail)
    try await office.write { [chosen] tx in
      let caller = Caller(account: NotificationsOffice.maya, school: tx.school, role: .student)
      try NotificationsPreferencesStore(tx: tx).save(
        ChooseNotices(preferences: chosen).permit(for: caller, subjects: [], now: tx.now))
    }
    return office
  }

  @Test(arguments: Dialect.allCases)
  func `stands in the letter of the day before`(_ dialect: Dialect) async throws {
    let office = try await Self.open(dialect, "due-digest", mail: .digest)
    office.set(12, 1)
    try await office.server.remind()
    try await office.post.sort()
    office.set(17, 1)
    try await office.post.settleAll()
    #expect(office.letters.count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `does not leave when the work is done between two rounds`(_ dialect: Dialect) async throws {
    let office = try await Self.open(dialect, "due-done", mail: .once)
    office.set(12, 1)
    try await office.server.remind()
    try await office.post.sort()
    #expect(try await office.states().contains("mail waiting"))
    try await office.item(dueAt: office.at(12, day: 2))
    try await office.post.settleAll()
    #expect(office.letters.isEmpty)
    #expect(try await office.states().contains("mail dropped"))
  }

  @Test(arguments: Dialect.allCases)
  func `reminds of a quiz too`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "due-quiz")
    try await office.admitMaya()
    try await office.open()
    try await office.seat()
    try await office.item(.quiz, dueAt: office.at(12, day: 1))
    try await office.write { tx in
      let quiz = Quiz(id: NotificationsOffice.essay.cast(), course: NotificationsOffice.course, updatedAt: tx.now)
      try QuizzesStore(tx: tx).put(quiz)
      let question = Question(
        id: ID(high: 1, low: 1), course: NotificationsOffice.course, quiz: quiz.id,
        author: NotificationsSchool.account(.omar), updatedAt: tx.now)
      try QuizzesStore(tx: tx).put(question, line: "")
    }
    office.set(12, 1)
    try await office.server.remind()
    #expect(try await office.words().first { $0.kind == "due" }?.path.hasPrefix("/quizzes/") == true)
  }

  @Test(arguments: Dialect.allCases)
  func `is taken back when the work is a draft again, deleted, or its course is`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "work-back")
    try await office.admitMaya()
    try await office.open()
    try await office.seat()
    func told() async throws -> Bool {
      try await office.school.follow()
      return try await office.words().contains { $0.kind == "assignment" }
    }
    _ = try await told()
    try await office.item()
    #expect(try await told())
    try await office.item(isPublished: false)
    #expect(try await !told())
    try await office.item()
    #expect(try await told())
    try await office.open(false)
    #expect(try await !told())
    try await office.open()
    try await office.item()
    #expect(try await told())
    try await office.write { tx in
      guard let item = try CoursesStore(tx: tx).item(NotificationsOffice.essay, in: tx.school) else { return }
      try CoursesStore(tx: tx).remove(item)
    }
    #expect(try await !told())
  }

  @Test func `says that there is a comment only where there is one`() async throws {
    let office = try await NotificationsOffice.open(.sqlite, "comment")
    try await office.admitMaya()
    try await office.open()
    try await office.item()
    func comment(_ text: String) async throws -> Bool {
      try await office.write { tx in
        try tx.put(
          AssignmentsTables.posted,
          Feedback(
            assignment: NotificationsOffice.essay, student: office.school.maya, comment: text,
            by: NotificationsSchool.account(.omar), at: tx.now))
      }
      try await office.school.follow()
      return try await office.words().contains { $0.kind == "comment" }
    }
    #expect(try await !comment(""))
    #expect(try await comment("Well done"))
    #expect(try await !comment(""))
  }
}
