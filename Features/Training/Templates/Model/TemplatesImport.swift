public import Base

/// A template out of a file, and what of it was left behind.
///
/// An item is taken whole or not at all: what is wrong with one is said with its line, and nothing is guessed. What a file has
/// that a template has not stays as named lines in the notes of its item, so that nothing is lost.
public struct TemplateImport: Hashable, Sendable {
  /// Something to say of a file, with the line, or the entry, that it is about.
  public struct Problem: Hashable, Sendable {
    /// From 1; 0 is the file as a whole.
    public let line: Int
    public let phrase: Phrase
    public init(_ line: Int, _ phrase: Phrase) { (self.line, self.phrase) = (line, phrase) }
  }

  /// Without the name, if the file has none.
  public internal(set) var found = ChecklistContent(name: "")
  public private(set) var problems: [Problem] = []
  /// How many problems there are; a page that says more than a hundred is not read.
  public private(set) var problemCount = 0
  /// Columns and members that nobody knows; what they held is in the notes.
  public private(set) var extras: [String] = []
  /// Whether lines are entries of JSON.
  public private(set) var isJSON = false

  public static let maxBytes = 2_000_000
  static let maxProblems = 100, maxExtras = 40

  /// Reads JSON where the text begins with a brace, and a table otherwise.
  public init(_ text: String) {
    guard text.utf8.count <= Self.maxBytes else {
      tell(0, Phrase("training.templates.import.too-large", .count(Self.maxBytes / 1_000_000)))
      return
    }
    var bytes = Array(text.utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let first = bytes.first { ![9, 10, 13, 32].contains($0) }
    isJSON = first == UInt8(ascii: "{")
    if isJSON { readJSON(bytes) } else { readTable(bytes) }
    if found.items.isEmpty, problems.isEmpty { tell(0, Phrase("training.templates.import.nothing")) }
  }

  mutating func tell(_ line: Int, _ phrase: Phrase) {
    problemCount += 1
    if problems.count < Self.maxProblems { problems.append(Problem(line, phrase)) }
  }

  mutating func tellExtra(_ name: String) {
    if extras.count < Self.maxExtras, !extras.contains(name) { extras.append(name) }
  }

  /// Takes an item that is as it should be, and says what is wrong with any other.
  ///
  /// - Parameter extras: what the file says of it that a template has no place for.
  /// - Returns: whether more will be taken.
  mutating func take(_ title: String, _ notes: String, extras: [(name: String, value: String)], line: Int) -> Bool {
    guard found.items.count < ChecklistContent.mostItems else {
      tell(line, Phrase("training.templates.items-many", .count(ChecklistContent.mostItems)))
      return false
    }
    var lines = notes.isEmpty ? [] : [ChecklistItem.noted(notes)]
    lines += extras.filter { !trimmed($0.value).isEmpty }.map { $0.name + ": " + ChecklistItem.noted($0.value) }
    let item = ChecklistItem(key: found.items.count + 1, title: trimmed(title), notes: lines.joined(separator: "\n"))
    guard let (_, reason) = item.problem else {
      found.items.append(item)
      return true
    }
    tell(line, item.title.isEmpty ? Phrase("training.templates.import.no-title") : reason)
    return true
  }

  /// Takes what the file says of the template as a whole; the first that says it counts.
  ///
  /// - Returns: `false` when something else was said before.
  mutating func set(_ field: Column, _ value: String, line: Int) -> Bool {
    let text = ChecklistItem.noted(value)
    guard !text.isEmpty else { return true }
    let most = field.most
    let wrong =
      field == .relevantData
      ? ChecklistItem.problem(ofLines: text, max: most)
      : Form.wrongWithLine(text, max: most)
    if let wrong {
      tell(line, wrong)
      return true
    }
    func take(_ known: inout String) -> Bool {
      if known.isEmpty { known = text }
      return known == text
    }
    switch field {
    case .name: return take(&found.name)
    case .category: return take(&found.category)
    case .phase: return take(&found.phase)
    case .relevantData: return take(&found.relevantData)
    case .key, .title, .notes: return true
    }
  }

  /// What is made of it: the preview shows this, and this is kept.
  ///
  /// - Parameter title: what it is to be called; without it the name that the file says.
  public func content(named title: String?) throws(Refusal) -> ChecklistContent {
    guard !found.items.isEmpty else {
      throw .invalid("text", problems.first?.phrase ?? Phrase("training.templates.import.nothing"))
    }
    var content = found
    if let title { content.name = title }
    guard !content.name.isEmpty else { throw .invalid("name", Phrase("training.templates.import.no-name")) }
    return content
  }
}

/// Makes a template of a file; what is left out of it was said before.
public struct ImportChecklistTemplate: FormCommand {
  public static let name = "templates.import"
  public let id: ID<ChecklistTemplate>?
  public let text: String
  public let title: String?
  public init(id: ID<ChecklistTemplate>? = nil, text: String, title: String? = nil) {
    (self.id, self.text, self.title) = (id, text, title)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      text: form.note("text", max: TemplateImport.maxBytes, about: "The file: JSON, or CSV with headings.") ?? "",
      title: form.optionalText(
        "name", max: ChecklistContent.longestName, about: "What it is called; without it as the file says."))
    form.ignore("act")
    if text.isEmpty { form.fail("text", Phrase("form.required")) }
  }
}

extension TemplateImport {
  /// What a column is; every other one is an extra.
  enum Column: Hashable, CaseIterable, Sendable {
    case name, category, phase, relevantData, key, title, notes

    var most: Int {
      switch self {
      case .name: ChecklistContent.longestName
      case .relevantData: ChecklistContent.longestRelevantData
      default: 80
      }
    }

    /// What it is called, as `TrackImport.plain` writes it.
    private var names: String {
      switch self {
      case .name: "name checklist template nom liste modele שם תבנית רשימה الاسم اسم القائمه"
      case .category: "category categorie קטגוריה סוג الفئه فئه"
      case .phase: "phase stage שלב المرحله مرحله"
      case .relevantData: "relevantdata data donnees donneesutiles נתונים بيانات البيانات"
      case .key: "key cle מפתח مفتاح"
      case .title: "title item task titre tache element כותרת משימה פריט العنوان عنوان البند بند"
      case .notes: "notes note remarks remarques הערות הערה ملاحظات ملاحظه"
      }
    }

    init?(_ heading: String) {
      let name = TrackImport.plain(heading)
      guard !name.isEmpty,
        let found = Column.allCases.first(where: { $0.names.split(separator: " ").contains { $0 == name } })
      else { return nil }
      self = found
    }
  }
}
// words: training.templates.import.*
