import Base
import Crypto
import Foundation
import HTML
import HTTPTypes
import Hummingbird
import Kit
import Logging
import NIOCore
import Router

extension WebServer {
  /// Strict from the first page on: our own scripts and styles only, nothing inline, no string becomes markup outside
  /// the one policy of `stream.js`.
  static let policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; "
    + "connect-src 'self'; manifest-src 'self'; worker-src 'self'; object-src 'none'; frame-src 'self'; media-src 'self' blob:; base-uri 'none'; frame-ancestors 'none'; "
    + "form-action 'self'; require-trusted-types-for 'script'; trusted-types stream worker"

  /// What every answer carries, made once.
  static func standingHeaders(_ settings: WebSettings) -> HTTPFields {
    var fields = HTTPFields()
    let fixed: [(String, String)] = [
      ("Content-Security-Policy", WebServer.policy), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "same-origin"), ("X-Frame-Options", "DENY"), ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
      // Every page is somebody's: nothing between us and them keeps a copy, nor the browser after signing out.
      ("Cache-Control", "no-store"), ("Vary", "Accept, Cookie, Authorization, Accept-Language"),
    ]
    for (name, value) in fixed { if let name = HTTPField.Name(name) { fields[name] = value } }
    if settings.isSecure { fields[.strictTransportSecurity] = "max-age=63072000; includeSubDomains" }
    return fields
  }

  /// The same for every live line: ten thousand of them share one copy.
  static func liveHeaders(_ standing: HTTPFields) -> HTTPFields {
    var fields = standing
    fields[.contentType] = "text/event-stream; charset=utf-8"
    if let name = HTTPField.Name("X-Accel-Buffering") { fields[name] = "no" }
    return fields
  }

  func headers(_ type: String?) -> HTTPFields {
    var fields = standing
    if let type { fields[.contentType] = type }
    return fields
  }

  func render(_ response: Response, _ request: Request, _ incoming: Hummingbird.Request, _ context: Context)
    async throws -> Hummingbird.Response
  {
    var outgoing = try await body(response, request, incoming, context)
    for cookie in response.cookies {
      outgoing.headers.append(HTTPField(name: .setCookie, value: setCookie(cookie.name, cookie.value, cookie.seconds)))
    }
    for (name, value) in response.headers { if let name = HTTPField.Name(name) { outgoing.headers[name] = value } }
    // A browser that is a device of one school has to know when its person is in another (Public/worker/4-fetch.js).
    if case .page = response.body, let school = request.identity?.school?.id,
      let name = HTTPField.Name(RequestReading.schoolHeader)
    {
      outgoing.headers[name] = school.text
    }
    if let cspException = response.cspException, let name = HTTPField.Name("Content-Security-Policy") {
      outgoing.headers[name] = cspException.policy
    }
    if case .bytes = response.body, isKnown(outgoing, to: incoming) {
      outgoing.headers[.contentType] = nil
      outgoing.headers[.contentEncoding] = nil
      outgoing = Hummingbird.Response(status: .notModified, headers: outgoing.headers)
    }
    if let link = response.link(to: request), let name = HTTPField.Name("Link") { outgoing.headers[name] = link }
    if request.scene.toast != nil, case .page = response.body {
      outgoing.headers.append(HTTPField(name: .setCookie, value: setCookie("-toast", "", 0)))
    }
    return outgoing
  }

  /// Whether the reader has these very bytes already.
  private func isKnown(_ outgoing: Hummingbird.Response, to incoming: Hummingbird.Request) -> Bool {
    guard outgoing.status == .ok, let tag = outgoing.headers[.eTag], let known = incoming.headers[.ifNoneMatch] else {
      return false
    }
    return known.split(separator: ",").contains { one in
      let text = trimmed(String(one))
      return (text.hasPrefix("W/") ? String(text.dropFirst(2)) : text) == tag
    }
  }

  private func body(_ response: Response, _ request: Request, _ incoming: Hummingbird.Request, _ context: Context)
    async throws -> Hummingbird.Response
  {
    switch (response.body, request.wants) {
    case (.live, _): return try await openLine(request, incoming, context)
    case (.bytes(let bytes, let type), _): return text(bytes, type, .init(code: response.status), incoming)
    case (.file(let kept), _): return try await file(kept, incoming)
    case (.stream(let type, let name, let length, let stream), _):
      guard let write = stream.write else { throw Refusal.unavailable }
      return self.stream(type, name, length, write)
    case (_, .json): return json(response, incoming)
    case (.page(let page), _):
      let html = response.document(page, to: request)
      return text(html.bytes, "text/html; charset=utf-8", .init(code: response.status), incoming)
    case (.redirect(let path, let toast), .fragments):
      guard let fragments = response.fragments else { return redirect(path, toast) }
      return text(fragments(request.scene).bytes, "text/vnd.stream+html; charset=utf-8", .ok, incoming)
    case (.redirect(let path, let toast), .page): return redirect(path, toast)
    }
  }

  private func json(_ response: Response, _ incoming: Hummingbird.Request) -> Hummingbird.Response {
    let content = response.json()
    let bytes = content.bytes
    let tag = "\"" + (response.version ?? content.answeredTag) + "\""
    if response.status == 200, incoming.method == .get, incoming.headers[.ifNoneMatch] == tag {
      var headers = headers(nil)
      headers[.eTag] = tag
      return Hummingbird.Response(status: .notModified, headers: headers)
    }
    var outgoing = text(bytes, "application/json; charset=utf-8", .init(code: response.status), incoming)
    outgoing.headers[.eTag] = tag
    return outgoing
  }

  func text(_ bytes: [UInt8], _ type: String, _ status: HTTPResponse.Status, _ incoming: Hummingbird.Request?)
    -> Hummingbird.Response
  {
    var headers = headers(type)
    // Below a packet or so there is nothing to gain.
    guard bytes.count > 1200, Gzip.isAccepted(incoming?.headers[.acceptEncoding]),
      let packed = Gzip.compress(bytes)
    else {
      return Hummingbird.Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
    headers[.contentEncoding] = "gzip"
    return Hummingbird.Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: packed)))
  }

  private func stream(
    _ type: String, _ name: String?, _ length: Int?,
    _ write: @escaping @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void
  ) -> Hummingbird.Response {
    var headers = headers(type)
    if let name { headers[.contentDisposition] = disposition(name, isInline: false) }
    return Hummingbird.Response(
      status: .ok, headers: headers,
      body: .init(contentLength: length) { writer in
        var out = writer
        try await write { try await out.write(ByteBuffer(bytes: $0)) }
        try await out.finish(nil)
      })
  }

  /// A name for people, in ASCII for old programs and in full for the others (RFC 6266, RFC 8187).
  func disposition(_ name: String, isInline: Bool) -> String {
    let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "_" })
    let encoded = name.utf8.map {
      $0 < 128 && (Character(Unicode.Scalar($0)).isLetter || $0 == 46 || $0 == 45 || $0 >= 48 && $0 <= 57)
        ? String(Unicode.Scalar($0)) : "%" + hex([$0])
    }
    return (isInline ? "inline" : "attachment") + "; filename=\"\(plain)\"; filename*=UTF-8''\(encoded.joined())"
  }

  func redirect(_ path: String, _ toast: Toast? = nil) -> Hummingbird.Response {
    var headers = headers(nil)
    // Paths of ours only: `//host` and `/\host` are other hosts to a browser.
    headers[.location] = path.hasPrefix("/") && isSafeAddress(path) ? path : "/"
    headers[.contentLength] = "0"
    if let toast { headers.append(HTTPField(name: .setCookie, value: setCookie("-toast", toast.cookie, 60))) }
    return Hummingbird.Response(status: .seeOther, headers: headers)
  }

  private func setCookie(_ suffix: String, _ value: String, _ seconds: Int) -> String {
    "\(settings.cookieName)\(suffix)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
      + (settings.isSecure ? "; Secure" : "")
  }

  /// One place that turns whatever went wrong into an answer; what is not a refusal is logged and says nothing.
  ///
  /// - Parameter back: the page a form was sent from.
  func refuse(_ error: any Error, _ wants: Request.Wants, _ scene: Scene, back: String = "/") -> Hummingbird.Response {
    var (refusal, status) = (Refusal.unavailable, HTTPResponse.Status.internalServerError)
    var extra: [(HTTPField.Name, String)] = []
    var page: Page?, trace = ""
    switch error {
    case let error as Refusal:
      (refusal, status) = (error, error.httpStatus)
      if let seconds = error.waits, let name = HTTPField.Name("Retry-After") { extra = [(name, String(seconds))] }
    case is Unauthorized:
      (refusal, status) = (.notAllowed(Phrase("refusal.sign-in")), .unauthorized)
      extra = [(.wwwAuthenticate, "Bearer")]
      page = signInPage(back: back, scene)
    case is LineOver: return Hummingbird.Response(status: .ok, headers: liveHeaders, body: .init(byteBuffer: Live.over))
    case is BrokenBody: (refusal, status) = (.invalid("", Phrase("form.broken")), .badRequest)
    case is TooSlow: (refusal, status) = (.invalid("", Phrase("form.too-slow")), .requestTimeout)
    case is UnknownType: (refusal, status) = (.invalid("", Phrase("form.type")), .unsupportedMediaType)
    case is Misdirected: (refusal, status) = (.notFound, .misdirectedRequest)
    case let error as WrongMethod:
      (refusal, status) = (.notAllowed(Phrase("refusal.method")), .methodNotAllowed)
      extra = [(.allow, error.allowed.sorted().joined(separator: ", "))]
    default:
      trace = String(world.id(Trace.self).text.suffix(12))
      logger.error("request", metadata: ["why": "\(error)", "trace": "\(trace)"])
      page = failurePage(scene, trace: trace)
    }
    let (bytes, type) = refusal.body(wants, scene, page: page, status: status.code, trace: trace)
    var outgoing = text(bytes, type, status, nil)
    for (name, value) in extra { outgoing.headers[name] = value }
    return outgoing
  }
}

/// The kind of `ID` by which the log's line of a mistake of ours is found.
private enum Trace {}

extension JSON {
  /// What `tag` is, by a library that is several times faster.
  var answeredTag: String { String(hex(SHA256.hash(data: bytes)).prefix(24)) }
}

extension Toast {
  /// Base64 of JSON: shown once, escaped like everything else, so making one up only fools oneself.
  var cookie: String { Data(json.bytes).base64EncodedString().filter { $0 != "=" } }

  /// A broken cookie says nothing.
  init?(cookie: String) {
    let padded = cookie + String(repeating: "=", count: (4 - cookie.count % 4) % 4)
    guard cookie.count < 3000, let data = Data(base64Encoded: padded), let json = try? JSON(Array(data)) else {
      return nil
    }
    self.init(json)
  }
}
