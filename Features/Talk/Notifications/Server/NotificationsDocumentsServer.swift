import Base
import Database
import Ledger
import People
import School
import Talk
import Training
import Web

extension NotificationsServer {
  /// Reminds the trainee and the instructors of a document whose last day is near, and once more when it is over; takes back what
  /// nobody has read when another took its place, or when the reader has nothing to do with the training any more.
  ///
  /// Once an hour, for it goes by days; it may run as often as one likes: the name of a word follows from what it is about.
  public func remindOfDocuments() async throws {
    for school in try await openSchools() {
      let (due, wrong) = try await ledger.read { tx in try DocumentReminders(school: school, tx: tx).all() }
      guard !due.isEmpty || !wrong.isEmpty else { continue }
      try await ledger.write(
        CommandEnvelope(ledger.world.id(), "notifications.remind-documents", school: school.id, by: nil)
      ) { tx in
        // What was read a moment ago may not hold any more.
        let (due, wrong) = try DocumentReminders(school: school, tx: tx).all()
        let store = NotificationsStore(tx: tx)
        for one in due { try store.tell(one) }
        for id in wrong { try store.takeBack(id) }
        return ""
      }
    }
  }
}

private struct DocumentReminders<DB: Transaction> {
  let school: School
  let tx: DB
  private var home: Zone { Zones.named(school.zone) ?? .utc }

  /// How long after its last day a document is still spoken of for the first time.
  private static var late: Int { 14 }

  /// What is to be said now, and what was said, is read by nobody and holds no more.
  ///
  /// Of a school that trains nobody, one row of an index is asked for; of any other, the documents that end within the longest
  /// warning, those concerned, and what was said of days since then, in one query each.
  func all() throws(Refusal) -> (due: [OtherNotice], wrong: [ID<Notification>]) {
    let store = DocumentsStore(tx: tx)
    if !school.areas.contains(SchoolArea.training), try !store.hasAny(in: school.id) { return ([], []) }
    let first = home.day(of: tx.now).plus(days: -Self.late)
    let said = try NotificationsStore(tx: tx).saidOfDocuments(since: moment(first), in: school.id)
    let words = try words(first)
    let held = Set(words.map { $0.id })
    return (
      words.filter { said[$0.id] == nil }, said.filter { !$0.value && !held.contains($0.key) }.map { $0.key }.sorted()
    )
  }

  /// Everything that holds today, said or not.
  private func words(_ first: Day) throws(Refusal) -> [OtherNotice] {
    let (today, store) = (home.day(of: tx.now), DocumentsStore(tx: tx))
    let kinds = try store.kinds(in: school.id).filter { $0.deletedAt == nil }.keyed(by: { $0.id })
    guard let warning = kinds.values.map({ $0.warningDays }).max() else { return [] }
    var found: [(document: TrainingDocument, kind: DocumentKind, status: TrainingDocumentStatus)] = []
    for document in try store.ending(from: first, until: today.plus(days: warning), in: school.id) {
      guard let kind = kinds[document.kind] else { continue }
      let status = TrainingDocumentStatus(document, kind, today: today)
      if status == .expiring || status == .expired { found.append((document, kind, status)) }
    }
    let trained = try TraineesStore(tx: tx).going(Array(Set(found.map { $0.document.trainee })), in: school.id)
    return found.flatMap { one in
      trained[one.document.trainee].map { words(of: one.document, one.kind, one.status, $0.trainee, $0.instructors) }
        ?? []
    }
  }

  /// To the trainee, as long as it is shared, and to the instructors.
  private func words(
    of document: TrainingDocument, _ kind: DocumentKind, _ status: TrainingDocumentStatus, _ trainee: Trainee,
    _ instructors: [ID<Account>]
  ) -> [OtherNotice] {
    // words: training.documents.standard.*
    let name: Phrase.Argument =
      kind.name.isEmpty
      ? .key("training.documents.standard." + String(kind.standardNumber ?? 1)) : .text(kind.name)
    // words: training.documents.notice.*
    let key = documentNotice + status.rawValue
    var found: [OtherNotice] = []
    if let account = trainee.account { found.append(word(document, Phrase(key, name), status, to: account)) }
    for account in instructors where account != trainee.account {
      found.append(word(document, Phrase(key + "-of", .text(trainee.name), name), status, to: account))
    }
    return found
  }

  private func word(
    _ document: TrainingDocument, _ phrase: Phrase, _ status: TrainingDocumentStatus, to account: ID<Account>
  ) -> OtherNotice {
    OtherNotice(
      account: account,
      id: Notification.id(.other, document.id, .none, mark: status == .expired ? 2 : 1, to: account), phrase: phrase,
      path: DocumentsPaths.document(document.id, of: document.trainee),
      facts: NoticeFacts(thing: document.id.cast(), moment: document.expires.map { moment($0) }))
  }

  /// Of a last day, by which what was said of it is found again.
  private func moment(_ day: Day) -> Instant { home.instant(day, minute: 0) }
}

/// How the words begin that are said of documents.
private let documentNotice = "training.documents.notice."

extension NotificationsStore {
  /// What was said of documents that end since a moment, and whether it was read.
  ///
  /// Others are said under the same kind, and are nobody's here to take back.
  fileprivate func saidOfDocuments(
    since moment: Instant, in school: ID<Tenant>
  ) throws(Refusal) -> [ID<Notification>: Bool] {
    try tx.all(
      NotificationsTables.notification, in: school, "AND kind = 'other' AND moment >= $2", [.instant(moment)]
    ).map { $0.item }.filter { $0.phrase.key.hasPrefix(documentNotice) }
      .keyed(by: { $0.id }, to: { $0.readAt != nil })
  }
}
