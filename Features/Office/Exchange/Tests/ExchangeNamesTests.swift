import Base
import Database
import Ledger
import Testing

@testable import Office
@testable import School

@Suite struct `A whole name in one column` {
  static func first(_ text: String) -> (Roster.Person?, Roster.PeopleReader) {
    let (people, reader) = RosterFixture.people(text)
    return (people.first, reader)
  }

  @Test(arguments: [
    ("Name", "Marsh, Ada", "Ada", "Marsh"), ("Full name", "Ada Marsh", "Ada", "Marsh"),
    ("Nom complet", "DUPONT Marie", "Marie", "DUPONT"), ("Nom et prénom", "Lefèvre Maël", "Maël", "Lefèvre"),
    ("Nom", "Jeanne d’Arc", "Jeanne", "d’Arc"), ("שם", "נועה בן דוד", "נועה", "בן דוד"),
    ("שם מלא", "כהן, דניאל", "דניאל", "כהן"), ("الاسم", "محمد عبد الرحمن", "محمد", "عبد الرحمن"),
    ("الاسم الكامل", "النجّار، ليلى", "ليلى", "النجّار"), ("Name", "Ludwig van der Berg", "Ludwig", "van der Berg"),
    ("Name", "Madonna", "Madonna", ""), ("Name", "De Silva", "De Silva", ""), ("name", "عبد الرحمن", "عبد الرحمن", ""),
    ("Name", "Ben O'Neill", "Ben", "O'Neill"), ("Name", "Ben van der Berg", "Ben", "van der Berg"),
    ("Name", "Noa Ben David", "Noa", "Ben David"), ("שם", "בר בן דוד", "בר", "בן דוד"),
  ])
  func `is taken apart, in four languages`(_ heading: String, _ cell: String, _ given: String, _ family: String) {
    let (person, reader) = Self.first("\(heading);student number\n\(cell);7\n")
    #expect(person?.given == given && person?.family == family)
    #expect(person?.number == "7")
    #expect(reader.problems.codes == [.nameSplit])
  }

  @Test(arguments: [
    ("Name;Surname;email", "Ada;Marsh;a@b.c", "Ada", "Marsh"),
    ("Name;First name;email", "Marsh;Ada;a@b.c", "Ada", "Marsh"),
    ("Nom;Prénom;courriel", "Marsh;Ada;a@b.c", "Ada", "Marsh"),
    ("שם;שם משפחה;אימייל", "Ada;Marsh;a@b.c", "Ada", "Marsh"),
    ("Name;First name;Last name;email", "Ms Marsh;Ada;Marsh;a@b.c", "Ada", "Marsh"),
  ])
  func `beside one of its parts it is the other`(
    _ headings: String, _ row: String, _ given: String, _ family: String
  ) {
    let (person, reader) = Self.first("\(headings)\n\(row)\n")
    #expect(person?.given == given && person?.family == family)
    #expect(!reader.problems.codes.contains(.nameSplit))
  }

  @Test(arguments: [
    "shortname,fullname,category,summary\nMATH7,Maths 7,1,\n", "name,idnumber,description,visible\nYear 7,y7,,1\n",
    "course_id,short_name,long_name,status\nc1,M7,Maths,active\n", "SIS ID,School SIS ID,Section Name\n1,2,7B\n",
    "sourcedId,name,type,parentSourcedId\ns1,Oasis,school,\n", "sourcedId,title,type,schoolYear\ny,2027,term,2027\n",
    "sourcedId,classSourcedId,userSourcedId,role\ne1,c1,u1,student\n",
  ])
  func `files of courses, cohorts, schools and terms are no rosters`(_ text: String) {
    let (people, reader) = RosterFixture.people(text)
    #expect(people.isEmpty)
    #expect(reader.problems.codes == [.notPeople])
  }

  @Test func `nobody is called by a number: without a name a newcomer is an error, and who is known is found`()
    async throws
  {
    let fixture = try await ExchangeFixture.open(.sqlite)
    try await fixture.apply(try ExchangeFixture.file("student number,first name\n301,Noa\n"))
    let report = try await fixture.apply(try ExchangeFixture.file("student number,class\n301,7B\n302,7B\n"))
    #expect(report.problems.map(\.code) == [.nameMissing])
    #expect(try await fixture.students().map(\.name) == ["Noa"])
    let nameless = try ExchangeFixture.file("student number,class\n401,7B\n402,7B\n")
    #expect(try await fixture.preview(nameless).refusal?.code == .headingMissing)
    #expect(try await fixture.refusal { try await fixture.apply(nameless) }?.code == "invalid")
    #expect(try await fixture.students().count == 1)
  }

  @Test func `a list of names and numbers makes students by their names`() async throws {
    let fixture = try await ExchangeFixture.open(.sqlite)
    try await fixture.apply(try ExchangeFixture.file("Name,ID number\n\"Marsh, Ada\",2026-001\nBen O'Neill,2026-002\n"))
    #expect(Set(try await fixture.students().map { "\($0.family)|\($0.given)" }) == ["Marsh|Ada", "O'Neill|Ben"])
  }
}

@Suite struct `What no form would take` {
  @Test(arguments: [
    (String(repeating: "a", count: 5000), Roster.Problem.Code.textTooLong), ("evil\u{202E}gnp", .textDirection),
    ("bell\u{7}", .textControl), ("Ada\nMarsh", .textControl),
    ("a" + String(repeating: "\u{301}", count: 20), .textMarks),
  ])
  func `is an error of its row in every column of people and in every file of OneRoster`(
    _ text: String, _ code: Roster.Problem.Code
  ) {
    for heading in ["first name", "last name", "username", "student number", "name", "external key"] {
      let rest = heading == "first name" ? "" : ",Ada"
      let file =
        "\(heading),e-mail\(rest.isEmpty ? "" : ",first name")\n\"\(text)\",ada@example.org\(rest)\nx,b@c.d\(rest)\n"
      let (people, reader) = RosterFixture.people(file)
      #expect(people.count == 1, "\(heading)")
      #expect(reader.problems.errors.map(\.code) == [code], "\(heading)")
      #expect(reader.problems.errors.first?.line == 2 && reader.failedRows == 1)
    }
    let users = "sourcedId,givenName,familyName,role\nu1,\"\(text)\",Marsh,student\nu2,Ben,O'Neill,student\n"
    let reading = OneRosterReading(names: ["users.csv"]) { _ in Array(users.utf8) }
    #expect(reading.people.map(\.key) == ["u2"])
    #expect(reading.problems.errors.map(\.code) == [code])
    let classes = OneRosterReading(names: ["classes.csv"]) { _ in Array("sourcedId,title\nc1,\"\(text)\"\n".utf8) }
    #expect(classes.classes.isEmpty && classes.problems.errors.map(\.code) == [code])
  }

  @Test func `classes in one cell are several, by comma, semicolon and line, in both scripts`() {
    let (people, _) = RosterFixture.people(
      "username,class\na,\"6A, 6B\"\nb,6A;6B\nc,\"6A\n6B\"\nd,\"السابع أ، السابع ب\"\ne,\"Maths\\, advanced\"\n")
    #expect(
      people.map(\.classes) == [
        ["6A", "6B"], ["6A", "6B"], ["6A", "6B"], ["السابع أ", "السابع ب"], ["Maths, advanced"],
      ])
  }
}
