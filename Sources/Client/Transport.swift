/// One question to the server, by a path of its own.
public struct ClientRequest: Hashable, Sendable {
  public enum Method: String, Sendable { case get = "GET", post = "POST" }
  public var method: Method
  /// With its query.
  public var path: String
  public var headers: [String: String]
  public var body: [UInt8]

  public init(_ method: Method, _ path: String, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.method, self.path, self.headers, self.body) = (method, path, headers, body)
  }
}

/// What the server said.
public struct ClientResponse: Hashable, Sendable {
  public let status: Int
  /// By their names in small letters.
  public let headers: [String: String]
  public let body: [UInt8]

  public init(status: Int, headers: [String: String], body: [UInt8]) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

/// The way to the server: the one thing that a client waits for.
public protocol Transport: Sendable {
  /// Redirects are answers like others, and are not followed.
  ///
  /// - Throws: when there is no answer; the request may have been carried out.
  func send(_ request: ClientRequest) async throws -> ClientResponse
}
