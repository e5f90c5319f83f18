import Delimited
import Foundation
import Testing

@testable import School

/// The files of `fixtures/rosters`, and readers over texts.
enum RosterFixture {
  /// From this file up to the checkout.
  static let folder = "\(#filePath)".components(upTo: "/Features/") + "/fixtures/rosters/"

  static func bytes(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: folder + name).map { Array($0) } ?? []
  }

  static func pieces(_ bytes: [UInt8], size: Int = 700) -> Roster.Pieces {
    var rest = bytes[...]
    return { () throws(Roster.Problem) -> [UInt8]? in
      if rest.isEmpty { return nil }
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
  }

  static func people(
    _ bytes: [UInt8], file: String = "pupils.csv"
  ) -> (people: [Roster.Person], reader: Roster.PeopleReader) {
    let (entries, reader) = entries(bytes, file: file)
    return (entries.compactMap { if case .person(let one) = $0.record { one } else { nil } }, reader)
  }

  static func entries(
    _ bytes: [UInt8], file: String = "pupils.csv"
  ) -> (entries: [Roster.Entry], reader: Roster.PeopleReader) {
    var reader = Roster.PeopleReader(file: file)
    var entries: [Roster.Entry] = []
    do { try reader.read(pieces(bytes)) { entries.append($0) } } catch {}
    return (entries, reader)
  }

  static func people(_ text: String) -> (people: [Roster.Person], reader: Roster.PeopleReader) {
    people(Array(text.utf8))
  }
}

extension String {
  fileprivate func components(upTo mark: String) -> String {
    let (text, mark) = (Array(utf8), Array(mark.utf8))
    let at = text.indices.first { text[$0...].starts(with: mark) } ?? text.count
    return String(decoding: text[..<at], as: UTF8.self)
  }
}

extension Roster.Problems {
  var codes: [Roster.Problem.Code] { (errors + warnings).map { $0.code } }
}

@Suite struct `Reading people from a table` {
  @Test func `our own columns are read, names in three scripts byte for byte`() {
    let (people, reader) = RosterFixture.people(RosterFixture.bytes("pupils.csv"))
    #expect(people.count == 8)
    #expect(reader.problems == Roster.Problems())
    #expect(reader.encoding == .utf8WithMark)
    #expect(Array(people[4].family.utf8) == Array("النجّار".utf8))
    #expect(Array(people[6].family.utf8) == Array("d’Hérouville-Saint-Çlair".utf8))
    #expect(people[2].classes == ["ז\"1"])
    #expect(people[1].classes == ["7B", "Chess"])
    #expect(people[0].guardians == ["helen.marsh@example.org", "tom.marsh@example.org"])
    #expect(people[0].key == "2026-001")
  }

  @Test func `French headings with accents and apostrophes are known, and the password is thrown away`() {
    let (people, reader) = RosterFixture.people(RosterFixture.bytes("eleves.csv"))
    #expect(people.map { $0.given } == ["Éloïse", "Maël"])
    #expect(people[1].classes == ["5e B", "Échecs"])
    #expect(reader.problems.codes == [.passwordDropped])
  }

  @Test func `Excel's Unicode text in Hebrew is known`() {
    let (people, reader) = RosterFixture.people(RosterFixture.bytes("talmidim-utf16.txt"))
    #expect(people.map { $0.family } == ["בן־דוד", "כהן"])
    #expect(people.map { $0.number } == ["301", "302"])
    #expect(reader.problems == Roster.Problems())
  }

  @Test func `Arabic headings are known with and without hamza`() {
    let (people, reader) = RosterFixture.people(RosterFixture.bytes("talaba.csv"))
    #expect(people.map { $0.given } == ["عبد الرحمن", "لَيْلى"])
    #expect(people[0].guardians == ["umm.abd@example.com"])
    #expect(reader.problems == Roster.Problems())
    #expect(RosterFixture.people("الإسم الاول,اسم العائلة,اسم المستخدم\nليلى,حداد,l\n").people.count == 1)
  }

  @Test func `a Moodle upload is known, with its courses, roles and cohorts`() {
    let (people, reader) = RosterFixture.people(RosterFixture.bytes("moodle.csv"))
    #expect(people.map { $0.role } == [.student, .teacher])
    #expect(people[0].classes == ["MATH7"])
    #expect(people[0].cohorts == ["7B"])
    #expect(reader.problems.codes == [.passwordDropped, .headingUnused])
  }

  @Test func `a Microsoft School Data Sync file is known, and strange columns are named`() {
    let (people, reader) = RosterFixture.people(RosterFixture.bytes("sds/users.csv"))
    #expect(people.map { $0.key } == ["p1", "p2"])
    #expect(
      reader.problems.warnings.map { $0.excerpt } == ["password", "activeDirectoryMatchId", "phone", "sms"])
    #expect(reader.problems.errorCount == 0)
  }

  @Test(arguments: ["password", "PassWord ", "Mot de passe", "pwd", "initial_password", "סיסמה", "كلمة المرور"])
  func `a password never leaves the reader, whatever its column is called`(_ heading: String) {
    let text = "username,\(heading),first name\nada,hunter2,Ada\n"
    let (people, reader) = RosterFixture.people(text)
    #expect(people.map(\.given) == ["Ada"] && !"\(people)\(reader)".contains("hunter2"))
    #expect(reader.problems.codes == [.passwordDropped])
  }

  @Test func `a fault inside a password column does not show it`() {
    let problems = RosterFixture.people("username,password\nada,\"hunter2\"x\n").reader.problems
    #expect(Set(problems.codes) == [.quoteStray, .passwordDropped])
    #expect(problems.errors.first?.excerpt == "")
  }

  @Test func `order, case and space of headings do not matter`() {
    let (people, _) = RosterFixture.people(" LAST NAME ,Email Address, First-Name*\nMarsh,ada@example.org,Ada\n")
    #expect(people.first?.given == "Ada")
    #expect(people.first?.key == "ada@example.org")
  }

  @Test(arguments: [
    ("username,role\nada,wizard\n", Roster.Problem.Code.roleUnknown, 2),
    ("username,email\nada,not an address\n", .emailMalformed, 2),
    ("username,first name\n,Ada\n", .keyMissing, 0),
    ("username,first name\nada,\n", .nameMissing, 0),
    ("username,deleted\nada,perhaps\n", .statusUnknown, 2),
    ("username,first name\nada,Ada,extra\n", .rowWide, 3),
  ])
  func `a bad row is an error with line and column, and the rest goes on`(
    _ text: String, _ code: Roster.Problem.Code, _ column: Int
  ) {
    let (people, reader) = RosterFixture.people(text)
    #expect(people.isEmpty)
    #expect(reader.problems.errors.map { $0.code } == [code])
    #expect(reader.problems.errors.first?.line == 2)
    #expect(reader.problems.errors.first?.column == column)
  }

  @Test func `a file without headings shows nothing of what it holds`() {
    let (people, reader) = RosterFixture.people("ada,hunter2\nben,letmein\n")
    #expect(people.isEmpty)
    #expect(reader.problems.codes == [.headingsUnknown])
    #expect(!"\(reader.problems)".contains("hunter2"))
  }

  @Test func `a heading twice, no identity and an empty file are refused`() {
    #expect(RosterFixture.people("email,E-Mail\na@b,c@d\n").reader.problems.codes == [.headingTwice])
    #expect(RosterFixture.people("first name,last name\nA,B\n").reader.problems.codes == [.headingMissing])
    #expect(RosterFixture.people("\n\n").reader.problems.codes == [.empty])
  }

  @Test func `fifty errors are kept and all are counted`() {
    let text = "username,email\n" + (0..<120).map { "u\($0),bad\n" }.joined()
    let (_, reader) = RosterFixture.people(text)
    #expect(reader.problems.errors.count == 50)
    #expect(reader.problems.errorCount == 120)
    #expect(reader.problems.errors.last?.line == 51)
  }

  @Test(arguments: ["hebrew-windows-1255.csv", "arabic-windows-1256.csv", "french-windows-1252.csv"])
  func `files in old code pages are refused by their name`(_ name: String) {
    let (people, reader) = RosterFixture.people(RosterFixture.bytes(name))
    #expect(people.isEmpty)
    let page = name.split(separator: ".")[0].split(separator: "-").dropFirst().joined(separator: "-")
    #expect(reader.problems.errors.map { $0.code.rawValue } == ["exchange.encoding.\(page)"])
  }

  @Test func `every key of a problem is written once and in lower case`() {
    let keys = Roster.Problem.Code.allCases.map { $0.rawValue }
    #expect(Set(keys).count == keys.count)
    #expect(keys.allSatisfy { $0.hasPrefix("exchange.") && $0 == $0.lowercased() })
  }
}
