public import Base

/// A kind of document that a school wants of its trainees.
public struct DocumentKind: Hashable, Restorable, Sendable {
  public let id: ID<DocumentKind>
  /// Empty for one of ours, which has a name in every language.
  public var name: String
  public var isRequired: Bool
  public var needsFile: Bool
  public var needsDate: Bool
  /// How many days before its last day a document is said to be expiring.
  public var warningDays: Int
  /// Whether it says who somebody is: of a minor none is taken without a consent.
  public var isIdentity: Bool
  /// Whether, once an instructor has checked it, its pages go and the endorsement stands in their place.
  public var isEndorsed: Bool
  public var updatedAt: Instant
  /// One that was taken away comes back; documents of it stay.
  public var deletedAt: Instant?

  public init(
    id: ID<DocumentKind>, name: String, isRequired: Bool, needsFile: Bool = true, needsDate: Bool,
    warningDays: Int = 30, isIdentity: Bool = false, isEndorsed: Bool = false, updatedAt: Instant,
    deletedAt: Instant? = nil
  ) {
    (self.id, self.name, self.isRequired, self.needsFile) = (id, name, isRequired, needsFile)
    (self.needsDate, self.warningDays, self.updatedAt) = (needsDate, warningDays, updatedAt)
    (self.isIdentity, self.isEndorsed, self.deletedAt) = (isIdentity, isEndorsed, deletedAt)
  }

  /// Of one school.
  public static let most = 40
  public static let longestWarning = 365

  /// What every school begins with: the same ids everywhere, so that nothing has to be written before something is changed.
  public static let standard: [DocumentKind] = [
    DocumentKind(id: standardID(1), name: "", isRequired: true, needsDate: false, updatedAt: began),
    DocumentKind(id: standardID(2), name: "", isRequired: true, needsDate: true, updatedAt: began),
    DocumentKind(id: standardID(3), name: "", isRequired: true, needsDate: false, isIdentity: true, updatedAt: began),
    DocumentKind(id: standardID(4), name: "", isRequired: false, needsDate: false, updatedAt: began),
  ]
  private static let began = Instant(milliseconds: 0)
  private static func standardID(_ number: UInt64) -> ID<DocumentKind> {
    ID(high: 0x0190_0000_0000_7290, low: 1 << 63 | number)
  }
  /// Which of ours it is, from 1; `nil` for a school's own.
  public var standardNumber: Int? { Self.standard.firstIndex { $0.id == id }.map { $0 + 1 } }
}

/// What a trainee handed in of a kind.
public struct TrainingDocument: Hashable, Sendable {
  public let id: ID<TrainingDocument>
  public let trainee: ID<Trainee>
  public let kind: ID<DocumentKind>
  /// The last day on which it is valid.
  public var expires: Day?
  public var notes: String
  public let uploadedBy: ID<Account>
  public let uploadedAt: Instant
  public var rejectedAt: Instant?
  public var rejectedBy: ID<Account>?
  public var reason: String
  /// When a newer one took its place; the last one before is kept.
  public var replacedAt: Instant?
  /// One that was taken away comes back.
  public var deletedAt: Instant?

  public init(
    id: ID<TrainingDocument>, trainee: ID<Trainee>, kind: ID<DocumentKind>, expires: Day? = nil, notes: String = "",
    uploadedBy: ID<Account>, uploadedAt: Instant, rejectedAt: Instant? = nil, rejectedBy: ID<Account>? = nil,
    reason: String = "", replacedAt: Instant? = nil, deletedAt: Instant? = nil
  ) {
    (self.id, self.trainee, self.kind, self.expires, self.notes) = (id, trainee, kind, expires, notes)
    (self.uploadedBy, self.uploadedAt, self.rejectedAt) = (uploadedBy, uploadedAt, rejectedAt)
    (self.rejectedBy, self.reason, self.replacedAt, self.deletedAt) = (rejectedBy, reason, replacedAt, deletedAt)
  }

  public var isCurrent: Bool { replacedAt == nil && deletedAt == nil }
  /// How many seconds one that was taken away can be had back.
  public static let regret: Int64 = 3600
  /// With one document.
  public static let mostPages = 10
  public static let longestNotes = 1000
  public static let longestReason = 400
}

/// One page of a document: a photo, or a file of several pages.
public struct TrainingDocumentPage: Hashable, Sendable {
  /// Of the row, and of the kept file alike.
  public let id: ID<TrainingDocumentPage>
  public let trainee: ID<Trainee>
  public let document: ID<TrainingDocument>
  /// From 1.
  public let place: Int
  public let name: String
  /// What it is by its content.
  public let type: String
  public let size: Int64
  /// SHA-256 of what came, by which what is downloaded can be checked.
  public let hash: [UInt8]

  public init(
    id: ID<TrainingDocumentPage>, trainee: ID<Trainee>, document: ID<TrainingDocument>, place: Int, name: String,
    type: String, size: Int64, hash: [UInt8]
  ) {
    (self.id, self.trainee, self.document, self.place) = (id, trainee, document, place)
    (self.name, self.type, self.size, self.hash) = (name, type, size, hash)
  }

  public static let types: Set<String> = ["image/jpeg", "image/png", "image/webp", "image/gif", "application/pdf"]
  public var isPicture: Bool { type != "application/pdf" }
}

/// How a kind of document stands with a trainee, on a day.
public enum TrainingDocumentStatus: String, CaseIterable, Hashable, Sendable {
  case none, uploaded, expiring, expired, rejected

  /// - Parameter document: the current one of the kind.
  /// - Parameter today: in the school's zone; a document is valid through its last day.
  public init(_ document: TrainingDocument?, _ kind: DocumentKind, today: Day) {
    guard let document else {
      self = .none
      return
    }
    if document.rejectedAt != nil {
      self = .rejected
    } else if let last = document.expires {
      let left = last.number - today.number
      self = left < 0 ? .expired : left <= kind.warningDays ? .expiring : .uploaded
    } else {
      self = .uploaded
    }
  }

  /// Whether a document that is wanted is there and good.
  public var isGood: Bool { self == .uploaded || self == .expiring }
}

/// All that a trainee has to bring, and what is there.
public struct TrainingDocuments: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    public let kind: DocumentKind
    public let document: TrainingDocument?
    /// The one before it.
    public let earlier: TrainingDocument?
    public func status(today: Day) -> TrainingDocumentStatus { TrainingDocumentStatus(document, kind, today: today) }
  }
  public let entries: [Entry]

  /// A kind that the school wants no more is shown as long as something of it is there.
  public init(kinds: [DocumentKind], documents: [TrainingDocument]) {
    entries = kinds.compactMap { kind in
      let own = documents.filter { $0.kind == kind.id && $0.deletedAt == nil }
      let current = own.filter { $0.replacedAt == nil }.max { $0.uploadedAt < $1.uploadedAt }
      if kind.deletedAt != nil, current == nil { return nil }
      let earlier = own.filter { $0.replacedAt != nil }.max { $0.uploadedAt < $1.uploadedAt }
      return Entry(kind: kind, document: current, earlier: earlier)
    }
  }

  /// What is required and not there, or not good any more.
  public func missing(today: Day) -> [DocumentKind] {
    entries.filter { $0.kind.isRequired && $0.kind.deletedAt == nil && !$0.status(today: today).isGood }.map { $0.kind }
  }

  public func expiring(today: Day) -> [DocumentKind] {
    entries.filter { $0.status(today: today) == .expiring }.map { $0.kind }
  }
}

public enum DocumentsPaths {
  public static let kinds = TrainingPaths.all + "/document-kinds"
  public static func kind(_ id: ID<DocumentKind>) -> String { kinds + "/" + id.text }
  public static func kindRemoval(_ id: ID<DocumentKind>) -> String { kind(id) + "/removal" }
  public static func all(_ trainee: ID<Trainee>) -> String { TrainingPaths.trainee(trainee) + "/documents" }
  public static func new(_ trainee: ID<Trainee>, kind: ID<DocumentKind>) -> String {
    all(trainee) + "/new?kind=" + kind.text
  }
  public static func document(_ id: ID<TrainingDocument>, of trainee: ID<Trainee>) -> String {
    all(trainee) + "/" + id.text
  }
  public static func rejection(_ id: ID<TrainingDocument>, of trainee: ID<Trainee>) -> String {
    document(id, of: trainee) + "/rejection"
  }
  public static func removal(_ id: ID<TrainingDocument>, of trainee: ID<Trainee>) -> String {
    document(id, of: trainee) + "/removal"
  }
  public static func endorsement(_ id: ID<TrainingDocument>, of trainee: ID<Trainee>) -> String {
    document(id, of: trainee) + "/endorsement"
  }
  public static func consent(_ trainee: ID<Trainee>) -> String { all(trainee) + "/consent" }
  public static func consentWithdrawal(_ trainee: ID<Trainee>) -> String { consent(trainee) + "/withdrawal" }
  public static func content(_ page: TrainingDocumentPage) -> String {
    document(page.document, of: page.trainee) + "/pages/" + page.id.text
  }
}
