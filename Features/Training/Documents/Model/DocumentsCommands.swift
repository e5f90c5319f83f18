public import Base

/// What the form of a kind holds.
public struct DocumentKindFields: Hashable, Sendable {
  /// Empty for one of ours that keeps its name.
  public var name: String
  public var isRequired: Bool
  public var needsFile: Bool
  public var needsDate: Bool
  public var warningDays: Int
  public var isIdentity: Bool
  public var isEndorsed: Bool
  public init(
    name: String, isRequired: Bool, needsFile: Bool, needsDate: Bool, warningDays: Int, isIdentity: Bool = false,
    isEndorsed: Bool = false
  ) {
    (self.name, self.isRequired, self.needsFile) = (name, isRequired, needsFile)
    (self.needsDate, self.warningDays) = (needsDate, warningDays)
    (self.isIdentity, self.isEndorsed) = (isIdentity, isEndorsed)
  }
  init(_ form: inout FormReader) {
    name = form.optionalText("name", max: 80, about: "What it is called; empty keeps the name of one of ours.") ?? ""
    isRequired = form.flag("required", about: "A trainee without it is told so.")
    needsFile = form.flag("file", about: "A photo or a file comes with it.")
    needsDate = form.flag("date", about: "It has a last day.")
    warningDays = form.integer(
      "warning", in: 0...DocumentKind.longestWarning, about: "How many days before its last day one is warned.")
    isIdentity = form.flag("identity", about: "It says who somebody is; of a minor it needs a consent.")
    isEndorsed = form.flag("endorsed", about: "Of an identity paper: its pages go once an instructor has checked it.")
    if isEndorsed, !isIdentity { form.fail("endorsed", Phrase("training.documents.endorsed-identity")) }
  }
}

/// The school wants one more kind of document.
public struct AddDocumentKind: FormCommand {
  public static let name = "training-documents.add-kind"
  public let fields: DocumentKindFields
  public init(fields: DocumentKindFields) { self.fields = fields }
  public init(_ form: inout FormReader) { self.init(fields: DocumentKindFields(&form)) }
}

/// Changes what the school wants of a kind.
public struct EditDocumentKind: FormCommand {
  public static let name = "training-documents.edit-kind"
  public let kind: ID<DocumentKind>
  public let fields: DocumentKindFields
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(kind: ID<DocumentKind>, fields: DocumentKindFields, version: String? = nil) {
    (self.kind, self.fields, self.version) = (kind, fields, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      kind: form.id("kind"), fields: DocumentKindFields(&form),
      version: form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same."))
  }
}

/// The school wants a kind no more, or again; documents of it stay.
public struct RemoveDocumentKind: FormCommand {
  public static let name = "training-documents.remove-kind"
  public let kind: ID<DocumentKind>
  public let isRemoved: Bool
  public init(kind: ID<DocumentKind>, isRemoved: Bool = true) { (self.kind, self.isRemoved) = (kind, isRemoved) }
  public init(_ form: inout FormReader) {
    self.init(kind: form.id("kind"), isRemoved: !form.flag("restore", about: "It is wanted again."))
  }
}

/// A trainee hands in a document; it takes the place of the one before.
public struct AddTrainingDocument: FormCommand {
  public static let name = "training-documents.add"
  public let trainee: ID<Trainee>
  public let kind: ID<DocumentKind>
  public let expires: Day?
  public let notes: String
  public init(trainee: ID<Trainee>, kind: ID<DocumentKind>, expires: Day? = nil, notes: String = "") {
    (self.trainee, self.kind, self.expires, self.notes) = (trainee, kind, expires, notes)
  }
  public init(_ form: inout FormReader) {
    // The names under which files come, whole or in pieces before the form.
    form.ignore("upload", "file", "photo")
    self.init(
      trainee: form.id("trainee"), kind: form.id("kind", about: "What it is."),
      expires: form.optionalDay("expires", about: "The last day on which it is valid."),
      notes: form.note("notes", max: TrainingDocument.longestNotes, about: "What the instructor should know.") ?? "")
  }
}

/// An instructor says why a document will not do.
public struct RejectTrainingDocument: FormCommand {
  public static let name = "training-documents.reject"
  public let trainee: ID<Trainee>
  public let document: ID<TrainingDocument>
  public let reason: String
  public init(trainee: ID<Trainee>, document: ID<TrainingDocument>, reason: String) {
    (self.trainee, self.document, self.reason) = (trainee, document, reason)
  }
  public init(_ form: inout FormReader) {
    self.init(
      trainee: form.id("trainee"), document: form.id("document"),
      reason: form.text("reason", max: TrainingDocument.longestReason, about: "Why it will not do."))
  }
}

/// A trainee takes a document away, or brings it back.
public struct RemoveTrainingDocument: FormCommand {
  public static let name = "training-documents.remove"
  public let trainee: ID<Trainee>
  public let document: ID<TrainingDocument>
  public let isRemoved: Bool
  public init(trainee: ID<Trainee>, document: ID<TrainingDocument>, isRemoved: Bool = true) {
    (self.trainee, self.document, self.isRemoved) = (trainee, document, isRemoved)
  }
  public init(_ form: inout FormReader) {
    self.init(
      trainee: form.id("trainee"), document: form.id("document"),
      isRemoved: !form.flag("restore", about: "Brings it back."))
  }
}
