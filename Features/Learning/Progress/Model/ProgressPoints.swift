public import Base

/// Points for what was done, where a class wants them (K07).
public enum ProgressPoints {
  public static func of(_ event: ProgressEvent) -> Int {
    switch event.kind {
    case .lesson: 10
    case .assignment: event.isLate ? 10 : 20
    case .quiz: 15
    }
  }

  public static func of(_ events: [ProgressEvent]) -> Int { events.reduce(0) { $0 + of($1) } }
}

/// The first of a class, for those who want to appear there.
///
/// It never shows who is last, nor who stands in the lower half: a list of four or more shows its upper half, at most
/// ten, and nobody who has as little as the one with least.
public struct Leaderboard: Hashable, Sendable {
  public struct Row: Hashable, Sendable {
    public let student: ID<Student>
    public let points: Int
    /// Those with the same points have the same place.
    public let place: Int
    public init(student: ID<Student>, points: Int, place: Int) {
      (self.student, self.points, self.place) = (student, points, place)
    }
  }
  public static let least = 4
  public static let most = 10
  public let rows: [Row]

  public init(_ points: [ID<Student>: Int]) {
    let sorted = points.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    guard sorted.count >= Self.least, let last = sorted.last?.value else {
      rows = []
      return
    }
    var (made, place) = ([Row](), 0)
    for (index, entry) in sorted.prefix(min(Self.most, sorted.count / 2)).enumerated() where entry.value > last {
      if index == 0 || entry.value != sorted[index - 1].value { place = index + 1 }
      made.append(Row(student: entry.key, points: entry.value, place: place))
    }
    rows = made
  }
}
