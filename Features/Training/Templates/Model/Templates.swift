public import Base

/// One thing to do, as a template words it.
public struct ChecklistItem: Hashable, Sendable {
  /// The same over all versions of the template, and never given to another item: progress is kept by it.
  public let key: Int
  public var title: String
  public var notes: String
  public init(key: Int, title: String, notes: String = "") { (self.key, self.title, self.notes) = (key, title, notes) }

  public static let longestTitle = 200
  public static let longestNotes = 2000
}

/// What a checklist says, without anybody's progress: this is what is published, hashed and signed.
public struct ChecklistContent: Hashable, Sendable {
  public var name: String
  public var category: String
  /// The part of the training it belongs to, as pictures of progress group them.
  public var phase: String
  /// What one has at hand while going through it: speeds, frequencies, limits.
  public var relevantData: String
  public var items: [ChecklistItem]

  public init(
    name: String, category: String = "", phase: String = "", relevantData: String = "", items: [ChecklistItem] = []
  ) {
    (self.name, self.category, self.phase) = (name, category, phase)
    (self.relevantData, self.items) = (relevantData, items)
  }

  public static let mostItems = 300
  public static let longestName = 120
  public static let longestRelevantData = 8000

  public func item(_ key: Int) -> ChecklistItem? { items.first { $0.key == key } }
}

extension ChecklistContent {
  /// Canonical: members in the order of their names and no space that means nothing, so that equal contents have equal bytes.
  public var json: JSON {
    .object([
      ("category", .text(category)),
      (
        "items",
        .list(
          items.map {
            .object([("key", .integer($0.key)), ("notes", .text($0.notes)), ("title", .text($0.title))])
          })
      ), ("name", .text(name)), ("phase", .text(phase)), ("relevantData", .text(relevantData)),
    ])
  }

  /// What is kept and hashed.
  public var text: String { json.string }

  /// Reads what `text` wrote; nothing when it is anything else, as something damaged is.
  public init?(text: String) {
    guard let json = try? JSON(Array(text.utf8)), case .list(let list)? = json["items"],
      let name = json["name"]?.plain, let category = json["category"]?.plain, let phase = json["phase"]?.plain,
      let data = json["relevantData"]?.plain
    else { return nil }
    var items: [ChecklistItem] = []
    for one in list {
      guard case .number(let digits)? = one["key"], let key = Int(digits), key >= 0, let title = one["title"]?.plain,
        let notes = one["notes"]?.plain
      else { return nil }
      items.append(ChecklistItem(key: key, title: title, notes: notes))
    }
    self.init(name: name, category: category, phase: phase, relevantData: data, items: items)
  }
}

extension JSON {
  fileprivate var plain: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }
}

/// A checklist that instructors of a school share, and work on until they publish it.
public struct ChecklistTemplate: Hashable, Sendable {
  public let id: ID<ChecklistTemplate>
  /// What the editor shows, as it is kept; what trainees have is a version.
  public private(set) var draftText: String
  /// The next item's key.
  public var nextKey: Int
  /// The latest that is published; 0 is none.
  public var version: Int
  public let createdBy: ID<Account>
  public let createdAt: Instant
  public var updatedAt: Instant
  /// Given to nobody any more; what is open goes on.
  public var retiredAt: Instant?

  public init(
    id: ID<ChecklistTemplate>, draftText: String, nextKey: Int, version: Int = 0, createdBy: ID<Account>,
    createdAt: Instant, updatedAt: Instant, retiredAt: Instant? = nil
  ) {
    (self.id, self.draftText, self.nextKey, self.version) = (id, draftText, nextKey, version)
    (self.createdBy, self.createdAt, self.updatedAt, self.retiredAt) = (createdBy, createdAt, updatedAt, retiredAt)
  }

  /// Nothing when it is damaged.
  public var draft: ChecklistContent? { ChecklistContent(text: draftText) }
  public mutating func draft(_ content: ChecklistContent) { draftText = content.text }

  /// In one school.
  public static let most = 1000
}

/// What was published once, for ever as it was.
public struct ChecklistVersion: Hashable, Sendable {
  public let template: ID<ChecklistTemplate>
  /// From 1.
  public let number: Int
  public let text: String
  /// SHA-256 of the text, as it was published.
  public let hash: [UInt8]
  public let publishedAt: Instant
  public let publishedBy: ID<Account>

  public init(
    template: ID<ChecklistTemplate>, number: Int, text: String, hash: [UInt8], publishedAt: Instant,
    publishedBy: ID<Account>
  ) {
    (self.template, self.number, self.text, self.hash) = (template, number, text, hash)
    (self.publishedAt, self.publishedBy) = (publishedAt, publishedBy)
  }

  public init(
    template: ID<ChecklistTemplate>, number: Int, _ content: ChecklistContent, at: Instant, by account: ID<Account>
  ) {
    let text = content.text
    self.init(
      template: template, number: number, text: text, hash: sha256(Array(text.utf8)), publishedAt: at,
      publishedBy: account)
  }

  /// What it says; nothing when it is not what was published, for a damaged list is not worked through.
  public var content: ChecklistContent? {
    sha256(Array(text.utf8)) == hash ? ChecklistContent(text: text) : nil
  }
}

extension ChecklistVersion {
  /// The hash as one reads it aloud and compares it.
  public var hashText: String { hex(hash) }
}

public enum TemplatesPaths {
  public static let all = "/training/templates"
  public static let new = all + "/new"
  public static let shipped = all + "/shipped"
  public static let importing = all + "/import"
  public static func template(_ id: ID<ChecklistTemplate>) -> String { all + "/" + id.text }
  public static func edit(_ id: ID<ChecklistTemplate>) -> String { template(id) + "/edit" }
  public static func items(_ id: ID<ChecklistTemplate>) -> String { template(id) + "/items" }
  public static func publication(_ id: ID<ChecklistTemplate>) -> String { template(id) + "/publication" }
  public static func retirement(_ id: ID<ChecklistTemplate>) -> String { template(id) + "/retirement" }
  public static func copies(_ id: ID<ChecklistTemplate>) -> String { template(id) + "/copies" }
  public static func version(_ number: Int, of id: ID<ChecklistTemplate>) -> String {
    template(id) + "/versions/" + String(number)
  }
  public static func json(_ id: ID<ChecklistTemplate>, version: Int? = nil) -> String {
    template(id) + "/json" + (version.map { "?version=" + String($0) } ?? "")
  }
  public static func table(_ id: ID<ChecklistTemplate>, version: Int? = nil) -> String {
    template(id) + "/csv" + (version.map { "?version=" + String($0) } ?? "")
  }
}
