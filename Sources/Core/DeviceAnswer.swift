import Base
import HTML
package import Kit
import Router

/// What a device says to a request.
public enum DeviceAnswer: Sendable {
  case response(DeviceResponse)
  /// It takes the server: whoever asked goes to the network.
  case server

  /// As one message: a line of JSON, and after it the body as it is.
  public var bytes: [UInt8] {
    switch self {
    case .server: return Array("{\"server\":true}\n".utf8)
    case .response(let response):
      let headers = response.headers.map { ($0.0, JSON.text($0.1)) }
      let head = JSON.object([
        ("status", .integer(response.status)), ("headers", .object(headers)),
        ("toast", response.toast?.json ?? .null), ("wrote", .flag(response.hasWritten)),
        ("visits", .flag(response.isVisit)),
      ])
      return head.bytes + [UInt8(ascii: "\n")] + response.body
    }
  }
}

/// What the server would have sent, without the headers that stand on every answer.
public struct DeviceResponse: Sendable {
  public let status: Int
  public let headers: [(String, String)]
  public let body: [UInt8]
  /// What the page after it says.
  package var toast: Toast?
  /// Whether the server writes down that it was read, as it does of a conversation: who has a line asks there.
  var isVisit = false
  /// Whether it is kept on the device by now, and waits to be sent.
  public package(set) var hasWritten = false

  init(_ status: Int, _ type: String, _ body: [UInt8], _ headers: [(String, String)] = []) {
    (self.status, self.body, self.headers) = (status, body, [("Content-Type", type)] + headers)
  }

  static func redirect(_ path: String, _ toast: Toast?) -> DeviceResponse {
    // Paths of ours only: `//host` and `/\host` are other hosts to a browser.
    let location = path.hasPrefix("/") && isSafeAddress(path) ? path : "/"
    var response = DeviceResponse(303, "text/html; charset=utf-8", [], [("Location", location)])
    response.toast = toast
    return response
  }
}

extension Refusal {
  /// What a replica cannot read, as a table that no device has, the server can.
  ///
  /// “Not found” is said as the server says it; but what is not here may be there, so who has a line asks again.
  func answer(to request: Request) -> DeviceAnswer {
    switch self {
    case .unavailable, .lost, .full: return .server
    case .notFound, .notAllowed, .invalid, .tooLarge, .conflict, .stale, .tooMany:
      let (bytes, type) = body(request.wants, request.scene)
      return .response(DeviceResponse(status, type, bytes))
    }
  }
}

extension Response {
  /// As a device sends it; what is a file, a stream or a cookie is the server's.
  func answer(to request: Request) -> DeviceAnswer {
    guard cookies.isEmpty, cspException == nil else { return .server }
    let link = self.link(to: request).map { [("Link", $0)] } ?? []
    switch (body, request.wants) {
    case (.live, _), (.file, _), (.stream, _): return .server
    case (.bytes(let bytes, let type), _): return .response(DeviceResponse(status, type, bytes, headers + link))
    case (_, .json):
      let content = json()
      let tag = "\"" + (version ?? content.tag) + "\""
      return .response(
        DeviceResponse(
          status, "application/json; charset=utf-8", content.bytes, headers + link + [("ETag", tag)]))
    case (.page(let page), _):
      let html = document(page, to: request)
      var response = DeviceResponse(status, "text/html; charset=utf-8", html.bytes, headers + link)
      response.isVisit = visit != nil
      return .response(response)
    case (.redirect(let path, let toast), .page): return .response(.redirect(path, toast))
    case (.redirect(let path, let toast), .fragments):
      guard let fragments else { return .response(.redirect(path, toast)) }
      let said = fragments(request.scene)
      return .response(DeviceResponse(200, "text/vnd.stream+html; charset=utf-8", said.bytes, headers))
    }
  }
}
