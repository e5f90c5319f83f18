/// The people, classes and enrolments that a school's other systems hand us in files, and everything said about them.
public enum Roster {
  /// A file's bytes as they come: each call gives the next piece, of any size, and `nil` after the last.
  public typealias Pieces = () throws(Roster.Problem) -> [UInt8]?
}

extension Roster {
  /// One thing wrong with a file, where it stands, and what was found there.
  ///
  /// An error costs its row (or, thrown, the whole file); a warning costs nothing and is only shown.
  public struct Problem: Error, Equatable, Sendable {
    public enum Severity: String, Sendable { case error, warning }

    public var file: String
    /// The physical line, from 1; 0 when the whole file is meant.
    public var line: Int
    /// The cell within its row, from 1 as a spreadsheet counts; 0 when the whole row is meant.
    public var column: Int
    public var code: Code
    public var severity: Severity
    /// What was found, at most 40 scalars, without control characters; never from a password column.
    public var excerpt: String

    public init(
      _ code: Code, file: String = "", line: Int = 0, column: Int = 0, severity: Severity = .error, found: String = ""
    ) {
      (self.code, self.line, self.column, self.severity) = (code, line, column, severity)
      // A name in an archive may be as long as 65,535 bytes.
      self.file = file.utf8.count > 120 ? Problem.excerpt(of: file, most: 80) : file
      excerpt = Problem.excerpt(of: found)
    }

    /// The first scalars that can be shown without turning the sentence around them.
    public static func excerpt(of text: String, most: Int = 40) -> String {
      var shown = String.UnicodeScalarView()
      var count = 0
      for scalar in text.unicodeScalars {
        if count == most { return String(shown) + "…" }
        if Roster.isInvisible(scalar) { continue }
        shown.append(scalar)
        count += 1
      }
      return String(shown)
    }
  }

  /// Whether a scalar is a control character, a zero-width mark or one that changes the direction of text.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF: true
    default: false
    }
  }
}

extension Roster {
  /// The problems of one import: the first of each severity, and how many there were in all.
  public struct Problems: Equatable, Sendable {
    /// How many errors, and how many warnings, are kept in full.
    public static let kept = 50

    public private(set) var errors: [Problem] = []
    public private(set) var warnings: [Problem] = []
    public private(set) var errorCount = 0
    public private(set) var warningCount = 0

    public init() {}

    public mutating func add(_ problem: Problem) {
      switch problem.severity {
      case .error:
        errorCount += 1
        if errors.count < Problems.kept { errors.append(problem) }
      case .warning:
        warningCount += 1
        if warnings.count < Problems.kept { warnings.append(problem) }
      }
    }

    /// Adds everything another reader found; what is kept is ordered by line within a file.
    public mutating func merge(_ other: Problems) {
      errorCount += other.errorCount
      warningCount += other.warningCount
      errors = Problems.first(of: errors + other.errors)
      warnings = Problems.first(of: warnings + other.warnings)
    }

    private static func first(of problems: [Problem]) -> [Problem] {
      let ordered = problems.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
      return Array(ordered.prefix(kept))
    }
  }
}
