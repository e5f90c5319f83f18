import Base
import Database
import Delimited
import HTML
import Kit
import Ledger
import People
import Router
import School
import Web

/// A gradebook out to a spreadsheet, and back in with a look before.
func gradeFileRoutes(_ service: GradesService) -> [Route] {
  let show: PageHandler = { request, tx throws(Refusal) in
    let data = try service.importing(request.id("course"), nil, request.caller(), tx)
    return .page { gradeImportPage(data, request.draft, $0) }
  }
  return [
    .get("/courses/:course/gradebook/export", .staff, "All scores as CSV; ?mark=1 begins it with the mark Excel wants.")
    {
      request in
      let style = CSV.Style(hasMark: request.query["mark"] == "1")
      let bytes = try await service.ledger.read {
        try service.exported(request.id("course"), request.caller(), style, $0)
      }
      return .download("grades.csv", type: "text/csv; charset=utf-8", length: bytes.count) { try await $0(bytes) }
    },
    .get("/courses/:course/gradebook/import", .staff, "The form for scores from a spreadsheet.", show),
    .post(
      "/courses/:course/gradebook/import", .staff, "See what a spreadsheet would change; nothing is written.",
      inputs: [
        Input("text", "the rows, pasted", required: false), Input("file", "a CSV file", required: false),
      ], bodyLimit: Limits.importBody.most, form: show
    ) { request in
      var reader = FormReader(request.form)
      let text = reader.note("text", max: 200_000) ?? ""
      reader.ignore("file")
      try reader.finish()
      var bytes = Array(text.utf8)
      if bytes.isEmpty, let file = request.uploads.first(where: { $0.field == "file" && $0.size > 0 }) {
        bytes = try await service.ledger.files.contents(file.hash, limit: Int64(Limits.importBody.most))
      }
      if bytes.isEmpty { throw Refusal.invalid("text", Phrase("form.required")) }
      let data = try await service.ledger.read { [bytes] in
        try service.importing(request.id("course"), bytes, request.caller(), $0)
      }
      return .page(json: { data.json }) { gradeImportPage(data, Draft(), $0) }
    }.taking(.sheet),
  ]
}

extension GradesService {
  func exported(
    _ course: ID<Course>, _ caller: Caller, _ style: CSV.Style, _ tx: Transaction
  ) throws(Refusal) -> [UInt8] {
    _ = try staffCourse(course, caller, tx)
    let book = try GradesStore(tx: tx).book(of: course, in: caller.school)
    return GradeFile.write(book, try people(course, caller, tx), style: style)
  }

  /// What a file would do; without bytes the empty page.
  func importing(
    _ course: ID<Course>, _ bytes: [UInt8]?, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> GradeImportPage {
    var page = GradeImportPage(course: try staffCourse(course, caller, tx))
    guard let bytes else { return page }
    let books = try GradebookBooks(course, caller, Zone.utc, tx)
    let people = try people(course, caller, tx)
    let reading = GradeFile.read(bytes, books.facts.book, people)
    let steps = RecordScores(course: course, edits: reading.edits).steps(
      books.facts, by: caller, at: tx.now, isClosed: books.isClosed)
    page.reading = reading
    page.changes = steps.map { step in
      GradeImportPage.Change(
        student: people.first { $0.id == step.edit.student }?.name ?? "",
        item: books.facts.item(step.edit.item)?.title ?? "", before: step.before?.cellText ?? "",
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
  var json: JSON {
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
        .list((reading?.problems ?? []).map { .object([("line", .integer($0.line)), ("why", .text($0.why.key))]) })
      ),
      ("unknown", .list((reading?.unknown ?? []).map { .text($0) })),
    ])
  }
}
