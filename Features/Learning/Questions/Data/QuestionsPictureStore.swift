package import Base
package import Database
package import School

/// The pictures of questions.
extension QuestionsStore {
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
}

/// Pictures on their way into the books, by the ids they will have there.
package typealias NewPictures = [ID<QuestionPicture>: FileContent]

extension QuestionsStore where DB == WriteTransaction {
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
        QuestionsTables.picture,
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
    let found = try tx.all(QuestionsTables.picture, in: tx.school, "AND \(which)", values)
    for picture in found where !kept.contains(picture.id) {
      try tx.remove(QuestionsTables.picture, picture)
      try tx.forgetFile(picture.id.cast())
    }
  }
}
