import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import People

@Suite struct `Consents are asked and recorded` {
  @Test(arguments: Dialect.allCases)
  func `two guardians disagree, and neither is told who`(_ dialect: Dialect) async throws {
    let school = try await ConsentsSchool.open(dialect)
    defer { school.ledger.close() }
    #expect(try await school.html(school.path, as: .leila).contains("Nobody has said yes so far."))
    let said = try await school.answer(.yes, as: .leila)
    #expect(said.path == school.path && said.toast?.phrase == Phrase("consents.said-yes"))
    #expect(try await school.stands() == "allowed yes")
    #expect(try await school.allowing() == [school.child])
    #expect(try await school.stands(.voice) == nil)
    _ = try await school.answer(.no, as: .sami)
    #expect(try await school.stands() == "not no")
    #expect(try await school.allowing().isEmpty)
    let (leila, sami) = (
      try await school.html(school.path, as: .leila), try await school.html(school.path, as: .sami)
    )
    #expect(leila.contains("Another answer on record says no") && !leila.contains("Sami"))
    #expect(sami.contains("Your answer is no") && !sami.contains("Leila"))
    _ = try await school.answer(.withdrawn, as: .sami)
    #expect(try await school.stands() == "allowed yes")
  }

  @Test func `an answer is taken back by its toast, and the same again is no other`() async throws {
    let school = try await ConsentsSchool.open()
    defer { school.ledger.close() }
    let undo = try #require(try await school.answer(.yes, as: .leila).toast?.undo)
    _ = try await school.answer(.yes, as: .leila)
    let count = try await school.ledger.read { try $0.count("SELECT count(*) FROM consent", []) }
    #expect(count == 1)
    try await school.send(.post, undo.path, Form(undo.fields), as: .leila)
    #expect(try await school.stands() == "not unasked")
  }

  @Test(arguments: Dialect.allCases)
  func `whom it does not concern hears of no such page, and nothing is written`(_ dialect: Dialect) async throws {
    let school = try await ConsentsSchool.open(dialect)
    defer { school.ledger.close() }
    let yes: Form = Form(["scope": "photos", "answer": "yes"])
    for person in [ConsentsSchool.Person.claire, .maya, .noa] {
      #expect(await school.refusal(.get, school.path, as: person) == .notFound, "\(person)")
      #expect(
        try await school.refused { try await school.send(.post, school.path, yes, as: person) } == .notFound,
        "\(person)")
    }
    for person in [ConsentsSchool.Person.omar, .dana] {
      let refusal = try await school.refused { try await school.send(.post, school.path, yes, as: person) }
      #expect(refusal == .notAllowed(Phrase("consents.guardians-only")), "\(person)")
    }
    for person in [ConsentsSchool.Person.omar, .leila, .claire] {
      for (way, form) in [("/paper", school.paper("yes", of: .leila)), ("/order", school.order("yes"))] {
        #expect(
          try await school.refused { try await school.send(.post, school.path + way, form, as: person) } == .notFound,
          "\(person) \(way)")
        #expect(await school.refusal(.get, school.path + way + "/new", as: person) == .notFound)
      }
    }
    let odd = try await school.refused {
      try await school.send(.post, school.path, Form(["scope": "everything", "answer": "yes"]), as: .leila)
    }
    #expect(odd == .invalid("scope", Phrase("form.choice")))
  }

  @Test func `a teacher sees how it stands and nobody's answers`() async throws {
    let school = try await ConsentsSchool.open()
    defer { school.ledger.close() }
    _ = try await school.answer(.yes, as: .leila)
    let seen = try await school.html(school.path, as: .omar)
    #expect(seen.contains("Allowed") && !seen.contains("Leila") && !seen.contains("name=\"answer\""))
    let json = try await school.json(school.path, as: .omar)
    #expect(json["history"] == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `the office records paper and orders, with who and when`(_ dialect: Dialect) async throws {
    let school = try await ConsentsSchool.open(dialect)
    defer { school.ledger.close() }
    let form = school.paper("yes", of: .sami, note: "Folder 3")
    let made = try await school.send(.post, school.path + "/paper", form, as: .dana)
    #expect(try await school.stands() == "allowed yes")
    let seen = try await school.html(school.path, as: .dana)
    for text in ["Sami", "on paper", "Folder 3", "recorded by"] { #expect(seen.contains(text), "\(text)") }
    #expect(try await school.html(school.path, as: .sami).contains("You said so on paper"))
    let undo = try #require(made.toast?.undo)
    try await school.send(.post, undo.path, Form(undo.fields), as: .dana)
    #expect(try await school.stands() == "not unasked")

    _ = try await school.answer(.no, as: .leila)
    let ordered = try await school.send(.post, school.path + "/order", school.order("yes"), as: .dana)
    #expect(try await school.stands() == "allowed order")
    // Why is in the answers, which the office holds; everybody else who sees the child hears yes or no.
    #expect(try await school.html(school.path, as: .dana).contains("ordered by a court"))
    for person in [ConsentsSchool.Person.leila, .omar] {
      let page = try await school.html(school.path, as: person)
      #expect(page.contains("What is on record allows it") && !page.contains("court"), "\(person)")
    }
    #expect(try await !school.html(school.path, as: .leila).contains("4 F 12"))
    #expect(try await school.html(school.path, as: .dana).contains("4 F 12"))
    let back = try #require(ordered.toast?.undo)
    try await school.send(.post, back.path, Form(back.fields), as: .dana)
    #expect(try await school.stands() == "not no")
  }

  @Test func `the office is told what is wrong at its field`() async throws {
    let school = try await ConsentsSchool.open()
    defer { school.ledger.close() }
    let way = school.path + "/paper"
    for (form, field, reason) in [
      (school.paper("yes", of: .claire), "guardian", "consents.no-guardian"),
      (school.paper("yes", of: .sami, day: school.today.plus(days: 3)), "day", "consents.day-future"),
      (school.paper("yes", of: .sami, day: Day(number: 3)), "day", "consents.day-old"),
      (school.paper("maybe", of: .sami), "answer", "form.choice"),
    ] {
      let refusal = try await school.refused { try await school.send(.post, way, form, as: .dana) }
      #expect(refusal == .invalid(field, Phrase(reason)), "\(field)")
    }
    #expect(try await school.html(way + "/new", as: .dana).contains("Sami"))
    #expect(try await school.html(school.path + "/order/new", as: .dana).contains("Court and file number"))
  }

  @Test func `an answer lies with its guardian and the office, how it stands with whoever sees the child`() async throws
  {
    let school = try await ConsentsSchool.open()
    defer { school.ledger.close() }
    _ = try await school.answer(.yes, as: .leila)
    let id = try #require(
      try await school.ledger.read { try $0.first("SELECT id FROM consent", []) { $0.id(0, Consent.self) } })
    #expect(try await school.holders(of: ConsentsTables.consent, [.id(school.school), .id(id)]) == [.dana, .leila])
    let key: [Value] = [.id(school.school), .id(school.child), .text("photos")]
    #expect(
      try await school.holders(of: ConsentsTables.state, key) == [.dana, .omar, .leila, .sami, .maya])
  }

  // MARK: guardians come and go

  @Test(arguments: Dialect.allCases)
  func `whoever is let go has no say any more, and has it again when they are back`(_ dialect: Dialect) async throws {
    let school = try await ConsentsSchool.open(dialect)
    defer { school.ledger.close() }
    _ = try await school.answer(.yes, as: .leila)
    _ = try await school.answer(.no, as: .sami)
    let removal = StudentsPaths.guardianRemoval(school.child)
    let gone = try await school.send(.post, removal, Form(["account": school.account(.sami).text]), as: .dana)
    #expect(try await school.stands() == "allowed yes")
    #expect(await school.refusal(.get, school.path, as: .sami) == .notFound)
    let undo = try #require(gone.toast?.undo)
    try await school.send(.post, undo.path, Form(undo.fields), as: .dana)
    #expect(try await school.stands() == "not no")
    try await school.write { tx in try onLeaveStudents(school.account(.sami), tx) }
    #expect(try await school.stands() == "allowed yes")
    try await school.write { tx in try onLeaveStudents(school.account(.leila), tx) }
    #expect(try await school.stands() == "not unasked")
  }

  @Test(arguments: Dialect.allCases)
  func `what an account that waited has said is said by the one it became`(_ dialect: Dialect) async throws {
    let school = try await ConsentsSchool.open(dialect)
    defer { school.ledger.close() }
    _ = try await school.answer(.yes, as: .leila)
    let (old, new) = (school.account(.leila), school.account(.claire))
    try await school.write { tx in
      let record = AccountRecord(id: old, username: "leila", name: "Leila", createdAt: tx.now)
      try MembersService(sendsMail: false).merge(
        BoundAccount(record: record, role: .guardian, isElsewhere: false), into: new, tx)
    }
    #expect(try await school.stands() == "allowed yes")
    _ = try await school.answer(.no, as: .claire)
    #expect(try await school.stands() == "not no")
  }

  @Test func `a record that was made by mistake goes with what was said about it`() async throws {
    let school = try await ConsentsSchool.open()
    defer { school.ledger.close() }
    _ = try await school.answer(.yes, as: .leila)
    try await school.write { tx in
      let students = StudentsStore(tx: tx)
      guard let child = try students.student(school.child, in: tx.school) else { return }
      try ConsentsStore(tx: tx).forget(child.id)
    }
    let left = try await school.ledger.read { tx in
      try tx.count("SELECT count(*) FROM consent", []) + tx.count("SELECT count(*) FROM consent_state", [])
    }
    #expect(left == 0)
  }

  @Test func `the child's page leads there for everybody but the child`() async throws {
    let school = try await ConsentsSchool.open()
    defer { school.ledger.close() }
    for person in [ConsentsSchool.Person.dana, .omar, .leila, .sami, .maya] {
      let seen = try await school.html(StudentsPaths.student(school.child), as: person)
      #expect(seen.contains(school.path) == (person != .maya), "\(person)")
    }
  }

  @Test(arguments: Language.allCases) func `the page is whole in every language`(_ language: Language) async throws {
    let school = try await ConsentsSchool.open()
    defer { school.ledger.close() }
    _ = try await school.answer(.no, as: .leila)
    for person in [ConsentsSchool.Person.dana, .leila, .omar] {
      let seen = try await school.html(school.path, as: person, language)
      #expect(!seen.contains("consents."), "\(person)")
    }
  }
}
