public import Base
public import Database
public import School

/// Writing: an answer, and in the same transaction what all answers come to.
extension ConsentsStore where DB == WriteTransaction {
  public func save(_ permit: Permit<AnswerConsent>, on day: Day) throws(Refusal) {
    let (command, who) = (permit.command, permit.caller.account)
    try add(
      Consent(
        id: tx.newID(), student: command.student, scope: command.scope, answer: command.answer, source: .guardian,
        guardian: who, day: day, by: who, at: permit.at))
  }

  public func save(_ permit: Permit<RecordPaperConsent>) throws(Refusal) {
    let command = permit.command
    try add(
      Consent(
        id: tx.newID(), student: command.student, scope: command.scope, answer: command.answer, source: .paper,
        guardian: command.guardian, day: command.day, note: command.note, by: permit.caller.account, at: permit.at))
  }

  public func save(_ permit: Permit<RecordConsentOrder>) throws(Refusal) {
    let command = permit.command
    try add(
      Consent(
        id: tx.newID(), student: command.student, scope: command.scope, answer: command.answer, source: .order,
        guardian: nil, day: command.day, note: command.note, by: permit.caller.account, at: permit.at))
  }

  private func add(_ answer: Consent) throws(Refusal) {
    try tx.put(ConsentsTables.consent, answer)
    try refold(answer.student, answers(of: answer.student, answer.scope, in: tx.school))
  }

  /// The child has other guardians: whose answers count is another question then.
  func refold(_ student: ID<Student>) throws(Refusal) { try refold(student, answers(of: student, in: tx.school)) }

  /// Writes what the answers come to, scope by scope, where that is another thing than before.
  ///
  /// A device has its reader's answers alone: what all come to is the server's to say.
  private func refold(_ student: ID<Student>, _ answers: [Consent]) throws(Refusal) {
    guard !answers.isEmpty, !tx.isOnDevice else { return }
    let guardians = Set(try StudentsStore(tx: tx).guardians(of: student, in: tx.school).map { $0.account })
    let known = try states(of: student, in: tx.school)
    for scope in ConsentScope.allCases {
      let some = answers.filter { $0.scope == scope }
      guard !some.isEmpty else { continue }
      let isAllowed = ConsentState.folded(some, guardians: guardians).isAllowed
      guard known[scope]?.isAllowed != isAllowed else { continue }
      try tx.put(
        ConsentsTables.state,
        ConsentState(student: student, scope: scope, isAllowed: isAllowed, since: tx.now))
    }
  }

  /// The record goes, and all that was said about it.
  func forget(_ student: ID<Student>) throws(Refusal) {
    for one in try tx.all(ConsentsTables.consent, in: tx.school, "AND student = $2", [.id(student)]) {
      try tx.remove(ConsentsTables.consent, key: [.id(tx.school), .id(one.id)])
    }
    for scope in try states(of: student, in: tx.school).keys {
      try tx.remove(ConsentsTables.state, key: [.id(tx.school), .id(student), .text(scope.rawValue)])
    }
  }
}
