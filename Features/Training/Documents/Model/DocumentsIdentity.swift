public import Base

/// That somebody who answers for a minor lets them hand in papers that say who they are.
public struct IdentityConsent: Hashable, Sendable {
  public enum Giver: String, CaseIterable, Hashable, Sendable { case guardian, office }

  public let id: ID<IdentityConsent>
  public let trainee: ID<Trainee>
  public let giver: Giver
  /// Of the guardian, or of whoever spoke for the office.
  public let name: String
  /// What was said, as the instructor wrote it down.
  public let words: String
  public let by: ID<Account>
  public let at: Instant
  public var withdrawnAt: Instant?

  public init(
    id: ID<IdentityConsent>, trainee: ID<Trainee>, giver: Giver, name: String, words: String, by: ID<Account>,
    at: Instant, withdrawnAt: Instant? = nil
  ) {
    (self.id, self.trainee, self.giver, self.name) = (id, trainee, giver, name)
    (self.words, self.by, self.at, self.withdrawnAt) = (words, by, at, withdrawnAt)
  }

  public static let longestName = 120
  public static let longestWords = 1000
  /// Of one trainee, withdrawn ones among them.
  public static let most = 50
}

/// That an instructor has checked a document, and answers for it; it may stand in the place of its pages.
public struct DocumentEndorsement: Hashable, Sendable {
  public let document: ID<TrainingDocument>
  public let trainee: ID<Trainee>
  /// How the number of the document ends.
  public let number: String
  public let by: ID<Account>
  /// What the instructor was called then.
  public let name: String
  public let at: Instant
  /// SHA-256 of all of it as text.
  public let hash: [UInt8]

  /// As it is kept.
  public init(
    document: ID<TrainingDocument>, trainee: ID<Trainee>, number: String, by: ID<Account>, name: String, at: Instant,
    hash: [UInt8]
  ) {
    (self.document, self.trainee, self.number) = (document, trainee, number)
    (self.by, self.name, self.at, self.hash) = (by, name, at, hash)
  }

  /// As it is signed.
  public init(
    document: ID<TrainingDocument>, trainee: ID<Trainee>, number: String, by: ID<Account>, name: String, at: Instant
  ) {
    let said = DocumentEndorsement(
      document: document, trainee: trainee, number: number, by: by, name: name, at: at, hash: [])
    self.init(
      document: document, trainee: trainee, number: number, by: by, name: name, at: at,
      hash: sha256(Array(said.text.utf8)))
  }

  /// Canonical: members in the order of their names.
  public var text: String {
    JSON.object([
      ("at", .number(String(at.milliseconds))), ("by", .id(by)), ("document", .id(document)), ("name", .text(name)),
      ("number", .text(number)), ("trainee", .id(trainee)),
    ]).string
  }

  /// Whether it is what was signed.
  public var isSound: Bool { sha256(Array(text.utf8)) == hash }

  /// A whole number has no place here; some have seven digits.
  public static let longestNumber = 4
}

/// An instructor writes down who lets a minor hand in identity papers.
public struct RecordIdentityConsent: FormCommand {
  public static let name = "training-documents.record-consent"
  public let trainee: ID<Trainee>
  public let giver: IdentityConsent.Giver
  public let who: String
  public let words: String
  public init(trainee: ID<Trainee>, giver: IdentityConsent.Giver, who: String, words: String) {
    (self.trainee, self.giver, self.who, self.words) = (trainee, giver, who, words)
  }
  public init(_ form: inout FormReader) {
    self.init(
      trainee: form.id("trainee"), giver: form.choice("giver", else: .guardian, about: "As whom they consented."),
      who: form.text("who", max: IdentityConsent.longestName, about: "Who consented."),
      words: form.text("words", max: IdentityConsent.longestWords, about: "What they said, and how."))
  }
}

/// The consent holds no more: what was handed in under it goes.
public struct WithdrawIdentityConsent: FormCommand {
  public static let name = "training-documents.withdraw-consent"
  public let trainee: ID<Trainee>
  public init(trainee: ID<Trainee>) { self.trainee = trainee }
  public init(_ form: inout FormReader) { self.init(trainee: form.id("trainee")) }
}

/// An instructor has checked a document and signs for it, with the password again.
public struct EndorseTrainingDocument: FormCommand {
  public static let name = "training-documents.endorse"
  public let trainee: ID<Trainee>
  public let document: ID<TrainingDocument>
  public let number: String
  public let password: String
  public init(trainee: ID<Trainee>, document: ID<TrainingDocument>, number: String, password: String) {
    (self.trainee, self.document, self.number, self.password) = (trainee, document, number, password)
  }
  public init(_ form: inout FormReader) {
    self.init(
      trainee: form.id("trainee"), document: form.id("document"),
      number: form.text(
        "number", max: DocumentEndorsement.longestNumber, about: "How the number of the document ends."),
      password: form.password("password", about: "The instructor’s own, again."))
  }
}
