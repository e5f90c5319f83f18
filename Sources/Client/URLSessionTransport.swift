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
    session = URLSession(configuration: Self.configuration, delegate: StayingHere(), delegateQueue: nil)
  }

  /// Thirty seconds without a word are too many: a live line says something every fifteen.
  static var configuration: URLSessionConfiguration {
    let made = URLSessionConfiguration.ephemeral
    made.httpShouldSetCookies = false
    made.httpCookieStorage = nil
    made.urlCache = nil
    made.timeoutIntervalForRequest = 30
    return made
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
    let (data, answer): (Data, URLResponse)
    do { (data, answer) = try await session.data(for: asking(request)) } catch let error as ClientError {
      throw error
    } catch {
      try Task.checkCancellation()
      throw ClientError.noLine
    }
    guard let answer = answer as? HTTPURLResponse, data.count <= Self.longestAnswer else {
      throw ClientError.unreadable
    }
    return ClientResponse(status: answer.statusCode, headers: answer.named, body: Array(data))
  }

  public func listen(_ request: ClientRequest) async throws -> ClientLine {
    try await Hearing().begin(asking(request))
  }

  private func asking(_ request: ClientRequest) throws -> URLRequest {
    guard request.path.hasPrefix("/"), !request.path.hasPrefix("//"),
      let url = URL(string: request.path, relativeTo: server)
    else { throw ClientError.notHere }
    var asked = URLRequest(url: url)
    asked.httpMethod = request.method.rawValue
    for (name, value) in request.headers { asked.setValue(value, forHTTPHeaderField: name) }
    if request.method == .post { asked.httpBody = Data(request.body) }
    return asked
  }
}

extension HTTPURLResponse {
  /// Its headers, by their names in small letters.
  var named: [String: String] {
    var headers: [String: String] = [:]
    for (name, value) in allHeaderFields {
      if let name = name as? String, let value = value as? String { headers[name.lowercased()] = value }
    }
    return headers
  }
}

/// A token goes to the server it was made by, and nowhere that an answer points to.
///
/// `@unchecked Sendable`: it holds nothing, and `Hearing` is one of it.
class StayingHere: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }
}
