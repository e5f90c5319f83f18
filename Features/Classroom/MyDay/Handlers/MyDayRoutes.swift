import Base
import Database
public import Router
import School

public func myDayRoutes(_ service: MyDayService) -> [Route] {
  [
    .get(
      MyDayPaths.today, .staff, "What a guide has today: plans, tasks, habits, and who is away.", offline: .everybody
    ) {
      request, tx throws(Refusal) in
      let data = try service.page(request, tx)
      return .page(json: { data.json }) { myDayPage(data, $0) }
    }
  ]
}

extension MyDayPage {
  var json: JSON {
    .object([
      (
        "birthdays",
        .list(
          birthdays.map {
            .object([("student", .id($0.student)), ("day", .text($0.day.text)), ("age", .integer($0.age))])
          })
      ), ("absent", .list(absent.map { .id($0) })), ("plans", .list(plans.map { $0.json })),
      ("tasks", .list(tasks.map { $0.json })),
      ("habits", .list(habits.map { .object([("habit", .id($0.id)), ("student", .id($0.student))]) })),
    ])
  }
}
