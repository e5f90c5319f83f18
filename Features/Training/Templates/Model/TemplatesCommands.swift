public import Base

/// What a form says of a template besides its items.
public struct ChecklistTemplateFields: Hashable, Sendable {
  public var name: String
  public var category: String
  public var phase: String
  public var relevantData: String

  public init(name: String, category: String = "", phase: String = "", relevantData: String = "") {
    (self.name, self.category, self.phase, self.relevantData) = (name, category, phase, relevantData)
  }

  public init(_ form: inout FormReader) {
    self.init(
      name: form.text("name", max: ChecklistContent.longestName, about: "What the checklist is called."),
      category: form.optionalText("category", max: 80, about: "What kind of training, as Flight or Workshop.") ?? "",
      phase: form.optionalText("phase", max: 80, about: "The part of the training that it belongs to.") ?? "",
      relevantData: form.note(
        "relevantData", max: ChecklistContent.longestRelevantData,
        about: "What one has at hand while going through it: speeds, limits, numbers.") ?? "")
  }

  public func content(_ items: [ChecklistItem]) -> ChecklistContent {
    ChecklistContent(name: name, category: category, phase: phase, relevantData: relevantData, items: items)
  }
}

/// Begins a template; its items are written in the editor.
public struct CreateChecklistTemplate: FormCommand {
  public static let name = "templates.create"
  /// As the sender calls it, if it does.
  public let id: ID<ChecklistTemplate>?
  public let fields: ChecklistTemplateFields
  public init(id: ID<ChecklistTemplate>? = nil, fields: ChecklistTemplateFields) {
    (self.id, self.fields) = (id, fields)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      fields: ChecklistTemplateFields(&form))
  }
}

/// Puts one of the checklists that come with the program into the library, as a draft that the school may change.
public struct AddShippedTemplate: FormCommand {
  public static let name = "templates.add-shipped"
  public let id: ID<ChecklistTemplate>?
  public let shipped: ShippedTemplate
  public let language: Language
  public init(id: ID<ChecklistTemplate>? = nil, shipped: ShippedTemplate, language: Language) {
    (self.id, self.shipped, self.language) = (id, shipped, language)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      shipped: form.choice("shipped", ShippedTemplate.self, else: .preSolo, about: "Which of them."),
      language: form.choice("language", Language.self, else: .en, about: "The language it is written in."))
  }
}

/// Saves what the editor shows, and does one thing more with an item.
public struct EditChecklistTemplate: FormCommand {
  public static let name = "templates.edit"

  /// What is asked for besides saving.
  public enum Act: Hashable, Sendable {
    case save, add, up(Int), down(Int), remove(Int)

    /// As a button says it: `save`, `add`, `up.3`, `down.3`, `remove.3`.
    init?(_ text: String) {
      if text == "save" || text == "add" {
        self = text == "add" ? .add : .save
        return
      }
      let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard parts.count == 2, let key = wholeNumber(parts[1]) else { return nil }
      switch String(decoding: parts[0], as: UTF8.self) {
      case "up": self = .up(key)
      case "down": self = .down(key)
      case "remove": self = .remove(key)
      default: return nil
      }
    }
  }

  public let template: ID<ChecklistTemplate>
  public let fields: ChecklistTemplateFields
  /// In the order of the form.
  public let items: [ChecklistItem]
  /// A new one at the end, without a key yet.
  public let added: ChecklistItem?
  public let act: Act
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?

  public init(
    template: ID<ChecklistTemplate>, fields: ChecklistTemplateFields, items: [ChecklistItem],
    added: ChecklistItem? = nil, act: Act = .save, version: String? = nil
  ) {
    (self.template, self.fields, self.items, self.added) = (template, fields, items, added)
    (self.act, self.version) = (act, version)
  }

  public init(_ form: inout FormReader) {
    template = form.id("template")
    fields = ChecklistTemplateFields(&form)
    version = form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same.")
    let said = form.optionalText("act", max: 20, about: "save, add, up.KEY, down.KEY or remove.KEY.") ?? "save"
    let act = Act(said)
    if act == nil { form.fail("act", Phrase("form.choice")) }
    self.act = act ?? .save
    var reading = ItemReading(&form, isLeft: { act == .remove($0) })
    added = reading.takeNew(&form)
    items = reading.items
  }
}

/// Items as a form says them: `title.KEY` in their order, `notes.KEY` beside them, and `new` for one that has no key.
private struct ItemReading {
  var items: [ChecklistItem] = []
  private var new: (title: String, notes: String)?

  /// - Parameter isLeft: of which item nothing has to be right, because it goes.
  init(_ form: inout FormReader, isLeft: (Int) -> Bool) {
    let most = ChecklistContent.mostItems + 1
    let titles = form.entries("title", max: most, about: "What is to be done, by key and in order; new adds one.")
    let notes = form.entries("notes", max: most, about: "What belongs to it, by key.")
    for (key, typed) in titles {
      let note = notes.first { $0.key == key }?.value ?? ""
      if key == "new" {
        new = (typed, note)
        continue
      }
      guard let number = wholeNumber(key.utf8), !items.contains(where: { $0.key == number }) else {
        form.fail("title", Phrase("form.choice"))
        return
      }
      if isLeft(number) {
        items.append(ChecklistItem(key: number, title: "-"))
      } else if let item = Self.item(number, typed, note, &form, key) {
        items.append(item)
      }
    }
  }

  mutating func takeNew(_ form: inout FormReader) -> ChecklistItem? {
    guard let new, !trimmed(new.title).isEmpty || !trimmed(new.notes).isEmpty else { return nil }
    return Self.item(0, new.title, new.notes, &form, "new")
  }

  private static func item(
    _ key: Int, _ title: String, _ notes: String, _ form: inout FormReader, _ name: String
  ) -> ChecklistItem? {
    let item = ChecklistItem(key: key, title: trimmed(title), notes: ChecklistItem.noted(notes))
    if let (field, reason) = item.problem {
      form.fail(field + "." + name, reason)
      return nil
    }
    return item
  }
}

extension ChecklistItem {
  /// Text of several lines as it is kept: ends of lines as LF, nothing empty before and after.
  static func noted(_ text: String) -> String { trimmed(String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })) }

  /// What is wrong with its words, and in which field.
  var problem: (field: String, reason: Phrase)? {
    if title.isEmpty { return ("title", Phrase("form.required")) }
    if let wrong = Form.wrongWithLine(title, max: Self.longestTitle) { return ("title", wrong) }
    return Self.problem(ofLines: notes, max: Self.longestNotes).map { ("notes", $0) }
  }

  /// What is wrong with a text of several lines, also one that JSON spells with escapes.
  static func problem(ofLines text: String, max: Int) -> Phrase? {
    guard text.unicodeScalars.count <= max else { return Phrase("form.too-long", .count(max)) }
    return text.utf8.contains { $0 < 32 && $0 != 9 && $0 != 10 || $0 == 127 } ? Phrase("form.control") : nil
  }
}

/// Brings back an item that was removed from the draft, under the key that it had.
public struct RestoreTemplateItem: FormCommand {
  public static let name = "templates.restore-item"
  public let template: ID<ChecklistTemplate>
  public let item: ChecklistItem
  /// Its place among the items, from 0.
  public let place: Int
  public init(template: ID<ChecklistTemplate>, item: ChecklistItem, place: Int) {
    (self.template, self.item, self.place) = (template, item, place)
  }
  public init(_ form: inout FormReader) {
    self.init(
      template: form.id("template"),
      item: ChecklistItem(
        key: form.integer("key", in: 1...1_000_000, about: "The key that it had."),
        title: form.text("title", max: ChecklistItem.longestTitle, about: "What is to be done."),
        notes: form.note("notes", max: ChecklistItem.longestNotes, about: "What belongs to it.") ?? ""),
      place: form.integer("place", in: 0...ChecklistContent.mostItems, about: "Its place, from 0."))
  }
}

/// Makes the draft a version, which nobody changes any more.
public struct PublishChecklistTemplate: FormCommand {
  public static let name = "templates.publish"
  public let template: ID<ChecklistTemplate>
  /// The version of the draft that was seen: what is published is what was looked at.
  public let version: String?
  public init(template: ID<ChecklistTemplate>, version: String? = nil) {
    (self.template, self.version) = (template, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      template: form.id("template"),
      version: form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same."))
  }
}

/// Gives a template to nobody any more, or again.
public struct RetireChecklistTemplate: FormCommand {
  public static let name = "templates.retire"
  public let template: ID<ChecklistTemplate>
  public let isRetired: Bool
  public init(template: ID<ChecklistTemplate>, isRetired: Bool) {
    (self.template, self.isRetired) = (template, isRetired)
  }
  public init(_ form: inout FormReader) {
    self.init(
      template: form.id("template"), isRetired: form.flag("retired", about: "Whether it is given to nobody any more."))
  }
}

/// Makes another template of the same words, with keys and versions of its own.
public struct DuplicateChecklistTemplate: FormCommand {
  public static let name = "templates.duplicate"
  public let template: ID<ChecklistTemplate>
  public let id: ID<ChecklistTemplate>?
  public let title: String
  public init(template: ID<ChecklistTemplate>, id: ID<ChecklistTemplate>? = nil, title: String) {
    (self.template, self.id, self.title) = (template, id, title)
  }
  public init(_ form: inout FormReader) {
    self.init(
      template: form.id("template"),
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      title: form.text("name", max: ChecklistContent.longestName, about: "What the copy is called."))
  }
}
