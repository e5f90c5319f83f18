public import Base
public import Database
public import School

/// All SQL about questions.
public struct QuestionsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// The questions of a quiz in their order, those removed not among them.
  public func questions(of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> [Question] {
    try tx.all(
      QuestionsTables.question, in: school, "AND quiz = $2 AND \"removedAt\" IS NULL ORDER BY place, id", [.id(quiz)]
    ).map { $0.question }
  }

  func question(_ id: ID<Question>, in school: ID<Tenant>) throws(Refusal) -> Question? {
    try tx.find(QuestionsTables.question, id, in: school)?.question
  }

  /// What the newest versions of a quiz's questions ask; nothing of what is right.
  func faces(of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> [ID<Question>: QuestionFace] {
    try faces(
      """
      SELECT q.id, v.face FROM question q
      JOIN question_version v ON v.school = q.school AND v.question = q.id AND v.number = q.version
      WHERE q.school = $1 AND q.quiz = $2 AND q."removedAt" IS NULL
      """, [.id(school), .id(quiz)])
  }

  /// The newest versions of a quiz's questions, with what is right; for the staff.
  package func contents(of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> [ID<Question>: QuestionContent] {
    try contents(
      """
      SELECT q.id, v.face, k.key FROM question q
      JOIN question_version v ON v.school = q.school AND v.question = q.id AND v.number = q.version
      JOIN question_key k ON k.school = v.school AND k.question = v.question AND k.number = v.number
      WHERE q.school = $1 AND q.quiz = $2
      """, [.id(school), .id(quiz)])
  }

  /// What rows of a question and a face hold.
  func faces(_ sql: String, _ values: [Value]) throws(Refusal) -> [ID<Question>: QuestionFace] {
    try tx.rows(sql, values) { ($0.id(0, Question.self), QuestionFace(JSON.stored($0.text(1)))) }
      .reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  /// What rows of a question, a face and its key hold.
  func contents(_ sql: String, _ values: [Value]) throws(Refusal) -> [ID<Question>: QuestionContent] {
    try tx.rows(sql, values) {
      ($0.id(0, Question.self), QuestionContent(face: JSON.stored($0.text(1)), key: JSON.stored($0.text(2))))
    }.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  /// One version with what is right; for the staff.
  func content(_ question: ID<Question>, version: Int, in school: ID<Tenant>) throws(Refusal) -> QuestionContent? {
    try tx.first(
      """
      SELECT v.face, k.key FROM question_version v
      JOIN question_key k ON k.school = v.school AND k.question = v.question AND k.number = v.number
      WHERE v.school = $1 AND v.question = $2 AND v.number = $3
      """, [.id(school), .id(question), .int(version)]
    ) { QuestionContent(face: JSON.stored($0.text(0)), key: JSON.stored($0.text(1))) }
  }

  /// What a teacher finds in the bank: their own questions and those of the courses, by words and one tag.
  ///
  /// - Parameter courses: whose bank it is; `nil` is the whole school's, for the office.
  func banked(
    _ words: String, tag: String?, author: ID<Account>, courses: [ID<Course>]?, after: ID<Question>? = nil, limit: Int,
    in school: ID<Tenant>
  ) throws(Refusal) -> [Question] {
    var (sql, values) = ("AND quiz IS NULL AND \"removedAt\" IS NULL", [Value.id(school)])
    func place(_ value: Value) -> String {
      values.append(value)
      return "$\(values.count)"
    }
    if let courses {
      let own = "author = " + place(.id(author))
      let list = courses.map { place(.id($0)) }.joined(separator: ", ")
      sql += courses.isEmpty ? " AND " + own : " AND (\(own) OR course IN (\(list)))"
    }
    for word in Student.fold(words).split(separator: " ").prefix(6) {
      sql += " AND sort LIKE " + place(.text("%" + Self.escaped(String(word)) + "%")) + " ESCAPE '!'"
    }
    if let tag {
      sql += " AND tags LIKE " + place(.text("%\n" + Self.escaped(tag) + "\n%")) + " ESCAPE '!'"
    }
    if let after { sql += " AND id < " + place(.id(after)) }
    return try tx.all(
      QuestionsTables.question, in: school, "\(sql) ORDER BY id DESC LIMIT \(max(1, limit))", Array(values.dropFirst())
    ).map { $0.question }
  }

  /// The contents of several questions as they are now; for the staff.
  func contents(of questions: [Question], in school: ID<Tenant>) throws(Refusal) -> [ID<Question>: QuestionContent] {
    guard !questions.isEmpty else { return [:] }
    let places = (2..<questions.count + 2).map { "$\($0)" }.joined(separator: ", ")
    return try contents(
      """
      SELECT q.id, v.face, k.key FROM question q
      JOIN question_version v ON v.school = q.school AND v.question = q.id AND v.number = q.version
      JOIN question_key k ON k.school = v.school AND k.question = v.question AND k.number = v.number
      WHERE q.school = $1 AND q.id IN (\(places))
      """, [.id(school)] + questions.map { .id($0.id) })
  }

  private static func escaped(_ word: String) -> String {
    word.reduce(into: "") { out, letter in
      if letter == "%" || letter == "_" || letter == "!" { out.append("!") }
      out.append(letter)
    }
  }

  /// The newest version of a question that there was at a moment.
  func version(of question: ID<Question>, at instant: Instant, in school: ID<Tenant>) throws(Refusal) -> Int? {
    try tx.first(
      "SELECT max(number) FROM question_version WHERE school = $1 AND question = $2 AND at <= $3",
      [.id(school), .id(question), .instant(instant)]
    ) { $0.optionalInt(0) } ?? nil
  }

  func courseNames(_ courses: Set<ID<Course>>, in school: ID<Tenant>) throws(Refusal) -> [ID<Course>: String] {
    let found = try CoursesStore(tx: tx).courses(courses.sorted(), in: school)
    return found.reduce(into: [:]) { $0[$1.id] = $1.name }
  }
}
