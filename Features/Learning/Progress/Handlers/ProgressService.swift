public import Base
public import Database
import Kit
import People
import Router
public import School

/// How far students are, in their courses and in their days.
public struct ProgressService: Sendable {
  /// What some students did in a feature that this one does not know, as taking quizzes.
  public struct Source: Sendable {
    let read: @Sendable ([ID<Student>], Zone, ID<Tenant>, Transaction) throws(Refusal) -> [ProgressEvent]
    public init(
      _ read: @escaping @Sendable ([ID<Student>], Zone, ID<Tenant>, Transaction) throws(Refusal) -> [ProgressEvent]
    ) {
      self.read = read
    }
  }

  /// More that waits for a teacher: essays of quizzes.
  public struct Waiting: Sendable {
    let read: @Sendable (Caller, Transaction) throws(Refusal) -> [WaitingWork]
    public init(_ read: @escaping @Sendable (Caller, Transaction) throws(Refusal) -> [WaitingWork]) {
      self.read = read
    }
  }

  public var sources: [Source] = []
  public var waiting: [Waiting] = []
  public init() {}

  func handle(_ command: SetProgress, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let access = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
    try ProgressStore(tx: tx).save(command.permit(for: caller, access: access, now: tx.now))
    return .done
  }

  func handle(_ command: JoinLeaderboard, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ProgressStore(tx: tx))
    let access = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
    let settings = try store.settings(of: command.course, in: caller.school)
    let (permit, student) = try command.permit(for: caller, access: access, settings: settings, now: tx.now)
    let isIn = try store.runners(of: command.course, in: caller.school).contains(student)
    if isIn != command.isIn { try store.save(permit, of: student) }
    return .done
  }
}

/// Something that waits for a teacher, with the page where it is done.
public struct WaitingWork: Hashable, Sendable {
  public let item: CourseItem
  public let count: Int
  public let since: Instant
  public let path: String
  public init(item: CourseItem, count: Int, since: Instant, path: String) {
    (self.item, self.count, self.since, self.path) = (item, count, since, path)
  }
}
