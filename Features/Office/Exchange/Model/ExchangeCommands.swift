public import Base

/// The office hands in a roster file.
///
/// It is weighed, and nothing else happens until somebody agrees.
public struct BeginImport: Command {
  public static let name = "exchange.begin-import"
  public let id: ID<RosterImport>
  public let hash: [UInt8]
  public let file: String
  public let size: Int
  /// Propose the removal of what a complete file lacks.
  public let removes: Bool

  public init(id: ID<RosterImport>, hash: [UInt8], file: String, size: Int, removes: Bool) {
    (self.id, self.hash, self.file, self.size, self.removes) = (id, hash, file, size, removes)
  }
}

/// The office agrees to what the preview said.
public struct AgreeToImport: Command {
  public static let name = "exchange.agree-to-import"
  public let id: ID<RosterImport>
  /// The number of removals somebody typed.
  public let confirmed: Int?

  public init(id: ID<RosterImport>, confirmed: Int?) { (self.id, self.confirmed) = (id, confirmed) }

  public init(id: ID<RosterImport>, _ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let typed = reader.optionalText("removals", max: 12)
    let confirmed = typed.flatMap { Int($0) }
    if typed != nil, confirmed == nil { reader.fail("removals", Phrase("exchange.removals.wrong")) }
    try reader.finish()
    self.init(id: id, confirmed: confirmed)
  }
}

/// The office throws away what was weighed and is not wanted; its file goes too.
public struct DiscardImport: Command {
  public static let name = "exchange.discard-import"
  public let id: ID<RosterImport>
  public init(id: ID<RosterImport>) { self.id = id }
}

/// The roster is written: people, classes, enrolments and guardians, all or nothing.
public struct ApplyRoster: Command {
  public static let name = "exchange.apply-roster"
  public let removes: Bool
  public let confirmed: Int?
  public init(removes: Bool, confirmed: Int?) { (self.removes, self.confirmed) = (removes, confirmed) }
}

/// The whole roster, or every mark of every register, leaves the school in a file.
public struct ExportRoster: Command {
  public enum Format: String, CaseIterable, Hashable, Sendable { case people, oneroster, attendance }
  public static let name = "exchange.export"
  public let format: Format
  public init(_ format: Format) { self.format = format }
}
