public import Base
public import Database
public import School

/// All SQL about proposals.
public struct InsightsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func answers(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> [InsightAnswer] {
    try tx.all(InsightsTables.answer, in: school, "AND student = $2 ORDER BY \"at\", proposal", [.id(student)])
  }

  func answer(_ proposal: String, of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> InsightAnswer? {
    try tx.first(
      InsightsTables.answer, in: school, "AND student = $2 AND proposal = $3", [.id(student), .text(proposal)])
  }
}

extension InsightsStore where DB == WriteTransaction {
  func save(_ permit: Permit<AcceptInsight>) throws(Refusal) { try put(permit, isAccepted: true) }

  func save(_ permit: Permit<DismissInsight>) throws(Refusal) { try put(permit, isAccepted: false) }

  func save(_ permit: Permit<RecallInsight>, _ answer: InsightAnswer) throws(Refusal) {
    try tx.remove(InsightsTables.answer, answer)
  }

  private func put<C: InsightCommand>(_ permit: Permit<C>, isAccepted: Bool) throws(Refusal) {
    let command = permit.command
    try RecordsStore(tx: tx).open(command.student)
    try tx.put(
      InsightsTables.answer,
      InsightAnswer(
        student: command.student, proposal: command.proposal, isAccepted: isAccepted, by: permit.caller.account,
        at: permit.at))
  }
}
