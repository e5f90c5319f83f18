public import Base
public import Database
public import School

/// Writing questions; who writes one of a quiz keeps the quiz in step with it.
extension QuestionsStore where DB == WriteTransaction {
  /// Whether questions are kept in the bank of a course, for others.
  func hasBanked(in course: ID<Course>) throws(Refusal) -> Bool {
    try tx.exists(
      "SELECT 1 FROM question WHERE school = $1 AND course = $2 AND quiz IS NULL AND \"removedAt\" IS NULL",
      [.id(tx.school), .id(course)])
  }

  /// Writes where a question stands; what it asks is in its versions.
  ///
  /// - Parameter line: what searches look in.
  func put(_ question: Question, line: String) throws(Refusal) {
    try tx.put(QuestionsTables.question, QuestionRow(question, line: line))
  }

  /// Writes a version; once written it stays.
  public func put(_ content: QuestionContent, version: Int, of question: Question, by account: ID<Account>)
    throws(Refusal)
  {
    try tx.put(
      QuestionsTables.version,
      QuestionVersionRow(
        question: question.id, number: version, kind: content.kind, face: content.faceJSON.string, by: account,
        at: tx.now))
    try tx.put(
      QuestionsTables.key, QuestionKeyRow(question: question.id, number: version, key: content.keyJSON.string))
  }

  /// Moves a question without touching what searches look in.
  func place(_ question: Question, _ place: Int) throws(Refusal) {
    try tx.execute(
      "UPDATE question SET place = $3, \"updatedAt\" = $4 WHERE school = $1 AND id = $2",
      [.id(tx.school), .id(question.id), .int(place), .instant(tx.now)])
    try tx.touch(QuestionsTables.question, key: [.id(tx.school), .id(question.id)])
  }

  func remove(_ question: Question, at instant: Instant?) throws(Refusal) {
    try tx.execute(
      "UPDATE question SET \"removedAt\" = $3, \"updatedAt\" = $4 WHERE school = $1 AND id = $2",
      [.id(tx.school), .id(question.id), .instant(instant), .instant(tx.now)])
    try tx.touch(QuestionsTables.question, key: [.id(tx.school), .id(question.id)])
  }

  /// Removes questions, also those that were taken out, with their versions.
  ///
  /// - Parameter which: a condition on their rows in this school, which is `$1`; its values begin at `$2`.
  func removeQuestions(_ which: String, _ values: [Value]) throws(Refusal) {
    for row in try tx.all(QuestionsTables.question, in: tx.school, "AND \(which) ORDER BY id", values) {
      let question: [Value] = [.id(tx.school), .id(row.question.id)]
      let versions = try tx.rows("SELECT number FROM question_version WHERE school = $1 AND question = $2", question) {
        $0.int(0)
      }
      for number in versions {
        try tx.remove(QuestionsTables.key, key: question + [.int(number)])
        try tx.remove(QuestionsTables.version, key: question + [.int(number)])
      }
      try tx.remove(QuestionsTables.question, key: question)
    }
  }
}
