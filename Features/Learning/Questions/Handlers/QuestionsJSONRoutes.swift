package import Base
import Kit
package import School

// What programs get.

extension QuestionEditorPage {
  /// - Parameter draft: what has not been saved yet.
  func json(_ draft: Draft) -> JSON {
    .object([
      ("id", question.map { .id($0.id) } ?? .null),
      ("fields", .object((draft.form.fields.isEmpty ? form : draft.form).fields.map { ($0.name, .text($0.value)) })),
    ])
  }
}

extension QuestionBankPage {
  var json: JSON {
    .object([
      (
        "questions",
        .list(
          lines.map {
            .object([
              ("id", .id($0.question.id)), ("tags", .list($0.question.tags.map { .text($0) })), ("face", $0.face.json),
            ])
          })
      )
    ])
  }
}

extension QuestionImport {
  package var json: JSON {
    .object([
      ("count", .integer(entries.count)),
      ("kinds", .list(entries.map { .text($0.content.kind.rawValue) })),
      (
        "left",
        .list(remarks.map { .object([("line", .integer($0.line)), ("why", .text($0.phrase.key))]) })
      ),
    ])
  }
}
