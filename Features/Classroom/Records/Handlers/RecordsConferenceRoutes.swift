package import Base
import Database
import Kit
public import Router
import School

public func conferenceRoutes(_ service: ConferenceService) -> [Route] {
  [
    .get(
      "/students/:student/conference", .staff, "A child's record of some days, to print and talk about.",
      query: conferenceInputs, offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.page(request, tx)
      return .page(json: { data.json }) { conferencePage(data, $0) }
    }
  ]
}

package let conferenceInputs: [Input] = [
  .optional("from", "From this day on."), .optional("until", "To this day."),
  .optional("kind", "observations, presentations, habits or tasks; may come several times."),
]

extension ConferencePage {
  package var json: JSON {
    .object([
      ("student", .id(student.id)), ("from", .text(filter.from.text)), ("until", .text(filter.until.text)),
      (
        "observations",
        .list(
          seen.map { one in
            .object([("id", .id(one.one.id)), ("at", .text(one.one.happenedAt.text)), ("text", .text(one.text))])
          })
      ),
      (
        "presentations",
        .list(
          acts.map { one in
            .object([
              ("name", .text(one.name)), ("kind", .text(one.act.kind.rawValue)), ("day", .text(one.act.day.text)),
              ("note", .text(one.act.note)),
            ])
          })
      ),
      (
        "habits",
        .list(habits.map { one in .object([("name", .text(one.habit.name)), ("days", .integer(one.days))]) })
      ),
      ("tasks", .list(tasks.map { $0.json })),
    ])
  }
}
