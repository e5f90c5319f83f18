import Base
import Database
import Kit
import People
import Router
import School

/// Answers who did what and when, to those who run the school.
public struct JournalService: Sendable {
  public init() {}

  static let page = 30
  /// As many people as a choice shows.
  static let choices = 20

  func look(_ request: Request, _ tx: Transaction) throws(Refusal) -> JournalData {
    let (caller, search) = (try request.caller(), trimmed(request.query["q"] ?? ""))
    let (day, zone) = (request.query["day"].flatMap { Day($0) }, request.scene.zone)
    let before = request.query["after"].flatMap { Int64($0) }
    var who = request.query["person"].flatMap { ID<Account>($0) }
    if !search.isEmpty {
      let found = try MembersStore(tx: tx).members(
        of: caller.school, role: nil, search: search, after: nil, limit: Self.choices)
      guard found.count == 1 else {
        let people = found.map { (id: $0.account, name: $0.name) }
        return JournalData(acts: [], search: search, day: day, choices: people)
      }
      who = found.first?.account
    }
    let span = day.map { zone.instant($0, minute: 0)..<zone.instant($0.plus(days: 1), minute: 0) }
    var acts = try JournalStore(tx: tx, school: caller.school).acts(
      by: who, between: span, before: before, limit: Self.page + 1)
    let isMore = acts.count > Self.page
    if isMore { acts.removeLast() }
    let names = try AccountsStore(tx: tx).names(of: acts.compactMap { $0.account })
    for place in acts.indices { acts[place].name = acts[place].account.flatMap { names[$0] } ?? "" }
    var data = JournalData(acts: acts, search: search, day: day)
    if let who { data.person = (who, try name(of: who, among: names, caller.school, tx)) }
    data.next = isMore ? acts.last?.seq : nil
    data.isFirst = before == nil
    return data
  }

  /// Only who belongs here or did something here has a name here: an id of elsewhere says nothing.
  private func name(
    of account: ID<Account>, among names: [ID<Account>: String], _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> String {
    if let name = names[account] { return name }
    return try MembersStore(tx: tx).member(account, in: school)?.name ?? "—"
  }
}
