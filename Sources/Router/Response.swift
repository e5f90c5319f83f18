public import Base
public import Database
public import HTML
public import Kit

/// What a handler answers: the data once, and how it looks for people and for programs.
public struct Response: Sendable {
  public enum Body: Sendable {
    case page(@Sendable (Scene) -> Page)
    case redirect(String, Toast?)
    case bytes([UInt8], type: String)
    /// A long answer, written piece by piece; `name` is what it is saved as.
    case stream(type: String, name: String?, length: Int?, ServerStream)
    /// A kept file.
    case file(FileResponse)
    case live
  }
  public var body: Body
  public var json: @Sendable () -> JSON
  /// For a browser that changes the page in place: the pieces that are different now.
  public var fragments: (@Sendable (Scene) -> HTML)?
  public var status: Int
  public var version: String?
  /// Cookies to set: name and value; an empty value removes the cookie.
  ///
  /// Names are without the prefix.
  public var cookies: [(name: String, value: String, seconds: Int)] = []
  public var headers: [(String, String)] = []
  /// The one origin besides ours that this page may fetch from.
  public internal(set) var cspException: CSPException?
  /// The page that answers a sign-out: the browser then forgets what it kept.
  public var isSignedOut = false
  /// The cursor of the next page of a list, for the `Link` header.
  public var next: String?
  /// What the server writes down of the page having been read, without waiting for it to succeed.
  ///
  /// A device has nothing to write: what it shows nobody has asked the school for.
  public private(set) var visit: (@Sendable (WriteTransaction) throws(Refusal) -> Void)?

  public func visited(_ write: @escaping @Sendable (WriteTransaction) throws(Refusal) -> Void) -> Response {
    var copy = self
    copy.visit = write
    return copy
  }

  /// A page, and the same data as JSON.
  public static func page(
    status: Int = 200, version: String? = nil, next: String? = nil,
    json: @escaping @Sendable () -> JSON = { .object([]) },
    _ page: @escaping @Sendable (Scene) -> Page
  ) -> Response {
    Response(body: .page(page), json: json, fragments: nil, status: status, version: version, next: next)
  }

  /// A change was made: people go on to `path`, programs get the JSON (201 when something came into being).
  public static func done(
    _ path: String, toast: Toast? = nil, created: Bool = false, json: @escaping @Sendable () -> JSON = { .object([]) },
    fragments: (@Sendable (Scene) -> HTML)? = nil
  ) -> Response {
    Response(
      body: .redirect(path, toast), json: json, fragments: fragments, status: created ? 201 : 200, version: nil,
      next: nil)
  }

  public static func bytes(_ bytes: [UInt8], type: String, status: Int = 200) -> Response {
    Response(body: .bytes(bytes, type: type), json: { .null }, fragments: nil, status: status, version: nil, next: nil)
  }

  package init(
    body: Body, json: @escaping @Sendable () -> JSON, fragments: (@Sendable (Scene) -> HTML)?, status: Int,
    version: String?,
    next: String?
  ) {
    (self.body, self.json, self.fragments) = (body, json, fragments)
    (self.status, self.version, self.next) = (status, version, next)
  }
}

/// Something written piece by piece, which only a server does.
open class ServerStream: @unchecked Sendable {
  public init() {}
}

/// A kept file as an answer: whole or a part of it, to look at or to keep.
public struct FileResponse: Sendable {
  public let hash: [UInt8], size: Int64, type: String, name: String
  public let isInline: Bool
}

extension Response {
  /// A kept file.
  ///
  /// It is shown in the page only when that was asked for and its type can do no harm there; everything else is saved.
  public static func file(_ file: KeptFile, inline: Bool) -> Response {
    let shown = inline && Response.shownTypes.contains(file.type)
    let response = FileResponse(
      hash: file.content.hash, size: file.content.size, type: file.type, name: file.name, isInline: shown)
    return Response(body: .file(response), json: { .null }, fragments: nil, status: 200, version: nil, next: nil)
  }

  /// Types a browser shows without running anything of them.
  ///
  /// SVG and HTML are not among them.
  public static let shownTypes: Set<String> = [
    "image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf", "text/plain", "video/mp4", "video/webm",
    "audio/mpeg", "audio/mp4", "audio/ogg", "audio/webm", "audio/x-wav", "text/vtt",
  ]
}
