public import Base

/// What a change says about one thing: leave it, empty it, or this.
public enum FieldUpdate<Value: Hashable & Sendable>: Hashable, Sendable { case keep, clear, set(Value) }

/// A command about one register: a slot on a day.
public protocol RegisterCommand: FormCommand {
  var period: ID<TimetablePeriod> { get }
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
    public var status: FieldUpdate<Mark.Status>
    public var note: FieldUpdate<String>
    public init(_ student: ID<Student>, _ status: FieldUpdate<Mark.Status>, note: FieldUpdate<String> = .keep) {
      (self.student, self.status, self.note) = (student, status, note)
    }
  }
  public let period: ID<TimetablePeriod>
  public let day: Day
  public let entries: [Entry]
  public init(period: ID<TimetablePeriod>, day: Day, entries: [Entry]) {
    (self.period, self.day, self.entries) = (period, day, entries)
  }

  /// `period`, `day`, and for each student `marks.<id>` = present, late, absent, excused or none, and `note.<id>`.
  public init(_ form: inout FormReader) {
    let (period, day) = (form.id("slot", TimetablePeriod.self), form.day("day"))
    var entries: [Entry] = []
    let aboutMarks = "For the id of a student: present, late, absent, excused or none."
    for (key, value) in form.entries("marks", max: 500, about: aboutMarks) {
      guard let student = ID<Student>(key), let status = TakeRegister.status(value) else {
        form.fail("marks." + String(key.prefix(40)), Phrase("form.choice"))
        continue
      }
      entries.removeAll { $0.student == student }
      entries.append(Entry(student, status))
    }
    let aboutNotes = "For the id of a student: a note to the mark; empty removes it."
    for (key, _) in form.entries("note", max: 500, about: aboutNotes) {
      guard let student = ID<Student>(key) else {
        form.fail("note." + String(key.prefix(40)), Phrase("form.id"))
        continue
      }
      let note: FieldUpdate<String> = form.note("note." + key, max: 300).map { .set($0) } ?? .clear
      if let place = entries.firstIndex(where: { $0.student == student }) {
        entries[place].note = note
      } else {
        entries.append(Entry(student, .keep, note: note))
      }
    }
    if entries.isEmpty, form.problems.isEmpty { form.fail("marks", Phrase("form.required")) }
    self.init(period: period, day: day, entries: entries)
  }

  private static func status(_ text: String) -> FieldUpdate<Mark.Status>? {
    let lower = text.lowercased()
    return lower == "none" ? .clear : Mark.Status(rawValue: lower).map { .set($0) }
  }
}

/// “Everyone present”: fills in who has no mark yet and touches nobody else.
public struct MarkRestPresent: RegisterCommand {
  public static let name = "attendance.mark-rest-present"
  public let period: ID<TimetablePeriod>
  public let day: Day
  public init(period: ID<TimetablePeriod>, day: Day) { (self.period, self.day) = (period, day) }
  public init(_ form: inout FormReader) { self.init(period: form.id("slot"), day: form.day("day")) }
}

/// Takes back what the caller changed in a register at one moment: those marks, all of them, and no others.
public struct UndoRegister: RegisterCommand {
  public static let name = "attendance.undo-register"
  public let period: ID<TimetablePeriod>
  public let day: Day
  /// The moment of the change, in milliseconds, as the marks carry it.
  public let at: Instant
  public init(period: ID<TimetablePeriod>, day: Day, at: Instant) {
    (self.period, self.day, self.at) = (period, day, at)
  }
  public init(_ form: inout FormReader) {
    let (period, day) = (form.id("slot", TimetablePeriod.self), form.day("day"))
    let at = Int64(form.text("at", max: 15, about: "The moment, in milliseconds, as the change answered."))
    if at == nil, !form.problems.contains(where: { $0.field == "at" }) { form.fail("at", Phrase("form.id")) }
    self.init(period: period, day: day, at: Instant(milliseconds: at ?? 0))
  }
}

/// A guardian, or the school for one, says that a child will be away.
public struct ReportAbsence: FormCommand {
  public static let name = "attendance.report-absence"
  public let id: ID<Absence>?
  public let student: ID<Student>
  public let from: Day
  public let until: Day
  public let reason: String?
  public init(id: ID<Absence>? = nil, student: ID<Student>, from: Day, until: Day, reason: String?) {
    (self.id, self.student, self.from, self.until, self.reason) = (id, student, from, until, reason)
  }
  public init(_ form: inout FormReader) {
    let id = form.optionalID("id", Absence.self, about: "The id it is to have; without it one is made.")
    let (student, from) = (form.id("student", Student.self), form.day("from", about: "The first day, as 2026-03-11."))
    let until = form.optionalDay("until", about: "The last day; without it the first is the only one.") ?? from
    let reason = form.optionalText("reason", max: 200, about: "Why, in a few words.")
    if form.problems.isEmpty, until < from { form.fail("until", Phrase("attendance.until-before-from")) }
    self.init(id: id, student: student, from: from, until: until, reason: reason)
  }
}

public struct WithdrawAbsence: FormCommand {
  public static let name = "attendance.withdraw-absence"
  public let student: ID<Student>
  public let absence: ID<Absence>
  public init(student: ID<Student>, absence: ID<Absence>) { (self.student, self.absence) = (student, absence) }
  public init(_ form: inout FormReader) { self.init(student: form.id("student"), absence: form.id("absence")) }
}
