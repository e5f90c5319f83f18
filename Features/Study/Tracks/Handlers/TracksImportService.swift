package import Base
package import Database
import Kit
package import Router
package import School

extension TracksService {
  /// What a file would do to a track; without one the empty page.
  package func importing(
    _ track: ID<Track>, _ file: TrackImport?, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> TrackImportPage {
    let store = TracksStore(tx: tx)
    let (known, access) = try store.mustSee(track, caller)
    // A form that is not the reader's to fill in is not there, as those of the track itself.
    guard access == .keeper else { throw .notFound }
    guard known.deletedAt == nil else { throw .conflict(Phrase("tracks.is-deleted")) }
    var page = TrackImportPage(track: known)
    guard let file else { return page }
    let plan = TrackImportPlan(file, over: try store.items(of: track, in: caller.school))
    page.found = (file, plan)
    return page
  }

  /// Takes the texts of a file over; what the preview showed is computed by the same plan.
  package func handle(
    _ command: ImportTexts, _ file: TrackImport, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let (known, access) = try store.mustSee(command.track, caller)
    let items = try store.items(of: known.id, in: caller.school)
    let plan = TrackImportPlan(file, over: items)
    guard
      let permit = try command.permit(
        for: caller, access: access, known: known, file: file, plan: plan, count: items.count, now: tx.now)
    else { return Outcome("0") }
    let hasDays = try store.hasDays(known.id, in: caller.school)
    try store.save(permit, file, plan, of: known, today: today(caller, tx), hasDays: hasDays)
    try recompile(known, caller, tx)
    return Outcome(String(plan.new.count + plan.changed.count))
  }

  /// A text that was pasted is read here, where there is no file to open.
  package func handle(_ command: ImportTexts, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    try handle(command, TrackImport(command.text), request, tx)
  }

  package func showImport(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let data = try importing(request.id("track"), nil, request.caller(), tx)
    return .page { trackImportPage(data, request.draft, $0) }
  }
}
