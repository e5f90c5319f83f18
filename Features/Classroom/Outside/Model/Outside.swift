public import Base

/// A service outside of the school that the operator may set up and a school may switch on.
public enum OutsideKind: String, CaseIterable, Hashable, Sendable {
  /// Writes a draft or an explanation from text without names.
  case text
  /// Writes down what is said in a recording.
  case speech

  /// As a school's row keeps those that are switched on; `nil` when none is.
  public static func column(_ kinds: Set<OutsideKind>) -> String? {
    let names = allCases.filter { kinds.contains($0) }.map { $0.rawValue }
    return names.isEmpty ? nil : names.joined(separator: " ")
  }
  public static func all(in column: String?) -> Set<OutsideKind> {
    Set((column ?? "").split(separator: " ").compactMap { OutsideKind(rawValue: String($0)) })
  }
}

/// What a service was asked for.
public enum OutsideUse: String, CaseIterable, Hashable, Sendable {
  case summary, insights, transcript
  public var kind: OutsideKind { self == .transcript ? .speech : .text }
}

/// What became of a question to a service.
public enum OutsideOutcome: String, CaseIterable, Hashable, Sendable {
  case answered
  /// The operator has set up no such service.
  case missing
  case timedOut = "timed-out"
  /// The service said no, or was in trouble.
  case refused
  case unreachable
  /// The answer was longer than is taken.
  case large
  /// The answer was not what was asked for.
  case malformed
  /// Too many wait for an answer already.
  case busy
}

/// That a service was asked about a child, without what was said either way.
public struct OutsideRequest: Hashable, Sendable {
  public let id: ID<OutsideRequest>
  public let student: ID<Student>
  public let use: OutsideUse
  public let by: ID<Account>
  public let at: Instant
  /// How many bytes left the house.
  public let size: Int
  public let outcome: OutsideOutcome
  public init(
    id: ID<OutsideRequest>, student: ID<Student>, use: OutsideUse, by: ID<Account>, at: Instant, size: Int,
    outcome: OutsideOutcome
  ) {
    (self.id, self.student, self.use, self.by) = (id, student, use, by)
    (self.at, self.size, self.outcome) = (at, size, outcome)
  }

  /// A recording that goes out has so many bytes at most.
  public static let largestSound: Int64 = 25_000_000
  /// A text that goes out has so many characters at most.
  public static let longestText = Summary.longest + 2000
  /// How many of the last ones the office reads on the page.
  public static let shown = 50
}

public enum OutsidePaths {
  public static let settings = "/settings/outside"
  public static func draft(_ summary: Summary) -> String { SummariesPaths.summary(summary) + "/outside" }
  public static func explanation(of student: ID<Student>) -> String { InsightsPaths.of(student) + "/outside" }
  public static func transcript(_ file: ID<ObservationFile>, of observation: ID<Observation>) -> String {
    ObservationsPaths.file(file, of: observation) + "/transcript"
  }
}
