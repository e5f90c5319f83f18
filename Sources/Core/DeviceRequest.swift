public import Base
package import Kit
public import Router

/// What a device is asked: a request of the browser's, with the hour and random numbers, which it has not of its own.
public struct DeviceRequest: Sendable {
  public var method: Method
  public var path: String
  /// What follows the `?`, as it stands there.
  public var query = ""
  /// The form as it was posted, URL-encoded.
  public var body = ""
  /// The header of that name.
  public var accept = "text/html"
  /// The page of ours a form was sent from, with its query.
  public var from: String?
  /// Whether the program asks that holds the device: it has the data of a page as well as the page.
  public var isOwn = false
  /// Chosen in this browser by hand.
  public var language: Language?
  /// What the last form came to, as its answer said it; it is shown on this page.
  package var toast: Toast?
  public var now: Instant
  /// Random digits, new for each request: the ids of sendings are drawn from them.
  public var seed: String

  public init(_ method: Method, _ path: String, now: Instant, seed: String) {
    (self.method, self.path, self.now, self.seed) = (method, path, now, seed)
  }

  /// - Throws: `Refusal.invalid` for what is no request.
  public init(_ json: JSON) throws(Refusal) {
    guard let method = json.readText("method").flatMap({ Method(rawValue: $0) }), let path = json.readText("path"),
      let now = json.readInteger("now"), let seed = json.readText("seed"), seed.utf8.count >= Self.leastSeed
    else { throw .invalid("", Phrase("json.malformed")) }
    self.init(method, path, now: Instant(milliseconds: now), seed: seed)
    (query, body) = (json.readText("query") ?? "", json.readText("body") ?? "")
    (accept, from) = (json.readText("accept") ?? accept, json.readText("from"))
    language = json.readText("language").flatMap { Language(rawValue: $0) }
    toast = json["toast"].flatMap { Toast($0) }
  }

  /// 128 bits as hexadecimal digits.
  private static let leastSeed = 32

  /// The hour, and numbers that follow from the seed.
  func world(_ zones: ZoneTable) -> World {
    let (now, numbers) = (now, SeededNumbers(seed))
    return World(now: { now }, random: { numbers.next() }, zones: zones)
  }

  /// The path with its query.
  var target: String { path + (query.isEmpty ? "" : "?" + query) }

  /// Where the page that answers is had again.
  var back: String { method == .post ? from ?? path : target }
}

/// Numbers that nobody guesses who does not know the seed.
///
/// `@unchecked Sendable`: a device answers one request at a time.
private final class SeededNumbers: @unchecked Sendable {
  private let seed: [UInt8]
  private var count: UInt64 = 0

  init(_ seed: String) { self.seed = Array(seed.utf8) }

  func next() -> UInt64 {
    count += 1
    let place = (0..<8).map { UInt8(truncatingIfNeeded: count >> UInt64(8 * $0)) }
    return sha256(seed + place).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
