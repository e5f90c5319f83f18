public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The server by way of the system's own HTTP.
public final class URLSessionTransport: Transport {
  private let server: URL
  private let session: URLSession
  /// No answer of a server of ours is longer.
  private static let longestAnswer = 128 << 20

  /// - Parameter server: its address, as in a browser: `https://school.example`.
  /// - Throws: `ClientError.insecure` for an open line to another machine.
  public init(server: URL) throws {
    guard Self.isPrivate(server) else { throw ClientError.insecure }
    self.server = server
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.timeoutIntervalForRequest = 30
    session = URLSession(configuration: configuration, delegate: StayingHere(), delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  private static func isPrivate(_ server: URL) -> Bool {
    switch server.scheme?.lowercased() {
    case "https": server.host != nil
    case "http": ["localhost", "127.0.0.1", "::1", "[::1]"].contains(server.host?.lowercased() ?? "")
    default: false
    }
  }

  public func send(_ request: ClientRequest) async throws -> ClientResponse {
    guard request.path.hasPrefix("/"), !request.path.hasPrefix("//"),
      let url = URL(string: request.path, relativeTo: server)
    else { throw ClientError.notHere }
    var asked = URLRequest(url: url)
    asked.httpMethod = request.method.rawValue
    for (name, value) in request.headers { asked.setValue(value, forHTTPHeaderField: name) }
    if request.method == .post { asked.httpBody = Data(request.body) }
    let (data, answer): (Data, URLResponse)
    do { (data, answer) = try await session.data(for: asked) } catch {
      try Task.checkCancellation()
      throw ClientError.noLine
    }
    guard let answer = answer as? HTTPURLResponse, data.count <= Self.longestAnswer else {
      throw ClientError.unreadable
    }
    var headers: [String: String] = [:]
    for (name, value) in answer.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers[name.lowercased()] = value }
    }
    return ClientResponse(status: answer.statusCode, headers: headers, body: Array(data))
  }
}

/// A token goes to the server it was made by, and nowhere that an answer points to.
private final class StayingHere: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }
}
