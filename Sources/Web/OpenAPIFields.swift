import Base
import Router

extension FormField {
  /// What may stand in it, in JSON Schema.
  func schema(_ about: String) -> JSON {
    .object(kind.schema + (about.isEmpty ? [] : [("description", .text(about))]))
  }
}

extension FormField.Kind {
  fileprivate var schema: [(String, JSON)] {
    switch self {
    case .line(let max), .text(let max): [("type", .text("string")), ("maxLength", .integer(max))]
    case .secret: [("type", .text("string")), ("format", .text("password"))]
    case .id: [("type", .text("string")), ("format", .text("uuid"))]
    case .day: [("type", .text("string")), ("format", .text("date"))]
    case .clock: [("type", .text("string")), ("pattern", .text("^([01]?[0-9]|2[0-3]):[0-9]{1,2}$"))]
    case .flag: [("type", .text("boolean"))]
    case .integer(let range):
      [("type", .text("integer")), ("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound))]
    case .choice(let words): [("type", .text("string")), ("enum", .list(words.map { .text($0) }))]
    case .ids(let max):
      [
        ("type", .text("array")), ("maxItems", .integer(max)),
        ("items", .object([("type", .text("string")), ("format", .text("uuid"))])),
      ]
    case .values: [("type", .text("array")), ("items", .object([("type", .text("string"))]))]
    case .entries:
      [("type", .text("object")), ("additionalProperties", .object([("type", .text("string"))]))]
    }
  }
}
