package import Base
package import Database
import Kit
import People
package import Router
package import School

extension LogbookService {
  /// What a file would do to a log; without one the empty page.
  package func importing(
    _ id: ID<Trainee>, _ text: String?, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> LogImportPage {
    let trainee = try TraineesStore(tx: tx).mustTrain(id, caller)
    let scheme = try LogbookStore(tx: tx).scheme(in: caller.school)
    var page = LogImportPage(trainee: trainee, scheme: scheme)
    guard let text else { return page }
    let file = LogImport(text, scheme, today: try today(caller, tx))
    page.found = (file: file, plan: LogImportPlan(file, over: try LogbookStore(tx: tx).all(of: id, in: caller.school)))
    return page
  }

  /// Takes the entries of a file over; what the preview showed is computed by the same plan.
  package func handle(_ command: ImportLog, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), LogbookStore(tx: tx))
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(command.trainee, caller)
    // Before a long text is read, so that it is read for those alone who may write.
    try access.mustInstruct()
    let file = LogImport(command.text, try store.scheme(in: caller.school), today: try today(caller, tx))
    let plan = LogImportPlan(file, over: try store.all(of: trainee.id, in: caller.school))
    let permit = try command.permit(
      for: caller, access: access, file: file, plan: plan, count: store.count(of: trainee.id, in: caller.school),
      now: tx.now)
    guard let permit else { return Outcome("0") }
    try store.save(permit, plan)
    return Outcome(String(plan.new.count))
  }

  package func showImport(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let data = try importing(request.id("trainee"), nil, request.caller(), tx)
    return .page { logImportPage(data, request.draft, $0) }
  }

  /// The whole log as a file, for whoever sees it.
  package func exported(
    _ trainee: ID<Trainee>, _ caller: Caller, hasMark: Bool, _ tx: Transaction
  ) throws(Refusal) -> [UInt8] {
    _ = try TraineesStore(tx: tx).mustSee(trainee, caller)
    let store = LogbookStore(tx: tx)
    return LogFile.write(
      try store.all(of: trainee, in: caller.school), try store.scheme(in: caller.school), hasMark: hasMark)
  }
}

/// Where entries come in from files; what takes the file itself is the server's, in `logbookServerRoutes`.
func logImportRoutes(_ service: LogbookService) -> [Route] {
  [
    .get(
      "/training/trainees/:trainee/log/import", .members, "The form for entries from another logbook's file.",
      inAPI: false, offline: .everybody, service.showImport)
  ]
}
