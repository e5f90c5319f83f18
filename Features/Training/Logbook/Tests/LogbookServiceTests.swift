import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Training

extension FlyingSchool {
  static func openLog(_ dialect: Dialect = .sqlite) async throws -> FlyingSchool {
    let service = LogbookService()
    var routes = logbookRoutes(service)
    // What a server adds reads no ledger of its own here: the route that takes a file is asked as a form.
    routes.append(
      .post("/training/trainees/:trainee/log/import", .members, "Takes a file.", ImportLog.self, service.handle) {
        .done(LogbookPaths.log($0.command.trainee))
      })
    return try await open(dialect, routes: routes)
  }

  /// The form of an entry; `word` names it.
  func entryForm(
    _ word: String, day: String = "2026-03-09", dual: String = "", total: String = "", solo: String = "",
    checklist: ID<Checklist>? = nil, version: String? = nil, isNew: Bool = true
  ) -> Form {
    var fields = [
      Form.Field("day", day), Form.Field("dual", dual), Form.Field("total", total), Form.Field("solo", solo),
      Form.Field("aircraft", "HB-KFX"), Form.Field("note", word),
    ]
    if isNew { fields.append(Form.Field("id", id(word, LogEntry.self).text)) }
    if let checklist { fields.append(Form.Field("checklist", checklist.text)) }
    if let version { fields.append(Form.Field("version", version)) }
    return Form(fields)
  }

  func entry(_ word: String) async throws -> LogEntry? {
    let (id, trainee, school) = (self.id(word, LogEntry.self), ben, school)
    return try await ledger.read { try LogbookStore(tx: $0).entry(id, of: trainee, in: school) }
  }

  func sums() async throws -> LogSums {
    let (trainee, school) = (ben, school)
    return try await ledger.read { try LogbookStore(tx: $0).sums(of: trainee, in: school) }
  }
}

@Suite struct `The hours of a trainee` {
  @Test(arguments: Dialect.allCases)
  func `are entered by instructors and read by the trainee`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.openLog(dialect)
    let path = LogbookPaths.log(school.ben)
    #expect(try await school.shown(path, as: .ben).contains("Your instructors enter"))
    try await school.send(.post, path, school.entryForm("a", dual: "1:20"), as: .ruth)
    let page = try await school.html(path, as: .ben)
    #expect(page.contains("1:20") && page.contains("HB-KFX") && page.contains(LogbookPaths.export(school.ben)))
    #expect(!page.contains(LogbookPaths.new(school.ben)) && !page.contains("/deletion"))
    #expect(try await school.html(path, as: .ruth).contains(LogbookPaths.new(school.ben)))
    for person in [FlyingSchool.Person.sam, .max, .dana, .stranger] {
      #expect(await school.refusal(.get, path, as: person) == .notFound, "\(person)")
      #expect(await school.refusal(.get, LogbookPaths.lessons(school.ben), as: person) == .notFound, "\(person)")
    }
    #expect(await school.refusal(.get, LogbookPaths.new(school.ben), as: .ben) == .notFound)
    #expect(await school.refusal(.get, LogbookPaths.importing(school.ben), as: .ben) == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `are written by no trainee and by no stranger, in no way`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.openLog(dialect)
    let log = LogbookPaths.log(school.ben)
    try await school.send(.post, log, school.entryForm("a", dual: "1:20"), as: .ruth)
    let a = school.id("a", LogEntry.self)
    let file = Form(["text": "Date,Total\n2026-03-04,1.0\n"])
    let writes: [(String, Form)] = [
      (log, school.entryForm("b", dual: "1:00")),
      (LogbookPaths.entry(school.ben, a), school.entryForm("a", dual: "2:00", isNew: false)),
      (LogbookPaths.deletion(school.ben, a), Form()), (LogbookPaths.restoration(school.ben, a), Form()),
      (log + "/import", file),
    ]
    for (path, form) in writes {
      let trainee = try await school.refused { try await school.send(.post, path, form, as: .ben) }
      #expect(trainee == .notAllowed(Phrase("training.trainees.instructors-only")), "\(path)")
      for person in [FlyingSchool.Person.sam, .max, .dana, .stranger] {
        let other = try await school.refused { try await school.send(.post, path, form, as: person) }
        #expect(other == .notFound, "\(path) \(person)")
      }
    }
    // An entry of somebody else's path is not there, whoever asks.
    let wrong = LogbookPaths.deletion(school.cleo, a)
    #expect(try await school.refused { try await school.send(.post, wrong, as: .ruth) } == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `are changed by who saw the last version, and come back after a deletion`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.openLog(dialect)
    try await school.send(.post, LogbookPaths.log(school.ben), school.entryForm("a", dual: "1:20"), as: .ruth)
    let first = try #require(try await school.entry("a"))
    let path = LogbookPaths.entry(school.ben, first.id)
    let again = school.entryForm("a", dual: "1.5", version: first.version, isNew: false)
    try await school.send(.post, path, again, as: .ruth)
    #expect(try await school.entry("a")?.minutes == LogMinutes(total: 90, dual: 90))
    #expect(try await school.refused { try await school.send(.post, path, again, as: .ruth) } == .stale)
    try await school.send(.post, LogbookPaths.deletion(school.ben, first.id), as: .ruth)
    #expect(try await school.sums() == LogSums(count: 0, minutes: LogMinutes()))
    let dead = try await school.refused {
      try await school.send(.post, path, school.entryForm("a", dual: "1.5", isNew: false), as: .ruth)
    }
    #expect(dead == .conflict(Phrase("training.log.is-deleted")))
    #expect(await school.refusal(.get, LogbookPaths.edit(school.ben, first.id), as: .ruth) == .notFound)
    try await school.send(.post, LogbookPaths.restoration(school.ben, first.id), as: .ruth)
    #expect(try await school.sums() == LogSums(count: 1, minutes: LogMinutes(total: 90, dual: 90)))
    let twice = try await school.refused {
      try await school.send(.post, LogbookPaths.log(school.ben), school.entryForm("a", dual: "1:20"), as: .ruth)
    }
    #expect(twice?.code == "conflict" || twice == .taken)
  }

  @Test(arguments: Dialect.allCases)
  func `that do not go together are refused with nothing written`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.openLog(dialect)
    let log = LogbookPaths.log(school.ben)
    for (form, field) in [
      (school.entryForm("a", dual: "2"), "dual"), (school.entryForm("a"), "total"),
      (school.entryForm("a", dual: "1:00", total: "0:30"), "dual"),
      (school.entryForm("a", dual: "1:00", total: "1:30", solo: "1:00"), "solo"),
      (school.entryForm("a", day: "2026-03-11", dual: "1:00"), "day"),
    ] {
      let refusal = try await school.refused { try await school.send(.post, log, form, as: .ruth) }
      guard case .invalid(let problems) = refusal else {
        Issue.record("\(field) was taken")
        continue
      }
      #expect(problems.map { $0.field } == [field])
    }
  }

  @Test(arguments: Dialect.allCases)
  func `given on a checklist are entered once, and are its sum`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.openLog(dialect)
    let (checklist, place, ben) = (school.checklist, school.school, school.ben)
    let log = LogbookPaths.log(ben)
    for (word, dual) in [("a", "1:20"), ("b", "1.3"), ("c", "40 min")] {
      try await school.send(.post, log, school.entryForm(word, dual: dual, checklist: checklist), as: .ruth)
    }
    try await school.send(.post, log, school.entryForm("d", solo: "1:00"), as: .ruth)
    let sum = try await school.ledger.read { try LogbookStore(tx: $0).dual(of: checklist, in: place) }
    #expect(sum == 80 + 78 + 40)
    #expect(try await school.sums().minutes == LogMinutes(total: 258, dual: 198, solo: 60))
    let record = try await school.ledger.read { [caller = school.caller(.ruth)] tx in
      try loggedDual(try #require(try ChecklistsStore(tx: tx).checklist(checklist, in: place)), caller, tx)
    }
    #expect(record == sum, "who signs signs it, too")
    let routes = RouteTable(checklistRoutes(ChecklistsService()))
    let pages = FlyingSchool(ledger: school.ledger, clock: school.clock, table: routes)
    let (page, read) = (try await pages.html(pages.page, as: .ruth), try await pages.html(pages.page, as: .ben))
    #expect(page.contains("Dual given: 3:18 h") && page.contains("action=\"\(log)\""))
    #expect(page.contains("name=\"checklist\" value=\"\(checklist.text)\""))
    #expect(read.contains("Dual given: 3:18 h") && !read.contains("name=\"dual\""))
    // A hidden id is checked as one of a path is: it must be a checklist of this trainee, and there.
    for wrong in [FlyingSchool.id(999, Checklist.self), checklist] {
      let to = wrong == checklist ? school.cleo : ben
      let refusal = try await school.refused {
        let form = school.entryForm("e", dual: "1:00", checklist: wrong)
        try await school.send(.post, LogbookPaths.log(to), form, as: .ruth)
      }
      #expect(refusal == .notFound)
    }
    // What is signed stands with its hours.
    try await school.write { tx in
      var signed = try #require(try ChecklistsStore(tx: tx).checklist(checklist, in: place))
      signed.signedAt = tx.now
      try tx.put(ChecklistsTables.checklist, signed)
    }
    let a = school.id("a", LogEntry.self)
    for (path, form) in [
      (log, school.entryForm("f", dual: "1:00", checklist: checklist)), (LogbookPaths.deletion(ben, a), Form()),
      (LogbookPaths.entry(ben, a), school.entryForm("a", dual: "2:00", isNew: false)),
    ] {
      let refusal = try await school.refused { try await school.send(.post, path, form, as: .ruth) }
      #expect(refusal == .conflict(Phrase("training.log.checklist-signed")), "\(path)")
    }
  }

  @Test(arguments: Dialect.allCases)
  func `are listed by period in parts, with exact sums`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.openLog(dialect)
    let (ben, account, first) = (school.ben, school.account(.ruth), FlyingSchool.monday)
    try await school.write { tx in
      for number in 0..<2500 {
        try tx.put(
          LogbookTables.entry,
          LogEntry(
            id: tx.newID(), trainee: ben, by: account, day: first.plus(days: -(number / 2)),
            minutes: LogMinutes(total: 80, dual: 80), createdAt: tx.now, updatedAt: tx.now))
      }
    }
    #expect(try await school.sums() == LogSums(count: 2500, minutes: LogMinutes(total: 200_000, dual: 200_000)))
    let path = LogbookPaths.log(ben)
    let page = try await school.shown(path, as: .ben)
    #expect(page.contains("3,333:20") && page.contains("2,500 entries"))
    #expect(page.split(separator: "id=\"entry-").count == LogPage.size + 1)
    // Twenty of 1:20 are 26.7, not twenty times 1.3.
    let period = Form(["from": first.plus(days: -9).text, "to": first.text, "hours": "decimal"])
    let ten = try await school.shown(path, as: .ben, query: period)
    #expect(ten.contains("26.7") && ten.contains("20 entries") && !ten.contains("rel=\"next\""))
    // Part after part, every entry comes once.
    var (seen, after, rounds) = (Set<String>(), nil as String?, 0)
    repeat {
      let query = after.map { Form(["after": $0]) } ?? Form()
      let answer = try await school.send(.get, path, as: .ruth, query: query)
      for part in (answer.page(school.scene())?.body.string ?? "").split(separator: "id=\"entry-").dropFirst() {
        #expect(seen.insert(String(part.prefix { $0 != "\"" })).inserted)
      }
      (after, rounds) = (answer.next, rounds + 1)
    } while after != nil && rounds < 60
    #expect(seen.count == 2500 && rounds == 50)
  }

  @Test(arguments: Dialect.allCases)
  func `come in from a file once, as the preview says`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.openLog(dialect)
    let (ben, ruth) = (school.ben, school.caller(.ruth))
    let text = "Date,Tail Number,Total Flight Time,Dual Received\n2026-03-01,HB-KFX,1.33,1.33\nbad,HB-KFX,1.0,\n"
    func preview() async throws -> LogImportPage {
      try await school.ledger.read { try LogbookService().importing(ben, text, ruth, $0) }
    }
    let before = try await preview()
    #expect(before.found?.plan.new.count == 1 && before.found?.file.problems.map { $0.line } == [3])
    let drawn = logImportPage(before, .init(), school.scene()).body.string
    #expect(drawn.contains("1:20") && drawn.contains("Line 3:") && drawn.contains("value=\"take\""))
    try await school.send(.post, LogbookPaths.importing(ben), Form(["text": text]), as: .ruth)
    #expect(try await school.sums() == LogSums(count: 1, minutes: LogMinutes(total: 80, dual: 80)))
    try await school.send(.post, LogbookPaths.importing(ben), Form(["text": text]), as: .ruth)
    #expect(try await school.sums().count == 1)
    #expect(try await preview().found?.plan.kept == 1)
    let nothing = try await school.refused {
      try await school.send(.post, LogbookPaths.importing(ben), Form(["text": "Date,Total\nbad,1\n"]), as: .ruth)
    }
    #expect(nothing == .invalid("text", Phrase("training.log.import.date")))
    let file = try await school.ledger.read { try LogbookService().exported(ben, ruth, hasMark: false, $0) }
    #expect(String(decoding: file, as: UTF8.self).contains("2026-03-01,HB-KFX,,,1.33,1.33,0.00,0.00,0.00,"))
  }
}
