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

/// An answer that goes on for as long as both sides want.
public struct ClientLine: Sendable {
  public let status: Int
  /// By their names in small letters.
  public let headers: [String: String]
  /// What is said, in pieces as they come.
  ///
  /// It ends with the line; whoever stops reading ends it.
  public let body: AsyncThrowingStream<[UInt8], any Error>

  public init(status: Int, headers: [String: String], body: AsyncThrowingStream<[UInt8], any Error>) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

/// The way to the server: the one thing that a client waits for.
public protocol Transport: Sendable {
  /// Redirects are answers like others, and are not followed.
  ///
  /// - Throws: when there is no answer; the request may have been carried out.
  func send(_ request: ClientRequest) async throws -> ClientResponse

  /// The same for an answer that is read while it comes.
  func listen(_ request: ClientRequest) async throws -> ClientLine
}

extension Transport {
  /// A way on which an answer cannot be read while it comes has no live line.
  public func listen(_ request: ClientRequest) async throws -> ClientLine { throw ClientError.noLine }
}
