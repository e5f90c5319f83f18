public import Ledger
import School

/// Announcements with their versions in other languages, their files, and who has read them.
public enum AnnouncementsTables {
  public static let announcement = TableSchema(
    "announcement", number: 190,
    [
      Column("school", .id), Column("id", .id), .choice("audience", of: AnnouncementAudience.kinds),
      Column("role", .text, optional: true), Column("target", .id, optional: true), Column("author", .id),
      Column("language", .text), Column("title", .text), Column("text", .text), Column("pinned", .flag),
      .choice("state", of: Announcement.State.allCases.map(\.rawValue)), Column("publishAt", .instant, optional: true),
      Column("publishedAt", .instant, optional: true), Column("editedAt", .instant, optional: true),
      Column("retractedAt", .instant, optional: true), Column("createdAt", .instant), Column("updatedAt", .instant),
      // The folded titles and texts of all languages.
      Column("search", .text),
    ], key: ["school", "id"],
    indexes: [["school", "pinned", "publishedAt", "id"], ["school", "state", "publishAt"], ["publishAt"]],
    foreign: [.init(["school"], to: "school", ["id"]), .init(["author"], to: "account", ["id"])])

  public static let version = TableSchema(
    "announcement_version", number: 191,
    [
      Column("school", .id), Column("announcement", .id), Column("language", .text), Column("title", .text),
      Column("text", .text),
    ], key: ["school", "announcement", "language"],
    foreign: [.init(["school", "announcement"], to: "announcement", ["school", "id"])])

  /// One that was taken away stays, to be brought back.
  public static let file = TableSchema(
    "announcement_file", number: 192,
    [
      Column("school", .id), Column("id", .id), Column("announcement", .id), Column("name", .text),
      Column("type", .text), Column("size", .integer), Column("createdAt", .instant),
      Column("removedAt", .instant, optional: true),
    ], key: ["school", "id"], indexes: [["school", "announcement"]],
    foreign: [
      .init(["school", "announcement"], to: "announcement", ["school", "id"]),
      .init(["school", "id"], to: "file", ["school", "id"]),
    ])

  public static let read = TableSchema(
    "announcement_read", number: 193,
    [Column("school", .id), Column("announcement", .id), Column("account", .id), Column("at", .instant)],
    key: ["school", "announcement", "account"], indexes: [["school", "account"]],
    foreign: [
      .init(["school", "announcement"], to: "announcement", ["school", "id"]),
      .init(["account"], to: "account", ["id"]),
    ])

  public static let migrations = [
    Migration(
      "2026-11-22 announcements: said to many, in their languages, with who has read them", create: announcement,
      version, file, read)
  ]
}
