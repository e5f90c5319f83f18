public import Base
public import Database
import Kit
public import People
package import Router
public import School

/// What pages ask: each a look into one snapshot, with everything the page shows.
extension ObservationsService {
  static let part = 30
  /// What a file of the list holds at most.
  package static let mostExported = 5000

  static let watched: [String] = .watchingAll([
    ObservationsTables.observation.number, ObservationsTables.child.number, ObservationsTables.file.number,
    ObservationsTables.before.number, ObservationsTables.share.number, ObservationsTables.tag.number,
  ])

  func list(_ request: Request, _ tx: Transaction) throws(Refusal) -> ObservationsPage {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let wanted = try ObservationsQuery(request.query)
    var page = ObservationsPage(query: wanted, tags: try store.tags(in: caller.school))
    page.me = caller.account
    if let student = try student(request, tx) { (page.student, page.query.children) = (student, [student.id]) }
    if let room = wanted.classroom {
      let rooms = ClassroomsStore(tx: tx)
      guard let access = try rooms.access(of: room, caller), access.isStaff else { throw .notFound }
      page.classroom = try rooms.classroom(room, in: caller.school)
    }
    let filter = page.query.filter(page.tags, zone: request.scene.zone, now: tx.now)
    var found = try store.list(
      filter, for: caller, after: wanted.after.flatMap { ObservationCursor($0) }, limit: Self.part + 1)
    if found.count > Self.part {
      found.removeLast()
      page.next = found.last.map { ObservationCursor($0).text }
    }
    page.cards = try store.cards(found, for: caller, page.tags)
    if page.student == nil { page.choices = try store.choices(page.query, for: caller) }
    page.topics = Self.watched
    return page
  }

  /// The child whose list it is, where the path names one; the office's and its teachers' to see.
  private func student(_ request: Request, _ tx: Transaction) throws(Refusal) -> Student? {
    guard request.names["student"] != nil else { return nil }
    return try ObservationsStore(tx: tx).mustTeach(request.id("student"), request.caller())
  }

  package func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> ObservationPage {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let (one, access, children) = try store.mustSee(request.id("observation"), caller)
    let tags = try store.tags(in: caller.school)
    guard let card = try store.cards([one], for: caller, tags).first else { throw .notFound }
    var page = ObservationPage(card: card, access: access)
    page.history = try store.history(of: one.id, in: caller.school)
    let shares = try store.shares(of: one.id, in: caller.school)
    var people = page.history.map { $0.by }
    people += shares.map { $0.by }
    people += card.files.map { $0.by }
    page.names = try AccountsStore(tx: tx).names(of: people)
    page.isOpen = one.state == .complete && access.seesAll
    page.mayFile = one.state == .draft ? access.isAuthor : access.seesAll
    page.mayEdit = one.state == .draft ? access.isAuthor : page.isOpen
    if page.mayEdit, card.files.contains(where: { $0.kind == .sound && !$0.isHidden }) {
      let spoken = Set(one.children).union(card.files.flatMap { $0.children }).sorted()
      page.mayAsk = try OutsideStore(tx: tx).offers(.speech, about: spoken, in: caller.school)
    }
    let classmates = page.isOpen ? try store.classmates(of: one, caller, in: caller.school) : []
    for child in children {
      var family = ObservationFamily(student: child, share: shares.first { $0.student == child.id })
      if page.isOpen {
        family.text = try store.familyText(
          one.text, for: child.id, among: classmates, request.scene.words.language, in: caller.school)
        family.files = try store.sharable(card.files, with: child.id, in: caller.school)
      }
      page.families.append(family)
    }
    page.topics = Self.watched
    return page
  }

  func shared(_ request: Request, _ tx: Transaction) throws(Refusal) -> SharedPage {
    let (caller, id) = (try request.caller(), try request.id("student", Student.self))
    let access = try mustSeeStudent(caller, id, tx)
    guard let student = try StudentsStore(tx: tx).student(id, in: caller.school) else { throw .notFound }
    var reader = FormReader(request.query)
    let after = reader.optionalText("after", max: 80)
    try reader.finish()
    let store = ObservationsStore(tx: tx)
    let cursor = after.flatMap { ObservationCursor($0) }
    var found = try store.shared(
      with: id, before: cursor.map { (at: $0.at, id: $0.id.cast()) }, limit: Self.part + 1, in: caller.school)
    var page = SharedPage(student: student, isFamily: access == .family)
    if found.count > Self.part {
      found.removeLast()
      page.next = found.last.map { String($0.happenedAt.milliseconds) + "." + $0.id.text }
    }
    page.isLater = after != nil
    page.names = try AccountsStore(tx: tx).names(of: found.map { $0.by })
    page.shares = found
    page.maySend = access == .family && caller.role == .guardian
    if after == nil, page.maySend || access != .family {
      page.waiting = try store.waiting(
        about: id, by: access == .family ? caller.account : nil, in: caller.school)
      for (author, name) in try AccountsStore(tx: tx).names(of: page.waiting.map { $0.author }) {
        page.names[author] = name
      }
      page.files = try store.files(of: page.waiting.map { $0.id }, in: caller.school)
    }
    page.topics = .watchingAll([ObservationsTables.share.number, ObservationsTables.observation.number])
    return page
  }

  func tags(_ request: Request, _ tx: Transaction) throws(Refusal) -> TagsPage {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    var page = TagsPage(tags: try store.tags(in: caller.school))
    page.topics = .watchingAll([ObservationsTables.tag.number])
    return page
  }

  // MARK: files

  /// A file as an answer: to staff who see its observation, and to a family that was shown it.
  ///
  /// What somebody on it does not allow now is nobody's, also before the row says so.
  func file(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let (id, name) = (
      try request.id("observation", Observation.self), try request.id("file", ObservationFile.self)
    )
    guard let one = try store.observation(id, in: caller.school), one.deletedAt == nil,
      let file = try store.file(name, in: caller.school), file.observation == id, file.deletedAt == nil,
      !file.isHidden, try store.isAllowed(file, in: caller.school)
    else { throw .notFound }
    let isTheirs = try store.sees(one, caller)
    let isFamily = try studentAccess(one.primary, caller, tx) == .family
    let isSent = isFamily && one.state == .home && one.author == caller.account
    // Whoever teaches one class may have a child in another.
    let isReached = isTheirs || isSent ? true : try store.isShown(file, to: caller)
    guard isReached, let kept = try tx.file(file.id.cast(), school: caller.school) else { throw .notFound }
    let answer = kept.called(isTheirs || isSent ? kept.name : file.nameForFamilies, type: kept.type)
    return Response.file(answer, inline: request.query["download"] == nil)
  }
}

extension ObservationsStore {
  /// The child, for its teachers and the office.
  func mustTeach(_ student: ID<Student>, _ caller: Caller) throws(Refusal) -> Student {
    switch try studentAccess(student, caller, tx) {
    case .office, .teacher: break
    case .family, nil: throw .notFound
    }
    guard let found = try StudentsStore(tx: tx).student(student, in: caller.school) else { throw .notFound }
    return found
  }

  /// Whether somebody sees an observation as staff.
  fileprivate func sees(_ one: Observation, _ caller: Caller) throws(Refusal) -> Bool {
    guard caller.role.isStaff else { return false }
    if one.state == .draft { return one.author == caller.account }
    return caller.role.isOffice ? true : try !seen(one.children, by: caller).isEmpty
  }

  /// Whether a family was shown a file, and is still.
  fileprivate func isShown(_ file: ObservationFile, to caller: Caller) throws(Refusal) -> Bool {
    for share in try shares(of: file.observation, in: caller.school)
    where share.withdrawnAt == nil && share.files.contains(file.id) && !share.hidden.contains(file.id) {
      guard try studentAccess(share.student, caller, tx) == .family else { continue }
      if try unshared([file], with: share.student, in: caller.school).isEmpty { return true }
    }
    return false
  }

  /// Those of the files that this family may be shown.
  package func sharable(
    _ files: [ObservationFile], with student: ID<Student>, in school: ID<Tenant>
  ) throws(Refusal) -> [ObservationFile] {
    let lacking = Set(try unshared(files, with: student, in: school))
    return files.filter { file in
      !file.isHidden && file.isOnlyThese == true && !file.children.contains { $0 != student && lacking.contains($0) }
    }
  }

  /// With whom they are about, who wrote them, under what they are filed, and their files.
  package func cards(_ found: [Observation], for caller: Caller, _ tags: [RecordTag]) throws(Refusal)
    -> [ObservationCard]
  {
    if found.isEmpty { return [] }
    let children = try seen(Set(found.flatMap { $0.children }).sorted(), by: caller).keyed { $0.id }
    let authors = try AccountsStore(tx: tx).names(of: found.map { $0.author })
    let files = Dictionary(grouping: try files(of: found.map { $0.id }, in: caller.school)) { $0.observation }
    return found.map { one in
      ObservationCard(
        one: one, author: authors[one.author] ?? "", children: one.children.map { (id: $0, student: children[$0]) },
        tags: RecordTag.named(one.tags, among: tags), files: files[one.id] ?? [])
    }
  }

  /// What the filters of a list offer: the children of one's classes, as far as they fit, and those that are chosen.
  fileprivate func choices(_ query: ObservationsQuery, for caller: Caller) throws(Refusal) -> [Student] {
    var ids = Set(try seen(query.children, by: caller).map { $0.id })
    if !caller.role.isOffice {
      let rooms = ClassroomsStore(tx: tx)
      let mine = try rooms.studentIDs(
        of: rooms.taught(by: caller.account, in: caller.school), in: caller.school, on: rooms.today(in: caller.school))
      ids.formUnion(mine.sorted().prefix(ObservationForm.mostOffered))
    }
    return try StudentsStore(tx: tx).students(in: caller.school, ids: ids.sorted())
  }
}

extension ObservationFile {
  /// Without the name that its maker gave it, which may be another child's.
  fileprivate var nameForFamilies: String {
    let ending = FileNames.ending(name)
    return ending.isEmpty ? kind.rawValue : kind.rawValue + "." + ending
  }
}

extension RecordTag {
  /// The tags of an observation as they are called now: what was merged is the other.
  static func named(_ ids: [ID<RecordTag>], among tags: [RecordTag]) -> [RecordTag] {
    let byID = tags.keyed { $0.id }
    var (found, seen): ([RecordTag], Set<ID<RecordTag>>) = ([], [])
    for id in ids {
      guard let tag = byID[id] else { continue }
      let shown = tag.mergedInto.flatMap { byID[$0] } ?? tag
      if seen.insert(shown.id).inserted { found.append(shown) }
    }
    return found
  }
}

// MARK: on the child's page

/// The ways from a child's page to what was seen of it: for its teachers, and for its family to what it was shown.
public func observationsPiece(
  _ student: Student, _ access: StudentAccess, _ caller: Caller, _ zone: Zone, _ tx: Transaction
) throws(Refusal) -> StudentPiece {
  let isMontessori = try SchoolsStore(tx: tx).school(caller.school)?.kind == .montessori
  let store = ObservationsStore(tx: tx)
  let latest = try store.shared(with: student.id, limit: 1, in: caller.school).first
  let way = ObservationsWay(
    student: student.id, isStaff: access != .family, isOffered: isMontessori || latest != nil,
    latest: access == .family ? latest : nil)
  return StudentPiece(tables: [ObservationsTables.share.number]) { observationsParts(way, $0) }
}
