import CCurl
import NIOConcurrencyHelpers
import NIOPosix

/// One service outside that the operator has set up: it is asked, waited for, and its answer is bounded.
///
/// Only the operator says where it is, so no list of hosts holds it; it is not followed to another place.
public final class ServiceClient: Sendable {
  public enum Failure: Error, Hashable, Sendable {
    case timedOut, tooLarge, unreachable
    /// It answered with a status that is no yes.
    case refused(Int)
    /// Too many wait already.
    case busy
  }

  private let url: String
  private let key: String
  private let seconds: Int
  private let limit: Int
  private let authorities: String?
  private let threads: NIOThreadPool
  private let waiting = NIOLockedValueBox(0)
  /// So many are asked at once, and as many wait.
  static let width = 4

  /// - Parameters:
  ///   - key: what the service knows us by; empty for one that asks for none. It is sent to the service and nowhere else.
  ///   - seconds: how long an answer is waited for.
  ///   - limit: how many bytes of an answer are taken.
  ///   - authorities: a PEM file that takes the place of the system's, for tests.
  public init(url: String, key: String, seconds: Int, limit: Int, authorities: String? = nil) {
    (self.url, self.key, self.seconds, self.limit) = (url, key, seconds, limit)
    self.authorities = authorities
    threads = NIOThreadPool(numberOfThreads: Self.width)
    threads.start()
  }

  deinit { threads.shutdownGracefully { _ in } }

  public func post(type: String, body: [UInt8]) async -> Result<[UInt8], Failure> {
    let hasRoom = waiting.withLockedValue { count -> Bool in
      guard count < 2 * Self.width else { return false }
      count += 1
      return true
    }
    guard hasRoom else { return .failure(.busy) }
    defer { waiting.withLockedValue { $0 -= 1 } }
    do {
      return .success(try await threads.runIfActive { [self] in try send(type, body) })
    } catch { return .failure(error as? Failure ?? .unreachable) }
  }

  private func send(_ type: String, _ body: [UInt8]) throws(Failure) -> [UInt8] {
    guard let curl = try? Curl() else { throw .unreachable }  // out of memory, or no libcurl
    curl.setUsual(seconds: seconds, connect: min(5, seconds), authorities: authorities)
    curl.set(CURLOPT_URL, url)
    curl.set(CURLOPT_PROTOCOLS_STR, "https,http")
    curl.set(CURLOPT_FOLLOWLOCATION, 0)
    curl.set(CURLOPT_POST, 1)
    curl.set(CURLOPT_POSTFIELDSIZE, body.count)
    var headers = ["Content-Type: " + type, "Accept: application/json", "Expect:"]
    if !key.isEmpty { headers.append("Authorization: Bearer " + key) }
    // What could break out of its line is left out.
    curl.set(CURLOPT_HTTPHEADER, lines: headers.filter { $0.utf8.allSatisfy { $0 >= 32 && $0 < 127 } })
    curl.setSource()
    curl.setSink()
    let (out, back) = (Outflow(body), Inflow(limit: limit))
    let code = withExtendedLifetime((out, back)) {
      curl.set(CURLOPT_READDATA, Unmanaged.passUnretained(out).toOpaque())
      curl.set(CURLOPT_WRITEDATA, Unmanaged.passUnretained(back).toOpaque())
      return curl.perform().code
    }
    switch code {
    case CURLE_OK: break
    case CURLE_OPERATION_TIMEDOUT: throw .timedOut
    case CURLE_WRITE_ERROR: throw .tooLarge
    default: throw .unreachable
    }
    guard (200..<300).contains(curl.responseCode) else { throw .refused(curl.responseCode) }
    return back.bytes
  }
}
