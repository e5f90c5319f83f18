public import Base
public import Database
import People
public import School

/// All SQL about what trainees go through.
public struct ChecklistsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// Also one that was deleted.
  public func checklist(_ id: ID<Checklist>, in school: ID<Tenant>) throws(Refusal) -> Checklist? {
    try tx.find(ChecklistsTables.checklist, id, in: school)
  }

  /// Somebody's, in the order in which they were given.
  public func checklists(of trainee: ID<Trainee>, in school: ID<Tenant>) throws(Refusal) -> [Checklist] {
    try tx.all(
      ChecklistsTables.checklist, in: school,
      "AND trainee = $2 AND \"deletedAt\" IS NULL ORDER BY \"createdAt\", id", [.id(trainee)])
  }

  /// Those of several trainees, in the order in which they were given.
  func checklists(of trainees: [ID<Trainee>], in school: ID<Tenant>) throws(Refusal) -> [Checklist] {
    guard !trainees.isEmpty else { return [] }
    return try tx.all(
      ChecklistsTables.checklist, in: school,
      """
      AND trainee IN (\(placeholders(trainees.count, from: 2))) AND "deletedAt" IS NULL ORDER BY "createdAt", id
      """, trainees.map { .id($0) })
  }

  /// Answers “not found” to whoever may not see whose it is.
  public func mustSee(
    _ id: ID<Checklist>, _ caller: Caller
  ) throws(Refusal) -> (checklist: Checklist, trainee: Trainee, access: TraineeAccess) {
    let found = try mustSeeAlsoDeleted(id, caller)
    guard found.checklist.deletedAt == nil else { throw .notFound }
    return found
  }

  /// Also one that was deleted, for whoever brings it back.
  func mustSeeAlsoDeleted(
    _ id: ID<Checklist>, _ caller: Caller
  ) throws(Refusal) -> (checklist: Checklist, trainee: Trainee, access: TraineeAccess) {
    guard let checklist = try checklist(id, in: caller.school) else { throw .notFound }
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(checklist.trainee, caller)
    return (checklist, trainee, access)
  }

  // MARK: templates

  /// The newest version of a template that was published; nothing when none was.
  func newest(of template: ID<ChecklistTemplate>, in school: ID<Tenant>) throws(Refusal) -> ChecklistVersion? {
    try tx.first(
      TemplatesTables.version, in: school, "AND template = $2 ORDER BY number DESC LIMIT 1", [.id(template)])
  }

  /// What some versions say, each read and hashed once however many name it; nothing of those that are damaged or gone.
  func contents(
    of wanted: Set<ChecklistVersionName>, in school: ID<Tenant>
  ) throws(Refusal) -> [ChecklistVersionName: ChecklistContent] {
    var found: [ChecklistVersionName: ChecklistContent] = [:]
    for name in wanted {
      found[name] = try TemplatesStore(tx: tx).version(name.number, of: name.template, in: school)?.content
    }
    return found
  }

  /// Those of the caller's own trainees that name an older version of a template, and are not signed.
  func older(
    than version: Int, of template: ID<ChecklistTemplate>, _ caller: Caller
  ) throws(Refusal) -> [Checklist] {
    try tx.all(
      ChecklistsTables.checklist, in: caller.school,
      """
      AND template = $2 AND version < $3 AND "deletedAt" IS NULL AND "signedAt" IS NULL AND \(Self.ownTrainees)
      ORDER BY "createdAt", id
      """, [.id(template), .int(version), .id(caller.account)])
  }

  /// Those of the caller's own trainees that took a newer version at one moment.
  func taken(
    at moment: Instant, of template: ID<ChecklistTemplate>, _ caller: Caller
  ) throws(Refusal) -> [Checklist] {
    try tx.all(
      ChecklistsTables.checklist, in: caller.school,
      """
      AND template = $2 AND "versionAt" = $3 AND "deletedAt" IS NULL AND "signedAt" IS NULL AND \(Self.ownTrainees)
      ORDER BY "createdAt", id
      """, [.id(template), .instant(moment), .id(caller.account)])
  }

  private static var ownTrainees: String {
    """
    EXISTS (SELECT 1 FROM trainee_instructor i WHERE i.school = checklist.school AND i.trainee = checklist.trainee
      AND i.account = $4)
    """
  }

  // MARK: what is said

  func notes(of checklist: ID<Checklist>, in school: ID<Tenant>) throws(Refusal) -> [ChecklistNote] {
    try tx.all(
      ChecklistsTables.note, in: school, "AND checklist = $2 ORDER BY item, \"updatedAt\", \"by\"", [.id(checklist)])
  }

  func note(
    of item: Int, _ checklist: ID<Checklist>, by account: ID<Account>, in school: ID<Tenant>
  ) throws(Refusal) -> ChecklistNote? {
    try tx.first(
      ChecklistsTables.note, in: school, "AND checklist = $2 AND item = $3 AND \"by\" = $4",
      [.id(checklist), .int(item), .id(account)])
  }

  /// The first first.
  public func comments(of checklist: ID<Checklist>, in school: ID<Tenant>) throws(Refusal) -> [ChecklistComment] {
    try tx.all(
      ChecklistsTables.comment, in: school, "AND checklist = $2 ORDER BY \"createdAt\", id", [.id(checklist)])
  }

  public func comment(_ id: ID<ChecklistComment>, in school: ID<Tenant>) throws(Refusal) -> ChecklistComment? {
    try tx.find(ChecklistsTables.comment, id, in: school)
  }
}

/// Which version of which template.
struct ChecklistVersionName: Hashable, Sendable {
  let template: ID<ChecklistTemplate>, number: Int
  init(_ template: ID<ChecklistTemplate>, _ number: Int) { (self.template, self.number) = (template, number) }
}

extension Checklist {
  var versionName: ChecklistVersionName { ChecklistVersionName(template, version) }
}
