package import Base
package import Database
import People
package import School

/// What somebody takes along from a training that is shared with them no more: what was signed until then, and what they handed
/// in themselves.
package struct KeptTraining: Sendable {
  struct Signed: Sendable {
    let checklist: Checklist
    let version: ChecklistVersion
    let content: ChecklistContent
    let progress: ChecklistProgress
  }
  package struct Document: Sendable {
    let document: TrainingDocument
    let kind: DocumentKind?
    package let pages: [TrainingDocumentPage]
    let endorsement: DocumentEndorsement?
  }
  package let school: ID<Tenant>
  let schoolName: String
  let trainee: Trainee
  /// When the share ended; what came later is not theirs to read.
  let until: Instant
  var signed: [Signed] = []
  package var documents: [Document] = []
  /// Of those who ticked.
  var names: [ID<Account>: String] = [:]
}

extension DocumentsService {
  /// The last one first; the account's own, in whatever school it was.
  package func kept(_ account: ID<Account>, _ tx: Transaction) throws(Refusal) -> [KeptTraining] {
    var all: [KeptTraining] = []
    for former in try TraineesShareStore(tx: tx).former(of: account) {
      all.append(try kept(former, account, tx))
    }
    return all
  }

  package func kept(_ id: ID<Trainee>, _ account: ID<Account>, _ tx: Transaction) throws(Refusal) -> KeptTraining {
    let all = try TraineesShareStore(tx: tx).former(of: account)
    guard let former = all.first(where: { $0.trainee.id == id }) else { throw .notFound }
    return try kept(former, account, tx)
  }

  private func kept(
    _ former: FormerTraining, _ account: ID<Account>, _ tx: Transaction
  ) throws(Refusal) -> KeptTraining {
    let (trainee, school) = (former.trainee, former.school)
    var kept = KeptTraining(
      school: school, schoolName: former.schoolName, trainee: trainee, until: former.until)
    for checklist in try ChecklistsStore(tx: tx).checklists(of: trainee.id, in: school) {
      // One that was changed behind our back proves nothing.
      guard let signedAt = checklist.signedAt, signedAt <= former.until, let progress = checklist.progress,
        let version = try TemplatesStore(tx: tx).version(checklist.version, of: checklist.template, in: school),
        let content = version.content
      else { continue }
      kept.signed.append(
        KeptTraining.Signed(checklist: checklist, version: version, content: content, progress: progress))
    }
    let store = DocumentsStore(tx: tx)
    for document in try store.documents(of: trainee.id, in: school) where document.uploadedBy == account {
      kept.documents.append(
        KeptTraining.Document(
          document: document, kind: try store.kind(document.kind, in: school),
          pages: try store.pages(of: document.id, in: school),
          endorsement: try store.endorsement(of: document.id, in: school)))
    }
    let people = kept.signed.flatMap { one in one.content.items.compactMap { one.progress.tick(of: $0.key)?.by } }
    kept.names = try AccountsStore(tx: tx).names(of: Array(Set(people)))
    return kept
  }
}

extension KeptTraining {
  /// The record in the package; the names of kinds as the reader's language has them.
  package func json(_ kindName: (DocumentKind) -> String) -> JSON {
    .object([
      ("school", .text(schoolName)), ("trainee", .text(trainee.name)), ("until", .text(until.text)),
      ("checklists", .list(signed.map { json($0) })),
      (
        "documents",
        .list(
          documents.enumerated().map { number, one in
            .object([
              ("kind", .text(one.kind.map(kindName) ?? "")), ("expires", .optional(one.document.expires?.text)),
              ("notes", .text(one.document.notes)), ("uploadedAt", .text(one.document.uploadedAt.text)),
              ("endorsement", one.endorsement.map { $0.json } ?? .null),
              (
                "files",
                .list(
                  one.pages.map {
                    .object([("name", .text(path(of: $0, in: number))), ("sha256", .text(hex($0.hash)))])
                  })
              ),
            ])
          })
      ),
    ])
  }

  private func json(_ one: Signed) -> JSON {
    .object([
      ("name", .text(one.content.name)), ("version", .integer(one.version.number)),
      ("hash", .text(one.version.hashText)), ("signedAt", .optional(one.checklist.signedAt?.text)),
      (
        "items",
        .list(
          one.content.items.map { item in
            let tick = one.progress.tick(of: item.key)
            return .object([
              ("title", .text(item.title)), ("notes", .text(item.notes)),
              ("doneAt", .optional(tick.map { one.checklist.time(of: $0).text })),
              ("doneBy", .optional(tick.flatMap { names[$0.by] })),
            ])
          })
      ),
    ])
  }

  /// Unique in the package, whatever the files were called.
  package func path(of page: TrainingDocumentPage, in number: Int) -> String {
    "documents/\(number + 1)-\(page.place)-" + safe(page.name)
  }

  private func safe(_ name: String) -> String {
    String(decoding: name.utf8.map { $0 == 0x2F || $0 == 0x5C || $0 < 32 ? 0x5F : $0 }, as: UTF8.self)
  }
}
