import Base
import Router
import School

extension PresentationStanding {
  var json: JSON {
    .object([
      ("kind", .text(latest.kind.rawValue)), ("day", .text(latest.day.text)), ("presented", .integer(presented)),
    ])
  }
}

extension PresentationPlan {
  var json: JSON {
    .object([
      ("id", .id(id)), ("student", .id(student)), ("presentation", presentation.map { .id($0) } ?? .null),
      ("title", .text(title)), ("day", day.map { .text($0.text) } ?? .null),
    ])
  }
}

extension ChildPresentationsPage {
  var json: JSON {
    .object([
      (
        "standings",
        .list(
          tree.outline.compactMap { node in
            standings[node.id].map { .object([("presentation", .id(node.id)), ("standing", $0.json)]) }
          })
      ),
      ("plans", .list(plans.map { $0.json })), ("next", .list(next.map { .id($0.presentation.id) })),
    ])
  }
}

extension OnePresentationPage {
  var json: JSON {
    .object([
      (
        "acts",
        .list(
          acts.map { act in
            .object([
              ("id", .id(act.id)), ("kind", .text(act.kind.rawValue)), ("day", .text(act.day.text)),
              ("note", .text(act.note)), ("by", .id(act.by)), ("withdrawn", .flag(act.withdrawnAt != nil)),
            ])
          })
      )
    ])
  }
}

extension PresentationGridPage {
  var json: JSON {
    .object([
      ("presentations", .list(presentations.map { .id($0.id) })),
      (
        "students",
        .list(
          students.map { student in
            .object([
              ("student", .id(student.id)),
              (
                "standings",
                .list(
                  presentations.map { node in
                    standings[student.id]?[node.id].map { $0.json } ?? .null
                  })
              ),
            ])
          })
      ),
    ])
  }
}

extension GroupPresentationPage {
  var json: JSON {
    .object([
      (
        "students",
        .list(
          students.map { student in
            .object([
              ("student", .id(student.id)), ("standing", standings[student.id].map { $0.json } ?? .null),
            ])
          })
      )
    ])
  }
}

extension PlanWeekPage {
  var json: JSON { .object([("plans", .list(plans.map { $0.json }))]) }
}
