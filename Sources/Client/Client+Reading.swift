public import Base
public import Core
import Foundation
import Router
import Sync

extension Client {
  /// Reads what pages read, as values, in one snapshot: the services' methods with the caller and zone that they want.
  ///
  /// - Throws: `ClientError.signedOut` or `.locked`, and what `body` throws.
  public func read<Answer: Sendable>(_ body: @Sendable (DeviceReading) throws -> Answer) throws -> Answer {
    var answer: Result<Answer, any Error> = .failure(ClientError.signedOut)
    try unlocked().read(now: now) { reading throws(Refusal) in
      answer = Result { try body(reading) }
    }
    return try answer.get()
  }

  /// The page as a browser would get it.
  ///
  /// - Parameter path: with its query, as in a browser.
  /// - Throws: `ClientError.notHere` for what only the server has.
  public func page(_ path: String) throws -> String {
    String(decoding: try look(path, accept: "text/html").body, as: UTF8.self)
  }

  /// The same as data: what `GET` of the path gives to programs.
  public func data(_ path: String) throws -> JSON {
    do { return try JSON(look(path, accept: "application/json").body) } catch let refusal as Refusal {
      throw ClientError.refused(refusal.code)
    }
  }

  /// Redirects are followed as often as a browser of ours would have to.
  private static let mostRedirects = 3

  private func look(_ path: String, accept: String) throws -> DeviceResponse {
    var path = path
    for _ in 0...Self.mostRedirects {
      let response = try answer(.get, path, accept: accept)
      guard response.status == 303, let place = response.headers.first(where: { $0.0 == "Location" }) else {
        return try mustBeFine(response)
      }
      path = String(place.1.prefix { $0 != "#" })
    }
    throw ClientError.notHere
  }

  /// Does something: on the rows that are here, at once; it is kept, and sent by the next `sync`.
  ///
  /// - Parameters:
  ///   - path: the route's, as `/messages/…`.
  ///   - fields: its form.
  ///   - page: where the form stands, when that is another path: its rows must be on the device.
  ///   - key: of this sending; the same again is the same sending.
  /// - Returns: what programs are answered.
  /// - Throws: `ClientError.refused` with the reason, and `.notHere` for what only the server can do; then nothing was done.
  @discardableResult
  public func perform(
    _ path: String, _ fields: KeyValuePairs<String, String> = [:], from page: String? = nil,
    key: ID<IdempotencyKey>? = nil
  ) throws -> JSON {
    try perform(path, form: Form(fields), from: page, key: key)
  }

  /// The same with a form that is put together.
  @discardableResult
  public func perform(
    _ path: String, form fields: Form, from page: String? = nil, key: ID<IdempotencyKey>? = nil
  ) throws -> JSON {
    let waiting = try unlocked().waitingCount()
    guard waiting < Self.mostWaiting else { throw ClientError.full(most: Self.mostWaiting) }
    var form = fields
    form.fields.append(Form.Field("command", (key ?? world.id()).text))
    let response = try answer(
      .post, path, accept: "application/json", body: form.urlEncoded, from: page ?? path)
    let fine = try mustBeFine(response)
    guard fine.hasWritten else { throw ClientError.notHere }
    observers.say()
    return (try? JSON(fine.body)) ?? .null  // an answer without data is none
  }

  private func answer(
    _ method: Router.Method, _ path: String, accept: String, body: String = "", from: String? = nil
  ) throws -> DeviceResponse {
    let device = try unlocked()
    let halves = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var asked = DeviceRequest(method, String(halves.first ?? ""), now: now, seed: world.secret(bits: 128))
    asked.query = halves.count > 1 ? String(halves[1]) : ""
    (asked.body, asked.accept, asked.from, asked.isOwn) = (body, accept, from, true)
    guard case .response(let response) = device.answer(asked) else { throw ClientError.notHere }
    return response
  }

  private func mustBeFine(_ response: DeviceResponse) throws -> DeviceResponse {
    guard (200..<400).contains(response.status) else {
      throw ClientError.refused(Problems.reason(response.body) ?? String(response.status))
    }
    return response
  }
}

/// What a problem document says (RFC 9457).
enum Problems {
  /// Of several, the first: it is about one field, and says what is wrong with it.
  static func reason(_ body: [UInt8]) -> String? {
    guard let json = try? JSON(body) else { return nil }  // then it is no problem document
    return json.readList("errors").first?.readText("detail") ?? json.readText("detail") ?? json.readText("title")
  }
}
