import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Learning
import Ledger
import People
import Router
import Testing
import Web

@testable import School
@testable import Study

/// A school in Jerusalem with a track of Hebrew texts for everybody, which a guest may study too, and one of Dana's own.
///
/// It is Monday, 9 March 2026, eight in the morning; yesterday and today have a text each.
struct QuestionsSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, maya
    var role: Role { self == .dana ? .owner : .student }
  }
  static let zone = Zones.named("Asia/Jerusalem") ?? .utc
  static let monday = Day(number: 20_521)
  static let tables = ["study_log", "track_member"]
  static let migrations =
    learning + LessonsTables.migrations + ProgressTables.migrations + TracksTables.migrations
    + StudyLogTables.migrations
  let ledger: Ledger
  let table: RouteTable
  let mishna = Self.id(81, Track.self), own = Self.id(82, Track.self)

  static let evening = TrackItem(
    id: id(91), track: id(81), position: 0, label: "ברכות א:א",
    source: """
      מאימתי קורין את שמע בערבית. משעה שהכהנים נכנסים לאכול בתרומתן, עד סוף האשמורה הראשונה, דברי רבי אליעזר. \
      וחכמים אומרים עד חצות. רבן גמליאל אומר, עד שיעלה עמוד השחר.
      """)
  static let morning = TrackItem(
    id: id(92), track: id(81), position: 1, label: "ברכות א:ב",
    source: """
      מאימתי קורין את שמע בשחרית. משיכיר בין תכלת ללבן. רבי אליעזר אומר, בין תכלת לכרתי. \
      רבי יהושע אומר, עד שלש שעות, שכן דרך מלכים לעמוד בשלש שעות.
      """)

  static func open(_ dialect: Dialect = .sqlite) async throws -> QuestionsSchool {
    let clock = TestClock(zone.instant(monday, minute: 480), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let made = QuestionsSchool(ledger: ledger, table: RouteTable(studyLogRoutes(StudyLogService())))
    try await made.found { tx in
      for (id, audience, name) in [
        (made.mishna, StudyAudience.school, "Mishna"), (made.own, .person(account(.dana)), "Dana’s own"),
      ] {
        try tx.put(
          TracksTables.track,
          Track(
            id: id, audience: audience, author: account(.dana), name: name, language: "he",
            isPublic: id == made.mishna, createdAt: tx.now, updatedAt: tx.now))
      }
      for (item, day) in [(evening, monday.plus(days: -1)), (morning, monday)] {
        try tx.put(TracksTables.item, item)
        try tx.put(TracksTables.day, TrackDay(track: made.mishna, day: day, items: [item.id]))
      }
    }
    return made
  }

  func page(_ path: String, as person: Person?, query: Form = Form()) async throws -> String {
    let request = try request(.get, path, as: person, query: query)
    guard case .page(let read) = request.route.work else { throw Refusal.notFound }
    let answer = try await ledger.read { tx in try read(request, tx) }
    return try #require(answer.page(request.scene)).body.string
  }
}

private let window = [QuestionsSchool.evening, QuestionsSchool.morning]

private func item(_ number: UInt64, _ source: String, _ language: String, questions: [TrackQuestion] = []) -> TrackItem
{
  TrackItem(
    id: ID(high: 5, low: number), track: ID(high: 5, low: 99), position: Int(number), label: "Text \(number)",
    source: source, language: language, questions: questions)
}

@Suite struct `Questions about a text` {
  private let day = QuestionsSchool.monday

  @Test func `are the same every time, and others on another day`() {
    let first = studyQuestions(for: [window[0]], window: window, day: day)
    #expect(first == studyQuestions(for: [window[0]], window: window, day: day))
    #expect(first.map { $0.kind } == [.speaker, .term, .order])
    let others = (1...5).map { studyQuestions(for: [window[0]], window: window, day: day.plus(days: $0)) }
    #expect(others.contains { $0 != first })
  }

  @Test func `are marked as made, and have the right answer once`() {
    for number in 0..<40 {
      let asked = studyQuestions(for: [window[1]], window: window, day: day.plus(days: number))
      #expect(asked.count == 3)
      for question in asked {
        #expect(question.isMade && question.options.filter { $0 == question.answer }.count == 1)
        #expect(Set(question.options).count == question.options.count && question.options.count >= 2)
      }
    }
  }

  @Test func `choose by whole numbers that are the same on every device`() {
    var chance = StudyChance(ID<TrackItem>(high: 1, low: 2), Day(number: 3))
    #expect((0..<6).map { _ in chance.below(1000) } == [413, 429, 554, 953, 649, 13])
    #expect(chance.shuffled([1, 2, 3, 4, 5]) == [4, 5, 3, 2, 1])
    var twin = StudyChance(ID<TrackItem>(high: 1, low: 2), Day(number: 3))
    var other = StudyChance(ID<TrackItem>(high: 1, low: 2), Day(number: 4))
    #expect(twin.below(1 << 20) != other.below(1 << 20))
  }

  @Test func `know who said what in Hebrew, Arabic, English and French`() {
    let texts = [
      (window[0].source, ["וחכמים", "רבן גמליאל"]),
      ("قال الحسن: من عرف ربه أحبه. وقال سفيان: العلم يطلب ليعمل به.", ["الحسن", "سفيان"]),
      (
        "But Rabbi Meir says: learning earns many things. He says nothing more. The Sages said, it is so.",
        ["Rabbi Meir", "The Sages"]
      ),
      ("Puis Candide répond, il faut cultiver notre jardin.", ["Candide"]),
    ]
    for (text, names) in texts { #expect(StudyText(text).sayings.map { $0.name } == names) }
    #expect(StudyText(texts[0].0).sayings[0].words == "עד חצות")
  }

  @Test func `leave out a word that is in no wrong answer`() throws {
    let pair = [
      item(
        1, "Patience is a quiet teacher. A traveller crossed the mountains in winter, carrying lanterns and bread.",
        "en"),
      item(2, "The gardener planted seven olive trees beside the narrow river, and watered them every evening.", "en"),
    ]
    let term = try #require(studyQuestions(for: [pair[0]], window: pair, day: day).first { $0.kind == .term })
    #expect(term.text.contains("____") && !term.text.contains(term.answer) && term.answer.count >= 4)
    #expect(pair[0].source.contains(term.answer))
    for wrong in term.options where wrong != term.answer { #expect(pair[1].source.contains(wrong)) }
    // Words of another language would give it away.
    #expect(!studyQuestions(for: [pair[0]], window: [pair[0], window[0]], day: day).contains { $0.kind == .term })
  }

  @Test func `ask which clause comes first`() throws {
    let order = try #require(studyQuestions(for: [window[1]], window: window, day: day).first { $0.kind == .order })
    let places = order.options.map { option in
      window[1].source.indices.first { window[1].source[$0...].hasPrefix(option) }
    }
    #expect(!places.contains(nil) && places.compactMap { $0 }.min() == places[order.right])
  }

  @Test func `that came with the text are asked instead, and are not called made`() {
    let set = (0..<5).map { TrackQuestion(text: "Q\($0)?", right: "yes", wrong: ["no", "yes"]) }
    let asked = studyQuestions(for: [item(1, window[0].source, "he", questions: set)], window: window, day: day)
    #expect(asked.count == 3 && asked.allSatisfy { !$0.isMade && $0.options.count == 2 && $0.answer == "yes" })
  }

  @Test(arguments: ["", "Too short.", "**", "____ [](", String(repeating: "x", count: 30_000)])
  func `about nearly nothing are none`(source: String) {
    #expect(studyQuestions(for: [item(1, source, "en")], window: window, day: day).isEmpty)
  }

  @Test func `are three at most, of each text one first`() {
    let asked = studyQuestions(for: window, window: window, day: day)
    #expect(asked.count == 3 && Set(asked.prefix(2).map { $0.item }).count == 2)
  }
}

@Suite struct `The page of questions` {
  @Test(arguments: Dialect.allCases)
  func `asks, and says what was right, and writes nothing`(_ dialect: Dialect) async throws {
    let school = try await QuestionsSchool.open(dialect)
    let path = StudyLogPaths.questions(school.mishna, QuestionsSchool.monday)
    let asked = try await school.page(path, as: .maya)
    #expect(asked.contains("name=\"a0\"") && asked.contains("name=\"a2\"") && asked.contains("dir=\"rtl\""))
    #expect(asked.contains("Made automatically from the text") && !asked.contains("Not quite"))
    let questions = studyQuestions(
      for: [QuestionsSchool.morning], window: window, day: QuestionsSchool.monday)
    let wrong = questions[1].right == 0 ? 1 : 0
    let answered = try await school.page(
      path, as: .maya, query: Form([.init("a0", String(questions[0].right)), .init("a1", String(wrong))]))
    #expect(answered.contains(">Right<") || answered.contains("Right</span>"))
    #expect(answered.contains("Not quite") && answered.contains("No answer chosen"))
    #expect(answered.contains(questions[1].answer))
  }

  @Test func `is led to on the day after, and on the day itself once it was studied`() async throws {
    let school = try await QuestionsSchool.open()
    let yesterday = QuestionsSchool.monday.plus(days: -1)
    let links = [yesterday, QuestionsSchool.monday].map { "href=\"\(StudyLogPaths.questions(school.mishna, $0))\"" }
    let today = StudyLogPaths.day(school.mishna, QuestionsSchool.monday)
    let before = try await school.page(today, as: .maya)
    #expect(before.contains(links[0]) && !before.contains(links[1]))
    _ = try await school.send(.post, StudyLogPaths.completion(school.mishna, QuestionsSchool.monday), as: .maya)
    #expect(try await school.page(today, as: .maya).contains(links[1]))
  }

  @Test func `of a day without a text has none, and of a track that may not be seen is not there`() async throws {
    let school = try await QuestionsSchool.open()
    let far = QuestionsSchool.monday.plus(days: 30)
    #expect(try await school.page(StudyLogPaths.questions(school.mishna, far), as: .maya).contains("No questions"))
    await #expect(throws: Refusal.notFound) {
      try await school.page(StudyLogPaths.questions(school.own, QuestionsSchool.monday), as: .maya)
    }
  }
}
