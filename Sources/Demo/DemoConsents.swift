import Base
import Ledger
import School
import Web

/// What the named families allow: most of it, one says no to a thing, and one said so on paper.
extension DemoBuilder {
  func consent(_ rooms: [Room], on today: Day) async throws {
    guard let students = rooms.first?.students else { return }
    let zone = Zones.named(plan.zone) ?? .utc
    let day = today.plus(days: -min(plan.pastDays, 40))
    let evening = zone.instant(day, minute: 20 * 60)
    let guardians = plan.people.indices.filter { plan.people[$0].role == .guardian }
    var count: UInt64 = 0
    for (order, place) in guardians.enumerated() {
      for child in plan.people[place].children where child < students.count {
        for scope in ConsentScope.allCases {
          count += 1
          guard let answer = said(scope, order) else { continue }
          try await send(
            AnswerConsent(student: students[child], scope: scope, answer: answer), key(count), by: accounts[place],
            at: evening)
        }
      }
    }
    guard let last = guardians.last, let child = plan.people[last].children.first, child < students.count else {
      return
    }
    try await send(
      RecordPaperConsent(
        student: students[child], guardian: accounts[last], scope: .voice, answer: .yes, day: day.plus(days: -3),
        note: "Folder 3"), key(count + 1), by: accounts[0], at: evening)
  }

  /// Of the first family everything, of the second nothing that leaves the class, of the third what it was asked on paper, too.
  private func said(_ scope: ConsentScope, _ order: Int) -> Consent.Answer? {
    switch (order, scope) {
    case (0, _), (_, .photos): .yes
    case (1, .voice): .yes
    case (1, .sharing), (1, .services): .no
    case (2, .sharing): .yes
    default: nil
    }
  }

  /// Keys of their own, so that those drawn after them stay as they were.
  private func key(_ count: UInt64) -> ID<IdempotencyKey> {
    ID(high: school.high ^ 0x636F_6E73, low: school.low ^ count)
  }
}
