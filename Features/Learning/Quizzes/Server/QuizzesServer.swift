import Base
import Database
public import Learning
public import Ledger
import People
import School

/// What only a server does with quizzes: files of questions go in and out.
public struct QuizzesServer: Sendable {
  public let service: QuizzesService
  let ledger: Ledger
  let questions: QuestionsServer
  public init(ledger: Ledger, questions: QuestionsServer, service: QuizzesService) {
    (self.ledger, self.questions, self.service) = (ledger, questions, service)
  }
}
