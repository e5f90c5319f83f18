import Base
import HTTPTypes
import Router

extension Refusal {
  /// The HTTP status of each kind of no.
  ///
  /// Decided here and nowhere else.
  var status: HTTPResponse.Status {
    switch self {
    case .notAllowed: .forbidden
    case .notFound: .notFound
    case .invalid: .unprocessableContent
    case .tooLarge: .contentTooLarge
    case .conflict: .conflict
    case .stale: .preconditionFailed
    case .tooMany: .tooManyRequests
    case .full: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
    case .lost: .internalServerError
    case .unavailable: .serviceUnavailable
    }
  }

  /// After how many seconds it is worth another try.
  var waits: Int? {
    switch self {
    case .tooMany(let seconds): seconds
    case .unavailable: 2
    default: nil
    }
  }

  /// The problem document (RFC 9457), the same for every door of the API.
  func document(_ words: Words) -> JSON {
    var members: [(String, JSON)] = [
      ("type", .text("/problems/" + code)), ("title", .text(words("refusal." + code + ".title"))),
      ("status", .integer(status.code)), ("detail", .text(words(sentence))),
    ]
    if let problems = named {
      members.append(
        (
          "errors",
          .list(
            problems.map { problem in
              .object([
                ("field", .text(problem.field)), ("code", .text(problem.why.key)),
                ("detail", .text(words(problem.why))),
              ])
            })
        ))
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
}
