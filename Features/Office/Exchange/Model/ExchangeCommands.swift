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
  /// Those of the report's moves that are agreed to: the children leave the class they are in.
  public let leaves: [Int]
  /// Those of the report's administrators that are agreed to, each by a tick of its own.
  public let admins: [Int]

  public init(id: ID<RosterImport>, confirmed: Int?, leaves: [Int] = [], admins: [Int] = []) {
    (self.id, self.confirmed, self.leaves, self.admins) = (id, confirmed, leaves, admins)
  }

  public init(id: ID<RosterImport>, _ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let typed = reader.optionalText("removals", max: 12)
    let confirmed = typed.flatMap { Int($0) }
    if typed != nil, confirmed == nil { reader.fail("removals", Phrase("exchange.removals.wrong")) }
    let leaves = Self.ticked("leave", RosterReport.Most.moves, &reader)
    let admins = Self.ticked("admin", RosterReport.Most.admins, &reader)
    try reader.finish()
    self.init(id: id, confirmed: confirmed, leaves: leaves, admins: admins)
  }

  /// The places in a list of the report that were ticked: `leave.0`, `admin.3`.
  private static func ticked(_ name: String, _ most: Int, _ reader: inout FormReader) -> [Int] {
    var places: [Int] = []
    for (key, _) in reader.entries(name, max: most) {
      guard let place = Int(key), (0..<most).contains(place) else {
        reader.fail(name, Phrase("form.choice"))
        return []
      }
      if reader.flag(name + "." + key) { places.append(place) }
    }
    return places
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
  public let answers: RosterAnswers
  public init(removes: Bool, confirmed: Int?, answers: RosterAnswers = RosterAnswers()) {
    (self.removes, self.confirmed, self.answers) = (removes, confirmed, answers)
  }
}

/// What the office answered to what a preview asked.
public struct RosterAnswers: Hashable, Sendable {
  /// The classrooms, by id, that children leave who come into another.
  public var leaves: Set<String>
  /// The keys of those who become administrators.
  public var admins: Set<String>

  public init(leaves: Set<String> = [], admins: Set<String> = []) { (self.leaves, self.admins) = (leaves, admins) }

  public var json: JSON {
    .object([
      ("leaves", .list(leaves.sorted().map { .text($0) })), ("admins", .list(admins.sorted().map { .text($0) })),
    ])
  }

  public init(_ json: JSON) {
    self.init(leaves: Self.texts(json["leaves"]), admins: Self.texts(json["admins"]))
  }

  private static func texts(_ json: JSON?) -> Set<String> {
    guard case .list(let items)? = json else { return [] }
    return Set(items.compactMap { if case .text(let text) = $0 { text } else { String?.none } })
  }
}

/// The whole roster, or every mark of every register, leaves the school in a file.
public struct ExportRoster: Command {
  public enum Format: String, CaseIterable, Hashable, Sendable { case people, oneroster, attendance }
  public static let name = "exchange.export"
  public let format: Format
  public init(_ format: Format) { self.format = format }
}
