public import Base
public import Ledger
import People
import School

/// An account has become another: the questions it wrote are the other's, in the same transaction.
///
/// Who wrote a question keeps it in the bank, also after leaving its course, and sees it with all its versions.
public func movingQuizzes(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  let mine: [Value] = [.id(tx.school), .id(old)]
  let questions: [ID<Question>] = try tx.rows("SELECT id FROM question WHERE school = $1 AND author = $2", mine) {
    $0.id(0)
  }
  try tx.execute("UPDATE question SET author = $3 WHERE school = $1 AND author = $2", mine + [.id(new)])
  try movePictures(old, new, mine, tx)
  for id in questions {
    let question: [Value] = [.id(tx.school), .id(id)]
    let versions = try tx.rows("SELECT number FROM question_version WHERE school = $1 AND question = $2", question) {
      $0.int(0)
    }
    let rows =
      [(QuizzesTables.question.schema, question)]
      + versions.flatMap { number in
        [QuizzesTables.version, QuizzesTables.key].map { ($0, question + [.int(number)]) }
      }
    for (table, key) in rows {
      tx.withdraw(table, key: key, from: [.person(old)])
      tx.touch(table, key: key, in: [.person(new)])
    }
  }
}

/// The pictures of those questions go along.
private func movePictures(
  _ old: ID<Account>, _ new: ID<Account>, _ mine: [Value], _ tx: WriteTransaction
) throws(Refusal) {
  let pictures: [ID<QuestionPicture>] = try tx.rows(
    "SELECT id FROM question_picture WHERE school = $1 AND author = $2", mine
  ) { $0.id(0) }
  try tx.execute("UPDATE question_picture SET author = $3 WHERE school = $1 AND author = $2", mine + [.id(new)])
  for id in pictures {
    for table in [QuizzesTables.picture.schema, LedgerTables.file.schema] {
      tx.withdraw(table, key: [.id(tx.school), .id(id)], from: [.person(old)])
      tx.touch(table, key: [.id(tx.school), .id(id)], in: [.person(new)])
    }
  }
}
