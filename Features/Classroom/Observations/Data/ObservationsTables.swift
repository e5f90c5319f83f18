import Base
public import Database
import People
public import School

/// What was seen of children, with its words to find it by, its files, its past and what families are shown.
public enum ObservationsTables {
  public static let tag = Table<RecordTag>(
    "record_tag", number: 255,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.choice("taxonomy") { $0.taxonomy }
      $0.text("name") { $0.name }
      $0.instant("archivedAt") { $0.archivedAt }
      $0.id("mergedInto") { $0.mergedInto }
    }, key: ["school", "id"], unique: [["school", "taxonomy", "name"]],
    foreign: [.init(["school"], to: "school", ["id"])],
    seen: .by { _, school in [.office(school), .role(.teacher, in: school)] }
  ) { cells throws(Refusal) in
    RecordTag(
      id: cells.id(), taxonomy: try cells.choice(), name: cells.text(), archivedAt: cells.optionalInstant(),
      mergedInto: cells.optionalID())
  }

  public static let observation = Table<Observation>(
    "observation", number: 256,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("author", onMerge: .follows) { $0.author }
      $0.choice("state") { $0.state }
      $0.text("text") { $0.text }
      $0.text("search", isRead: false) { Student.fold($0.text) }
      $0.instant("happenedAt") { $0.happenedAt }
      $0.instant("writtenAt") { $0.writtenAt }
      $0.id("primary") { $0.primary }
      $0.text("children") { joined($0.children) }
      $0.text("tags") { joined($0.tags) }
      $0.id("acceptedBy", onMerge: .stays) { $0.acceptedBy }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.instant("deletedAt") { $0.deletedAt }
    }, key: ["school", "id"], indexes: [["school", "author", "happenedAt"], ["school", "happenedAt"]],
    foreign: [
      .init(["school", "primary"], to: "student", ["school", "id"]), .init(["author"], to: "account", ["id"]),
    ],
    // A draft is its author's; `followRecords` takes the others along when a child changes classes.
    seen: .asking { observation, tx throws(Refusal) in
      if observation.state == .draft { return [.person(observation.author)] }
      let staff = try RecordsStore(tx: tx).staff(of: observation.children)
      return observation.state == .home ? staff + [.person(observation.author)] : staff
    }
  ) { cells throws(Refusal) in
    let (id, author, state) = (
      cells.id(Observation.self), cells.id(Account.self), try cells.choice(Observation.State.self)
    )
    let (text, happened, written) = (cells.text(), cells.instant(), cells.instant())
    return Observation(
      id: id, author: author, state: state, text: text, happenedAt: happened, writtenAt: written, primary: cells.id(),
      children: ids(cells.text()), tags: ids(cells.text()), acceptedBy: cells.optionalID(),
      updatedAt: cells.instant(), deletedAt: cells.optionalInstant())
  }

  public static let child = Table<ObservationChild>(
    "observation_child", number: 257,
    {
      $0.school()
      $0.id("observation") { $0.observation }
      $0.id("student") { $0.student }
      $0.instant("happenedAt") { $0.happenedAt }
    }, key: ["school", "observation", "student"], indexes: [["school", "student", "happenedAt"]],
    foreign: [.init(["school", "observation"], to: "observation", ["school", "id"])],
    seen: .with("observation", by: "observation")
  ) { ObservationChild(observation: $0.id(), student: $0.id(), happenedAt: $0.instant()) }

  public static let file = Table<ObservationFile>(
    "observation_file", number: 258,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("observation") { $0.observation }
      $0.choice("kind") { $0.kind }
      $0.text("name") { $0.name }
      $0.text("type") { $0.type }
      $0.integer64("size") { $0.size }
      $0.text("children") { joined($0.children) }
      $0.flag("onlyThese") { $0.isOnlyThese }
      $0.flag("hidden") { $0.isHidden }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
      $0.instant("deletedAt") { $0.deletedAt }
    }, key: ["school", "id"], indexes: [["school", "observation", "at"]],
    foreign: [
      .init(["school", "observation"], to: "observation", ["school", "id"]),
      .init(["school", "id"], to: "file", ["school", "id"]),
    ],
    seen: .with("observation", by: "observation"), file: "id"
  ) { cells throws(Refusal) in
    let (id, observation) = (cells.id(ObservationFile.self), cells.id(Observation.self))
    let (kind, name, type) = (try cells.choice(ObservationFile.Kind.self), cells.text(), cells.text())
    return ObservationFile(
      id: id, observation: observation, kind: kind, name: name, type: type, size: cells.integer64(),
      children: ids(cells.text()), isOnlyThese: cells.optionalFlag(), isHidden: cells.flag(), by: cells.id(),
      at: cells.instant(),
      deletedAt: cells.optionalInstant())
  }

  public static let before = Table<ObservationBefore>(
    "observation_before", number: 259,
    {
      $0.school()
      $0.id("observation") { $0.observation }
      $0.instant("at") { $0.at }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.text("text") { $0.text }
    }, key: ["school", "observation", "at"],
    foreign: [.init(["school", "observation"], to: "observation", ["school", "id"])],
    seen: .with("observation", by: "observation")
  ) { ObservationBefore(observation: $0.id(), at: $0.instant(), by: $0.id(), text: $0.text()) }

  public static let share = Table<ObservationShare>(
    "observation_share", number: 260,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("observation") { $0.observation }
      $0.id("student") { $0.student }
      $0.text("text") { $0.text }
      $0.instant("happenedAt") { $0.happenedAt }
      $0.text("files") { joined($0.files) }
      $0.text("kinds") { $0.kinds.map { $0.rawValue }.joined(separator: " ") }
      $0.text("hidden") { joined($0.hidden) }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
      $0.instant("withdrawnAt") { $0.withdrawnAt }
    }, key: ["school", "id"], unique: [["school", "observation", "student"]],
    indexes: [["school", "student", "happenedAt"]],
    foreign: [.init(["school", "observation"], to: "observation", ["school", "id"])],
    // Withdrawn, it leaves the family's devices.
    seen: .with("record", by: "student", and: { $0.withdrawnAt == nil ? [.family($0.student)] : [] })
  ) { cells in
    ObservationShare(
      id: cells.id(), observation: cells.id(), student: cells.id(), text: cells.text(), happenedAt: cells.instant(),
      files: ids(cells.text()),
      kinds: cells.text().split(separator: " ").compactMap { ObservationFile.Kind(rawValue: String($0)) },
      hidden: ids(cells.text()), by: cells.id(), at: cells.instant(), withdrawnAt: cells.optionalInstant())
  }

  public static let migrations = [
    Migration(
      "2026-11-26 observations: the tables", create: tag.schema, observation.schema, child.schema, file.schema,
      before.schema, share.schema)
  ]

  private static func joined<Thing>(_ ids: [ID<Thing>]) -> String { ids.map { $0.text }.joined(separator: " ") }
  private static func ids<Thing>(_ text: String) -> [ID<Thing>] {
    text.split(separator: " ").compactMap { ID(String($0)) }
  }
}
