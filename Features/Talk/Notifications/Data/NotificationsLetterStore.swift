public import Base
public import Database
import School

extension NotificationsStore where DB == WriteTransaction {
  /// Has a letter of its own written to an address, once however often it is asked for under this id.
  ///
  /// What it says is kept until it is sent, and not a moment longer.
  public func write(_ letter: OwnEmail, id: ID<OwnEmail>) throws(Refusal) {
    try NotificationsDeliveryStore(tx: tx).add(
      id.cast(), "letter", target: id.cast(), to: nil, dueAt: tx.now, content: letter.json.string)
  }
}

extension OwnEmail {
  var json: JSON {
    .object([
      ("to", .text(to)), ("name", .text(name)), ("language", .optional(language?.rawValue)), ("subject", subject.json),
      ("paragraphs", .list(paragraphs.map { $0.json })), ("path", .text(path)), ("action", action.json),
    ])
  }

  package init?(stored: String) {
    guard let json = try? JSON(Array(stored.utf8)),  // only `write` writes the column
      case .text(let to) = json["to"], case .text(let name) = json["name"], case .text(let path) = json["path"],
      let subject = json["subject"], let action = json["action"], case .list(let paragraphs) = json["paragraphs"]
    else { return nil }
    let language: Language? = if case .text(let text) = json["language"] { Language(rawValue: text) } else { nil }
    self.init(
      to: to, name: name, language: language, subject: Phrase(stored: subject.string),
      paragraphs: paragraphs.map { Phrase(stored: $0.string) }, path: path, action: Phrase(stored: action.string))
  }
}
