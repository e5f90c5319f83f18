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

@Suite struct `A planned lesson` {
  private func form(
    _ school: FlyingSchool, _ word: String, day: Day? = nil, start: String = "10:00", end: String = "11:30",
    version: String? = nil, isNew: Bool = true
  ) -> Form {
    var fields = [
      Form.Field("day", (day ?? FlyingSchool.monday.plus(days: 1)).text), Form.Field("start", start),
      Form.Field("end", end), Form.Field("place", "HB-KFX"), Form.Field("note", word),
    ]
    if isNew { fields.append(Form.Field("id", school.id(word, TrainingLesson.self).text)) }
    if let version { fields.append(Form.Field("version", version)) }
    return Form(fields)
  }

  private func lesson(_ word: String, _ school: FlyingSchool) async throws -> TrainingLesson {
    let (id, ben, place) = (school.id(word, TrainingLesson.self), school.ben, school.school)
    return try #require(
      try await school.ledger.read { try TrainingLessonsStore(tx: $0).lesson(id, of: ben, in: place) })
  }

  @Test(arguments: Dialect.allCases)
  func `is seen by both, and moved by the instructor alone`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.openLog(dialect)
    let path = LogbookPaths.lessons(school.ben)
    #expect(try await school.shown(path, as: .ben).contains("No lessons planned"))
    try await school.send(.post, path, form(school, "a"), as: .ruth)
    let one = try await lesson("a", school)
    #expect(one.minutes == 90 && one.instructor == school.account(.ruth))
    for person in [FlyingSchool.Person.ruth, .ben] {
      let page = try await school.shown(path, as: person)
      #expect(page.contains("HB-KFX") && page.contains("10:00"))
      #expect(page.contains(LogbookPaths.cancellation(one)) == (person == .ruth))
    }
    let edit = form(school, "a", start: "12:00", end: "13:00", version: one.version, isNew: false)
    try await school.send(.post, LogbookPaths.lesson(one), edit, as: .ruth)
    #expect(try await lesson("a", school).minutes == 60)
    #expect(
      try await school.refused { try await school.send(.post, LogbookPaths.lesson(one), edit, as: .ruth) } == .stale)
    for (to, sent) in [
      (path, form(school, "b")), (LogbookPaths.lesson(one), form(school, "a", isNew: false)),
      (LogbookPaths.cancellation(one), Form()), (LogbookPaths.restoration(one), Form()),
      (LogbookPaths.logging(one), Form()),
    ] {
      let trainee = try await school.refused { try await school.send(.post, to, sent, as: .ben) }
      #expect(trainee == .notAllowed(Phrase("training.trainees.instructors-only")), "\(to)")
      for person in [FlyingSchool.Person.sam, .max, .dana, .stranger] {
        #expect(try await school.refused { try await school.send(.post, to, sent, as: person) } == .notFound, "\(to)")
      }
    }
    for form in [LogbookPaths.newLesson(school.ben), LogbookPaths.edit(one)] {
      #expect(await school.refusal(.get, form, as: .ben) == .notFound)
      #expect(try await school.shown(form, as: .ruth).contains("name=\"start\""))
    }
  }

  @Test(arguments: Dialect.allCases)
  func `overlaps none of the same instructor or the same trainee`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.openLog(dialect)
    let (ben, cleo) = (school.ben, school.cleo)
    try await school.write { tx in
      for (trainee, person) in [(ben, FlyingSchool.Person.sam), (school.other, .ruth)] {
        try tx.put(
          TraineesTables.instructor,
          TraineeInstructor(
            trainee: trainee, account: school.account(person), since: tx.now, addedBy: school.account(.ruth)))
        try TraineesStore(tx: tx).settle(trainee)
      }
    }
    try await school.send(.post, LogbookPaths.lessons(ben), form(school, "a"), as: .ruth)
    let times = "2026-03-10 10:00–11:30"
    func refused(_ trainee: ID<Trainee>, _ form: Form, as person: FlyingSchool.Person) async throws -> Refusal? {
      try await school.refused { try await school.send(.post, LogbookPaths.lessons(trainee), form, as: person) }
    }
    let own = try await refused(cleo, form(school, "b", start: "11:00", end: "12:00"), as: .ruth)
    #expect(
      own == .invalid("start", Phrase("training.log.lesson.clash-instructor", .text("Ben Adler"), .text(times))))
    let other = try await refused(ben, form(school, "b", start: "09:00", end: "10:01"), as: .sam)
    let name = FlyingSchool.Person.ruth.name
    #expect(other == .invalid("start", Phrase("training.log.lesson.clash-trainee", .text(name), .text(times))))
    // One after the other is no overlap, and what was cancelled takes no time.
    try await school.send(.post, LogbookPaths.lessons(cleo), form(school, "c", start: "11:30", end: "12:00"), as: .ruth)
    let a = try await lesson("a", school)
    try await school.send(.post, LogbookPaths.cancellation(a), as: .ruth)
    try await school.send(.post, LogbookPaths.lessons(cleo), form(school, "d", start: "10:00", end: "11:00"), as: .ruth)
    let back = try await school.refused { try await school.send(.post, LogbookPaths.restoration(a), as: .ruth) }
    #expect(back?.code == "conflict")
    // Whom Ruth trains besides is not Sam's to know.
    let hidden = try await school.refused { try await school.send(.post, LogbookPaths.restoration(a), as: .sam) }
    #expect(
      hidden == .conflict(Phrase("training.log.lesson.clash", .text("2026-03-10 10:00–11:00"))))
    for (start, end, field) in [("10:00", "10:00", "end"), ("10:00", "09:00", "end")] {
      let wrong = try await refused(
        ben, form(school, "e", day: FlyingSchool.monday.plus(days: 5), start: start, end: end), as: .sam)
      guard case .invalid(let problems) = wrong else {
        Issue.record("\(start) to \(end) was taken")
        continue
      }
      #expect(problems.map { $0.field } == [field])
    }
    let far = try await refused(ben, form(school, "f", day: FlyingSchool.monday.plus(days: 900)), as: .sam)
    #expect(far == .invalid("day", Phrase("training.log.lesson.far")))
  }

  @Test(arguments: Dialect.allCases)
  func `becomes an entry with one tap once it is over, and two taps make one`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.openLog(dialect)
    try await school.send(
      .post, LogbookPaths.lessons(school.ben),
      form(school, "a", day: FlyingSchool.monday, start: "07:00", end: "08:20"), as: .ruth)
    try await school.send(.post, LogbookPaths.lessons(school.ben), form(school, "b"), as: .ruth)
    let (a, b) = (try await lesson("a", school), try await lesson("b", school))
    let early = try await school.refused { try await school.send(.post, LogbookPaths.logging(b), as: .ruth) }
    #expect(early == .conflict(Phrase("training.log.lesson.not-over")))
    #expect(try await school.shown(LogbookPaths.lessons(school.ben), as: .ruth).contains(LogbookPaths.logging(a)))
    for _ in 0..<2 { try await school.send(.post, LogbookPaths.logging(a), as: .ruth) }
    #expect(try await school.sums() == LogSums(count: 1, minutes: LogMinutes(total: 80, dual: 80)))
    #expect(try await school.shown(LogbookPaths.lessons(school.ben), as: .ben).contains("In the log"))
    let late = try await school.refused { try await school.send(.post, LogbookPaths.cancellation(a), as: .ruth) }
    #expect(late == .conflict(Phrase("training.log.lesson-logged")))
    // An entry that was deleted makes room for another; the first does not come back beside it.
    let (ben, place) = (school.ben, school.school)
    let logged = try await school.ledger.read { try TrainingLessonsStore(tx: $0).logged([a.id], in: place)[a.id] }
    let entry = try #require(logged)
    try await school.send(.post, LogbookPaths.deletion(ben, entry), as: .ruth)
    try await school.send(.post, LogbookPaths.logging(a), as: .ruth)
    let twice = try await school.refused {
      try await school.send(.post, LogbookPaths.restoration(ben, entry), as: .ruth)
    }
    #expect(twice == .conflict(Phrase("training.log.lesson-logged")))
    #expect(try await school.sums().count == 1)
    try await school.send(.post, LogbookPaths.cancellation(b), as: .ruth)
    let gone = try await school.refused { try await school.send(.post, LogbookPaths.logging(b), as: .ruth) }
    #expect(gone == .conflict(Phrase("training.log.lesson.is-cancelled")))
  }

  @Test(arguments: Dialect.allCases)
  func `is the next one on the trainee's page, beside the hours`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.openLog(dialect)
    try await school.send(
      .post, LogbookPaths.log(school.ben), school.entryForm("x", dual: "1:20", total: "2:00"), as: .ruth)
    try await school.send(.post, LogbookPaths.lessons(school.ben), form(school, "a"), as: .ruth)
    let (ben, caller) = (school.ben, school.caller(.ben))
    let source = logbookTraineePiece()
    let (piece, short) = try await school.ledger.read { tx in
      let (trainee, access) = try TraineesStore(tx: tx).mustSee(ben, caller)
      return (try source.read(trainee, access, caller, tx), try source.short([ben], caller, tx)[ben])
    }
    let drawn = try #require(piece).draw(school.scene()).string
    #expect(drawn.contains("Next lesson") && drawn.contains("2:00") && drawn.contains("1:20 Dual"))
    #expect(!drawn.contains(LogbookPaths.new(ben)) && drawn.contains(LogbookPaths.log(ben)))
    #expect(try #require(short).draw(school.scene()).string.contains("2:00 h"))
  }
}
