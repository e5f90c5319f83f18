public import Base

/// What a change says about one thing: leave it, empty it, or this.
public enum Wish<Value: Hashable & Sendable>: Hashable, Sendable { case keep, clear, set(Value) }

/// A command about one register: a slot on a day.
public protocol RegisterCommand: Command {
  var slot: ID<Slot> { get }
  var day: Day { get }
}

/// Marks some students of a sitting.
///
/// Those it does not name stay as they are, so two people may mark at once.
public struct TakeRegister: RegisterCommand {
  public static let name = "attendance.take-register"
  /// What one student's mark is to become.
  public struct Entry: Hashable, Sendable {
    public let student: ID<Student>
    public var status: Wish<Mark.Status>
    public var note: Wish<String>
    public init(_ student: ID<Student>, _ status: Wish<Mark.Status>, note: Wish<String> = .keep) {
      (self.student, self.status, self.note) = (student, status, note)
    }
  }
  public let slot: ID<Slot>
  public let day: Day
  public let entries: [Entry]
  public init(slot: ID<Slot>, day: Day, entries: [Entry]) { (self.slot, self.day, self.entries) = (slot, day, entries) }

  /// `slot`, `day`, and for each student `marks.<id>` = present, late, absent, excused or none, and `note.<id>`.
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let slot = reader.id("slot", Slot.self)
    let day = reader.day("day")
    var entries: [Entry] = []
    for (key, value) in reader.entries("marks", max: 500) {
      guard let student = ID<Student>(key), let status = TakeRegister.status(value) else {
        reader.fail("marks." + String(key.prefix(40)), Phrase("form.choice"))
        continue
      }
      entries.removeAll { $0.student == student }
      entries.append(Entry(student, status))
    }
    for (key, _) in reader.entries("note", max: 500) {
      guard let student = ID<Student>(key) else {
        reader.fail("note." + String(key.prefix(40)), Phrase("form.id"))
        continue
      }
      let note: Wish<String> = reader.note("note." + key, max: 300).map { .set($0) } ?? .clear
      if let place = entries.firstIndex(where: { $0.student == student }) {
        entries[place].note = note
      } else {
        entries.append(Entry(student, .keep, note: note))
      }
    }
    if entries.isEmpty, reader.problems.isEmpty { reader.fail("marks", Phrase("form.required")) }
    try reader.finish()
    self.init(slot: slot, day: day, entries: entries)
  }

  private static func status(_ text: String) -> Wish<Mark.Status>? {
    let lower = text.lowercased()
    return lower == "none" ? .clear : Mark.Status(rawValue: lower).map { .set($0) }
  }
}

/// “Everyone present”: fills in who has no mark yet and touches nobody else.
public struct MarkRestPresent: RegisterCommand {
  public static let name = "attendance.mark-rest-present"
  public let slot: ID<Slot>
  public let day: Day
  public init(slot: ID<Slot>, day: Day) { (self.slot, self.day) = (slot, day) }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    (slot, day) = (reader.id("slot", Slot.self), reader.day("day"))
    try reader.finish()
  }
}

/// Takes back what the caller changed in a register at one moment: those marks, all of them, and no others.
public struct UndoRegister: RegisterCommand {
  public static let name = "attendance.undo-register"
  public let slot: ID<Slot>
  public let day: Day
  /// The moment of the change, in milliseconds, as the marks carry it.
  public let at: Instant
  public init(slot: ID<Slot>, day: Day, at: Instant) { (self.slot, self.day, self.at) = (slot, day, at) }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let (slot, day) = (reader.id("slot", Slot.self), reader.day("day"))
    let at = Int64(reader.text("at", max: 15))
    if at == nil, !reader.problems.contains(where: { $0.field == "at" }) { reader.fail("at", Phrase("form.id")) }
    try reader.finish()
    self.init(slot: slot, day: day, at: Instant(milliseconds: at ?? 0))
  }
}

/// A guardian, or the school for one, says that a child will be away.
public struct ReportAbsence: Command {
  public static let name = "attendance.report-absence"
  public let id: ID<Absence>?
  public let student: ID<Student>
  public let from: Day
  public let until: Day
  public let reason: String?
  public init(id: ID<Absence>? = nil, student: ID<Student>, from: Day, until: Day, reason: String?) {
    (self.id, self.student, self.from, self.until, self.reason) = (id, student, from, until, reason)
  }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let id = reader.optionalID("id", Absence.self)
    let (student, from) = (reader.id("student", Student.self), reader.day("from"))
    let until = reader.optionalDay("until") ?? from
    let reason = reader.optionalText("reason", max: 200)
    if reader.problems.isEmpty, until < from { reader.fail("until", Phrase("attendance.until-before-from")) }
    try reader.finish()
    self.init(id: id, student: student, from: from, until: until, reason: reason)
  }
}

public struct WithdrawAbsence: Command {
  public static let name = "attendance.withdraw-absence"
  public let absence: ID<Absence>
  public init(absence: ID<Absence>) { self.absence = absence }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    absence = reader.id("absence", Absence.self)
    try reader.finish()
  }
}
