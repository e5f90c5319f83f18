import Base
import Database
import School

/// The pictures of questions: which there are, and who sees a text that shows them.
extension QuizzesStore {
  /// The question that a picture is of.
  func question(of picture: ID<QuestionPicture>, in school: ID<Tenant>) throws(Refusal) -> ID<Question>? {
    try tx.first("SELECT question FROM question_picture WHERE school = $1 AND id = $2", [.id(school), .id(picture)]) {
      $0.id(0)
    }
  }

  /// All that a question ever had, in any of its versions.
  func pictures(of question: ID<Question>, in school: ID<Tenant>) throws(Refusal) -> Set<ID<QuestionPicture>> {
    Set(
      try tx.rows("SELECT id FROM question_picture WHERE school = $1 AND question = $2", [.id(school), .id(question)]) {
        $0.id(0, QuestionPicture.self)
      })
  }

  /// What some students were asked in their attempts at a quiz by one question: its faces, each once.
  func facesAsked(
    _ question: ID<Question>, in quiz: ID<Quiz>, of students: [ID<Student>], school: ID<Tenant>
  ) throws(Refusal) -> [QuestionFace] {
    guard !students.isEmpty else { return [] }
    let places = students.indices.map { "$\($0 + 4)" }.joined(separator: ", ")
    return try tx.rows(
      """
      SELECT v.face FROM question_version v WHERE v.school = $1 AND v.question = $3 AND v.number IN (
        SELECT q.version FROM quiz_attempt a JOIN attempt_question q ON q.school = a.school AND q.attempt = a.id
        WHERE a.school = $1 AND a.quiz = $2 AND q.question = $3 AND a.student IN (\(places)))
      """, [.id(school), .id(quiz), .id(question)] + students.map { .id($0) }
    ) { QuestionFace(JSON.stored($0.text(0))) }
  }

  /// The versions whose keys a student's attempts that are over are shown with: those they were graded by.
  func keysShown(
    _ question: ID<Question>, in quiz: ID<Quiz>, of student: ID<Student>, school: ID<Tenant>
  ) throws(Refusal) -> [QuestionContent] {
    try tx.rows(
      """
      SELECT v.face, k.key FROM question_version v
      JOIN question_key k ON k.school = v.school AND k.question = v.question AND k.number = v.number
      WHERE v.school = $1 AND v.question = $3 AND v.number IN (
        SELECT coalesce(s.version, q.version) FROM quiz_attempt a
        JOIN attempt_question q ON q.school = a.school AND q.attempt = a.id
        LEFT JOIN answer_score s ON s.school = q.school AND s.attempt = q.attempt AND s.question = q.question
        WHERE a.school = $1 AND a.quiz = $2 AND q.question = $3 AND a.student = $4 AND a."submittedAt" IS NOT NULL)
      """, [.id(school), .id(quiz), .id(question), .id(student)]
    ) { QuestionContent(face: JSON.stored($0.text(0)), key: JSON.stored($0.text(1))) }
  }
}

/// Pictures on their way into the books, by the ids they will have there.
typealias NewPictures = [ID<QuestionPicture>: FileContent]

extension QuizzesStore where DB == WriteTransaction {
  /// Keeps those of the new pictures that a question names.
  func keep(_ new: NewPictures, in content: QuestionContent, of question: Question, by account: ID<Account>)
    throws(Refusal)
  {
    for picture in content.pictures {
      guard let file = new[picture.id] else { continue }
      // What it was called before may tell what it shows.
      try tx.keep(
        picture.id.cast(), file, name: "picture.jpg", type: "image/jpeg", by: account == .none ? nil : account)
      try tx.put(
        QuizzesTables.picture,
        QuestionPictureRow(
          id: picture.id, question: question.id, course: question.course, author: question.author, at: tx.now))
    }
  }

  /// The content for another question: its pictures are that one's own, and their bytes are not stored twice.
  ///
  /// A picture whose file is gone stays behind with its words.
  func copy(
    _ content: QuestionContent, to question: Question, by account: ID<Account>
  ) throws(Refusal) -> QuestionContent {
    var (copy, files) = (content, NewPictures())
    copy.pictures = []
    for picture in content.pictures {
      guard let kept = try tx.file(picture.id.cast(), school: tx.school) else { continue }
      let own = QuestionPicture(id: tx.newID(), number: picture.number)
      copy.pictures.append(own)
      files[own.id] = kept.content
    }
    try keep(files, in: copy, of: question, by: account)
    return copy.without(
      pictures: Set(content.pictures.map { $0.number }).subtracting(copy.pictures.map { $0.number }))
  }

  /// Forgets the pictures of a quiz's questions, but for those that may come back with it.
  func forgetPictures(of quiz: Quiz, but kept: Set<ID<QuestionPicture>>) throws(Refusal) {
    try forget(
      "question IN (SELECT id FROM question WHERE school = $1 AND quiz = $2)", [.id(quiz.id)], but: kept)
  }

  func forgetPictures(of course: ID<Course>) throws(Refusal) {
    try forget("course = $2", [.id(course)])
  }

  /// - Parameter which: a condition on its rows in this school, which is `$1`; its values begin at `$2`.
  private func forget(_ which: String, _ values: [Value], but kept: Set<ID<QuestionPicture>> = []) throws(Refusal) {
    let found = try tx.all(QuizzesTables.picture, in: tx.school, "AND \(which)", values)
    for picture in found where !kept.contains(picture.id) {
      try tx.remove(QuizzesTables.picture, picture)
      try tx.forgetFile(picture.id.cast())
    }
  }
}
