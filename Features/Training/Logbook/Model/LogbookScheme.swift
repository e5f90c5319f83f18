public import Base

/// How times are shown: `1:18`, or `1.3` as a tenth of an hour.
public enum LogStyle: String, CaseIterable, Hashable, Sendable { case clock, decimal }

/// What a school counts in its logs, what it calls that, and how hours read there.
public struct LogScheme: Hashable, Versioned, Sendable {
  public var style: LogStyle
  /// The school's own names; ours have one in every language where it says nothing.
  public var names: [LogKind: String]
  /// Those of ours that the school does not use.
  public var hidden: Set<LogKind>
  public var updatedAt: Instant

  public init(
    style: LogStyle = .clock, names: [LogKind: String] = [:], hidden: Set<LogKind> = [],
    updatedAt: Instant = Instant(milliseconds: 0)
  ) {
    (self.style, self.names, self.hidden, self.updatedAt) = (style, names, hidden, updatedAt)
  }

  /// What entries are asked for and shown by: ours that are not hidden, and the school's own that have a name.
  public var shown: [LogKind] {
    LogKind.allCases.filter { $0.ownPlace == nil ? !hidden.contains($0) : names[$0] != nil }
  }

  /// The kind of a column that is headed by a name of the school's, or as our files head one that has lost its name.
  public func kind(headed heading: String) -> LogKind? {
    let plain = Self.plain(heading)
    guard !plain.isEmpty else { return nil }
    return LogKind.allCases.first { kind in names[kind].map { Self.plain($0) == plain } ?? false }
      ?? LogKind.own.first { $0.rawValue == plain }
  }

  /// Headings are compared without spaces and marks, in small letters; a spreadsheet's guard is not part of a name.
  static func plain(_ name: String) -> String {
    var plain = ""
    for scalar in name.lowercased().unicodeScalars {
      switch scalar.value {
      case 0x20, 0x27, 0x2D, 0x5F, 0xA0: continue
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }

  public static let longestName = 40
}

/// The office says what the school's logs count, and how hours read.
public struct NameLogKinds: FormCommand {
  public static let name = "logbook.name-kinds"
  public let style: LogStyle
  public let names: [LogKind: String]
  public let hidden: Set<LogKind>
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(style: LogStyle, names: [LogKind: String], hidden: Set<LogKind> = [], version: String? = nil) {
    (self.style, self.names, self.hidden, self.version) = (style, names, hidden, version)
  }
  public init(_ form: inout FormReader) {
    let style = form.choice("style", LogStyle.self, else: .clock, about: "How hours read.")
    var (names, hidden): ([LogKind: String], Set<LogKind>) = ([:], [])
    for kind in LogKind.allCases {
      let name = form.optionalText(
        kind.rawValue, max: LogScheme.longestName,
        about: kind.ownPlace == nil ? "What it is called; empty keeps our name." : "A kind of the school's own.")
      if let name { names[kind] = name }
      if kind.ownPlace == nil, form.flag("hide-" + kind.rawValue, about: "The school does not use it.") {
        hidden.insert(kind)
      }
    }
    // A name that heads another column would be read as that.
    for kind in LogKind.allCases {
      guard let name = names[kind] else { continue }
      let plain = LogScheme.plain(name)
      let isTwice = LogKind.allCases.contains { other in
        other != kind && names[other].map { LogScheme.plain($0) == plain } ?? false
      }
      let isOther = LogKind.own.contains { $0 != kind && $0.rawValue == plain }
      if plain.isEmpty || isTwice || isOther || LogImport.isTaken(name, by: kind) {
        form.fail(kind.rawValue, Phrase("training.log.kinds.taken"))
      }
    }
    self.init(
      style: style, names: names, hidden: hidden,
      version: form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same."))
  }
}
