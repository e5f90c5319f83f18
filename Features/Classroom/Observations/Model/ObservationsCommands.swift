public import Base

/// What the form of an observation holds.
public struct ObservationFields: Hashable, Sendable {
  /// What the button said.
  public enum Act: String, CaseIterable, Hashable, Sendable { case draft, complete }
  public var text: String
  /// When it was seen, on the school's clock; `nil` is now.
  public var happenedAt: WallTime?
  public var primary: ID<Student>
  public var children: [ID<Student>]
  public var tags: [ID<RecordTag>]
  public var act: Act

  /// - Parameter primary: without it, or when it is none of the children, the first of them.
  public init(
    text: String, happenedAt: WallTime? = nil, primary: ID<Student>? = nil, children: [ID<Student>],
    tags: [ID<RecordTag>] = [], act: Act = .complete
  ) {
    var all = children
    if let primary, !all.contains(primary), all.isEmpty { all = [primary] }
    self.children = all
    self.primary = primary.flatMap { all.contains($0) ? $0 : nil } ?? all.first ?? .none
    (self.text, self.happenedAt, self.tags, self.act) = (text, happenedAt, tags, act)
  }

  public init(_ form: inout FormReader) {
    // Files are the business of whoever takes them in; what finds children is no word of it.
    form.ignore("q")
    let text = form.note("text", max: Observation.longest, about: "What was seen; may be empty.") ?? ""
    let typed = form.optionalText(
      "happenedAt", max: 30, about: "When it was seen, on the school's clock: 2026-03-11T09:30; now without it.")
    let moment = typed.flatMap { WallTime($0) }
    if typed != nil, moment == nil { form.fail("happenedAt", Phrase("observations.time-wrong")) }
    let children = Self.ids(
      "child", Student.self, most: Observation.mostChildren, "observations.children-many", &form,
      about: "The children that it is about, 1 to 30.")
    let tags = Self.ids(
      "tag", RecordTag.self, most: Observation.mostTags, "observations.tags-many", &form,
      about: "Under what it is filed, at most 12.")
    let primary = form.optionalID("primary", Student.self, about: "Whom it is about first; the first child without it.")
    let act = form.optionalChoice("state", Act.self, about: "draft or complete; complete without it.") ?? .complete
    self.init(text: text, happenedAt: moment, primary: primary, children: children, tags: tags, act: act)
    if self.children.isEmpty, !form.problems.contains(where: { $0.field == "child" }) {
      form.fail("child", Phrase("observations.child-needed"))
    }
  }
  // words: observations.children-many
  // words: observations.tags-many

  /// Each once, in the order in which they came; too many are said with the limit.
  public static func ids<Thing>(
    _ name: String, _ kind: Thing.Type, most: Int, _ tooMany: String, _ form: inout FormReader, about: String
  ) -> [ID<Thing>] {
    var found: [ID<Thing>] = []
    var seen: Set<ID<Thing>> = []
    for raw in form.values(name, about: about) where !raw.isEmpty {
      guard let id = ID<Thing>(raw) else {
        form.fail(name, Phrase("form.id"))
        return []
      }
      guard seen.insert(id).inserted else { continue }
      found.append(id)
      guard found.count <= most else {
        form.fail(name, Phrase(tooMany, .count(most)))
        return []
      }
    }
    return found
  }
}

public struct WriteObservation: FormCommand {
  public static let name = "observations.write"
  /// As the device calls it, so that the same one twice is once.
  public let id: ID<Observation>?
  public let fields: ObservationFields
  public init(id: ID<Observation>? = nil, fields: ObservationFields) { (self.id, self.fields) = (id, fields) }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      fields: ObservationFields(&form))
  }
}

public struct EditObservation: FormCommand {
  public static let name = "observations.edit"
  public let observation: ID<Observation>
  public let fields: ObservationFields
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(observation: ID<Observation>, fields: ObservationFields, version: String? = nil) {
    (self.observation, self.fields, self.version) = (observation, fields, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      observation: form.id("observation"), fields: ObservationFields(&form),
      version: form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same."))
  }
}

/// Takes an observation away, and from the families what they were shown of it.
public struct DeleteObservation: FormCommand {
  public static let name = "observations.delete"
  public let observation: ID<Observation>
  public init(observation: ID<Observation>) { self.observation = observation }
  public init(_ form: inout FormReader) { self.init(observation: form.id("observation")) }
}

public struct RestoreObservation: FormCommand {
  public static let name = "observations.restore"
  public let observation: ID<Observation>
  public init(observation: ID<Observation>) { self.observation = observation }
  public init(_ form: inout FormReader) { self.init(observation: form.id("observation")) }
}

/// Who is on a file, as whoever took it says.
public struct ObservationFileAnswer: Hashable, Sendable {
  public enum Others: String, CaseIterable, Hashable, Sendable { case nobody, somebody }
  public var children: [ID<Student>]
  /// Whether anybody else is on it; `nil` when nobody was asked.
  public var others: Others?
  public init(children: [ID<Student>], others: Others?) { (self.children, self.others) = (children, others) }
  public init(_ form: inout FormReader) {
    children = ObservationFields.ids(
      "child", Student.self, most: Observation.mostChildren, "observations.children-many", &form,
      about: "Those of its children that are on it.")
    others = form.optionalChoice("others", about: "Whether anybody else is on it: nobody or somebody.")
  }
  public var isOnlyThese: Bool? { others.map { $0 == .nobody } }
}

/// Puts pictures or sounds beside an observation.
public struct AddObservationFile: FormCommand {
  public static let name = "observations.add-file"
  public let observation: ID<Observation>
  public let answer: ObservationFileAnswer
  public init(observation: ID<Observation>, answer: ObservationFileAnswer) {
    (self.observation, self.answer) = (observation, answer)
  }
  public init(_ form: inout FormReader) {
    form.ignore("upload", "file")
    self.init(observation: form.id("observation"), answer: ObservationFileAnswer(&form))
  }
}

/// Says later who is on a file.
public struct DescribeObservationFile: FormCommand {
  public static let name = "observations.describe-file"
  public let observation: ID<Observation>
  public let file: ID<ObservationFile>
  public let answer: ObservationFileAnswer
  public init(observation: ID<Observation>, file: ID<ObservationFile>, answer: ObservationFileAnswer) {
    (self.observation, self.file, self.answer) = (observation, file, answer)
  }
  public init(_ form: inout FormReader) {
    self.init(observation: form.id("observation"), file: form.id("file"), answer: ObservationFileAnswer(&form))
  }
}

/// Takes a file away, from the families too, or brings it back.
public struct RemoveObservationFile: FormCommand {
  public static let name = "observations.remove-file"
  public let observation: ID<Observation>
  public let file: ID<ObservationFile>
  public let isRemoved: Bool
  public init(observation: ID<Observation>, file: ID<ObservationFile>, isRemoved: Bool = true) {
    (self.observation, self.file, self.isRemoved) = (observation, file, isRemoved)
  }
  public init(_ form: inout FormReader) {
    self.init(
      observation: form.id("observation"), file: form.id("file"),
      isRemoved: !form.flag("restore", about: "Brings it back."))
  }
}

/// By this field of a form somebody says that what may be a name in a text for a family is none.
public let asItIsField = "as-is"

/// Shows one family what was seen of its child, in words of its own.
public struct ShareObservation: FormCommand {
  public static let name = "observations.share"
  public let observation: ID<Observation>
  public let student: ID<Student>
  public let text: String
  public let files: [ID<ObservationFile>]
  /// Somebody has looked at what may be a name, and shares the text as it is.
  public let isAsItIs: Bool
  public init(
    observation: ID<Observation>, student: ID<Student>, text: String, files: [ID<ObservationFile>] = [],
    isAsItIs: Bool = false
  ) {
    (self.observation, self.student, self.text, self.files) = (observation, student, text, files)
    self.isAsItIs = isAsItIs
  }
  public init(_ form: inout FormReader) {
    self.init(
      observation: form.id("observation"), student: form.id("student"),
      text: form.note("text", max: Observation.longest, about: "What the family reads.") ?? "",
      files: ObservationFields.ids(
        "file", ObservationFile.self, most: Observation.mostFiles, "observations.files-many", &form,
        about: "Those of its files that the family sees."),
      isAsItIs: form.flag(asItIsField, about: "What may be a name was looked at, and the text is shared as it is."))
  }
  // words: observations.files-many
}

public struct WithdrawShare: FormCommand {
  public static let name = "observations.withdraw"
  public let observation: ID<Observation>
  public let student: ID<Student>
  public init(observation: ID<Observation>, student: ID<Student>) {
    (self.observation, self.student) = (observation, student)
  }
  public init(_ form: inout FormReader) {
    self.init(observation: form.id("observation"), student: form.id("student"))
  }
}

// MARK: tags

public struct AddTag: FormCommand {
  public static let name = "observations.add-tag"
  public let id: ID<RecordTag>?
  public let taxonomy: RecordTag.Taxonomy
  public let tag: String
  public init(id: ID<RecordTag>? = nil, taxonomy: RecordTag.Taxonomy, tag: String) {
    (self.id, self.taxonomy, self.tag) = (id, taxonomy, tag)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      taxonomy: form.choice("taxonomy", else: .area, about: "area, material or work."),
      tag: form.text("name", max: RecordTag.longest, about: "What it is called."))
  }
}

public struct RenameTag: FormCommand {
  public static let name = "observations.rename-tag"
  public let tag: ID<RecordTag>
  public let called: String
  public init(tag: ID<RecordTag>, called: String) { (self.tag, self.called) = (tag, called) }
  public init(_ form: inout FormReader) {
    self.init(tag: form.id("tag"), called: form.text("name", max: RecordTag.longest, about: "What it is called."))
  }
}

/// Offers a tag no more, or again; what is filed under it stays.
public struct ArchiveTag: FormCommand {
  public static let name = "observations.archive-tag"
  public let tag: ID<RecordTag>
  public let isArchived: Bool
  public init(tag: ID<RecordTag>, isArchived: Bool = true) { (self.tag, self.isArchived) = (tag, isArchived) }
  public init(_ form: inout FormReader) {
    self.init(tag: form.id("tag"), isArchived: !form.flag("restore", about: "Offers it again."))
  }
}

/// What is filed under one is found under the other from now on.
public struct MergeTags: FormCommand {
  public static let name = "observations.merge-tags"
  public let tag: ID<RecordTag>
  /// `nil` takes a merging back.
  public let into: ID<RecordTag>?
  public init(tag: ID<RecordTag>, into: ID<RecordTag>?) { (self.tag, self.into) = (tag, into) }
  public init(_ form: inout FormReader) {
    self.init(
      tag: form.id("tag"), into: form.optionalID("into", about: "One of the same kind; nothing takes it back."))
  }
}
