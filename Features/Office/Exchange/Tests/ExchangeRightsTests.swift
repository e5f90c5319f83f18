import Archive
import Base
import Database
import Foundation
import HomeroomTesting
import Ledger
import People
import Router
import School
import Testing
import Web

@testable import Office
@testable import OfficeServer

/// A OneRoster 1.2 folder of a few lines.
private func folder(
  users: [String], roles: [String], enrollments: [String] = [], classes: [String] = ["c1,7B"],
  more: [String: String] = [:]
) throws -> String {
  let path = try TestFolder.make()
  var files = [
    "users.csv": "sourcedId,givenName,familyName\n" + users.map { $0 + "\n" }.joined(),
    "roles.csv": "sourcedId,userSourcedId,roleType,role,beginDate,endDate\n" + roles.map { $0 + "\n" }.joined(),
    "classes.csv": "sourcedId,title\n" + classes.map { $0 + "\n" }.joined(),
  ]
  if !enrollments.isEmpty {
    files["enrollments.csv"] =
      "sourcedId,classSourcedId,userSourcedId,role,beginDate,endDate\n" + enrollments.map { $0 + "\n" }.joined()
  }
  for (name, text) in files.merging(more, uniquingKeysWith: { $1 }) {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
  }
  return path
}

@Suite struct `Rights by a roster` {
  static func day(_ fixture: ExchangeFixture, _ days: Int) -> String {
    TimeZoneDay.today(fixture).plus(days: days).text
  }

  @Test(arguments: ExchangeFixture.engines)
  func `end with the day the file gives them`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let (past, future) = (Self.day(fixture, -30), Self.day(fixture, 30))
    let file = try folder(
      users: ["t1,Ngozi,Okoro", "t2,Tom,Marsh", "t3,Old,Hand"],
      roles: [
        "r1,t1,primary,teacher,,", "r2,t1,secondary,siteAdministrator,,\(past)", "r3,t2,primary,teacher,,\(future)",
        "r4,t3,primary,teacher,,\(past)",
      ],
      enrollments: ["e1,c1,t1,teacher,,\(past)", "e2,c1,t2,teacher,,\(future)"])
    let report = try await fixture.apply(file)
    #expect(report.problems.filter { $0.severity == .error }.map(\.code) == [.roleOver])
    #expect(Set(try await fixture.members(.teacher).map(\.name)) == ["Ngozi Okoro", "Tom Marsh"])
    #expect(try await fixture.members(.admin).isEmpty && report.admins.isEmpty)
    #expect(report.news[2] == 1, "a place that is over is none")
    let okoro = try #require(try await fixture.members(.teacher).first { $0.name == "Ngozi Okoro" }?.id)
    let marsh = try #require(try await fixture.members(.teacher).first { $0.name == "Tom Marsh" }?.id)
    #expect(try await fixture.taught(by: okoro).isEmpty)
    #expect(try await fixture.taught(by: marsh) == ["7B"])
    #expect(try await fixture.preview(file).isQuiet)
    // The next file says that the place is over, and the one after that the teacher has gone.
    let over = try folder(
      users: ["t2,Tom,Marsh"], roles: ["r3,t2,primary,teacher,,\(future)"], enrollments: ["e2,c1,t2,teacher,,\(past)"])
    #expect(try await fixture.apply(over).counts[Roster.Kind.enrollment.rawValue].changed == 1)
    #expect(try await fixture.taught(by: marsh).isEmpty)
    #expect(try await fixture.preview(over).isQuiet)
    let gone = try folder(users: ["t2,Tom,Marsh"], roles: ["r3,t2,primary,teacher,,\(past)"])
    #expect(try await fixture.preview(gone).removals == 1)
    try await fixture.apply(gone, confirmed: 1)
    #expect(try await fixture.roles([marsh]) == [nil])
  }

  @Test(arguments: ExchangeFixture.engines)
  func `end with a teacher whom the file marks as gone, whether or not it says what they were`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await ExchangeFixture.open(dialect)
    let roles = (1...3).map { "r\($0),t\($0),primary,teacher,," }
    try await fixture.apply(try folder(users: ["t1,Ngozi,Okoro", "t2,Tom,Marsh", "t3,Old,Hand"], roles: roles))
    let users =
      "sourcedId,status,givenName,familyName,role\nt1,tobedeleted,Ngozi,Okoro,\nt2,tobedeleted,Tom,Marsh,teacher\n"
    let gone = try folder(users: [], roles: [], more: ["users.csv": users])
    let weighed = try await fixture.preview(gone)
    #expect(weighed.errorCount == 0 && weighed.removals == 2)
    try await fixture.apply(gone, confirmed: 2)
    #expect(try await fixture.members(.teacher).map(\.name) == ["Old Hand"])
  }

  @Test(arguments: ExchangeFixture.engines)
  func `end on their day without a file, and what is given by hand afterwards stays`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let file = try folder(
      users: ["t1,Ngozi,Okoro"], roles: ["r1,t1,primary,teacher,,"],
      enrollments: ["e1,c1,t1,teacher,,\(Self.day(fixture, 30))"])
    try await fixture.apply(file)
    let okoro = try #require(try await fixture.members(.teacher).first?.id)
    try await fixture.server.rollOver()
    #expect(try await fixture.taught(by: okoro) == ["7B"])
    // As if the day had come.
    try await fixture.ledger.upkeep(school: fixture.school) { [fixture] tx in
      try tx.execute("UPDATE roster_enrolment SET \"end\" = $1", [.text(Self.day(fixture, 0))])
    }
    try await fixture.server.rollOver()
    #expect(try await fixture.taught(by: okoro).isEmpty)
    #expect(try await fixture.journal().last == "exchange.end-places")
  }

  @Test(arguments: ["31/08/2026", "soon"])
  func `an end that cannot be read gives nothing`(_ end: String) {
    let enrollments = "sourcedId,classSourcedId,userSourcedId,role,endDate\ne1,c1,u1,student,\(end)\n"
    let users = "sourcedId,givenName,familyName,role\nu1,Ada,Marsh,student\n"
    let reading = OneRosterReading(names: ["users.csv", "classes.csv", "enrollments.csv"]) { name in
      switch name {
      case "users.csv": Array(users.utf8)
      case "classes.csv": Array("sourcedId,title\nc1,7B\n".utf8)
      default: Array(enrollments.utf8)
      }
    }
    #expect(reading.enrollments.isEmpty)
    #expect(reading.problems.errors.map(\.code) == [.endOdd])
  }

  @Test func `a secondary role alone makes nobody an administrator`() async throws {
    let fixture = try await ExchangeFixture.open(.sqlite)
    let file = try folder(users: ["a1,Samira,Haddad"], roles: ["r1,a1,secondary,siteAdministrator,,"])
    let report = try await fixture.apply(file, answers: RosterAnswers(admins: ["a1"]))
    #expect(report.problems.filter { $0.severity == .error }.map(\.code) == [.roleSecondary])
    #expect(try await fixture.members(.admin).isEmpty)
  }

  @Test(arguments: ExchangeFixture.engines)
  func `new administrators are named and made one by one`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let file = try ExchangeFixture.file(
      "sourcedId,role,first name,last name,email\na1,admin,Samira,Haddad,s@x.org\na2,manager,Tom,Marsh,t@x.org\n")
    let weighed = try await fixture.preview(file)
    #expect(weighed.admins.map(\.name) == ["Samira Haddad", "Tom Marsh"])
    #expect(weighed.admins.allSatisfy { !$0.isConfirmed && $0.now == nil })
    try await fixture.apply(file)
    #expect(try await fixture.members(.admin).isEmpty, "nobody has said yes")
    #expect(try await fixture.members(.teacher).count == 2)
    #expect(try await fixture.preview(file).total.changed == 0)
    #expect(try await fixture.preview(file).admins.map(\.now) == [.teacher, .teacher], "and is asked again")
    let report = try await fixture.apply(file, answers: RosterAnswers(admins: ["a1"]))
    #expect(report.total.changed == 1)
    #expect(try await fixture.members(.admin).map(\.name) == ["Samira Haddad"])
    #expect(try await fixture.preview(file).admins.map(\.key) == ["a2"])
  }

  @Test(arguments: ExchangeFixture.engines)
  func `schools and terms keep their names and days on the way out`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let report = try await fixture.apply(ExchangeFixture.fixture("oneroster-1.2"))
    #expect(report.counts[Roster.Kind.organisation.rawValue].new == 1)
    #expect(report.counts[Roster.Kind.term.rawValue].new == 1)
    let path = try TestFolder.make() + "/out.zip"
    try await fixture.server.exportOneRoster(to: path, caller: fixture.owner)
    let archive = try ZIP.Archive([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    let text = { (name: String) throws -> String in
      let entry = try #require(archive.entry(named: name))
      return String(decoding: try archive.content(of: entry), as: UTF8.self)
    }
    #expect(try text("orgs.csv").contains("s1,,,Oasis School,school,,"))
    #expect(try text("academicSessions.csv").contains("y2027,,,2026-27,schoolYear,2026-09-01,2027-06-30,,2027"))
  }
}

@Suite struct `What goes out is the school's` {
  @Test(arguments: ExchangeFixture.engines)
  func `a promoted administrator, a new address and a new name, not what a file once said`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await ExchangeFixture.open(dialect)
    let file = try ExchangeFixture.file(
      "sourcedId,role,first name,last name,username,email,guardian email\nt1,teacher,Ngozi,Okoro,okoro,old@x.org,\n"
        + "77,student,Zoe,Bell,,,p@x.org\n")
    try await fixture.apply(file)
    let okoro = try #require(try await fixture.account("okoro")?.id)
    let parent = try #require(try await fixture.account("p@x.org")?.id)
    try await fixture.ledger.upkeep(school: fixture.school) { tx in
      try MembersStore(tx: tx).setRole(okoro, to: .admin)
      for (id, email, name) in [(okoro, "new@x.org", "Ngozi Bell"), (parent, "mum@x.org", "Mum Bell")] {
        try tx.execute(
          "UPDATE account SET email = $2, name = $3, password = 'x' WHERE id = $1",
          [.id(id), .text(email), .text(name)])
      }
    }
    let out = String(decoding: try await fixture.exported(), as: UTF8.self)
    #expect(out.contains("t1,admin,Ngozi Bell,,okoro,new@x.org"))
    #expect(out.contains("77,student,Zoe,Bell,,,,,,mum@x.org") && !out.contains("old@x.org"))
    #expect(try await fixture.preview(try ExchangeFixture.file(out)).isQuiet, "and comes in without a change")
    // What the other system still says of them takes nothing away, and is no news.
    #expect(try await fixture.preview(file).isQuiet)
    try await fixture.apply(file)
    #expect(try await fixture.roles([okoro]) == [.admin])
  }
}

enum TimeZoneDay {
  static func today(_ fixture: ExchangeFixture) -> Day {
    (Zones.named("Asia/Jerusalem") ?? .utc).day(of: fixture.ledger.world.now())
  }
}
