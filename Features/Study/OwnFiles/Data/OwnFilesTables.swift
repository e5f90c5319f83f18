import Base
public import Database
import People
public import School

/// What people keep for themselves.
public enum OwnFilesTables {
  public static let file = Table<OwnFile>(
    "own_file", number: 241,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("account", onMerge: .follows) { $0.account }
      $0.text("name") { $0.name }
      $0.choice("kind") { $0.kind }
      $0.text("type") { $0.type }
      $0.integer64("size") { $0.size }
      $0.flag("hasSmallCopy") { $0.hasSmallCopy }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("deletedAt") { $0.deletedAt }
      $0.flag("hasStrokes", initial: "FALSE") { $0.hasStrokes }
    }, key: ["school", "id"], indexes: [["school", "account", "createdAt"], ["deletedAt"]],
    foreign: [
      .init(["account"], to: "account", ["id"]), .init(["school", "id"], to: "file", ["school", "id"]),
    ],
    seen: .by { file, _ in [.person(file.account)] }, file: "id"
  ) { cells throws(Refusal) in
    let (id, account, name) = (cells.id(OwnFile.self), cells.id(Account.self), cells.text())
    let (kind, type, size) = (try cells.choice(OwnFile.Kind.self), cells.text(), cells.integer64())
    let (hasSmallCopy, createdAt, deletedAt) = (cells.flag(), cells.instant(), cells.optionalInstant())
    return OwnFile(
      id: id, account: account, name: name, kind: kind, type: type, size: size, hasSmallCopy: hasSmallCopy,
      hasStrokes: cells.flag(), createdAt: createdAt, deletedAt: deletedAt)
  }

  public static let migrations = [
    Migration("2026-11-26 own-files: the tables", create: file.schema.without("hasStrokes")),
    Migration("2026-11-27 own-files: a drawing can be drawn on", additive: true) {
      $0.add("hasStrokes", to: file)
    },
  ]
}
