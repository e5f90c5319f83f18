import Base
public import Database
import People
public import School

/// Who is trained, and by whom.
public enum TraineesTables {
  public static let trainee = Table<Trainee>(
    "trainee", number: 282,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.text("firstName") { $0.firstName }
      $0.text("lastName") { $0.lastName }
      $0.id("account", onMerge: .follows) { $0.account }
      $0.instant("sharedSince") { $0.sharedSince }
      $0.id("createdBy", onMerge: .stays) { $0.createdBy }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("endedAt") { $0.endedAt }
    }, key: ["school", "id"], indexes: [["school", "account"]],
    // The office must see who is left when an instructor goes.
    seen: .asking { trainee, tx throws(Refusal) in
      try [.office(tx.school)] + TraineesStore(tx: tx).people(of: trainee.id)
    }
  ) { cells in
    Trainee(
      id: cells.id(), firstName: cells.text(), lastName: cells.text(), account: cells.optionalID(),
      sharedSince: cells.optionalInstant(), createdBy: cells.id(), createdAt: cells.instant(),
      endedAt: cells.optionalInstant())
  }

  /// What the trainee and the instructors alone see; everything of the training follows it.
  public static let profile = Table<TraineeProfile>(
    "trainee_profile", number: 283,
    {
      $0.school()
      // The trainee's own id.
      $0.id("id") { $0.trainee }
      $0.text("email") { $0.email }
      $0.text("telephone") { $0.telephone }
      $0.text("address") { $0.address }
      $0.text("ftn") { $0.ftn }
      $0.text("biography") { $0.biography }
      $0.text("background") { $0.background }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.flag("isMinor", initial: "FALSE") { $0.isMinor }
    }, key: ["school", "id"], foreign: [.init(["school", "id"], to: "trainee", ["school", "id"])],
    seen: .asking { profile, tx throws(Refusal) in try TraineesStore(tx: tx).people(of: profile.trainee) }
  ) { cells in
    var profile = TraineeProfile(
      trainee: cells.id(), email: cells.text(), telephone: cells.text(), address: cells.text(), ftn: cells.text(),
      biography: cells.text(), background: cells.text(), updatedAt: cells.instant())
    profile.isMinor = cells.flag()
    return profile
  }

  public static let instructor = Table<TraineeInstructor>(
    "trainee_instructor", number: 284,
    {
      $0.school()
      $0.id("trainee") { $0.trainee }
      $0.id("account", onMerge: .follows) { $0.account }
      $0.instant("since") { $0.since }
      $0.id("addedBy", onMerge: .stays) { $0.addedBy }
    }, key: ["school", "trainee", "account"], indexes: [["school", "account"]],
    foreign: [.init(["school", "trainee"], to: "trainee", ["school", "id"])], seen: .with("trainee", by: "trainee")
  ) { cells in
    TraineeInstructor(trainee: cells.id(), account: cells.id(), since: cells.instant(), addedBy: cells.id())
  }

  /// Links by which a trainee comes to read along; who accepted one is kept with it.
  public static let share = Table<TraineeShare>(
    "trainee_share", number: 285,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("trainee") { $0.trainee }
      $0.bytes("hash") { $0.hash }
      $0.id("createdBy", onMerge: .stays) { $0.createdBy }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("expiresAt") { $0.expiresAt }
      $0.instant("acceptedAt") { $0.acceptedAt }
      $0.id("acceptedBy", onMerge: .follows) { $0.acceptedBy }
      $0.instant("revokedAt") { $0.revokedAt }
    }, key: ["school", "id"], unique: [["hash"]],
    indexes: [["school", "trainee"], ["school", "acceptedBy"], ["acceptedBy"]],
    foreign: [.init(["school", "trainee"], to: "trainee", ["school", "id"])],
    seen: .with("trainee_profile", by: "trainee")
  ) { cells in
    TraineeShare(
      id: cells.id(), trainee: cells.id(), hash: cells.bytes(), createdBy: cells.id(), createdAt: cells.instant(),
      expiresAt: cells.instant(), acceptedAt: cells.optionalInstant(), acceptedBy: cells.optionalID(),
      revokedAt: cells.optionalInstant())
  }

  public static let migrations = [
    Migration(
      "2026-11-27 trainees: the tables", create: trainee.schema, profile.schema.without("isMinor"), instructor.schema),
    Migration(
      "2026-11-27 trainees: invitations",
      create: share.schema.without(indexes: [["school", "trainee"], ["school", "acceptedBy"]])),
    Migration("2026-11-27 trainees: who is a minor", additive: true) { $0.add("isMinor", to: profile) },
    Migration("2026-11-27 trainees: what somebody read along once is found without a school", additive: true) { _ in
      ["CREATE INDEX \"trainee_share_acceptedBy\" ON \"trainee_share\" (\"acceptedBy\")"]
    },
  ]
}
