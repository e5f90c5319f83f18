import CCurl
import NIOConcurrencyHelpers
import NIOPosix

/// Where the server may send something by itself: the push services there are, and whatever the operator adds.
///
/// People hand us the addresses, so without a closed list they could have us knock on any door (SSRF).
public struct AllowedHosts: Sendable {
  private static let exact: Set<String> = ["fcm.googleapis.com"]
  private static let endings = [".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"]
  /// `host:port` each, reached without TLS too: for tests.
  private let more: Set<String>
  public init(more: Set<String> = []) { self.more = more }

  /// Whether the address is one of theirs.
  ///
  /// The host is held to letters that every reader of addresses reads alike, so libcurl cannot read another out of it.
  public func admits(_ url: String) -> Bool {
    guard url.utf8.count <= 2048, url.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") }),
      let (scheme, authority) = AllowedHosts.parts(url)
    else { return false }
    if more.contains(authority) { return true }
    guard scheme == "https" else { return false }
    return AllowedHosts.exact.contains(authority) || AllowedHosts.endings.contains { authority.hasSuffix($0) }
  }

  private static func parts(_ url: String) -> (scheme: String, authority: String)? {
    for scheme in ["https", "http"] where url.hasPrefix(scheme + "://") {
      let authority = String(url.dropFirst(scheme.utf8.count + 3).prefix { $0 != "/" })
      let isPlain = authority.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
          UInt8(ascii: "-"), UInt8(ascii: ":"):
          true
        default: false
        }
      }
      return isPlain && !authority.isEmpty && !authority.hasPrefix(".") ? (scheme, authority) : nil
    }
    return nil
  }
}

/// Posts small bodies to services outside, a few at a time, on threads of its own.
public final class HTTPClient: Sendable {
  public struct Message: Sendable {
    public let url: String
    let headers: [String]
    let body: [UInt8]

    /// Headers that could break out of their line are left out.
    public init(url: String, headers: [(String, String)], body: [UInt8]) {
      self.url = url
      self.headers = headers.map { $0.0 + ": " + $0.1 }.filter { $0.utf8.allSatisfy { $0 >= 32 && $0 < 127 } }
      self.body = body
    }
  }

  public let hosts: AllowedHosts
  private let authorities: String?
  private let threads: NIOThreadPool
  private let idle = NIOLockedValueBox<[Curl]>([])

  /// - Parameter authorities: a PEM file that takes the place of the system's, for tests.
  public init(hosts: AllowedHosts, width: Int = 4, authorities: String? = nil) {
    (self.hosts, self.authorities) = (hosts, authorities)
    threads = NIOThreadPool(numberOfThreads: width)
    threads.start()
  }

  deinit { threads.shutdownGracefully { _ in } }

  /// - Throws: `DeliveryFailure` unless the other side says 2xx.
  public func post(_ message: Message) async throws {
    guard hosts.admits(message.url) else { throw DeliveryFailure(.gone, "not a push service we know") }
    try await threads.runIfActive { [self] in
      let curl = try idle.withLockedValue { $0.popLast() } ?? Curl()
      defer { idle.withLockedValue { $0.append(curl) } }
      try send(message, over: curl)
    }
  }

  private func send(_ message: Message, over curl: Curl) throws(DeliveryFailure) {
    curl.reset()
    curl.setUsual(seconds: 10, connect: 5, authorities: authorities)
    curl.set(CURLOPT_URL, message.url)
    curl.set(CURLOPT_PROTOCOLS_STR, "https,http")  // which of the two, `hosts` has said
    curl.set(CURLOPT_FOLLOWLOCATION, 0)
    curl.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    curl.set(CURLOPT_POST, 1)
    curl.set(CURLOPT_POSTFIELDSIZE, message.body.count)
    curl.set(CURLOPT_HTTPHEADER, lines: message.headers + ["Expect:"])
    curl.setSource()
    curl.setSink()
    let (out, back) = (Outflow(message.body), Inflow(limit: 16 << 10))
    let (code, reason) = withExtendedLifetime((out, back)) {
      curl.set(CURLOPT_READDATA, Unmanaged.passUnretained(out).toOpaque())
      curl.set(CURLOPT_WRITEDATA, Unmanaged.passUnretained(back).toOpaque())
      return curl.perform()
    }
    let status = curl.responseCode
    guard code == CURLE_OK else { throw DeliveryFailure(.passing, "push \(code.rawValue): \(reason)") }
    try HTTPClient.judge(status, retryAfter: curl.retryAfter, back.bytes)
  }

  /// How Apple says with a 400 that nobody is there.
  private static let noDevice = ["\"BadDeviceToken\"", "\"DeviceTokenNotForTopic\""]

  /// What an answer means (RFC 8030 §5, Apple's table): 404 and 410 that nobody is there, 429 and 5xx that it is too much.
  static func judge(_ status: Int, retryAfter: Int?, _ body: [UInt8]) throws(DeliveryFailure) {
    switch status {
    case 200..<300: return
    case 404, 410: throw DeliveryFailure(.gone, "push \(status)")
    case 400 where noDevice.contains { String(decoding: body, as: UTF8.self).contains($0) }:
      throw DeliveryFailure(.gone, "push 400: not a device of this program")
    case 429, 500..<600: throw DeliveryFailure(.passing, "push \(status)", retryAfter: retryAfter)
    case 401, 403: throw DeliveryFailure(.passing, "push \(status): they do not know our key", retryAfter: 3600)
    default: throw DeliveryFailure(.final, "push \(status)")
    }
  }
}
