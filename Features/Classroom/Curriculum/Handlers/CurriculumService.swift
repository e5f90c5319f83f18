public import Base
public import Database
import Kit
import Router
public import School

/// Carries out what is asked of the curriculum, and answers what pages ask.
public struct CurriculumService: Sendable {
  /// How much was written with a presentation: what happened, and what is planned.
  public struct Uses: Hashable, Sendable {
    public let acts: Int
    public let plans: Int
    public init(acts: Int, plans: Int) { (self.acts, self.plans) = (acts, plans) }
  }

  /// Counts what was written with any of some presentations; whoever writes it gives this.
  public typealias Counting =
    @Sendable ([ID<CurriculumNode>], ID<Tenant>, Transaction) throws(Refusal) -> Uses

  /// `nil` where nothing is written with presentations.
  public var uses: Counting?
  public init() {}

  /// The same, and the preview of merging says how much goes along.
  public func withPresentations() -> CurriculumService {
    var copy = self
    copy.uses = { ids, school, tx throws(Refusal) in
      let store = PresentationsStore(tx: tx)
      return Uses(acts: try store.countActs(of: ids, in: school), plans: try store.countPlans(of: ids, in: school))
    }
    return copy
  }

  func handle(_ command: AddCurriculumNode, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CurriculumStore(tx: tx))
    let tree = try store.tree(in: caller.school)
    let permit = try command.permit(for: caller, tree: tree, now: tx.now)
    let id = command.id ?? tx.newID()
    guard tree[id] == nil else { throw .taken }
    try store.save(permit, as: id, tree)
    return .made(id)
  }

  func handle(_ command: EditCurriculumNode, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CurriculumStore(tx: tx))
    let known = try mustHave(command.node, caller, tx)
    try request.expect(version: known.version)
    try store.save(command.permit(for: caller, known: known, now: known.moment(tx.now)), known)
    return .done
  }

  /// - Returns: where it was, for the way back.
  func handle(_ command: MoveCurriculumNode, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CurriculumStore(tx: tx))
    let known = try mustHave(command.node, caller, tx)
    let tree = try store.tree(in: caller.school)
    let permit = try command.permit(for: caller, known: known, tree: tree, now: known.moment(tx.now))
    let place = (tree.siblings(of: known).firstIndex { $0.id == known.id } ?? 0) + 1
    try store.save(permit, known, tree)
    return Outcome(String(place) + " " + (known.parent?.text ?? ""))
  }

  func handle(_ command: SetPrerequisite, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CurriculumStore(tx: tx))
    let known = try mustHave(command.node, caller, tx)
    let tree = try store.tree(in: caller.school)
    let permit = try command.permit(for: caller, known: known, tree: tree, now: tx.now)
    if let permit { try store.save(permit, tree) }
    return .done
  }

  func handle(_ command: ArchiveCurriculumNode, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CurriculumStore(tx: tx))
    let known = try mustHave(command.node, caller, tx)
    let tree = try store.tree(in: caller.school)
    let permit = try command.permit(for: caller, known: known, tree: tree, now: known.moment(tx.now))
    if let permit { try store.save(permit, known) }
    return .done
  }

  func handle(_ command: MergeCurriculumNode, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CurriculumStore(tx: tx))
    let known = try mustHave(command.node, caller, tx)
    let tree = try store.tree(in: caller.school)
    try store.save(command.permit(for: caller, known: known, tree: tree, now: known.moment(tx.now)), known)
    return .done
  }

  private func mustHave(
    _ id: ID<CurriculumNode>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> CurriculumNode {
    guard caller.role.isStaff, let found = try CurriculumStore(tx: tx).node(id, in: caller.school) else {
      throw .notFound
    }
    return found
  }
}
