package import Base
package import Database
import Kit
public import Router
import School

public func signatureRoutes(_ service: SignaturesService) -> [Route] {
  [
    .get(
      "/training/checklists/:checklist/signature", .members,
      "What was signed off of a checklist, and for an instructor what would be signed.", offline: .everybody,
      service.show)
  ]
}

extension SignaturesService {
  package func show(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try page(request, tx), request.draft)
    return .page(json: { data.json }) { signaturePage(data, draft, $0) }
  }
}

extension SignaturePage {
  var json: JSON {
    .object([
      ("shown", .optional(known.record?.hashText)), ("complete", .flag(known.record?.isComplete ?? false)),
      (
        "signatures",
        .list(
          zip(known.signatures, known.statements).map { one, statement in
            .object([
              ("number", .integer(one.number)), ("hash", .text(one.hashText)), ("signedAt", .text(one.signedAt.text)),
              // Words that nobody signed are shown to nobody.
              ("text", statement == nil ? .null : .text(one.text)), ("damaged", .flag(statement == nil)),
            ])
          })
      ),
    ])
  }
}
