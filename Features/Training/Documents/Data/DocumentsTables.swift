import Base
public import Database
import People
public import School

/// What a school wants of its trainees, and what they have handed in.
public enum DocumentsTables {
  /// A row only where a school wants something else than every school begins with.
  public static let kind = Table<DocumentKind>(
    "document_kind", number: 290,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.text("name") { $0.name }
      $0.flag("isRequired") { $0.isRequired }
      $0.flag("needsFile") { $0.needsFile }
      $0.flag("needsDate") { $0.needsDate }
      $0.integer("warningDays") { $0.warningDays }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.instant("deletedAt") { $0.deletedAt }
      $0.flag("isIdentity", initial: "FALSE") { $0.isIdentity }
      $0.flag("isEndorsed", initial: "FALSE") { $0.isEndorsed }
    }, key: ["school", "id"], foreign: [.init(["school"], to: "school", ["id"])],
    seen: .by { _, school in [.school(school)] }
  ) { cells in
    var kind = DocumentKind(
      id: cells.id(), name: cells.text(), isRequired: cells.flag(), needsFile: cells.flag(), needsDate: cells.flag(),
      warningDays: cells.int(), updatedAt: cells.instant(), deletedAt: cells.optionalInstant())
    (kind.isIdentity, kind.isEndorsed) = (cells.flag(), cells.flag())
    return kind
  }

  public static let document = Table<TrainingDocument>(
    "training_document", number: 291,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("trainee") { $0.trainee }
      // One of ours has no row as long as nothing of it was changed.
      $0.id("kind") { $0.kind }
      $0.day("expires") { $0.expires }
      $0.text("notes") { $0.notes }
      $0.id("uploadedBy", onMerge: .stays) { $0.uploadedBy }
      $0.instant("uploadedAt") { $0.uploadedAt }
      $0.instant("rejectedAt") { $0.rejectedAt }
      $0.id("rejectedBy", onMerge: .stays) { $0.rejectedBy }
      $0.text("reason") { $0.reason }
      $0.instant("replacedAt") { $0.replacedAt }
      $0.instant("deletedAt") { $0.deletedAt }
    }, key: ["school", "id"], indexes: [["school", "trainee", "kind"], ["school", "expires"], ["deletedAt"]],
    foreign: [.init(["school", "trainee"], to: "trainee", ["school", "id"])],
    seen: .with("trainee_profile", by: "trainee")
  ) { cells in
    TrainingDocument(
      id: cells.id(), trainee: cells.id(), kind: cells.id(), expires: cells.optionalDay(), notes: cells.text(),
      uploadedBy: cells.id(), uploadedAt: cells.instant(), rejectedAt: cells.optionalInstant(),
      rejectedBy: cells.optionalID(), reason: cells.text(), replacedAt: cells.optionalInstant(),
      deletedAt: cells.optionalInstant())
  }

  public static let page = Table<TrainingDocumentPage>(
    "training_document_page", number: 292,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("trainee") { $0.trainee }
      $0.id("document") { $0.document }
      $0.integer("place") { $0.place }
      $0.text("name") { $0.name }
      $0.text("type") { $0.type }
      $0.integer64("size") { $0.size }
      $0.bytes("hash") { $0.hash }
    }, key: ["school", "id"], indexes: [["school", "document"], ["school", "trainee"]],
    foreign: [
      .init(["school", "document"], to: "training_document", ["school", "id"]),
      .init(["school", "id"], to: "file", ["school", "id"]),
    ],
    seen: .with("trainee_profile", by: "trainee"), file: "id"
  ) { cells in
    TrainingDocumentPage(
      id: cells.id(), trainee: cells.id(), document: cells.id(), place: cells.int(), name: cells.text(),
      type: cells.text(), size: cells.integer64(), hash: cells.bytes())
  }

  public static let consent = Table<IdentityConsent>(
    "identity_consent", number: 296,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("trainee") { $0.trainee }
      $0.choice("giver") { $0.giver }
      $0.text("name") { $0.name }
      $0.text("words") { $0.words }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
      $0.instant("withdrawnAt") { $0.withdrawnAt }
    }, key: ["school", "id"], indexes: [["school", "trainee"]],
    foreign: [.init(["school", "trainee"], to: "trainee", ["school", "id"])],
    seen: .with("trainee_profile", by: "trainee")
  ) { cells throws(Refusal) in
    let (id, trainee): (ID<IdentityConsent>, ID<Trainee>) = (cells.id(), cells.id())
    return IdentityConsent(
      id: id, trainee: trainee, giver: try cells.choice(), name: cells.text(), words: cells.text(), by: cells.id(),
      at: cells.instant(), withdrawnAt: cells.optionalInstant())
  }

  /// Its id is the document's.
  public static let endorsement = Table<DocumentEndorsement>(
    "document_endorsement", number: 297,
    {
      $0.school()
      $0.id("id") { $0.document }
      $0.id("trainee") { $0.trainee }
      $0.text("number") { $0.number }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.text("name") { $0.name }
      $0.instant("at") { $0.at }
      $0.bytes("hash") { $0.hash }
    }, key: ["school", "id"], indexes: [["school", "trainee"]],
    foreign: [.init(["school", "id"], to: "training_document", ["school", "id"])],
    seen: .with("trainee_profile", by: "trainee")
  ) { cells in
    DocumentEndorsement(
      document: cells.id(), trainee: cells.id(), number: cells.text(), by: cells.id(), name: cells.text(),
      at: cells.instant(), hash: cells.bytes())
  }

  public static let migrations = [
    Migration(
      "2026-11-27 training-documents: the tables", create: kind.schema.without("isIdentity", "isEndorsed"),
      document.schema, page.schema),
    Migration("2026-11-27 training-documents: which are identity papers", additive: true) {
      $0.add("isIdentity", "isEndorsed", to: kind)
    },
    Migration(
      "2026-11-27 training-documents: consents and endorsements", create: consent.schema, endorsement.schema),
  ]
}
