public import Base
import Delimited

/// A logbook as a table that MyFlightbook and its neighbours read.
///
/// Hours are decimal with two places, which tell every minute from the next; days are ISO. What the school calls instrument is
/// practised under the hood, so it goes out as simulated.
public enum LogFile {
  static let headings = [
    "Date", "Tail Number", "From", "To", "Total Flight Time", "Dual Received", "Solo Time", "Night",
    "Simulated Instrument", "Comments",
  ]

  /// - Parameter hasMark: begins it with the mark without which Excel takes UTF-8 for something else.
  public static func write(_ entries: [LogEntry], _ scheme: LogScheme = LogScheme(), hasMark: Bool = false) -> [UInt8] {
    var writer = CSV.Writer(CSV.Style(hasMark: hasMark))
    // The school's own stand behind what other logbooks know; hours under one that has lost its name are not lost with it.
    let own = LogKind.own.filter { kind in
      scheme.names[kind] != nil || entries.contains { $0.minutes[kind] > 0 }
    }
    writer.row(headings + own.map { scheme.names[$0] ?? $0.rawValue })
    for entry in entries {
      let minutes = entry.minutes
      let times = [minutes.total, minutes.dual, minutes.solo, minutes.night, minutes.instrument]
      writer.row(
        [entry.day.text, entry.aircraft, entry.from, entry.to] + times.map { LogTime.decimal($0) } + [entry.note]
          + own.map { LogTime.decimal(minutes[$0]) })
    }
    return writer.drain()
  }
}

/// One entry of another logbook's file.
public struct ImportedLogEntry: Hashable, Sendable {
  public let line: Int
  public let fields: LogFields
  public init(line: Int, fields: LogFields) { (self.line, self.fields) = (line, fields) }
}

/// What was read of such a file: what can be taken, and for each line that cannot, why.
public struct LogImport: Hashable, Sendable {
  public struct Problem: Hashable, Sendable {
    public let line: Int
    public let phrase: Phrase
  }
  public internal(set) var entries: [ImportedLogEntry] = []
  public internal(set) var problems: [Problem] = []
  /// Of those kept above the first hundred.
  public internal(set) var problemCount = 0
  /// Columns that have no place here; what stands in them goes into the note.
  public internal(set) var extras: [String] = []

  /// The largest file, and the most entries of one.
  public static let maxBytes = 1_000_000
  public static let mostEntries = 2000
  static let mostProblems = 100

  mutating func tell(_ line: Int, _ phrase: Phrase) {
    problemCount += 1
    if problems.count < Self.mostProblems { problems.append(Problem(line: line, phrase: phrase)) }
  }
}

/// What a file does to a log: what is there already is left, so that the same file twice is once.
public struct LogImportPlan: Hashable, Sendable {
  public private(set) var new: [ImportedLogEntry] = []
  public private(set) var kept = 0

  private struct Mark: Hashable {
    let day: Day, aircraft: String, from: String, to: String, minutes: LogMinutes
  }

  public init(_ file: LogImport, over known: [LogEntry]) {
    // Two circuits of the same length on one day are two: what is there is counted.
    var there: [Mark: Int] = [:]
    for one in known {
      let mark = Mark(day: one.day, aircraft: one.aircraft, from: one.from, to: one.to, minutes: one.minutes)
      there[mark, default: 0] += 1
    }
    for entry in file.entries {
      let one = entry.fields
      let mark = Mark(day: one.day, aircraft: one.aircraft, from: one.from, to: one.to, minutes: one.minutes)
      if let count = there[mark], count > 0 {
        there[mark] = count - 1
        kept += 1
      } else {
        new.append(entry)
      }
    }
  }
}
