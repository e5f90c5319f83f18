package import Base
import HTML
package import Kit

/// What was said of a form, on its way to the page that follows it.
extension Toast {
  package var json: JSON {
    var arguments: [JSON] = []
    for argument in phrase.arguments {
      switch argument {
      case .text(let text): arguments.append(.text(text))
      case .count(let count): arguments.append(.integer(count))
      case .key(let key): arguments.append(.object([("key", .text(key))]))
      }
    }
    var fields: [JSON] = []
    for field in undo?.fields ?? [] { fields += [.text(field.name), .text(field.value)] }
    return .object([
      ("key", .text(phrase.key)), ("arguments", .list(arguments)), ("undo", .optional(undo?.path)),
      ("fields", .list(fields)),
    ])
  }

  /// - Returns: `nil` for what says nothing.
  package init?(_ json: JSON) {
    guard let key = json.readText("key") else { return nil }
    let arguments = json.readList("arguments").compactMap { item -> Phrase.Argument? in
      switch item {
      case .text(let text): .text(text)
      case .number(let digits): Int(digits).map { .count($0) }
      case .object: item.readText("key").map { .key($0) }
      default: nil
      }
    }
    var undo: (path: String, fields: [Form.Field])?
    if let path = json.readText("undo"), path.hasPrefix("/"), isSafeAddress(path) {
      let texts = json.readList("fields").compactMap { if case .text(let text) = $0 { text } else { String?.none } }
      undo = (path, stride(from: 0, to: texts.count - 1, by: 2).map { Form.Field(texts[$0], texts[$0 + 1]) })
    }
    self.init(Phrase(key, all: arguments), undo: undo)
  }
}
