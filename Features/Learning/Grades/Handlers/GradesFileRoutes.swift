package import Base
package import Database
package import Delimited
import HTML
import Kit
import People
package import Router
package import School

/// A gradebook out to a spreadsheet, and back in with a look before.
func gradeFileRoutes(_ service: GradesService) -> [Route] {
  [
    .get(
      "/courses/:course/gradebook/import", .staff, "The form for scores from a spreadsheet.", offline: .teachers,
      service.showImport)
  ]
}

extension GradesService {
  package func showImport(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let data = try importing(request.id("course"), nil, request.caller(), tx)
    return .page { gradeImportPage(data, request.draft, $0) }
  }

  package func exported(
    _ course: ID<Course>, _ caller: Caller, _ style: CSV.Style, _ tx: Transaction
  ) throws(Refusal) -> [UInt8] {
    _ = try staffCourse(course, caller, tx)
    let book = try GradesStore(tx: tx).book(of: course, in: caller.school)
    return GradeFile.write(book, try people(course, caller, tx), style: style)
  }

  /// What a file would do; without bytes the empty page.
  package func importing(
    _ course: ID<Course>, _ bytes: [UInt8]?, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> GradeImportPage {
    var page = GradeImportPage(course: try staffCourse(course, caller, tx))
    guard let bytes else { return page }
    let context = try GradebookContext(course, caller, Zone.utc, tx)
    let people = try people(course, caller, tx)
    let reading = GradeFile.read(bytes, context.facts.book, people)
    let steps = RecordScores(course: course, edits: reading.edits).steps(
      context.facts, by: caller, at: tx.now, isClosed: context.isClosed)
    page.reading = reading
    page.changes = steps.map { step in
      GradeImportPage.Change(
        student: people.first { $0.id == step.edit.student }?.name ?? "",
        item: context.facts.item(step.edit.item)?.title ?? "", before: step.before?.cellText ?? "",
        after: step.after?.cellText ?? step.edit.typed, verdict: step.verdict)
    }
    return page
  }

  private func people(
    _ course: ID<Course>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> [GradeFile.Person] {
    try EnrolmentStore(tx: tx).roster(course, in: caller.school).map {
      GradeFile.Person(id: $0.id, name: $0.listName, number: $0.number)
    }
  }
}

extension GradeImportPage {
  package var json: JSON {
    .object([
      ("rows", .integer(reading?.rows ?? 0)),
      (
        "changes",
        .list(
          changes.map {
            .object([
              ("student", .text($0.student)), ("item", .text($0.item)), ("before", .text($0.before)),
              ("after", .text($0.after)), ("verdict", .text($0.verdict.name)),
            ])
          })
      ),
      (
        "problems",
        .list((reading?.problems ?? []).map { .object([("line", .integer($0.line)), ("why", .text($0.reason.key))]) })
      ),
      ("unknown", .list((reading?.unknown ?? []).map { .text($0) })),
    ])
  }
}
