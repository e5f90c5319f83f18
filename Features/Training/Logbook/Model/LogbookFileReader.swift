public import Base
import Delimited

extension LogImport {
  /// What a column says of an entry, by the names that MyFlightbook and ForeFlight give it.
  enum Column: Hashable, CaseIterable, Sendable {
    case date, aircraft, from, to, route, total, dual, solo, night, instrument, note

    private var names: [String] {
      switch self {
      case .date: ["date"]
      case .aircraft: ["tailnumber", "aircraftid", "aircraft", "registration", "place"]
      case .from: ["from", "departure"]
      case .to: ["to", "arrival", "destination"]
      case .route: ["route"]
      case .total: ["totalflighttime", "totaltime", "total"]
      case .dual: ["dualreceived", "dual"]
      case .solo: ["solotime", "solo"]
      case .night: ["night"]
      // What was flown in clouds and what was flown under the hood are added up.
      case .instrument: ["imc", "simulatedinstrument", "actualinstrument", "instrument"]
      case .note: ["comments", "pilotcomments", "instructorcomments", "remarks"]
      }
    }

    /// The kind of hours that it is, if it is one.
    var kind: LogKind? {
      switch self {
      case .dual: .dual
      case .solo: .solo
      case .night: .night
      case .instrument: .instrument
      case .date, .aircraft, .from, .to, .route, .total, .note: nil
      }
    }

    init?(_ heading: String) {
      var name = ""
      for byte in heading.utf8 {
        switch byte {
        case 65...90: name.unicodeScalars.append(Unicode.Scalar(byte + 32))
        case 48...57, 97...122: name.unicodeScalars.append(Unicode.Scalar(byte))
        case 0x20, 0x2D, 0x5F: break
        default: return nil
        }
      }
      guard let found = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
      self = found
    }
  }

  /// Whether a column of that name would be read as something else.
  static func isTaken(_ name: String, by kind: LogKind) -> Bool {
    guard let column = Column(name) else { return false }
    return column.kind != kind
  }

  private static var limits: CSV.Limits {
    var limits = CSV.Limits()
    (limits.cell, limits.row, limits.cells, limits.rows) = (16_384, 65_536, 200, 20_000)
    return limits
  }

  /// Reads a table whose headings name at least the date and the total.
  ///
  /// - Parameters:
  ///   - today: nothing is logged before it was.
  ///   - scheme: by whose names columns are known, too.
  public init(_ text: String, _ scheme: LogScheme = LogScheme(), today: Day) {
    self.init()
    var state = State(today: today, scheme: scheme)
    var reader = CSV.Reader(limits: Self.limits)
    do throws(CSV.Fault) {
      try reader.feed(Array(text.utf8))
      try reader.finish()
      while let row = reader.next() { take(row, &state) }
    } catch {
      while let row = reader.next() { take(row, &state) }
      tell(error.line, Phrase("training.log.import.broken"))
    }
    if state.headings.isEmpty, problemCount == 0 { tell(1, Phrase("training.log.import.headings")) }
  }

  private struct State {
    let today: Day
    let scheme: LogScheme
    var count = 0
    /// ForeFlight writes the table of aircraft before that of the flights.
    var isBeforeFlights = false
    /// A column that other logbooks do not know may be one of the school's.
    var headings: [(column: Column?, own: LogKind?, name: String)] = []
    var isFull = false
  }

  private mutating func take(_ row: CSV.Row, _ state: inout State) {
    guard !row.isBlank, !state.isFull else { return }
    state.count += 1
    if state.headings.isEmpty {
      let first = row.cells.first ?? ""
      if state.count == 1, first.hasPrefix("ForeFlight") { state.isBeforeFlights = true }
      if first.hasPrefix("Flights Table") { state.isBeforeFlights = false }
      // Of ForeFlight, a line that says what kind each column is of stands before the headings.
      if !state.isBeforeFlights, state.count <= 4000 { readHeadings(row, &state) }
      return
    }
    guard entries.count < Self.mostEntries else {
      state.isFull = true
      return tell(row.line, Phrase("training.log.import.many", .count(Self.mostEntries)))
    }
    do throws(Refusal.Said) {
      entries.append(ImportedLogEntry(line: row.line, fields: try Self.fields(row, state)))
    } catch { tell(row.line, error.phrase) }
  }

  private mutating func readHeadings(_ row: CSV.Row, _ state: inout State) {
    let found = row.cells.map { name in
      let column = Column(name)
      return (column: column, own: column == nil ? state.scheme.kind(headed: name) : nil, name: name)
    }
    guard found.contains(where: { $0.column == .date }), found.contains(where: { $0.column == .total }) else { return }
    state.headings = found
    extras = found.filter { $0.column == nil && $0.own == nil && !$0.name.isEmpty }.map { String($0.name.prefix(60)) }
  }

  private static func fields(_ row: CSV.Row, _ state: State) throws(Refusal.Said) -> LogFields {
    guard row.cells.count <= state.headings.count else { throw .init("training.log.import.cells") }
    var (day, minutes, notes, route) = (nil as Day?, LogMinutes(), [String](), "")
    var (aircraft, from, to) = ("", "", "")
    for (place, cell) in row.cells.enumerated() {
      let (column, own, heading) = state.headings[place]
      let text = trimmed(cell)
      guard !text.isEmpty else { continue }
      switch column {
      case .date:
        guard let found = Day(text), found.isOfOurTime else { throw .init("training.log.import.date") }
        day = found
      case .aircraft: aircraft = text
      case .from: from = text
      case .to: to = text
      case .route: route = text
      case .note: notes.append(text)
      case .total: minutes.total = try time(text)
      case .dual: minutes.dual = try time(text)
      case .solo: minutes.solo = try time(text)
      case .night: minutes.night = try time(text)
      case .instrument: minutes.instrument += try time(text)
      // What has no place of its own is kept beside its name, unless it says nothing.
      case nil:
        if let own {
          minutes[own] += try time(text)
        } else if !saysNothing(text), !heading.isEmpty {
          notes.append(heading + ": " + text)
        }
      }
    }
    guard let day else { throw .init("training.log.import.date") }
    guard day <= state.today.plus(days: 1) else { throw .init("training.log.day-ahead") }
    if let problem = minutes.problem { throw .init(problem.reason) }
    if !route.isEmpty { place(route, &from, &to, &notes) }
    let note = notes.joined(separator: "\n")
    guard [aircraft, from, to].allSatisfy({ Form.wrongWithLine($0, max: LogFields.longestPlace) == nil }),
      note.unicodeScalars.count <= LogFields.longestNote
    else { throw .init("training.log.import.long") }
    return LogFields(day: day, aircraft: aircraft, from: from, to: to, note: note, minutes: minutes)
  }

  /// Columns of hours: a number without a point is hours there.
  private static func time(_ text: String) throws(Refusal.Said) -> Int {
    do throws(LogTime.Fault) { return try LogTime.minutes(text, bare: .hours) } catch {
      throw Refusal.Said(error.phrase)
    }
  }

  /// A route leads from its first place to its last one; where those have columns of their own it is a remark.
  private static func place(_ route: String, _ from: inout String, _ to: inout String, _ notes: inout [String]) {
    let places = route.split { $0 == " " || $0 == "-" }.map(String.init)
    if from.isEmpty, to.isEmpty, let first = places.first, let last = places.last {
      (from, to) = (first, last)
      if places.count > 2 { notes.append(route) }
    } else {
      notes.append(route)
    }
  }

  private static func saysNothing(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == 0x30 || $0 == 0x2E || $0 == 0x2C || $0 == 0x3A }
      || ["false", "False", "FALSE", "no", "No"].contains(text)
  }
}

extension Refusal {
  /// Why one line is not taken.
  fileprivate struct Said: Error {
    let phrase: Phrase
    init(_ phrase: Phrase) { self.phrase = phrase }
    init(_ key: String) { phrase = Phrase(key) }
  }
}
