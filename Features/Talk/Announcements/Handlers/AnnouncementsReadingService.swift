public import Base
import Classroom
public import Database
import Kit
import Learning
import People
import Router
public import School

/// What pages ask: each a look into one snapshot, with everything the page shows.
extension AnnouncementsService {
  static let part = 50
  /// What is older is no news on a first page.
  static let newsDays: Int64 = 30

  func list(_ request: Request, _ tx: Transaction) throws(Refusal) -> AnnouncementsPage {
    let caller = try request.caller()
    var reader = FormReader(request.query)
    let show = reader.optionalText("show", max: 20).flatMap(AnnouncementsPage.Show.init(rawValue:)) ?? .all
    let audience = reader.optionalText("audience", max: 60).flatMap(AnnouncementAudience.init)
    let (search, after) = (reader.optionalText("q", max: 100) ?? "", reader.optionalText("after", max: 80))
    try reader.finish()
    var page = AnnouncementsPage(show: caller.role.isStaff ? show : show == .unread ? .unread : .all)
    (page.search, page.isLater) = (search, after != nil)
    try page.fill(caller, audience, after: after.flatMap(cursor), tx)
    return page
  }

  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> AnnouncementPage {
    let (caller, id) = (try request.caller(), try request.id("announcement", Announcement.self))
    let language = request.query["language"].flatMap(Language.init(rawValue:))
    let store = AnnouncementsStore(tx: tx)
    let (one, access) = try store.mustSee(id, caller)
    var page = try AnnouncementPage(one, access, caller.school, tx)
    page.language = language.flatMap { chosen in one.texts.contains { $0.language == chosen } ? chosen : nil }
    if one.isOut, one.author != caller.account, try store.hears(one.audience, caller) {
      page.isUnread = try !store.isRead(id, by: caller.account, in: caller.school)
    }
    if access == .keeper, one.state == .published { page.readers = try store.readerCounts(of: one, in: caller.school) }
    return page
  }

  func readers(_ request: Request, _ tx: Transaction) throws(Refusal) -> AnnouncementReadersPage {
    let (caller, id) = (try request.caller(), try request.id("announcement", Announcement.self))
    var reader = FormReader(request.query)
    let (isUnread, after) = (reader.flag("unread"), reader.optionalID("after", Account.self))
    try reader.finish()
    let store = AnnouncementsStore(tx: tx)
    let (one, access) = try store.mustSee(id, caller)
    guard access == .keeper, one.state == .published else { throw .notFound }
    return try store.readers(of: one, isRead: !isUnread, after: after, in: caller.school)
  }

  func blank(_ request: Request, _ tx: Transaction) throws(Refusal) -> AnnouncementForm {
    let caller = try request.caller()
    let wanted = (request.draft["audience"] ?? request.query["audience"]).flatMap(AnnouncementAudience.init)
    let store = AnnouncementsStore(tx: tx)
    let reach = try store.reach(of: caller)
    // Whom one spoke to last one mostly speaks to again, and the field that says so stands first.
    let isNamed = request.draft["audience"] != nil || request.query["audience"] != nil
    let audience = isNamed ? wanted : try store.lastAudience(of: caller, in: reach) ?? reach.only
    return AnnouncementForm(reach: reach, audience: audience.flatMap { reach.allows($0) ? $0 : nil })
  }

  func form(_ request: Request, _ tx: Transaction) throws(Refusal) -> AnnouncementForm {
    let (caller, id) = (try request.caller(), try request.id("announcement", Announcement.self))
    let store = AnnouncementsStore(tx: tx)
    let (one, access) = try store.mustSee(id, caller)
    guard access == .keeper, one.retractedAt == nil else { throw .notFound }
    return AnnouncementForm(
      known: one, files: try store.files(of: id, in: caller.school), reach: try store.reach(of: caller),
      place: try store.names(of: [one.audience], in: caller.school)[one.audience])
  }

  // MARK: cards on other pages

  /// The latest that the caller has not read, for the first page.
  public func card(for caller: Caller, _ tx: Transaction) throws(Refusal) -> AnnouncementsCard {
    let store = AnnouncementsStore(tx: tx)
    let heard = try store.audiences(of: caller)
    return AnnouncementsCard(
      rows: try store.news(heard, caller), path: AnnouncementsPaths.all,
      topics: Self.watched, new: nil)
  }

  /// The latest of a class, and for its teachers, whose first page it is, everything they have not read.
  public func card(of classroom: ID<Classroom>, _ access: ClassAccess, _ caller: Caller, _ tx: Transaction)
    throws(Refusal) -> AnnouncementsCard
  {
    let store = AnnouncementsStore(tx: tx)
    let here = AnnouncementAudience.classroom(classroom)
    var card = try store.card(of: here, mayWrite: access.isStaff, isHeard: access != .office, caller)
    if access == .teacher {
      let heard = try store.audiences(of: caller)
      let news = try store.news(heard, caller)
      card.rows = news + card.rows.filter { row in !news.contains { $0.one.id == row.one.id } }
    }
    return card
  }

  /// The latest of a course.
  public func card(of course: ID<Course>, _ access: CourseAccess, _ caller: Caller, _ tx: Transaction)
    throws(Refusal) -> AnnouncementsCard
  {
    try AnnouncementsStore(tx: tx).card(
      of: .course(course), mayWrite: access.isStaff, isHeard: access != .office, caller)
  }
}

extension AnnouncementsService {
  /// What is said to the reader, whoever it is said to, and what of it they have read.
  static let watched: [String] = .watchingAll([
    AnnouncementsTables.announcement.number, AnnouncementsTables.version.number, AnnouncementsTables.read.number,
  ])
}

extension AnnouncementsStore {
  /// What the caller has not read, the newest three of the last weeks.
  fileprivate func news(_ heard: [AnnouncementAudience], _ caller: Caller) throws(Refusal) -> [AnnouncementRow] {
    var filter = Filter(reader: caller.account)
    (filter.show, filter.audiences) = (.unread, heard)
    filter.since = tx.now.plus(days: -AnnouncementsService.newsDays)
    return try rows(announcements(filter, in: caller.school, limit: 3), heard: heard, caller)
  }

  /// The latest of one place; the office sees it, and it is not said to them.
  fileprivate func card(
    of audience: AnnouncementAudience, mayWrite: Bool, isHeard: Bool, _ caller: Caller
  ) throws(Refusal) -> AnnouncementsCard {
    var filter = Filter(reader: caller.account)
    (filter.audiences, filter.since) = ([audience], tx.now.plus(days: -AnnouncementsService.newsDays))
    return AnnouncementsCard(
      rows: try rows(announcements(filter, in: caller.school, limit: 3), heard: isHeard ? [audience] : [], caller),
      path: AnnouncementsPaths.of(audience), topics: AnnouncementsService.watched,
      new: mayWrite ? AnnouncementsPaths.new(for: audience) : nil)
  }

  /// With who wrote them, whom they are for, and what of what the caller hears is unread.
  func rows(
    _ found: [Announcement], heard: [AnnouncementAudience], _ caller: Caller
  ) throws(Refusal) -> [AnnouncementRow] {
    let rows = try rows(found, in: caller.school)
    let read = try read(found.map { $0.id }, by: caller.account, in: caller.school)
    return rows.map { row in
      var row = row
      let isNews = heard.contains(row.one.audience) && row.one.author != caller.account
      row.isUnread = row.isUnread && isNews && !read.contains(row.one.id)
      return row
    }
  }

  /// With who wrote them and whom they are for.
  ///
  /// Without a reader each is news to everybody who sees it come.
  func rows(_ found: [Announcement], in school: ID<Tenant>) throws(Refusal) -> [AnnouncementRow] {
    if found.isEmpty { return [] }
    let authors = try AccountsStore(tx: tx).names(of: found.map { $0.author })
    let places = try names(of: found.map { $0.audience }, in: school)
    return found.map { one in
      AnnouncementRow(
        one: one, author: authors[one.author] ?? "", place: places[one.audience], isUnread: one.isOut)
    }
  }

  /// Which class or course somebody announced something to last, among those that they may still announce to.
  ///
  /// Whoever spoke to the whole school last says so again: what is for one class goes out to all by a field passed over.
  fileprivate func lastAudience(of caller: Caller, in reach: AnnouncementReach) throws(Refusal) -> AnnouncementAudience?
  {
    var own = Filter(reader: caller.account)
    // The office reaches everybody, and a list of all would be the school over again.
    (own.author, own.audiences) = (caller.account, reach.isOffice ? nil : reach.narrow)
    switch try announcements(own, in: caller.school, limit: 1).first?.audience {
    case .school, .role, nil: return nil
    case let one?: return one
    }
  }

  package func readerCounts(of one: Announcement, in school: ID<Tenant>) throws(Refusal) -> (count: Int, of: Int) {
    let people = try recipients(of: one.audience, in: school).filter { $0 != one.author }
    let read = try readers(of: one.id, in: school)
    return (people.filter { read[$0] != nil }.count, people.count)
  }

  /// By name, those who have read it or those who have not.
  fileprivate func readers(
    of one: Announcement, isRead: Bool, after: ID<Account>?, in school: ID<Tenant>
  ) throws(Refusal) -> AnnouncementReadersPage {
    let people = try recipients(of: one.audience, in: school).filter { $0 != one.author }
    let (read, names) = (try readers(of: one.id, in: school), try AccountsStore(tx: tx).names(of: people))
    let chosen = people.filter { (read[$0] != nil) == isRead }.map { account in
      let name = names[account] ?? ""
      return (
        key: Student.fold(name),
        person: AnnouncementReadersPage.Person(account: account, name: name, at: read[account])
      )
    }
    let sorted = chosen.sorted { ($0.key, $0.person.account) < ($1.key, $1.person.account) }.map { $0.person }
    let start = after.flatMap { last in sorted.firstIndex { $0.account == last } }.map { $0 + 1 } ?? 0
    let part = Array(sorted[start..<min(start + AnnouncementsService.part, sorted.count)])
    var page = AnnouncementReadersPage(one: one, isRead: isRead, people: part)
    let count = people.filter { read[$0] != nil }.count
    page.counts = (count, people.count - count)
    (page.next, page.isLater) = (start + part.count < sorted.count ? part.last?.account : nil, start > 0)
    return page
  }
}

extension AnnouncementPage {
  /// As everybody with this sight sees it.
  init(_ one: Announcement, _ access: AnnouncementAccess, _ school: ID<Tenant>, _ tx: Transaction) throws(Refusal) {
    let store = AnnouncementsStore(tx: tx)
    self.init(
      one: one, access: access, author: try AccountsStore(tx: tx).names(of: [one.author])[one.author] ?? "",
      place: try store.names(of: [one.audience], in: school)[one.audience],
      files: try store.files(of: one.id, in: school))
    // That it was read is one's own doing, which the page says by itself.
    topics = .watchingAll([
      AnnouncementsTables.announcement.number, AnnouncementsTables.version.number, AnnouncementsTables.file.number,
    ])
    // How many have read it lies in no bucket of those who keep it.
    if access == .keeper { topics.append(AnnouncementsService.readersTopic + "/" + one.id.text) }
  }
}

extension AnnouncementsService {
  package static let readersTopic = "announcement-readers"
}

extension AnnouncementsPage {
  fileprivate mutating func fill(
    _ caller: Caller, _ wanted: AnnouncementAudience?, after: (at: Instant, id: ID<Announcement>)?, _ tx: Transaction
  ) throws(Refusal) {
    let store = AnnouncementsStore(tx: tx)
    if let wanted {
      // What may not be seen is not there.
      guard try store.hears(wanted, caller) else { throw .notFound }
      audience = try store.names(of: [wanted], in: caller.school)[wanted].map { (wanted, $0) }
    }
    mayWrite = try !store.reach(of: caller).isEmpty
    let heard = try store.audiences(of: caller)
    var filter = AnnouncementsStore<Transaction>.Filter(reader: caller.account)
    filter.search = search
    filter.audiences = audience.map { [$0.audience] } ?? (caller.role.isOffice && show != .unread ? nil : heard)
    topics = AnnouncementsService.watched
    var news = AnnouncementsStore<Transaction>.Filter(reader: caller.account)
    (news.show, news.audiences) = (.unread, audience.map { [$0.audience] } ?? heard)
    unread = try store.announcements(news, in: caller.school, limit: 99).count
    try find(&filter, heard, caller, after, store)
  }

  private mutating func find(
    _ filter: inout AnnouncementsStore<Transaction>.Filter, _ heard: [AnnouncementAudience], _ caller: Caller,
    _ after: (at: Instant, id: ID<Announcement>)?, _ store: AnnouncementsStore<Transaction>
  ) throws(Refusal) {
    switch show {
    case .all:
      filter.isPinned = search.isEmpty ? false : nil
      if after == nil, search.isEmpty {
        var top = filter
        top.isPinned = true
        pinned = try store.rows(
          store.announcements(top, in: caller.school, limit: AnnouncementsService.part), heard: heard, caller)
      }
    case .unread: filter.show = .unread
    case .planned, .retracted:
      filter.show = show == .planned ? .planned : .retracted
      // The office sees everybody's, a teacher their own.
      if !caller.role.isOffice { (filter.author, filter.audiences) = (caller.account, nil) }
    }
    var found = try store.announcements(filter, in: caller.school, after: after, limit: AnnouncementsService.part + 1)
    if found.count > AnnouncementsService.part {
      found.removeLast()
      next = found.last.map { String(($0.key(show)).milliseconds) + "." + $0.id.text }
    }
    rows = try store.rows(found, heard: heard, caller)
  }
}

extension Announcement {
  fileprivate func key(_ show: AnnouncementsPage.Show) -> Instant {
    switch show {
    case .all, .unread: publishedAt ?? createdAt
    case .planned: createdAt
    case .retracted: updatedAt
    }
  }
}

/// `milliseconds.id` of the last one shown.
private func cursor(_ text: String) -> (at: Instant, id: ID<Announcement>)? {
  let parts = text.split(separator: ".")
  guard parts.count == 2, let at = Int64(parts[0]), let id = ID<Announcement>(parts[1]) else { return nil }
  return (Instant(milliseconds: at), id)
}
