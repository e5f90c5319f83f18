import App
public import Base
import HTTPTypes
public import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Router
public import Web

/// A browser without a network: asks the real server in this process, keeps its cookies, and posts forms with what
/// the last page put into them.
public final class TestBrowser {
  public struct Reply {
    public let status: Int
    public let headers: [(String, String)]
    public let body: [UInt8]
    public var text: String { String(decoding: body, as: UTF8.self) }
    public func header(_ name: String) -> String? { headers.first { $0.0.lowercased() == name.lowercased() }?.1 }
    public func json() throws -> JSON { try JSON(body) }
  }

  let server: WebServer
  private var cookies: [String: String] = [:]
  public var token: String?
  public private(set) var csrf = ""

  public init(_ server: WebServer) { self.server = server }

  public func get(_ path: String, accept: String = "text/html", headers: [(String, String)] = []) async throws -> Reply
  {
    try await send("GET", path, accept: accept, headers: headers, type: nil, body: [])
  }

  /// Posts a form as a page of ours would; redirects are not followed.
  public func post(
    _ path: String, _ fields: [(String, String)] = [], accept: String = "text/html", headers: [(String, String)] = []
  ) async throws -> Reply {
    let all = fields + (csrf.isEmpty || fields.contains { $0.0 == "csrf" } ? [] : [("csrf", csrf)])
    let body = all.map { encode($0.0) + "=" + encode($0.1) }.joined(separator: "&")
    return try await send(
      "POST", path, accept: accept, headers: headers, type: "application/x-www-form-urlencoded", body: Array(body.utf8))
  }

  public func postJSON(_ path: String, _ json: JSON, headers: [(String, String)] = []) async throws -> Reply {
    try await send(
      "POST", path, accept: "application/json", headers: headers + (csrf.isEmpty ? [] : [("X-CSRF-Token", csrf)]),
      type: "application/json", body: json.bytes)
  }

  /// Posts a form with one file in it, as a page of ours would without scripts.
  public func upload(
    _ path: String, _ field: String, _ bytes: [UInt8], _ fields: [(String, String)] = [], name: String = "me.png"
  ) async throws -> Reply {
    var body: [UInt8] = []
    for (name, value) in fields + [("csrf", csrf)] {
      body += Array("--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
    }
    let head = "--x\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"\(name)\"\r\n\r\n"
    body += Array(head.utf8) + bytes + Array("\r\n--x--\r\n".utf8)
    return try await send(
      "POST", path, accept: "text/html", headers: [], type: "multipart/form-data; boundary=x", body: body)
  }

  public func send(
    _ method: String, _ path: String, accept: String, headers: [(String, String)], type: String?, body: [UInt8]
  ) async throws -> Reply {
    try await send(
      method, path, accept: accept, headers: headers, type: type, stream: RequestBody(buffer: ByteBuffer(bytes: body)))
  }

  /// The same with a body that comes as a test wants it to.
  public func send(
    _ method: String, _ path: String, accept: String, headers: [(String, String)] = [], type: String?,
    stream: RequestBody
  ) async throws -> Reply {
    var fields = HTTPFields()
    fields[.accept] = accept
    if let type { fields[.contentType] = type }
    if let token { fields[.authorization] = "Bearer " + token }
    if !cookies.isEmpty {
      fields[.cookie] = cookies.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }.joined(separator: "; ")
    }
    for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
    let head = HTTPRequest(
      method: HTTPRequest.Method(method) ?? .get, scheme: "http", authority: "localhost", path: path,
      headerFields: fields)
    let incoming = Hummingbird.Request(head: head, body: stream)
    let context = WebContext(source: .init(channel: EmbeddedChannel(), logger: Logger(label: "test")))
    let outgoing = try await server.respond(to: incoming, context: context)
    return try await read(outgoing)
  }

  private func read(_ outgoing: Hummingbird.Response) async throws -> Reply {
    let collected = Collected()
    try await outgoing.body.write(CollectingWriter(collected: collected))
    let reply = Reply(
      status: Int(outgoing.status.code), headers: outgoing.headers.map { ($0.name.rawName, $0.value) },
      body: collected.bytes)
    for (name, value) in reply.headers where name.lowercased() == "set-cookie" { keep(value) }
    if let found = reply.text.split(separator: "name=\"csrf\" content=\"").dropFirst().first {
      csrf = String(found.prefix { $0 != "\"" })
    }
    return reply
  }

  private func keep(_ header: String) {
    let pair = header.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    guard pair.count == 2 else { return }
    cookies[pair[0]] = pair[1].isEmpty || header.contains("Max-Age=0;") ? nil : pair[1]
  }

  public func cookie(_ name: String) -> String? { cookies[name] }
  public func setCookie(_ name: String, _ value: String?) { cookies[name] = value }

  private func encode(_ text: String) -> String {
    text.utf8.map { byte in
      let plain = byte >= 48 && byte <= 57 || byte >= 65 && byte <= 90 || byte >= 97 && byte <= 122
      return plain ? String(Unicode.Scalar(byte)) : "%" + hex([byte])
    }.joined()
  }
}

/// `@unchecked`: only the one task that reads one response writes it.
private final class Collected: @unchecked Sendable {
  var bytes: [UInt8] = []
}

private struct CollectingWriter: ResponseBodyWriter {
  let collected: Collected
  mutating func write(_ buffer: ByteBuffer) async throws { collected.bytes += Array(buffer.readableBytesView) }
  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
