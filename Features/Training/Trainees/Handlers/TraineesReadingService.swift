import Base
import Database
import People
import Router
import School

extension TraineesService {
  static let watched = [
    TraineesTables.trainee.number, TraineesTables.profile.number, TraineesTables.instructor.number,
    TraineesTables.share.number,
  ]

  /// A trainee with one training sees it at once; everybody else the list.
  func home(_ request: Request, _ tx: Transaction) throws(Refusal) -> (list: TraineesPage?, own: TraineePage?) {
    let caller = try request.caller()
    let found = try TraineesStore(tx: tx).trainees(of: caller)
    if !caller.role.isStaff, found.count == 1, let only = found.first {
      var own = try page(of: only.trainee.id, caller, tx)
      own.isHome = true
      return (nil, own)
    }
    return (try list(found, request, caller, tx), nil)
  }

  private func list(
    _ found: [(trainee: Trainee, access: TraineeAccess)], _ request: Request, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> TraineesPage {
    var reader = FormReader(request.query)
    let search = reader.optionalText("q", max: 120) ?? ""
    try reader.finish()
    let wanted = Student.fold(search).split(separator: " ")
    var page = TraineesPage(
      search: search, isAny: !found.isEmpty, isStaff: caller.role.isStaff, isOffice: caller.role.isOffice)
    page.rows = found.filter { one in
      let folded = Student.fold(one.trainee.name).split(separator: " ")
      return wanted.allSatisfy { word in folded.contains { $0.hasPrefix(word) } }
    }.map { TraineeRow(trainee: $0.trainee, access: $0.access) }
    var tables = Self.watched
    page.rows = try filled(page.rows, caller, &tables, tx)
    page.topics = .watching(TraineesStore(tx: tx).watched(caller), tables)
    return page
  }

  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> TraineePage {
    try page(of: request.id("trainee"), request.caller(), tx)
  }

  private func page(of id: ID<Trainee>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> TraineePage {
    let store = TraineesStore(tx: tx)
    let (trainee, access) = try store.mustSee(id, caller)
    guard let profile = try store.profile(of: id, in: caller.school) else { throw .notFound }
    var page = TraineePage(
      trainee: trainee, profile: profile, access: access, instructors: try instructors(of: id, caller, tx))
    if access.isInstructor, !trainee.hasActiveShare {
      page.share = try TraineesShareStore(tx: tx).pending(id, in: caller.school)
    }
    let found = try pieces(of: trainee, access, caller, tx)
    page.pieces = found.pieces
    page.topics = .watching(store.watched(caller), found.tables)
    return page
  }

  private func instructors(
    of id: ID<Trainee>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> [TraineeInstructorRow] {
    let found = try TraineesStore(tx: tx).instructors(of: id, in: caller.school)
    let names = try AccountsStore(tx: tx).names(of: found.map { $0.account } + found.map { $0.addedBy })
    return found.map {
      TraineeInstructorRow(
        account: $0.account, name: names[$0.account] ?? "", isMe: $0.account == caller.account, since: $0.since,
        addedBy: $0.addedBy == $0.account ? nil : names[$0.addedBy])
    }
  }

  // MARK: forms: one that is not the reader's to fill in is not there

  func blank(_ request: Request, _ tx: Transaction) throws(Refusal) -> TraineeForm {
    guard try request.caller().role.isStaff else { throw .notFound }
    return TraineeForm()
  }

  func form(_ request: Request, _ tx: Transaction) throws(Refusal) -> TraineeForm {
    let (caller, store) = (try request.caller(), TraineesStore(tx: tx))
    let trainee = try store.mustTrain(request.id("trainee"), caller)
    guard let profile = try store.profile(of: trainee.id, in: caller.school) else { throw .notFound }
    return TraineeForm(known: (trainee, profile))
  }

  func instructorsPage(_ request: Request, _ tx: Transaction) throws(Refusal) -> TraineeInstructorsPage {
    let (caller, store) = (try request.caller(), TraineesStore(tx: tx))
    let trainee = try store.mustTrain(request.id("trainee"), caller)
    let rows = try instructors(of: trainee.id, caller, tx)
    let others = try store.staff(in: caller.school).filter { one in !rows.contains { $0.account == one.account } }
    return TraineeInstructorsPage(
      trainee: trainee, rows: rows, others: others, topics: .watching(store.watched(caller), Self.watched))
  }

  func office(_ request: Request, _ tx: Transaction) throws(Refusal) -> TraineesOfficePage {
    let (caller, store) = (try request.caller(), TraineesStore(tx: tx))
    guard caller.role.isOffice else { throw .notFound }
    let all = try store.everybody(in: caller.school)
    let names = try AccountsStore(tx: tx).names(of: Array(Set(all.flatMap { $0.instructors })))
    return TraineesOfficePage(
      rows: all.map { one in
        TraineesOfficeRow(trainee: one.trainee, instructors: one.instructors.compactMap { names[$0] })
      }, staff: try store.staff(in: caller.school),
      topics: .watching([.office(caller.school)], [TraineesTables.trainee.number, TraineesTables.instructor.number]))
  }
}
