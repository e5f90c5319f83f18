import Base
import Database
import Kit
import People
import Router
import School
import Sync

/// What was refused goes back into the form that it came from, where its writer puts it right and sends it as something new.
extension Device {
  /// The form with what was typed in it; the server has no tray to look into.
  func edit(_ asked: DeviceRequest) -> DeviceAnswer {
    do throws(Refusal) {
      let key = try Form(urlEncoded: asked.query.utf8)["key"].flatMap { ID<IdempotencyKey>($0) }
      guard let pending = try standing().refused.first(where: { $0.key == key }) else { return .server }
      return try typed(pending, asked).map { .response($0) } ?? .server
    } catch { return .server }
  }

  /// Whether there is a form that it can go back into: what it was about may be gone.
  func isEditable(_ pending: PendingRequest, now: Instant) -> Bool {
    let asked = DeviceRequest(.get, DevicesPaths.edit, now: now, seed: pending.key.text)
    do throws(Refusal) { return try typed(pending, asked)?.status == 200 } catch { return false }
  }

  private func typed(_ pending: PendingRequest, _ asked: DeviceRequest) throws(Refusal) -> DeviceResponse? {
    guard let (route, names, form) = form(of: pending) else { return nil }
    var sent = asked
    (sent.method, sent.path, sent.query) = (.post, pending.way.path, pending.way.query)
    sent.body = String(decoding: pending.body, as: UTF8.self)
    let typed = sent
    let answer = try replica.read(now: asked.now, zones: zones) { tx throws(Refusal) in
      var request = try self.request(typed, route, names, session.identity(tx))
      guard route.access.admits(request.identity) else { throw .notFound }
      request.draft = Draft(request.form, problems: [])
      request.scene.refused = Scene.Refused(action: request.path, fields: request.form.withoutSecrets)
      return try form(request, tx).answer(to: request)
    }
    guard case .response(let response) = answer else { return nil }
    return response
  }

  private func form(of pending: PendingRequest) -> (Route, [String: String], PageHandler)? {
    guard case .route(let route, let names) = table.find(.post, pending.way.path), case .page(let form) = route.form
    else { return nil }
    return (route, names, form)
  }
}

extension PendingRequest {
  /// Its path, and what stands behind the question mark.
  var way: (path: String, query: String) {
    (String(path.prefix { $0 != "?" }), String(path.drop { $0 != "?" }.dropFirst()))
  }
}
