import Base
import Database
import Exact
import HTML
import HomeroomTesting
import Kit
import Router
import School
import Testing

@testable import Learning

@Suite struct `How far a grade can still go` {
  private func grade(_ entries: [GradeEntry]) -> CourseGrade {
    GradeSheet(GradePolicy(categories: [category(1, "100")]), entries).grade()
  }

  @Test func `is what the engine itself makes of the worst and of the best, exactly`() throws {
    let grade = grade([entry(1, in: 1, "9", of: "10"), entry(2, in: 1, nil, of: "20")])
    let outlook = try #require(GradeOutlook(grade))
    #expect(outlook.now.exact == Ratio(Whole(90)) && outlook.lowest.exact == Ratio(Whole(30)))
    #expect(outlook.best.exact == Ratio(Whole(2900), over: Whole(30)))
    #expect([outlook.lowest, outlook.now, outlook.best].map { $0.exact?.thousandths } == [300, 900, 967])
  }

  @Test func `is not asked where nothing moves it, or there is none yet`() {
    let open = entry(2, in: 1, nil, of: "20")
    #expect(GradeOutlook(grade([entry(1, in: 1, "9", of: "10")])) == nil)
    #expect(GradeOutlook(grade([open])) == nil)
    var given = grade([entry(1, in: 1, "9", of: "10"), open])
    given.override = GradeTotal(percent: amount("95"), given.policy.scale)
    #expect(GradeOutlook(given) == nil)
  }

  @Test func `is drawn within its line, whatever extra credit there was`() {
    let drawn = [("72.5", 725), ("48.71", 487), ("-3", 0), ("140", 1000), ("0", 0), ("100", 1000), ("99.99", 1000)]
    for (percent, place) in drawn { #expect(Ratio(amount(percent)).thousandths == place, "\(percent)") }
    let numbers = GradeStatistics(count: 8, mean: amount("7.5"), low: amount("-1"), high: amount("12"))
    let places = numbers.places(of: amount("10"))
    #expect(places?.low == 0 && places?.mean == 750 && places?.high == 1000)
    #expect(numbers.places(of: .zero) == nil)
  }

  @Test func `a score of a chip is said beyond full marks, and no number of points is too large for a device`() {
    let said = [("72.5", 725), ("110", 1100), ("-3", -30), ("1000000000", 10_000), ("-1000000000", -10_000)]
    for (percent, place) in said { #expect(Ratio(amount(percent)).drawn == place, "\(percent)") }
    let most = Ratio(Whole(Int64.max))
    #expect((most * most).drawn == 10_000)
  }

  @Test func `is read with one place, and with two where one would promise another letter`() {
    let read = [("72.5", 1), ("66.67", 1), ("89.96", 2), ("89.45", 2), ("90.04", 1), ("100", 1)]
    for (percent, places) in read { #expect(amount(percent).placesToRead(2) == places, "\(percent)") }
    #expect(amount("89.96").placesToRead(0) == 0 && amount("89.96").placesToRead(1) == 1)
  }
}

@Suite struct `A student's grade as a page` {
  private func page(_ school: GradesSchool, as person: GradesSchool.Person = .maya) async throws -> String {
    try await school.send(.get, GradesPaths.course(school.math, school.maya), as: person).everything(school.scene())
  }

  @Test(arguments: Dialect.allCases)
  func `says where it stands, where it falls and how far it rises`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    #expect(try await !page(school).contains("picture__drawing--range"))
    try await school.type([(school.essay, school.maya, "9")])
    try await school.post(school.essay)
    for person in [GradesSchool.Person.maya, .leila, .omar] {
      let text = try await page(school, as: person)
      #expect(text.contains("picture__drawing--range") && text.contains("aria-label=\"Now "))
      #expect(text.contains("30.0%") && text.contains("96.7%") && !text.contains("96.67%"))
      #expect(text.contains("class=\"explanation\"") && text.contains("id=\"what-if-form\""))
    }
  }

  @Test func `shows how the last ten scores ran`() {
    let percents = (1...12).map { Ratio(Whole(Int64(50 + $0))) }
    let scene = Scene(words: TestWords.of(.en), zone: .utc, now: GradesSchool.start)
    let drawn = gradeHistory(percents, means: Array(repeating: 600, count: 12), scene).string
    #expect(drawn.contains("53.0%, 54.0%") && drawn.contains("62.0%") && !drawn.contains("52.0%"))
    #expect(drawn.contains("picture__behind") && drawn.contains("class mean"))
    #expect(!gradeHistory(percents, means: Array(repeating: nil, count: 12), scene).string.contains("picture__behind"))
    #expect(gradeHistory(Array(percents.prefix(1)), scene).isEmpty)
  }

  @Test func `folds what has no score yet, where that would be the longer part`() async throws {
    let school = try await GradesSchool.open()
    try await school.write { tx in
      for number in UInt64(0)..<4 {
        try GradesStore(tx: tx).put(
          GradeItem(
            id: GradesSchool.id(500 + number), course: school.math, source: .manual, title: "Later \(number)",
            possible: amount("10"), place: 5 + Int(number), updatedAt: tx.now))
      }
    }
    // nothing has a score: what there is stands open
    #expect(try await !page(school).contains("work-later"))
    try await school.type([(school.essay, school.maya, "9")])
    try await school.post(school.essay)
    let text = try await page(school)
    let folded = try #require(text.split(separator: "work-later").last?.split(separator: "</details>").first)
    #expect(text.contains("work-later") && folded.contains("Later 3") && !folded.contains("<bdi>Essay"))
  }

  @Test func `says an average on its scale`() async throws {
    let school = try await GradesSchool.open()
    try await school.type([(school.essay, school.maya, "9.8")])
    try await school.post(school.essay)
    let text = try await school.send(.get, "/grades", as: .maya).everything(school.scene())
    #expect(text.contains("4.00 of 4"))
    #expect(text.contains("id=\"grade-\(school.math.text)-\(school.maya.text)\"") && text.contains("98.0%"))
  }
}
