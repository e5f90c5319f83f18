public import Base

/// What the form of a place of the curriculum holds.
public struct CurriculumFields: Hashable, Sendable {
  public var name: String
  /// Ages in months.
  public var from: Int?
  public var until: Int?
  public var aims: String
  public init(name: String, from: Int? = nil, until: Int? = nil, aims: String = "") {
    (self.name, self.from, self.until, self.aims) = (name, from, until, aims)
  }

  public init(_ form: inout FormReader) {
    name = form.text("name", max: CurriculumNode.maxName, about: "What it is called.")
    from = Self.months("from", &form, about: "From what age, in months.")
    until = Self.months("until", &form, about: "Until what age, in months.")
    aims = form.note("aims", max: CurriculumNode.maxAims, about: "What it is for, in words for guides.") ?? ""
    if let from, let until, from > until { form.fail("until", Phrase("curriculum.ages-backwards")) }
  }

  private static func months(_ name: String, _ form: inout FormReader, about: String) -> Int? {
    guard let text = form.optionalText(name, max: 9, about: about) else { return nil }
    if let months = CurriculumAge.months(text) { return months }
    let range = CurriculumNode.months
    form.fail(name, Phrase("form.integer", .count(range.lowerBound), .count(range.upperBound)))
    return nil
  }
}

/// How ages are written: months, or years and months as `3;6`.
public enum CurriculumAge {
  public static func months(_ text: String) -> Int? {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { trimmed(String($0)) }
    let numbers = parts.compactMap { wholeNumber($0.utf8) }
    guard numbers.count == parts.count, let first = numbers.first, first <= 1000 else { return nil }
    let months = numbers.count == 1 ? first : numbers.count == 2 && numbers[1] < 12 ? first * 12 + numbers[1] : -1
    return CurriculumNode.months.contains(months) ? months : nil
  }
}

/// Adds a place at the end of what it lies in.
public struct AddCurriculumNode: FormCommand {
  public static let name = "curriculum.add"
  /// As the sender calls it, if it does.
  public let id: ID<CurriculumNode>?
  /// `nil` for an area.
  public let parent: ID<CurriculumNode>?
  public let kind: CurriculumNode.Kind
  public let fields: CurriculumFields
  public init(
    id: ID<CurriculumNode>? = nil, parent: ID<CurriculumNode>?, kind: CurriculumNode.Kind, fields: CurriculumFields
  ) {
    (self.id, self.parent, self.kind, self.fields) = (id, parent, kind, fields)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      parent: form.optionalID("parent", about: "What it lies in; none for an area."),
      kind: form.choice("kind", CurriculumNode.Kind.self, else: .area, about: "What it is."),
      fields: CurriculumFields(&form))
  }
}

/// Changes what is said of a place.
public struct EditCurriculumNode: FormCommand {
  public static let name = "curriculum.edit"
  public let node: ID<CurriculumNode>
  public let fields: CurriculumFields
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(node: ID<CurriculumNode>, fields: CurriculumFields, version: String? = nil) {
    (self.node, self.fields, self.version) = (node, fields, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      node: form.id("node"), fields: CurriculumFields(&form),
      version: form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same."))
  }
}

/// Puts a place elsewhere: into another one, or higher or lower among those beside it.
public struct MoveCurriculumNode: FormCommand {
  public static let name = "curriculum.move"
  public let node: ID<CurriculumNode>
  /// `nil` is where it lies now.
  public let parent: ID<CurriculumNode>?
  /// From 1, among those that lie in the same; `nil` is the end.
  public let place: Int?
  public init(node: ID<CurriculumNode>, parent: ID<CurriculumNode>? = nil, place: Int? = nil) {
    (self.node, self.parent, self.place) = (node, parent, place)
  }
  public init(_ form: inout FormReader) {
    self.init(
      node: form.id("node"), parent: form.optionalID("parent", about: "What it is to lie in; as now without it."),
      place: Self.place(&form))
  }
  private static func place(_ form: inout FormReader) -> Int? {
    guard let text = form.optionalText("place", max: 9, about: "Its place from 1; the end without it.") else {
      return nil
    }
    if let place = wholeNumber(text.utf8), (1...CurriculumNode.mostNodes).contains(place) { return place }
    form.fail("place", Phrase("form.integer", .count(1), .count(CurriculumNode.mostNodes)))
    return nil
  }
}

/// Says that a presentation comes after another, or no longer.
public struct SetPrerequisite: FormCommand {
  public static let name = "curriculum.set-prerequisite"
  public let node: ID<CurriculumNode>
  public let needs: ID<CurriculumNode>
  public let isRemoved: Bool
  public init(node: ID<CurriculumNode>, needs: ID<CurriculumNode>, isRemoved: Bool = false) {
    (self.node, self.needs, self.isRemoved) = (node, needs, isRemoved)
  }
  public init(_ form: inout FormReader) {
    self.init(
      node: form.id("node"), needs: form.id("needs", about: "The presentation that comes before."),
      isRemoved: form.flag("remove", about: "It comes before no longer."))
  }
}

/// Takes a place out of what is offered, with all below it, or brings it back; what was written with it stays.
public struct ArchiveCurriculumNode: FormCommand {
  public static let name = "curriculum.archive"
  public let node: ID<CurriculumNode>
  /// Brings back also what was merged, as a place of its own.
  public let isRestored: Bool
  public init(node: ID<CurriculumNode>, isRestored: Bool = false) { (self.node, self.isRestored) = (node, isRestored) }
  public init(_ form: inout FormReader) {
    self.init(node: form.id("node"), isRestored: form.flag("restore", about: "It is offered again."))
  }
}

/// Makes one presentation of two: what was written with the first counts for the other from now on.
public struct MergeCurriculumNode: FormCommand {
  public static let name = "curriculum.merge"
  public let node: ID<CurriculumNode>
  public let into: ID<CurriculumNode>
  public init(node: ID<CurriculumNode>, into: ID<CurriculumNode>) { (self.node, self.into) = (node, into) }
  public init(_ form: inout FormReader) {
    self.init(node: form.id("node"), into: form.id("into", about: "The presentation that stays."))
  }
}

/// Puts a shipped curriculum into the school's; what is there already stays as it is.
public struct AdoptCurriculum: FormCommand {
  public static let name = "curriculum.adopt"
  public let band: CurriculumShipped.Band
  public let language: Language
  public init(band: CurriculumShipped.Band, language: Language) { (self.band, self.language) = (band, language) }
  public init(_ form: inout FormReader) {
    band = form.choice("band", CurriculumShipped.Band.self, else: .early, about: "The ages it is for.")
    language = form.choice("language", Language.self, else: .en, about: "The language of names and aims.")
  }
}

/// Takes over a table: new places are added, known ones become as the table says, all others stay.
public struct ImportCurriculum: FormCommand {
  public static let name = "curriculum.import"
  public let text: String
  public init(text: String) { self.text = text }
  public init(_ form: inout FormReader) {
    text = form.values("text", about: "The file: CSV with headings.").first ?? ""
    // The file itself is the business of whoever takes it in.
    form.ignore("file", "act")
    if trimmed(text).isEmpty { form.fail("text", Phrase("form.required")) }
  }
}
