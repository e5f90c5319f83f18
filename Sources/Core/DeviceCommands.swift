import Base
import Database
import Kit
import People
import Router
import Sync

/// What is done on a device: carried out on its rows by the handlers that the server has, and kept until it is in the books.
extension Device {
  /// A form of a page that stands on the device is carried out there; any other asks the server.
  ///
  /// The answer is the server's own. What is refused here for want of rows, the server may know better; what the server
  /// would not take is not kept.
  func command(
    _ asked: DeviceRequest, _ route: Route, _ names: [String: String], _ work: CommandWork
  ) -> DeviceAnswer {
    guard wasSentFromHere(asked), asked.body.utf8.count <= route.bodyLimit else { return .server }
    do throws(Refusal) {
      let request = try replica.read(now: asked.now, zones: zones) { tx throws(Refusal) in
        try self.request(asked, route, names, session.identity(tx))
      }
      guard route.access.admits(request.identity) else { return .server }
      do throws(Refusal) { return .wrote(try carryOut(asked, request, work).answer(to: request)) } catch {
        return try again(error, request)
      }
    } catch { return .server }
  }

  /// Whether the page with the form is one that this person has on the device.
  private func wasSentFromHere(_ asked: DeviceRequest) -> Bool {
    guard let from = asked.from.map({ String($0.prefix { $0 != "?" }) }), RouteTable.isCanonical(from),
      case .route(let page, _) = table.find(.get, from)
    else { return false }
    return from == DevicesPaths.edit || page.offline.roles.contains(session.school.role)
  }

  private func carryOut(
    _ asked: DeviceRequest, _ request: Request, _ work: CommandWork
  ) throws(Refusal) -> Response {
    let begun = try work.begin(request)
    let kept = PendingRequest(
      key: begun.envelope.id, school: replica.school, account: replica.account, path: asked.target,
      body: Array(request.form.urlEncoded.utf8), typedAt: asked.now)
    let answered = try replica.carryOut(kept, zones: zones) { tx throws(Refusal) in try begun.carryOut(tx).text }
    let outcome = Outcome(answered.text)
    switch begun.answer {
    case .done(let answer): return try answer(outcome)
    case .page(let answer):
      return try replica.read(now: asked.now, zones: zones) { tx throws(Refusal) in try answer(outcome, tx) }
    }
  }

  /// A refused form comes back with what was typed, as from the server.
  private func again(_ refusal: Refusal, _ refused: Request) throws(Refusal) -> DeviceAnswer {
    // What is not here may be there.
    if case .notFound = refusal { return .server }
    guard refused.wants == .page, case .page(let form) = refused.route.form, let problems = refusal.problems else {
      return refusal.answer(to: refused)
    }
    var request = refused
    request.draft = Draft(request.form, problems: problems)
    request.scene.refused = Scene.Refused(action: request.path, fields: request.form.withoutSecrets)
    let shown = request
    var response = try replica.read(now: shown.scene.now, zones: zones) { tx throws(Refusal) in try form(shown, tx) }
    response.status = refusal.status
    return response.answer(to: shown)
  }

  /// Carries out once more what waits, on the rows that came (`Replica.Replay`).
  func replay(_ pending: PendingRequest, _ tx: WriteTransaction) throws(Refusal) {
    var asked = DeviceRequest(.post, pending.way.path, now: pending.typedAt, seed: pending.key.text)
    asked.query = pending.way.query
    asked.body = String(decoding: pending.body, as: UTF8.self)
    guard case .route(let route, let names) = table.find(.post, asked.path), case .command(let work) = route.work
    else { throw .notFound }
    // What is new to its owner no command asks, and this is done of all that waits with each page that comes.
    var request = try request(asked, route, names, session.identity)
    request.idempotencyKey = pending.key
    guard route.access.admits(request.identity) else { throw .notFound }
    _ = try work.begin(request).carryOut(tx)
  }
}

extension DeviceAnswer {
  /// The same, of what is kept on the device by now.
  fileprivate static func wrote(_ answer: DeviceAnswer) -> DeviceAnswer {
    // Carried out and kept, it is done, also where its answer would have been a file.
    guard case .response(var response) = answer else {
      return .wrote(.response(.redirect("/", nil)))
    }
    response.hasWritten = true
    return .response(response)
  }
}
