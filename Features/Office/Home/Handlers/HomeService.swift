public import Base
public import Classroom
public import Database
public import HTML
public import Kit
public import Learning

/// What a neighbour says on the first page: a piece of it, and what the page listens to.
public struct HomeNews: Sendable {
  let topics: [String]
  let draw: @Sendable (Scene) -> HTML
  public init(topics: [String], _ draw: @escaping @Sendable (Scene) -> HTML) {
    (self.topics, self.draw) = (topics, draw)
  }
}

/// Where a neighbour's news come from, for whoever asks.
public struct HomeNewsSource: Sendable {
  let news: @Sendable (Caller, Transaction) throws(Refusal) -> HomeNews
  public init(_ news: @escaping @Sendable (Caller, Transaction) throws(Refusal) -> HomeNews) { self.news = news }
}

/// The first page of each role, and the two ways into a school.
public struct HomeService: Sendable {
  let attendance: AttendanceService
  let progress: ProgressService
  /// Whether somebody without a school may found one here.
  package let mayFound: Bool
  /// What neighbours have to say on everybody's first page, beside the day.
  public var news: [HomeNewsSource] = []
  /// What neighbours have for a student to do, under the day's own work.
  public var studentPieces: [HomeNewsSource] = []
  /// What is said of training where people are trained by checklists, to whoever trains or is trained.
  public var training: HomeNewsSource?

  public init(attendance: AttendanceService, progress: ProgressService, mayFound: Bool) {
    (self.attendance, self.progress, self.mayFound) = (attendance, progress, mayFound)
  }
}
