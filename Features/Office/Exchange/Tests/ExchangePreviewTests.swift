import Base
import Database
import Foundation
import HomeroomTesting
import Ledger
import School
import Synchronization
import Testing

@testable import Office
@testable import OfficeServer
@testable import School

@Suite struct `A preview is what happens` {
  /// What the file does, seen from inside the transaction that keeps it.
  static func applied(_ path: String, _ fixture: ExchangeFixture, _ command: ApplyRoster) async throws -> RosterReport {
    let seen = Mutex<RosterReport?>(nil)
    let file = RosterFile(path: path, name: "roster")
    _ = try await fixture.server.apply(file, command, fixture.owner, fixture.ledger.world.id(), { _, _ in }) {
      _, report in
      seen.withLock { $0 = report }
    }
    return try #require(seen.withLock { $0 })
  }

  @Test(arguments: [(Dialect.sqlite, 200), (.postgres, 12)])
  func `two hundred rosters say before what they did after, and nothing when they come again`(
    _ dialect: Dialect, _ count: Int
  ) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    var generator = SeededGenerator(seed: 2027)
    for number in 0..<count {
      let path = try RandomRoster.write(&generator)
      let first = try await fixture.server.preview(path: path, name: "roster", caller: fixture.owner)
      let answers = RosterAnswers(
        leaves: Set(first.moves.map(\.classroom).filter { _ in generator.flip() }),
        admins: Set(first.admins.map(\.key).filter { _ in generator.flip() }))
      let before = try await fixture.everything(of: fixture.school)
      var promised = try await fixture.server.preview(
        path: path, name: "roster", caller: fixture.owner, answers: answers)
      #expect(try await fixture.everything(of: fixture.school) == before, "\(number): a preview leaves nothing behind")
      if promised.refusal.map({ !$0.isAboutRemovals }) ?? false { continue }
      let removals = promised.refusal == nil ? nil : Int(promised.refusal?.excerpt ?? "")
      let command = ApplyRoster(removes: false, confirmed: removals, answers: answers)
      let done = try await Self.applied(path, fixture, command)
      promised.refusal = nil
      #expect(promised.json == done.json, "\(number)")
      let failed = done.total.failed
      #expect(failed == done.errorCount, "\(number): the errors are the sum of what failed")
    }
  }

  @Test(arguments: ExchangeFixture.engines)
  func `counts every kind of thing that is made`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let rows = (0..<40).map { "s\($0),Given\($0),Family,R\($0 % 20),p\($0)a@x.org; p\($0)b@x.org\n" }.joined()
    let path = try ExchangeFixture.file("student number,first name,last name,class,guardian email\n" + rows)
    let report = try await fixture.preview(path)
    #expect(report.news == [120, 20, 40, 80])
    #expect(report.counts[Roster.Kind.signIn.rawValue].new == 80)
    try await fixture.apply(path)
    #expect(try await fixture.students().count == 40)
    #expect(try await fixture.members(.guardian).count == 80)
  }

  @Test(arguments: ExchangeFixture.engines)
  func `shows the first records as they will be, with what they were`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let headings = "student number,first name,last name,class\n"
    try await fixture.apply(try ExchangeFixture.file(headings + "1,Ada,Marsh,6A\n2,Ben,O'Neill,6A\n"))
    let report = try await fixture.preview(
      try ExchangeFixture.file(headings + "1,Ada,Marsh-Bell,6A\n2,Ben,O'Neill,6A\n3,Zoe,Bell,6B\n"))
    let people = report.lines.filter { $0.kind == .person }
    #expect(people.map(\.act) == [.changed, .new])
    #expect(people.first?.name == "Ada Marsh-Bell")
    #expect(people.first?.facts == [.init(.family, old: "Marsh", new: "Marsh-Bell")])
    #expect(people.last?.facts.map(\.new) == ["Bell", "Zoe", "3", "6B"])
    #expect(report.lines.filter { $0.kind == .schoolClass }.map(\.name) == ["6B"])
  }

  @Test(arguments: ExchangeFixture.engines)
  func `asks whether children leave the class they are in`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let headings = "student number,first name,class\n"
    try await fixture.apply(try ExchangeFixture.file(headings + "1,Ada,\"6A; Chess\"\n2,Ben,6A\n3,Zoe,6A\n"))
    let path = try ExchangeFixture.file(headings + "1,Ada,7A\n2,Ben,7A\n3,Zoe,6A\n")
    let asked = try await fixture.preview(path)
    #expect(asked.moves.map(\.name) == ["6A", "Chess"] && asked.moves.map(\.count) == [2, 1])
    #expect(asked.moves.map(\.isLikely) == [true, false], "the file speaks of 6A itself")
    #expect(asked.moves.first?.examples.first == "Ada: 6A → 7A")
    let answers = RosterAnswers(leaves: Set(asked.moves.prefix(1).map(\.classroom)))
    let report = try await fixture.apply(path, answers: answers)
    #expect(report.counts[Roster.Kind.enrollment.rawValue].removed == 2)
    var classes: Set<[String]> = []
    for student in try await fixture.students() { classes.insert(try await fixture.classes(of: student)) }
    #expect(classes == [["7A", "Chess"], ["7A"], ["6A"]])
    let again = try await fixture.preview(path)
    #expect(again.isQuiet && again.moves.isEmpty)
  }

  @Test(arguments: ExchangeFixture.engines)
  func `the number of a child who has left is nobody else's, and only that row is turned away`(
    _ dialect: Dialect
  ) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let headings = "sourcedId,first name,student number\n"
    try await fixture.apply(try ExchangeFixture.file(headings + "k1,Ada,1\nk2,Ben,2\n"))
    try await fixture.apply(try ExchangeFixture.file("sourcedId,status\nk2,tobedeleted\n"), confirmed: 1)
    #expect(try await fixture.student("k2")?.leftAt != nil)
    let path = try ExchangeFixture.file(headings + "k1,Ada,2\nk3,Zoe,3\n")
    let promised = try await fixture.preview(path)
    #expect(promised.problems.map(\.code) == [.keyConflict])
    let done = try await fixture.apply(path)
    #expect(done.problems.map(\.code) == [.keyConflict])
    #expect(try await fixture.student("k1")?.number == "1")
    #expect(try await fixture.student("k3")?.number == "3")
  }

  @Test(arguments: ExchangeFixture.engines)
  func `a child who has left does not come back as the child whose number stands in the row`(
    _ dialect: Dialect
  ) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let headings = "sourcedId,first name,student number\n"
    try await fixture.apply(try ExchangeFixture.file(headings + "k1,Ada,1\nk2,Ben,2\n"))
    try await fixture.apply(try ExchangeFixture.file("sourcedId,status\nk2,tobedeleted\n"), confirmed: 1)
    let done = try await fixture.apply(try ExchangeFixture.file(headings + "k2,Ben,1\n"))
    #expect(done.problems.map(\.code) == [.keyConflict])
    #expect(try await fixture.student("k1")?.number == "1")
    #expect(try await fixture.student("k2")?.leftAt != nil)
  }

  @Test func `who is not moved stays in both, as before`() async throws {
    let fixture = try await ExchangeFixture.open(.sqlite)
    try await fixture.apply(try ExchangeFixture.file("student number,first name,class\n1,Ada,6A\n"))
    try await fixture.apply(try ExchangeFixture.file("student number,class\n1,7A\n"))
    #expect(try await fixture.classes(of: try await fixture.students().first) == ["6A", "7A"])
  }

  @Test func `enrolments that make no place are not counted`() async throws {
    let fixture = try await ExchangeFixture.open(.sqlite)
    let folder = try TestFolder.make()
    for (name, text) in [
      ("users.csv", "sourcedId,givenName,familyName,role\nu1,Ada,Marsh,student\ng1,Helen,Marsh,guardian\n"),
      ("classes.csv", "sourcedId,title\nc1,7B\n"),
      (
        "enrollments.csv",
        "sourcedId,classSourcedId,userSourcedId,role\ne1,c1,u1,student\ne2,c1,g1,guardian\ne3,c1,u1,teacher\n"
      ),
    ] { try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    #expect(try await fixture.preview(folder).news[2] == 1)
    #expect(try await fixture.apply(folder).news[2] == 1)
    #expect(try await fixture.preview(folder).isQuiet)
  }

  @Test func `is bounded, whatever the file`() async throws {
    let fixture = try await ExchangeFixture.open(.sqlite)
    let long = String(repeating: "x", count: 70)
    let rows = (0..<600).map { "\(long)\($0 % 9),bad\($0),\(long),\(long)\($0 % 7)\($0)\n" }.joined()
    let path = try ExchangeFixture.file(
      "first name,student number,last name,class\n" + rows + "a,b,c,d,e\n", long + long)
    let report = try await fixture.preview(path)
    #expect(report.lines.count <= 7 * RosterReport.Most.lines && report.json.bytes.count < 200_000)
    #expect(RosterReport(report.json).json == report.json)
  }
}

/// A school's rosters over the years, as badly kept as real ones.
enum RandomRoster {
  static func write(_ generator: inout SeededGenerator) throws -> String {
    generator.number(0...2) == 0 ? try folder(&generator) : try ExchangeFixture.file(people(&generator))
  }

  private static func people(_ generator: inout SeededGenerator) -> String {
    let hasKeys = generator.flip()
    var text =
      (hasKeys ? "external key" : "student number")
      + ",role,first name,last name,username,email,class,guardian email,status\n"
    for _ in 0..<generator.number(1...8) {
      let number = generator.number(0...25)
      let role = generator.pick(["", "", "", "student", "teacher", "guardian", "admin", "wizard"])
      let room = generator.pick(["", "7A", "7B", "\"7A, Chess\"", "8A; 8B"])
      let status = generator.pick(["", "", "", "", "active", "tobedeleted"])
      let email = generator.pick(["", "", "m\(number)@x.org", "shared@x.org", "none"])
      let given = generator.pick(["Given\(number)", "Other", "", "evil\u{202E}"])
      text +=
        "\(hasKeys ? "k" : "")\(number),\(role),\(given),Family,\(generator.flip() ? "user\(number)" : ""),\(email),\(room),"
      text += "\(generator.pick(["", "p\(number)@x.org", "shared@x.org"])),\(status)\n"
    }
    return text
  }

  private static func folder(_ generator: inout SeededGenerator) throws -> String {
    let path = try TestFolder.make()
    var files = [
      "users.csv": "sourcedId,givenName,familyName,role,email,agentSourcedIds,status\n",
      "classes.csv": "sourcedId,title,schoolSourcedId,status\n", "orgs.csv": "sourcedId,name,type\ns1,Oasis,school\n",
      "enrollments.csv": "sourcedId,classSourcedId,userSourcedId,role,beginDate,endDate,status\n",
      "academicSessions.csv":
        "sourcedId,title,type,startDate,endDate\ny,20\(generator.number(26...28)),term,2026-09-01,\n",
    ]
    for number in 0..<3 {
      let status = generator.number(0...5) == 0 ? "tobedeleted" : ""
      files["classes.csv", default: ""] += "c\(number),\(generator.pick(["7A", "7B", "Room\(number)"])),s1,\(status)\n"
    }
    for _ in 0..<generator.number(1...8) {
      let number = generator.number(0...25)
      let role = generator.pick(["student", "student", "teacher", "guardian", "administrator", "proctor"])
      let (agent, status) = (
        generator.flip() ? "k\(generator.number(0...25))" : "", generator.pick(["", "", "", "tobedeleted"])
      )
      files["users.csv", default: ""] += "k\(number),Given\(number),Family,\(role),,\(agent),\(status)\n"
      let (begin, end) = (
        generator.pick(["", "2025-09-01", "2030-09-01"]), generator.pick(["", "", "2025-10-01", "2031-01-01", "x"])
      )
      let other = generator.pick(["student", "teacher", "guardian"])
      files["enrollments.csv", default: ""] +=
        "e\(generator.number(0...20)),c\(generator.number(0...3)),k\(number),\(other),\(begin),\(end),\(generator.pick(["", "", "tobedeleted"]))\n"
    }
    for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name)) }
    return path
  }
}
