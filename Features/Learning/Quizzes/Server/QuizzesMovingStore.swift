public import Base
public import Ledger
import School

/// An account has become another: the questions it wrote are the other's, in the same transaction.
///
/// Who wrote a question keeps it in the bank, also after leaving its course, and sees it with all its versions.
public func movingQuizzes(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  let questions = try tx.all(QuizzesTables.question, in: tx.school, "AND author = $2", [.id(old)])
  // What searches look in is not read, so the rows stay as they are but for this.
  try tx.execute(
    "UPDATE question SET author = $3 WHERE school = $1 AND author = $2", [.id(tx.school), .id(old), .id(new)])
  for var row in questions {
    row.question.author = new
    try tx.settle(QuizzesTables.question, row)
  }
  for var picture in try tx.all(QuizzesTables.picture, in: tx.school, "AND author = $2", [.id(old)]) {
    picture.author = new
    try tx.put(QuizzesTables.picture, picture)
  }
}
