import Base
public import Database
public import School

/// What was signed off, for ever as it was signed.
public enum SignaturesTables {
  public static let signature = Table<TrainingSignature>(
    "training_signature", number: 293,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("checklist") { $0.checklist }
      $0.integer("number") { $0.number }
      $0.text("text") { $0.text }
      $0.bytes("hash") { $0.hash }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("signedAt") { $0.signedAt }
    }, key: ["school", "id"], unique: [["school", "checklist", "number"]],
    foreign: [.init(["school", "checklist"], to: "checklist", ["school", "id"])],
    seen: .with("checklist", by: "checklist")
  ) { cells in
    TrainingSignature(
      id: cells.id(), checklist: cells.id(), number: cells.int(), text: cells.text(), hash: cells.bytes(),
      by: cells.id(), signedAt: cells.instant())
  }

  /// What the server's key says of each; its id is the signature's.
  public static let seal = Table<SignatureSeal>(
    "signature_seal", number: 298,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("checklist") { $0.checklist }
      $0.bytes("hash") { $0.hash }
      $0.bytes("key") { $0.key }
      $0.bytes("seal") { $0.seal }
    }, key: ["school", "id"], indexes: [["school", "checklist"]],
    foreign: [.init(["school", "id"], to: "training_signature", ["school", "id"])],
    seen: .with("checklist", by: "checklist")
  ) { cells in
    SignatureSeal(
      id: cells.id(), checklist: cells.id(), hash: cells.bytes(), key: cells.bytes(), seal: cells.bytes())
  }

  /// The private half of the server's key, made once; it leaves the server with backups only.
  public static let key = TableSchema(
    "signature_key", number: 299, [Column("name", .text), Column("value", .bytes)], key: ["name"])

  public static let migrations = [
    Migration("2026-11-27 signatures: the table", create: signature.schema),
    Migration("2026-11-27 signatures: the server's seals", create: seal.schema, key),
  ]
}
