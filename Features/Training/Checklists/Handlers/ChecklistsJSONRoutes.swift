import Base
import Database
import School

// MARK: for programs

extension ChecklistCount {
  var json: [(String, JSON)] {
    [
      ("isComplete", .flag(isComplete)), ("completionPercentage", .integer(percent)),
      ("completedItemsCount", .integer(done)), ("totalItemsCount", .integer(total)),
    ]
  }
}

extension Checklist {
  fileprivate var json: [(String, JSON)] {
    [
      ("id", .id(id)), ("trainee", .id(trainee)), ("template", .id(template)), ("templateVersion", .integer(version)),
      ("createdAt", .text(createdAt.text)), ("signedAt", .optional(signedAt?.text)), ("version", .text(versionTag)),
    ]
  }
}

extension ChecklistRow {
  /// What is damaged has no count: nothing is guessed.
  fileprivate var json: JSON {
    .object(
      checklist.json + [
        ("name", .optional(content?.name)), ("category", .optional(content?.category)),
        ("phase", .optional(content?.phase)), ("isDamaged", .flag(count == nil)),
      ] + (count?.json ?? []))
  }
}

extension ChecklistsPage {
  var json: JSON {
    .object([
      ("checklists", .list(rows.map { $0.json })),
      (
        "phases",
        .list(
          phases.map {
            .object([("phase", .text($0.name)), ("checklists", .integer($0.rows.count))] + $0.count.json)
          })
      ),
    ])
  }
}

extension ChecklistPage {
  var countJSON: JSON { .object(merge?.count.json ?? []) }

  var json: JSON {
    .object(
      checklist.json + [
        ("name", .optional(content?.name)), ("category", .optional(content?.category)),
        ("phase", .optional(content?.phase)), ("relevantData", .optional(content?.relevantData)),
        ("isDamaged", .flag(merge == nil)),
        ("newestVersion", newer.map { .integer($0.number) } ?? .null),
        ("items", .list((merge?.lines ?? []).map { line($0) })),
        ("earlierRequirements", .list((merge?.earlier ?? []).map { line($0) })),
        (
          "comments",
          .list(
            comments.map {
              .object([
                ("id", .id($0.id)), ("by", .id($0.by)), ("text", .text($0.text)),
                ("createdAt", .text($0.createdAt.text)), ("updatedAt", .text($0.updatedAt.text)),
                ("version", .text($0.version)),
                ("acknowledgedBy", .optional($0.acknowledgedBy?.text)),
                ("acknowledgedAt", .optional($0.acknowledgedAt?.text)),
              ])
            })
        ),
      ] + (merge?.count.json ?? []))
  }

  private func line(_ line: ChecklistLine) -> JSON {
    .object([
      ("key", .integer(line.item.key)), ("title", .text(line.item.title)), ("notes", .text(line.item.notes)),
      ("isComplete", .flag(line.isDone)),
      ("completedAt", .optional(line.tick.map { checklist.time(of: $0).text })),
      ("completedBy", .optional(line.tick?.by.text)),
      ("completedUnderVersion", line.tick.map { .integer($0.version) } ?? .null),
      ("isRewordedSince", .flag(line.isRewordedSince)),
      ("marks", .list(line.ticks.map { .text($0.name) })),
      (
        "instructorNotes",
        .list(
          (notes[line.item.key] ?? []).map {
            .object([("by", .id($0.by)), ("text", .text($0.text)), ("updatedAt", .text($0.updatedAt.text))])
          })
      ),
    ])
  }
}

extension ChecklistHistory {
  var json: JSON {
    .object([
      (
        "acts",
        .list(
          lines.map {
            .object([
              ("title", .text($0.title)), ("mark", .text($0.act.name)), ("isTick", .flag($0.act.isTick)),
              ("by", .id($0.act.by)), ("at", .text(checklist.time(of: $0.act).text)),
              ("templateVersion", .integer($0.act.version)), ("counts", .flag($0.counts)),
              ("takesBack", .list(($0.act.takesBack ?? []).map { .text(String($0)) })),
            ])
          })
      )
    ])
  }
}

extension ChecklistPreview {
  var json: JSON {
    .object([
      ("newestVersion", .integer(newer.number)),
      ("new", .list(newer.changes.new.map { .text($0.title) })),
      ("reworded", .list(newer.changes.reworded.map { .text($0.new.title) })),
      ("retired", .list(newer.changes.retired.map { .text($0.title) })),
      ("before", .object(before.json)), ("after", .object(after.json)), ("trainees", .integer(all)),
      ("fallBackFromComplete", .integer(reopened)),
    ])
  }
}
