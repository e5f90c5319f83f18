import Base
import Database
import School

/// What students were shown of a question, in which a picture may stand.
extension AttemptsStore {
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
