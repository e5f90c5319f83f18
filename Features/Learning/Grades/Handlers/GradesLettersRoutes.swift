package import Base
package import Database
import HTML
import Kit
package import Router
import School

func letterRoutes(_ service: GradesService) -> [Route] {
  [.get("/settings/letters", .office, "The letters of the school.", offline: .everybody, service.showLetters)]
}

extension GradesService {
  package func showLetters(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let data = try letters(request.caller(), tx)
    return .page(version: data.letters.version, json: { data.json }) { lettersPage(data, request.draft, $0) }
  }
}

extension LettersPage {
  package var json: JSON {
    var members: [(String, JSON)] = letters.fields.map { ($0.name, .text($0.value)) }
    members.append(("version", .text(letters.version)))
    if let preview {
      members.append(
        (
          "changes",
          .list(
            preview.changes.map {
              .object([
                ("course", .id($0.course.id)), ("letters", .integer($0.letters)), ("students", .integer($0.students)),
              ])
            })
        ))
    }
    return .object(members)
  }
}
