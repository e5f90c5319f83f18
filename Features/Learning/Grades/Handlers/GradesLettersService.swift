package import Base
package import Database
import People
package import Router
package import School

/// The letters of the school: looking, changing.
extension GradesService {
  package func letters(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> LettersPage {
    LettersPage(letters: try GradesStore(tx: tx).letters(in: caller.school))
  }

  /// Answers the version now.
  package func handle(_ command: SetLetters, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), GradesStore(tx: tx))
    let known = try store.letters(in: caller.school)
    let permit = try command.permit(for: caller, known, now: tx.now)
    if known.id != nil { try request.expect(version: known.version) }
    try store.save(permit, over: known, as: tx.newID())
    return Outcome(try store.letters(in: caller.school).version)
  }
}
