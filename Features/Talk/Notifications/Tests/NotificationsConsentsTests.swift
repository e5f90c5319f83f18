import Base
import Classroom
import Database
import HomeroomTesting
import Ledger
import People
import School
import Testing

@testable import Talk

@Suite struct `A word that photos are not allowed any more` {
  /// Says what a court has ordered, as the office does.
  private func order(_ answer: Consent.Answer, _ school: NotificationsSchool) async throws {
    try await school.write(RecordConsentOrder.name, by: school.account(.dana)) { tx in
      let day = try ClassroomsStore(tx: tx).today(in: tx.school)
      let command = RecordConsentOrder(student: school.maya, scope: .photos, answer: answer, day: day, note: "4 F 12")
      let permit = try command.permit(for: school.caller(.dana), access: .office, today: day, now: tx.now)
      try ConsentsStore(tx: tx).save(permit)
    }
    try await school.follow()
  }

  @Test(arguments: Dialect.allCases)
  func `is for the teachers and the rest of the office, once, and taken back with it`(_ dialect: Dialect) async throws {
    let school = try await NotificationsSchool.open(dialect)
    defer { school.ledger.close() }
    try await order(.no, school)
    #expect(try await school.inbox(.omar).isEmpty, "nobody had allowed it")
    try await order(.yes, school)
    #expect(try await school.inbox(.omar).isEmpty)
    try await order(.no, school)
    let word = try #require(try await school.inbox(.omar).first)
    #expect(word.phrase.key == "consents.notice.photos-off" && word.path == ConsentsPaths.of(school.maya))
    #expect(try await school.inbox(.omar).count == 1)
    #expect(try await school.inbox(.dana).isEmpty, "who did it knows")
    #expect(try await school.inbox(.leila).isEmpty)
    try await order(.yes, school)
    #expect(try await school.inbox(.omar).isEmpty)
  }
}
