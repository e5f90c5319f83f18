import Base
import Kit
import School

/// The pages of the gradebook as data.
extension Amount {
  var json: JSON { .number(text) }
}

extension GradeTotal {
  var json: JSON {
    .object([("percent", percent.map { $0.json } ?? .null), ("letter", .optional(letter?.letter))])
  }
}

extension GradebookPage.Cell {
  var members: [(String, JSON)] {
    [
      ("text", .text(text)), ("missing", .flag(isMissing)), ("late", .flag(isLate)), ("comment", .flag(hasComment)),
      ("pending", .flag(isPending)),
    ]
  }
}

extension GradebookPage {
  var json: JSON {
    .object([
      ("course", .id(course.id)),
      (
        "items",
        .list(
          columns.map { column in
            .object([
              ("id", .id(column.item.id)), ("title", .text(column.item.title)), ("possible", column.item.possible.json),
              ("category", .optional(column.item.category?.text)), ("counts", .flag(column.item.counts)),
              ("given", .integer(column.given)), ("posted", .integer(column.posted)),
            ])
          })
      ),
      (
        "students",
        .list(
          rows.map { row in
            .object([
              ("id", .id(row.student)), ("name", .text(row.name)), ("total", row.total.json),
              ("scores", .list(row.cells.map { .text($0.text) })), ("standing", .optional(row.standing?.rawValue)),
            ])
          })
      ),
    ])
  }

  /// What one cell shows now, with what became of what was typed.
  func news(_ edit: CellEdit, _ verdict: CellVerdict, _ scene: Scene) -> GradebookNews? {
    let cell = cell(edit.student, edit.item) ?? Cell(text: "")
    switch verdict {
    case .saved, .same: return GradebookNews(item: edit.item, student: edit.student, kind: .now, cell: cell)
    case .conflict, .refused:
      let isConflict = if case .conflict = verdict { true } else { false }
      return GradebookNews(
        item: edit.item, student: edit.student, kind: isConflict ? .conflict : .refused, cell: cell,
        reason: verdictText(verdict, scene).text)
    }
  }

  func cell(_ student: ID<Student>, _ item: ID<GradeItem>) -> Cell? {
    guard let row = rows.first(where: { $0.student == student }),
      let place = columns.firstIndex(where: { $0.item.id == item })
    else { return nil }
    return row.cells[place]
  }

  /// Every cell as it is.
  var allNews: [GradebookNews] {
    rows.flatMap { row in
      zip(columns, row.cells).map { GradebookNews(item: $0.item.id, student: row.student, kind: .now, cell: $1) }
    }
  }

  /// - Parameter students: whose; `nil` is all.
  func totals(_ students: Set<ID<Student>>?, _ scene: Scene) -> [(student: ID<Student>, text: String)] {
    rows.filter { students?.contains($0.student) ?? true }.map {
      ($0.student, totalText($0.total, places: places, isOverridden: $0.isOverridden, scene))
    }
  }
}

extension GradeColumnPage {
  var json: JSON {
    .object([
      ("id", .id(item.id)), ("title", .text(item.title)), ("possible", item.possible.json),
      ("given", .integer(given)), ("posted", .integer(posted)),
      (
        "scores",
        .list(
          rows.map {
            .object([("student", .id($0.student)), ("name", .text($0.name))] + $0.cell.members)
          })
      ),
    ])
  }
}

extension GradeColumnForm {
  var json: JSON {
    .object([
      ("item", .optional(item?.id.text)),
      (
        "categories",
        .list(
          categories.map {
            .object([("id", .id($0.id)), ("kind", .text($0.kind.rawValue)), ("name", .optional($0.name))])
          })
      ),
    ])
  }
}

extension GradeCellPage {
  var json: JSON {
    .object([
      ("item", .id(item.id)), ("student", .id(student)), ("score", .optional(score?.raw?.text)),
      ("excused", .flag(score?.excused ?? false)), ("comment", .optional(score?.comment)), ("posted", .flag(isPosted)),
      ("version", .text(version)),
      (
        "history",
        .list(
          history.map {
            .object([
              ("score", .text($0.score.cellText)), ("by", .text($0.by)), ("at", .text($0.score.at.text)),
              ("comment", .optional($0.score.comment)),
            ])
          })
      ),
    ])
  }
}

extension ScoreChange {
  /// The verdicts, one for each cell that was sent.
  func json(_ edits: [CellEdit]) -> JSON {
    .object([
      ("at", .integer(Int(at.milliseconds))), ("saved", .integer(kept)), ("refused", .integer(refused)),
      (
        "cells",
        .list(
          zip(edits, verdicts).map { edit, verdict in
            .object(
              [("item", .id(edit.item)), ("student", .id(edit.student)), ("verdict", .text(verdict.name))]
                + verdict.members)
          })
      ),
    ])
  }
}

extension CellVerdict {
  var name: String {
    switch self {
    case .saved: "saved"
    case .same: "same"
    case .refused: "refused"
    case .conflict: "conflict"
    }
  }
  fileprivate var members: [(String, JSON)] {
    switch self {
    case .saved, .same: []
    case .refused(let reason): [("why", .text(reason.key))]
    case .conflict(let now): [("now", .text(now))]
    }
  }
}
