import Base
import Database
import HomeroomTesting
import Kit
import Learning
import People
import Router
import School
import Testing
import Web

@testable import Talk

@Suite struct `A grade that changes after it was read of` {
  private static let essay = ID<GradeItem>(high: 0x7000, low: 1 << 63 | 600)

  private func open(_ dialect: Dialect, _ name: String) async throws -> NotificationsOffice {
    let office = try await NotificationsOffice.open(dialect, name)
    try await office.open()
    try await office.seat()
    try await office.write { tx in
      try GradesStore(tx: tx).put(
        GradeItem(
          id: Self.essay, course: NotificationsOffice.course, source: .manual, title: "Essay",
          possible: Amount(units: 100_000), postsItself: true, updatedAt: tx.now))
    }
    return office
  }

  /// Omar gives something, and the followers hear of it.
  private func give(_ office: NotificationsOffice, _ raw: Int64, _ comment: String? = nil) async throws {
    try await office.write { tx in
      let store = GradesStore(tx: tx)
      let score = Score(
        item: Self.essay, student: office.school.maya, raw: Amount(units: raw * 10_000), comment: comment,
        by: NotificationsSchool.account(.omar), at: tx.now)
      if let item = try store.item(Self.essay, in: tx.school) { try store.record(score, of: item) }
    }
    try await office.school.follow()
  }

  private func words(_ office: NotificationsOffice) async throws -> [String] {
    try await office.school.inbox(.leila).filter { $0.kind == "grade" }.map(\.phrase.key)
  }

  private func read(_ office: NotificationsOffice) async throws {
    _ = try await office.school.send(.post, "/notifications/read", as: .leila)
  }

  @Test(arguments: Dialect.allCases)
  func `is told once more to who has read, and to nobody else`(_ dialect: Dialect) async throws {
    let office = try await open(dialect, "grade-changed")
    try await give(office, 8)
    try await give(office, 9)
    #expect(try await words(office) == ["grades.notice.one-of"])
    try await read(office)
    try await give(office, 9, "Well done")
    #expect(try await words(office) == ["grades.notice.changed-of", "grades.notice.one-of"])
    // What is not read yet is seen as it is then; Adam has read nothing.
    try await give(office, 7)
    #expect(try await words(office).count == 2)
    #expect(try await office.school.inbox(.adam).filter { $0.kind == "grade" }.count == 1)
    try await read(office)
    try await give(office, 7)
    #expect(try await words(office).count == 2)
    try await give(office, 6)
    #expect(try await words(office).count == 3)
    try await office.school.follow()
    #expect(try await words(office).count == 3)
  }

  @Test func `is no other grade because it was hidden and shown again, and its word leads to it`() async throws {
    let office = try await open(.sqlite, "grade-anchor")
    try await give(office, 8)
    try await read(office)
    for isShown in [false, true] {
      try await office.write { tx in
        let key: [Value] = [.id(tx.school), .id(Self.essay), .id(office.school.maya)]
        if isShown {
          let score = Score(
            item: Self.essay, student: office.school.maya, raw: Amount(units: 80_000),
            by: NotificationsSchool.account(.omar), at: tx.now.plus(days: -1))
          try tx.put(
            GradesTables.posted, PostedScore(score: score, course: NotificationsOffice.course, postedAt: tx.now))
        } else {
          try tx.remove(GradesTables.posted, key: key)
        }
      }
      try await office.school.follow()
    }
    let told = try await office.school.inbox(.leila).filter { $0.kind == "grade" }
    #expect(told.count == 1 && told[0].path.hasSuffix("#item-" + Self.essay.text))
  }
}
