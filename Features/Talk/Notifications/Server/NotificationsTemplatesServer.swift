import Base
import Database
import Ledger
import People
import School
import Talk
import Training

extension NotificationsServer {
  /// Tells the office of a template that is not what was written or published, once for each and each version of it.
  ///
  /// Once an hour: every version is read and hashed, also an old one that somebody still goes through, which no page should wait for.
  @Sendable public func tellOfDamage() async throws {
    for school in try await openSchools() {
      let news = try await ledger.read { tx in
        try damageNotices(in: school.id, tx).filter {
          try NotificationsStore(tx: tx).notification($0.id, in: school.id) == nil
        }
      }
      guard !news.isEmpty else { continue }
      try await ledger.write(
        CommandEnvelope(ledger.world.id(), "notifications.damaged-templates", school: school.id, by: nil)
      ) { tx in
        for one in news { try NotificationsStore(tx: tx).tell(one) }
        return ""
      }
    }
  }
}

/// To each of the office, of each damaged template.
private func damageNotices(in school: ID<Tenant>, _ tx: Transaction) throws(Refusal) -> [OtherNotice] {
  let damaged = try TemplatesStore(tx: tx).damaged(in: school)
  guard !damaged.isEmpty else { return [] }
  let office = try MembersStore(tx: tx).office(of: school)
  return damaged.flatMap { template in
    let name: Phrase.Argument = template.draft.map { .text($0.name) } ?? .key("training.templates.damaged-name")
    return office.map { account in
      OtherNotice(
        account: account, id: Notification.id(.other, template.id, .none, mark: Int64(template.version), to: account),
        phrase: Phrase("training.templates.notice", name), path: TemplatesPaths.template(template.id))
    }
  }
}
