import Base
import Database
import HTML
import HomeroomTesting
import Kit
import People
import Router
import School
import Testing

@testable import Learning
@testable import Ledger
@testable import Web

/// A teacher puts pictures into a question.
extension QuizzesSchool {
  func editor(_ kind: QuestionKind) -> String {
    QuizzesPaths.question(questions[QuestionKind.allCases.firstIndex(of: kind) ?? 0], in: quiz)
  }

  /// The form of the editor with one more picture, as its button gives it back.
  func adding(
    _ form: Form, to place: String, said: String? = "a triangle", at path: String, as person: Person = .omar,
    bytes: [UInt8] = TestSchool.picture
  ) async throws -> Form {
    var form = form
    form.fields += [.init("act", "picture"), .init("put", place)] + (said.map { [.init("about", $0)] } ?? [])
    let file = try await upload("mitosis.png", bytes, field: "picture")
    let answer = try await send(.post, path, form, as: person, uploads: [file], wants: .json)
    guard case .object(let members)? = answer.json()["fields"] else { throw Refusal.notFound }
    return Form(
      members.compactMap { name, value in
        if case .text(let text) = value { Form.Field(name, text) } else { nil }
      })
  }

  /// The question of a kind with a picture in what is asked, one in an option where it has some, and one in its explanation.
  @discardableResult
  func illustrate(_ kind: QuestionKind, option: Bool = false) async throws -> [QuestionPicture] {
    let path = editor(kind)
    var form = try await adding(try Self.content(kind).form, to: "text", at: path)
    if option { form = try await adding(form, to: "option.1", said: "the first", at: path) }
    form = try await adding(form, to: "explanation", said: "KEYdrawing", at: path)
    _ = try await send(.post, path, form, as: .omar)
    return try await pictures(kind)
  }

  func content(_ kind: QuestionKind) async throws -> QuestionContent {
    let question = questions[QuestionKind.allCases.firstIndex(of: kind) ?? 0]
    let found = try await ledger.read { try QuestionsStore(tx: $0).contents(of: quiz, in: school)[question] }
    return try #require(found)
  }
  func pictures(_ kind: QuestionKind) async throws -> [QuestionPicture] { try await content(kind).pictures }

  func files() async throws -> Int { try await count("file") }
  func count(_ table: String) async throws -> Int {
    try await ledger.read { try $0.count("SELECT count(*) FROM \(table) WHERE school = $1", [.id(school)]) }
  }

  /// Whether somebody is given a picture; who is not is told that there is none.
  func sees(_ picture: QuestionPicture, _ person: Person) async throws -> Bool {
    let refusal = await refusal(.get, picture.path, as: person)
    #expect(refusal == nil || refusal == .notFound)
    return refusal == nil
  }
}

@Suite struct `Pictures in questions` {
  @Test(arguments: Dialect.allCases)
  func `are seen by who is asked, and those of the key only with it`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect, due: 3600) { ($0.showing, $0.attempts) = (.afterDue, 1) }
    let pictures = try await school.illustrate(.single, option: true)
    try #require(pictures.map(\.number) == [1, 2, 3])
    let (asked, key) = (pictures[0...1], pictures[2])
    for picture in asked {
      for person in [QuizzesSchool.Person.maya, .yusuf, .leila, .noa, .stranger] {
        #expect(try await !school.sees(picture, person), "\(person) before there is an attempt")
      }
    }
    let attempt = try await school.begin()
    let page = try await school.html(school.path(attempt), as: .maya)
    #expect(page.contains("<img src=\"\(asked[0].path)\" alt=\"a triangle\""))
    #expect(page.contains("<img src=\"\(asked[1].path)\" alt=\"the first\""))
    #expect(!page.contains(key.id.text) && !page.contains("mitosis") && !page.contains("KEY"))
    for step in 0...1 {
      for picture in asked {
        for person in [QuizzesSchool.Person.maya, .leila, .omar, .dana] {
          #expect(try await school.sees(picture, person), "\(person)")
        }
        for person in [QuizzesSchool.Person.yusuf, .noa, .stranger] {
          #expect(try await !school.sees(picture, person), "\(person)")
        }
      }
      for person in [QuizzesSchool.Person.maya, .leila, .yusuf, .noa] {
        #expect(try await !school.sees(key, person), "\(person)")
      }
      if step == 0 { try await school.submit(attempt) }
    }
    school.clock.advance(seconds: 3700)
    try await school.runJobs()
    for person in [QuizzesSchool.Person.maya, .leila, .omar] { #expect(try await school.sees(key, person)) }
    for person in [QuizzesSchool.Person.yusuf, .noa, .stranger] { #expect(try await !school.sees(key, person)) }
    for person in [QuizzesSchool.Person.maya, .omar] {
      let result = try await school.html(school.path(attempt), as: person)
      #expect(pictures.allSatisfy { result.contains("<img src=\"\($0.path)\"") }, "\(person)")
    }
  }

  @Test(arguments: Dialect.allCases)
  func `are told nobody of another school, and nobody their names`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let picture = try #require(try await school.illustrate(.short).first)
    let elsewhere = Caller(account: school.account(.omar), school: QuizzesSchool.id(2), role: .teacher)
    await #expect(throws: Refusal.notFound) { try await school.send(.get, picture.path, by: elsewhere) }
    guard case .file(let file) = try await school.send(.get, picture.path, as: .omar).body else {
      throw Refusal.notFound
    }
    #expect(file.name == "picture.jpg" && file.type == "image/jpeg" && file.isInline)
  }

  @Test(arguments: Dialect.allCases)
  func `stay with the version that an attempt began with`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let old = try #require(try await school.illustrate(.essay).first)
    let attempt = try await school.begin()
    _ = try await school.send(.post, school.editor(.essay), QuizzesSchool.content(.essay).form, as: .omar)
    #expect(try await school.pictures(.essay).isEmpty)
    #expect(try await school.sees(old, .maya))
    #expect(try await school.html(school.path(attempt), as: .maya).contains(old.path))
    let next = try await school.begin(.yusuf)
    #expect(try await !school.html(school.path(next), as: .yusuf).contains(old.path))
    #expect(try await !school.sees(old, .yusuf))
  }

  @Test(arguments: QuestionKind.allCases) func `stand in every kind, also between gaps`(_ kind: QuestionKind)
    async throws
  {
    let school = try await QuizzesSchool.open()
    let pictures = try await school.illustrate(kind)
    #expect(pictures.count == 2)
    let attempt = try await school.begin()
    let page = try await school.html(school.path(attempt), as: .maya)
    #expect(page.contains("<img src=\"\(pictures[0].path)\" alt=\"a triangle\""))
    #expect(try await school.content(kind).blanks.answers.count == (kind == .blanks ? 2 : 0) || kind != .blanks)
    let builder = try await school.html(QuizzesPaths.quiz(school.quiz), as: .omar)
    #expect(builder.contains("a triangle") && !builder.contains("picture-1.jpg"))
    // What is saved again as it stands is the same version.
    let form = try await school.content(kind).form
    _ = try await school.send(.post, school.editor(kind), form, as: .omar)
    #expect(try await school.pictures(kind) == pictures)
  }

  @Test(arguments: Dialect.allCases)
  func `that are none, or say nothing, are refused, and nothing is written`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let (form, path) = (try QuizzesSchool.content(.single).form, school.editor(.single))
    func refusal(
      _ form: Form, said: String?, as person: QuizzesSchool.Person = .omar, _ bytes: [UInt8] = TestSchool.picture
    ) async throws -> Refusal? {
      let (head, waiting) = (try await school.head(), try await school.waiting())
      do {
        _ = try await school.adding(form, to: "text", said: said, at: path, as: person, bytes: bytes)
        return nil
      } catch let refusal as Refusal {
        #expect(try await school.head() == head)
        #expect(try await school.waiting() == waiting)
        return refusal
      }
    }
    #expect(try await refusal(form, said: nil) == .invalid("about", Phrase("lessons.about.missing")))
    var both = form
    both.fields.append(.init("decoration", "on"))
    #expect(try await refusal(both, said: "x") == .invalid("about", Phrase("lessons.about.both")))
    #expect(try await refusal(form, said: "x", Array("%PDF".utf8)) == .invalid("picture", Phrase("files.no-picture")))
    for person in [QuizzesSchool.Person.noa, .maya, .leila] {
      #expect(try await refusal(form, said: "x", as: person) == .notFound)
    }
    var full = form
    for number in 1...QuizPictures.most {
      full.fields.append(.init("picture.\(number)", QuizzesSchool.id(UInt64(900 + number), QuestionPicture.self).text))
    }
    #expect(
      try await refusal(full, said: "x")
        == .invalid("picture", Phrase("quizzes.refused-pictures", .count(QuizPictures.most))))
  }

  @Test(arguments: Dialect.allCases)
  func `of another question, or that wait for somebody else, are not there`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let foreign = try #require(try await school.illustrate(.short).first)
    let waits = try await school.adding(try QuizzesSchool.content(.single).form, to: "text", at: school.editor(.single))
    let mine = try #require(waits["picture.1"])
    #expect(try await school.sees(QuestionPicture(id: try #require(ID(mine)), number: 1), .omar))
    #expect(try await !school.sees(QuestionPicture(id: try #require(ID(mine)), number: 1), .dana))
    for (id, person) in [(foreign.id.text, QuizzesSchool.Person.omar), (mine, .dana), ("x", .omar)] {
      var form = waits
      form.fields.removeAll { $0.name == "picture.1" }
      form.fields.append(.init("picture.1", id))
      try await school.refuses("invalid") {
        _ = try await school.send(.post, school.editor(.single), form, as: person)
      }
    }
    _ = try await school.send(.post, school.editor(.single), waits, as: .omar)
    #expect(try await school.pictures(.single).count == 1)
  }

  @Test func `that were chosen and not added yet go with the button that saves`() async throws {
    let school = try await QuizzesSchool.open()
    var form = try QuizzesSchool.content(.single).form
    form.fields += [.init("act", "save"), .init("about", "a circle"), .init("put", "explanation")]
    let file = try await school.upload("a.png", TestSchool.picture, field: "picture")
    _ = try await school.send(.post, school.editor(.single), form, as: .omar, uploads: [file])
    let content = try await school.content(.single)
    #expect(content.explanation.hasSuffix("![a circle](picture-1.jpg)") && content.face.pictures.isEmpty)
    #expect(content.pictures.count == 1)
    let page = try await school.html(school.editor(.single), as: .omar)
    #expect(page.contains("src=\"\(content.pictures[0].path)\"") && page.contains("enctype=\"multipart/form-data\""))
  }
}

extension QuizzesSchool {
  func waiting() async throws -> Int {
    try await ledger.read { try $0.count("SELECT count(*) FROM waiting_picture", []) }
  }
}

@Suite struct `Pictures of questions that are copied or go` {
  @Test(arguments: Dialect.allCases)
  func `are each copy's own, with the same bytes`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let pictures = try await school.illustrate(.single)
    let arrange = school.editor(.single) + "/arrange"
    for act in ["duplicate", "bank"] { _ = try await school.post(arrange, [("act", act)], as: .omar) }
    let banked = try await school.ledger.read { tx in
      try tx.rows("SELECT id FROM question WHERE school = $1 AND quiz IS NULL", [.id(school.school)]) {
        $0.id(0, Question.self)
      }
    }
    let question = try #require(banked.first)
    _ = try await school.post(QuizzesPaths.of(school.quiz, "bank"), [("question", question.text)], as: .omar)
    #expect(try await school.count("question_picture") == 8)
    let hashes = try await school.ledger.read { tx in
      try tx.count("SELECT count(DISTINCT hash) FROM file WHERE school = $1", [.id(school.school)])
    }
    #expect(hashes == 1)
    // In the bank it is the author's and the staff's, and nobody's who was asked the first.
    let bank = try await school.html(QuestionsPaths.bank, as: .omar)
    #expect(bank.contains("class=\"question__thumb\" src=\"/question-pictures/") && !bank.contains(pictures[0].path))
    _ = try await school.begin()
    let own = try await school.ledger.read { try QuestionsStore(tx: $0).pictures(of: question, in: school.school) }
    for id in own {
      #expect(try await !school.sees(QuestionPicture(id: id, number: 1), .maya))
      #expect(try await school.sees(QuestionPicture(id: id, number: 1), .omar))
      #expect(try await !school.sees(QuestionPicture(id: id, number: 1), .noa))
    }
  }

  @Test(arguments: Dialect.allCases)
  func `come back with a quiz that was deleted, and go with its course`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let picture = try #require(try await school.illustrate(.single).first)
    // One of a version that is no more goes with it.
    _ = try await school.illustrate(.short)
    _ = try await school.send(.post, school.editor(.short), QuizzesSchool.content(.short).form, as: .omar)
    #expect(try await school.files() == 4)
    _ = try await school.post(QuizzesPaths.of(school.quiz, "deletion"), [], as: .omar)
    #expect(try await school.files() == 2)
    #expect(try await !school.sees(picture, .omar))
    _ = try await school.post(QuizzesPaths.of(school.quiz, "restoration"), [], as: .omar)
    #expect(try await school.sees(picture, .omar))
    _ = try await school.post(QuizzesPaths.of(school.quiz, "deletion"), [], as: .omar)
    try await school.write { try forgetQuizzes(of: school.math, $0) }
    #expect(try await school.files() == 0)
    #expect(try await school.count("question_picture") == 0)
  }

  @Test(arguments: Dialect.allCases)
  func `are the new course's own when a course is taught again`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let old = try await school.illustrate(.single)
    let (new, item) = (QuizzesSchool.id(700, Course.self), QuizzesSchool.id(701, CourseItem.self))
    try await school.write { tx in
      let from = try #require(try CoursesStore(tx: tx).course(school.math, in: school.school))
      let to = Course(id: new, name: "Math 8", createdAt: tx.now, updatedAt: tx.now)
      try CoursesStore(tx: tx).put(to)
      try CoursesStore(tx: tx).put(
        CourseItem(id: item, course: new, kind: .quiz, title: "Fractions", place: 0, updatedAt: tx.now))
      let copy = CourseCopy(
        from: from, to: to, modules: [:], items: [school.quiz.cast(): item],
        shift: CourseShift(days: 0, daysOff: [], holidays: [], zone: .utc), by: school.account(.noa))
      try quizCopying().run(copy, tx)
    }
    let copied = try await school.ledger.read { tx in
      try QuestionsStore(tx: tx).contents(of: item.cast(), in: school.school).values.flatMap { $0.pictures }
    }
    #expect(copied.count == 2 && copied.allSatisfy { !old.contains($0) })
    #expect(try await school.files() == 4)
    try await school.write { try forgetQuizzes(of: new, $0) }
    #expect(try await school.files() == 2)
    #expect(try await school.sees(old[0], .omar))
  }
}
