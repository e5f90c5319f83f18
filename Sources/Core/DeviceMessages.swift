public import Base
import Router
import Sync

/// What a device is asked and told in JSON, by a worker that has the network and knows nothing of rows.
extension Device {
  /// `{"do": "pull", "now": …}` gives the form of a pull and `push` that of a push, if anything is to be sent; `pushed` takes
  /// its `answer`; `standing` says what waits and what was refused; `retry` and `discard` are about one request, by its `key`.
  ///
  /// - Throws: `Refusal.invalid` for anything else.
  public func told(_ said: JSON) throws(Refusal) -> JSON {
    let now = Instant(milliseconds: said.readInteger("now") ?? 0)
    switch said.readText("do") {
    case "pull": return .object([("form", .text(try pullForm(now: now)))])
    case "push": return .object([("form", .optional(try pushForm(now: now)))])
    case "pushed":
      let isDone = try said["answer"].map { answer throws(Refusal) in try pushed(answer) } ?? false
      return .object([("isDone", .flag(isDone))])
    case "standing": return try standing().json(of: self, now: now)
    case "refused": try refused(Self.key(said), said.readText("reason") ?? "")
    case "retry": try retry(Self.key(said), now: now)
    case "discard": try discard(Self.key(said))
    default: throw .invalid("do", Phrase("json.malformed"))
    }
    return try standing().json(of: self, now: now)
  }

  private static func key(_ said: JSON) throws(Refusal) -> ID<IdempotencyKey> {
    guard let key = said.readID("key", IdempotencyKey.self) else { throw .invalid("key", Phrase("json.malformed")) }
    return key
  }
}

extension DeviceStanding {
  fileprivate func json(of device: Device, now: Instant) -> JSON {
    let session = device.session
    return .object([
      ("account", .id(session.identity.account)), ("school", .id(session.school.id)),
      ("csrf", .text(session.identity.csrf)), ("assets", .text(session.assets)),
      ("isFilled", .flag((cursor?.asOf ?? 0) > 0)), ("head", .number(String(cursor?.delivered ?? 0))),
      ("waiting", .list(waiting.map { $0.json(isEditable: false) })),
      ("refused", .list(refused.map { $0.json(isEditable: device.isEditable($0, now: now)) })),
    ])
  }
}

extension PendingRequest {
  fileprivate func json(isEditable: Bool) -> JSON {
    var reason: String?
    if case .refused(let said) = outcome { reason = said }
    return .object([
      ("key", .id(key)), ("path", .text(path)), ("body", .text(String(decoding: body, as: UTF8.self))),
      ("typedAt", .number(String(typedAt.milliseconds))), ("reason", .optional(reason)), ("isShown", .flag(isShown)),
      ("isEditable", .flag(isEditable)),
    ])
  }
}
