package import Base
package import HTML
package import Kit

/// A response and a refusal as what is sent, the same on a server and on a device.
extension Response {
  /// The whole document of a page.
  package func document(_ page: (Scene) -> Page, to request: Request) -> HTML {
    var scene = request.scene
    // What came into being by this form and is shown now, as a code, is not to be had by asking again.
    scene.isOnce = request.route.method == .post && status == 201
    return frame(
      page(scene), scene, last: request.identity?.school.map { String($0.head) } ?? "", isSignedOut: isSignedOut)
  }

  /// The `Link` header, for programs: a page has its link in it, and Firefox would fetch what this header names without
  /// being asked.
  package func link(to request: Request) -> String? {
    guard let next, request.wants != .page else { return nil }
    return "<\(request.path)?\(request.query.at(next).urlEncoded)>; rel=\"next\""
  }
}

extension Refusal {
  /// How it is said to those who want a page, a problem document or pieces of a page, and the type of that.
  ///
  /// - Parameters:
  ///   - status: the number it is sent with, when that is not its own.
  ///   - trace: what the log's line of a mistake of ours is found by.
  package func body(
    _ wants: Request.Wants, _ scene: Scene, page: Page? = nil, status: Int? = nil, trace: String = ""
  ) -> (bytes: [UInt8], type: String) {
    switch wants {
    case .json:
      var document = document(scene.words)
      if case .object(let members) = document {
        let traced: [(String, JSON)] = trace.isEmpty ? [] : [("trace", .text(trace))]
        let number = JSON.integer(status ?? self.status)
        document = .object(members.map { $0.0 == "status" ? ("status", number) : $0 } + traced)
      }
      return (document.bytes, "application/problem+json; charset=utf-8")
    case .fragments:
      let said = fragment(.append, "toasts", toast(Toast(firstReason), scene))
      return (said.bytes, "text/vnd.stream+html; charset=utf-8")
    case .page: return (frame(page ?? refusalPage(self, scene), scene).bytes, "text/html; charset=utf-8")
    }
  }

  /// The HTTP status of each kind of no.
  ///
  /// Decided here and nowhere else.
  package var status: Int {
    switch self {
    case .notAllowed: 403
    case .notFound: 404
    case .invalid: 422
    case .tooLarge: 413
    case .conflict: 409
    case .stale: 412
    case .tooMany: 429
    case .full: 507
    case .lost: 500
    case .unavailable: 503
    }
  }

  /// After how many seconds it is worth another try.
  package var waits: Int? {
    switch self {
    case .tooMany(let seconds): seconds
    case .unavailable: 2
    default: nil
    }
  }

  /// The problem document (RFC 9457), the same for every door of the API.
  private func document(_ words: Words) -> JSON {
    var members: [(String, JSON)] = [
      ("type", .text("/problems/" + code)), ("title", .text(words("refusal." + code + ".title"))),
      ("status", .integer(status)), ("detail", .text(words(sentence))),
    ]
    if let problems = named {
      let list = problems.map { problem in
        JSON.object([
          ("field", .text(problem.field)), ("code", .text(problem.reason.key)),
          ("detail", .text(words(problem.reason))),
        ])
      }
      members.append(("errors", .list(list)))
    }
    return .object(members)
  }

  /// What is wrong, field by field, when it is about fields.
  private var named: [Problem]? {
    switch self {
    case .invalid(let problems): problems
    case .tooLarge(let problem): [problem]
    default: nil
    }
  }

  /// The most telling sentence there is room for in a toast.
  package var firstReason: Phrase {
    if case .invalid(let problems) = self, let first = problems.first { first.reason } else { sentence }
  }
}
