import Base
import Database
import School

/// A deleted quiz with everything it was: its settings, its place and column, its questions and own times.
struct QuizTrash {
  let quiz: Quiz
  let outline: Trash
  let questions: [(question: Question, content: QuestionContent)]
  let times: [QuizTime]
}

extension QuizzesStore {
  /// What a deletion kept; `nil` when the quiz was not deleted.
  func trash(_ id: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> QuizTrash? {
    guard let known = try tx.find(QuizzesTables.trash, id, in: school) else { return nil }
    return try QuizTrash(JSON.stored(known.trash), id, at: tx.now)
  }
}

extension QuizContext where DB == WriteTransaction {
  func delete(_ permit: Permit<DeleteQuiz>) throws(Refusal) {
    let (contents, grades) = (try questionsStore.contents(of: quiz.id, in: school), GradesStore(tx: tx))
    let column = try grades.item(quiz.gradeItem, in: school)
    let times = try store.ownTimes(of: quiz.id, in: school).values.sorted { $0.student < $1.student }
    let trash = QuizTrash(
      quiz: quiz, outline: Trash(item: item, column: column),
      questions: questions.compactMap { question in contents[question.id].map { (question, $0) } }, times: times)
    try tx.put(
      QuizzesTables.trash,
      QuizTrashRow(id: quiz.id, course: quiz.course, trash: trash.json.string, at: permit.at))
    for time in times {
      if !time.isUsualButDay { try store.removeTime(of: time.student, in: quiz.id) }
      guard time.extended != nil else { continue }
      try AssignmentsStore(tx: tx).removeExtension(item.id, of: time.student)
    }
    try questionsStore.forgetPictures(of: quiz, but: Set(trash.questions.flatMap { $0.content.pictures.map { $0.id } }))
    try questionsStore.removeQuestions("quiz = $2", [.id(quiz.id)])
    try tx.remove(QuizzesTables.quiz, quiz)
    if let column { try grades.remove(column) }
    try CoursesStore(tx: tx).remove(item)
  }
}

extension QuizzesStore where DB == WriteTransaction {
  /// Brings back what `delete` took away; a module that is gone meanwhile leaves the quiz below all modules.
  func save(_ permit: Permit<RestoreQuiz>, _ trash: QuizTrash) throws(Refusal) {
    let (quiz, courses) = (trash.quiz, CoursesStore(tx: tx))
    let modules = try courses.modules(of: quiz.course, in: tx.school).map { $0.id }
    var outline = trash.outline
    if let module = outline.item.module, !modules.contains(module) { outline = outline.outsideModules }
    try courses.put(outline.item)
    try put(quiz)
    if let column = outline.column { try GradesStore(tx: tx).restore(column) }
    for (question, content) in trash.questions {
      try put(question, line: content.face.line)
      try QuestionsStore(tx: tx).put(content, version: question.version, of: question, by: question.author)
    }
    for time in trash.times {
      if !time.isUsualButDay { try put(time) }
      guard let day = time.extended else { continue }
      try AssignmentsStore(tx: tx).put(
        DueExtension(item: quiz.item, student: time.student, dueAt: day, by: permit.caller.account, at: permit.at))
    }
    try tx.remove(QuizzesTables.trash, key: [.id(tx.school), .id(quiz.id)])
  }
}

// MARK: as text

extension QuizTrash {
  var json: JSON {
    let moment: (Instant?) -> JSON = { $0.map { .number(String($0.milliseconds)) } ?? .null }
    return .object([
      ("outline", outline.json), ("about", .text(quiz.about)), ("minutes", quiz.minutes.map { .integer($0) } ?? .null),
      ("points", .text(quiz.points.text)), ("passing", .optional(quiz.passing?.text)),
      ("attempts", quiz.attempts.map { .integer($0) } ?? .null), ("counting", .text(quiz.counting.rawValue)),
      ("partial", .text(quiz.partial.rawValue)), ("shufflesQuestions", .flag(quiz.shufflesQuestions)),
      ("shufflesOptions", .flag(quiz.shufflesOptions)), ("showing", .text(quiz.showing.rawValue)),
      ("showsMarks", .flag(quiz.showsMarks)),
      ("layout", .text(quiz.layout.rawValue)), ("language", .text(quiz.language.rawValue)),
      ("opensAt", moment(quiz.opensAt)), ("closesAt", moment(quiz.closesAt)),
      ("times", .list(times.map { .list([.id($0.student), .text($0.line)]) })),
      ("questions", .list(questions.map { $0.question.json($0.content) })),
    ])
  }

  /// - Throws: `Refusal.notFound` when the text is not ours.
  init(_ json: JSON, _ id: ID<Quiz>, at now: Instant) throws(Refusal) {
    outline = try Trash(json["outline"] ?? .null, id: id.cast(), kind: .quiz, at: now)
    let course = outline.item.course
    let number: (String) -> Int64? = { if case .number(let digits) = json[$0] { Int64(digits) } else { nil } }
    let moment: (String) -> Instant? = { number($0).map(Instant.init(milliseconds:)) }
    quiz = Quiz(
      id: id, course: course, about: json.storedText("about"), minutes: number("minutes").map { Int($0) },
      points: Amount(json.storedText("points")) ?? Quiz.usualPoints, passing: Amount(json.storedText("passing")),
      attempts: number("attempts").map { Int($0) },
      counting: Quiz.Counting(rawValue: json.storedText("counting")) ?? .highest,
      partial: PartialCredit(rawValue: json.storedText("partial")) ?? .rightMinusWrong,
      shufflesQuestions: json.storedFlag("shufflesQuestions"), shufflesOptions: json.storedFlag("shufflesOptions"),
      showing: Quiz.Showing(rawValue: json.storedText("showing")) ?? .afterDue,
      showsMarks: json["showsMarks"] != .flag(false), layout: Quiz.Layout(rawValue: json.storedText("layout")) ?? .all,
      language: Language(rawValue: json.storedText("language")) ?? .en, opensAt: moment("opensAt"),
      closesAt: moment("closesAt"), updatedAt: now)
    questions = json.storedList("questions").compactMap { Question.stored($0, id, course, at: now) }
    times = json.storedList("times").compactMap { one in
      guard case .list(let parts) = one, parts.count == 2, let student = ID<Student>(parts[0].storedString) else {
        return nil
      }
      return QuizTime(parts[1].storedString, of: student, in: id)
    }
  }
}

extension Question {
  fileprivate func json(_ content: QuestionContent) -> JSON {
    .object([
      ("id", .id(id)), ("author", .id(author)), ("place", .integer(place)), ("points", .optional(points?.text)),
      ("tags", .list(tags.map { .text($0) })), ("version", .integer(version)),
      ("face", .text(content.faceJSON.string)), ("key", .text(content.keyJSON.string)),
    ])
  }

  fileprivate static func stored(_ json: JSON, _ quiz: ID<Quiz>, _ course: ID<Course>, at now: Instant) -> (
    question: Question, content: QuestionContent
  )? {
    guard let id = ID<Question>(json.storedText("id")), let author = ID<Account>(json.storedText("author")) else {
      return nil
    }
    let question = Question(
      id: id, course: course, quiz: quiz, author: author, place: json.storedInt("place"),
      points: Amount(json.storedText("points")), tags: json.storedList("tags").map { $0.storedString },
      version: max(1, json.storedInt("version")), updatedAt: now)
    let content = QuestionContent(
      face: JSON.stored(json.storedText("face")), key: JSON.stored(json.storedText("key")))
    return (question, content)
  }
}
