public import Ledger
import School

/// Events, the times of them that differ, feeds, and what stands beside the day.
public enum CalendarTables {
  private static let times: [Column] = [
    Column("from", .day), Column("until", .day), Column("start", .integer, optional: true),
    Column("end", .integer, optional: true),
  ]

  public static let event = TableSchema(
    "event", number: 195,
    [
      Column("school", .id), Column("id", .id), .choice("audience", of: Event.Audience.kinds),
      // The classroom, the course or the person it is for; the school itself for everybody.
      Column("target", .id), .choice("kind", of: Event.Kind.allCases.map(\.rawValue)), Column("title", .text),
      Column("place", .text, optional: true), Column("note", .text, optional: true),
    ] + times + [
      Column("zone", .text), Column("rule", .text, optional: true),
      // The first and the last day it can reach: what is over is not looked at.
      Column("first", .day), Column("last", .day), Column("uid", .text), Column("sequence", .integer),
      Column("by", .id),
      Column("isImported", .flag), Column("createdAt", .instant), Column("updatedAt", .instant),
      Column("cancelledAt", .instant, optional: true),
    ], key: ["school", "id"], unique: [["school", "uid"]], indexes: [["school", "audience", "target", "last"]],
    foreign: [.init(["school"], to: "school", ["id"])])

  public static let change = TableSchema(
    "event_change", number: 196,
    [
      Column("school", .id), Column("event", .id), Column("day", .day), Column("isSkipped", .flag),
      Column("title", .text, optional: true), Column("place", .text, optional: true),
      Column("from", .day, optional: true), Column("until", .day, optional: true),
      Column("start", .integer, optional: true), Column("end", .integer, optional: true),
      Column("updatedAt", .instant),
    ], key: ["school", "event", "day"], foreign: [.init(["school", "event"], to: "event", ["school", "id"])])

  /// Only the hash of the secret is kept.
  public static let feed = TableSchema(
    "feed", number: 197,
    [
      Column("school", .id), Column("id", .id), Column("account", .id), .choice("scope", of: Feed.Scope.kinds),
      Column("target", .id), Column("hash", .bytes), Column("createdAt", .instant), Column("rotatedAt", .instant),
    ], key: ["school", "id"], unique: [["hash"]], indexes: [["school", "account"]],
    foreign: [.init(["account"], to: "account", ["id"])])

  /// Of each person; the row of nobody is the school's own.
  public static let choice = TableSchema(
    "calendar_choice", number: 198,
    [
      Column("school", .id), Column("account", .id), Column("hebrew", .flag), Column("hijri", .flag),
      Column("shift", .integer, check: "\"shift\" BETWEEN -1 AND 1"),
    ], key: ["school", "account"], foreign: [.init(["school"], to: "school", ["id"])])

  /// That an event was for others once: their feeds go on saying that it is called off, and no word of it.
  public static let left = TableSchema(
    "event_left", number: 199,
    [
      Column("school", .id), Column("event", .id), .choice("audience", of: Event.Audience.kinds), Column("target", .id),
    ] + times + [
      Column("zone", .text), Column("rule", .text, optional: true), Column("first", .day), Column("last", .day),
      Column("uid", .text), Column("sequence", .integer), Column("at", .instant),
    ], key: ["school", "event", "audience", "target"], indexes: [["school", "audience", "target", "last"]],
    foreign: [.init(["school", "event"], to: "event", ["school", "id"])])

  public static let migrations = [
    Migration(
      "2026-11-21 calendar: events that come again, secret feeds, and other dates beside the day", create: event,
      change, feed, choice),
    Migration("2026-11-22 calendar: feeds know what went to another audience", create: left),
  ]
}
