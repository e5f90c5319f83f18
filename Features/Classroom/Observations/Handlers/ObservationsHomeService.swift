package import Base
package import Database
import Kit
package import People
package import Router
package import School

/// What families saw at home.
extension ObservationsService {
  package func handle(
    _ command: SendHomeObservation, _ incoming: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let access = try mustSeeStudent(caller, command.student, tx)
    guard let student = try StudentsStore(tx: tx).student(command.student, in: caller.school) else { throw .notFound }
    let lacking = try store.lacking([student.id], types: incoming.map { $0.type }, in: caller.school)
    let permit = try command.permit(
      for: caller, access: access, waiting: store.waiting(about: student.id, in: caller.school).count,
      count: incoming.count, lacking: lacking.isEmpty ? [] : [student.name], now: tx.now)
    if let id = command.id, let known = try store.observation(id, in: caller.school) {
      guard known.author == caller.account else { throw .taken }
      return .made(id)
    }
    let id: ID<Observation> = command.id ?? tx.newID()
    try store.save(permit, as: id, incoming)
    return .made(id)
  }

  func handle(_ command: AcceptHomeObservation, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let (known, access, _) = try store.mustSee(command.observation, caller)
    guard let permit = try command.permit(for: caller, access: access, known: known, now: known.moment(tx.now)) else {
      return .done
    }
    let text = try store.familyText(
      known.text, for: known.primary, among: store.classmates(of: known, nil, in: caller.school),
      request.scene.words.language, in: caller.school)
    try store.save(permit, known, text?.text ?? "", store.files(of: [known.id], in: caller.school))
    return .done
  }
}
