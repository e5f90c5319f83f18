import CCurl
import NIOPosix

/// Asks a server on this machine, by its Unix socket.
public enum SocketClient {
  /// What is read of an answer at most.
  private static let most = 64 << 20

  /// - Returns: what it says; `nil` when nobody listens there.
  /// - Throws: `DeliveryFailure` when it does not say it to the end.
  public static func post(
    _ path: String, json body: [UInt8], over socket: String, seconds: Int
  ) async throws -> (status: Int, body: [UInt8])? {
    let thread = NIOThreadPool(numberOfThreads: 1)
    thread.start()
    let answer: Result<(status: Int, body: [UInt8])?, any Error>
    do { answer = .success(try await thread.runIfActive { try send(path, body, socket, seconds) }) } catch {
      answer = .failure(error)
    }
    // Who asks is a command that ends with the answer. A thread that was still letting go of what curl keeps for it then
    // did so beside the end of the process, which takes the same away: one of 700 crashed.
    try await thread.shutdownGracefully()
    return try answer.get()
  }

  private static func send(
    _ path: String, _ body: [UInt8], _ socket: String, _ seconds: Int
  ) throws(DeliveryFailure) -> (status: Int, body: [UInt8])? {
    let curl = try Curl()
    curl.setUsual(seconds: seconds, connect: 5, authorities: nil)
    curl.set(CURLOPT_URL, "http://localhost" + path)
    curl.set(CURLOPT_UNIX_SOCKET_PATH, socket)
    curl.set(CURLOPT_PROTOCOLS_STR, "http")
    curl.set(CURLOPT_POST, 1)
    curl.set(CURLOPT_POSTFIELDSIZE, body.count)
    curl.set(CURLOPT_HTTPHEADER, lines: ["Content-Type: application/json", "Expect:"])
    curl.setSource()
    curl.setSink()
    let (out, back) = (Outflow(body), Inflow(limit: most))
    let (code, reason) = withExtendedLifetime((out, back)) {
      curl.set(CURLOPT_READDATA, Unmanaged.passUnretained(out).toOpaque())
      curl.set(CURLOPT_WRITEDATA, Unmanaged.passUnretained(back).toOpaque())
      return curl.perform()
    }
    if code == CURLE_COULDNT_CONNECT { return nil }
    guard code == CURLE_OK else { throw DeliveryFailure(.passing, "socket \(code.rawValue): \(reason)") }
    return (curl.responseCode, back.bytes)
  }
}
