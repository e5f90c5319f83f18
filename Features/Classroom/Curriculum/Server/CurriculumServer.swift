import Base
public import Classroom
import Database
import Kit
public import Ledger
import Router
import School

/// What only a server does with the curriculum: the shipped one goes in, and tables come as files.
public struct CurriculumServer: Sendable {
  public let service: CurriculumService
  let ledger: Ledger
  public init(ledger: Ledger, service: CurriculumService) { (self.ledger, self.service) = (ledger, service) }
}

extension CurriculumService {
  func shipped(_ request: Request, _ tx: Transaction) throws(Refusal) -> CurriculumShippedPage {
    let caller = try keeper(request)
    var reader = FormReader(request.query)
    let language = reader.optionalChoice("language", Language.self) ?? request.scene.words.language
    try reader.finish()
    let tree = try CurriculumStore(tx: tx).tree(in: caller.school)
    let bands = CurriculumShipped.Band.allCases.map { band in
      (band, CurriculumPlan(CurriculumShipped.lines(band, in: language), over: tree, changes: false))
    }
    return CurriculumShippedPage(language: language, bands: bands)
  }

  func handle(_ command: AdoptCurriculum, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CurriculumStore(tx: tx))
    let tree = try store.tree(in: caller.school)
    let plan = CurriculumPlan(
      CurriculumShipped.lines(command.band, in: command.language), over: tree, changes: false)
    let permit = try command.permit(for: caller, plan: plan, count: tree.nodes.count, now: tx.now)
    guard let permit else { return Outcome("0") }
    try store.save(permit, plan, tree)
    return Outcome(String(plan.new.count))
  }

  /// What the preview showed is computed by the same plan.
  func handle(_ command: ImportCurriculum, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CurriculumStore(tx: tx))
    let tree = try store.tree(in: caller.school)
    let table = CurriculumTable(command.text, over: tree)
    let plan = CurriculumPlan(table.lines, over: tree, changes: true)
    let permit = try command.permit(for: caller, table: table, plan: plan, count: tree.nodes.count, now: tx.now)
    guard let permit else { return Outcome("0") }
    try store.save(permit, plan, tree)
    return Outcome(String(plan.count))
  }
}
