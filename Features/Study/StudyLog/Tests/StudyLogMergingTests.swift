import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing

@testable import Study

@Suite struct `Two accounts of one person who studies` {
  @Test func `have one day with the taps of both, and no tap takes another away`() {
    let school = StudyLogSchool.self
    let (tick, other) = (school.id(91, StudyLogEntry.self), school.id(92, StudyLogEntry.self))
    func entry(_ ticks: [ID<StudyLogEntry>], at: Int64, isLate: Bool = false) -> StudyLogEntry {
      StudyLogEntry(
        track: school.id(61), account: school.account(.maya), day: school.wednesday, items: [school.id(UInt64(at))],
        ticks: ticks, tappedAt: Instant(milliseconds: at), zone: "Asia/Jerusalem", isLate: isLate,
        updatedAt: Instant(milliseconds: at))
    }
    let both = entry([other], at: 70).united(with: entry([tick], at: 60))
    #expect(both.ticks == [tick, other] && both.items == [school.id(60)] && both.updatedAt.milliseconds == 70)
    #expect(both == entry([tick], at: 60).united(with: entry([other], at: 70)), "whichever goes over")
    // A day that was undone takes nothing from one that is done.
    #expect(entry([], at: 60, isLate: false).united(with: entry([tick], at: 70)).items == [school.id(70)])
    #expect(entry([tick], at: 60, isLate: true).united(with: entry([tick], at: 70)).isLate == false)
    #expect(entry([tick], at: 60).united(with: entry([tick], at: 60)).ticks == [tick])
    let many = (0..<16).map { school.id(UInt64(100 + $0), StudyLogEntry.self) }
    #expect(entry(many, at: 1).united(with: entry([tick], at: 2)).ticks.count == StudyLogEntry.maxTicks)
  }

  @Test(arguments: Dialect.allCases)
  func `become one with all their days and tracks`(_ dialect: Dialect) async throws {
    let school = try await StudyLogSchool.open(dialect)
    let (old, new, track) = (school.account(.yusuf), school.account(.maya), school.track)
    try await school.mark(school.day(0), school.tick)
    try await school.mark(school.day(0), school.other, as: .yusuf)
    try await school.mark(school.day(-1), school.other, as: .yusuf)
    try await school.write { tx in
      for (account, joined, left) in [
        (old, school.day(-30), Instant?.none), (new, school.day(-2), Instant?.some(tx.now)),
      ] {
        try tx.put(TracksTables.member, TrackMember(track: track, account: account, joinedOn: joined, leftAt: left))
      }
    }
    let place = school.school
    try await school.write { tx in
      try mergeStudyLog(old, new, tx)
      try tx.merge(old, into: new)
    }
    #expect(try await school.entry(school.day(0))?.ticks == [school.tick, school.other])
    #expect(try await school.entry(school.day(-1))?.ticks == [school.other])
    #expect(try await school.count() == 2)
    let member = try await school.ledger.read { try TracksStore(tx: $0).membership(track, of: new, in: place) }
    #expect(member?.leftAt == nil && member?.joinedOn == school.day(-30))
  }
}
