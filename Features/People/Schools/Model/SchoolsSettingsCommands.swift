public import Base

/// A term of the school's year, both days included.
public struct SchoolTerm: Hashable, Sendable {
  public let id: ID<SchoolTerm>
  public var name: String
  public var from: Day
  public var until: Day
  public init(id: ID<SchoolTerm>, name: String, from: Day, until: Day) {
    (self.id, self.name, self.from, self.until) = (id, name, from, until)
  }
}

/// How the school keeps its registers: how long teachers correct them, and which rate counts.
public struct SetAttendanceRules: FormCommand {
  public static let name = "schools.set-attendance"
  public let correctionDays: Int
  public let rate: AttendanceRate
  /// The state the sender had before their eyes (`School.version`); `nil` changes whatever is there.
  public let version: String?
  public static var window: ClosedRange<Int> { 0...366 }

  public init(correctionDays: Int, rate: AttendanceRate, version: String? = nil) {
    (self.correctionDays, self.rate, self.version) = (correctionDays, rate, version)
  }

  public init(_ form: inout FormReader) {
    correctionDays = form.integer(
      "correctionDays", in: SetAttendanceRules.window, about: "How many days back teachers correct a register.")
    rate = form.choice(
      "rate", else: .attendance, about: "The rate that counts; `excluding` goes without what was excused.")
    version = form.optionalText("version", max: 20, about: "The version that is changed, as the ETag says it.")
  }
}

/// How large the files of students may be, and when a day of study begins.
public struct SetWorkRules: FormCommand {
  public static let name = "schools.set-work"
  public let work: SchoolWork
  /// The state the sender had before their eyes (`School.version`); `nil` changes whatever is there.
  public let version: String?
  /// In megabytes; the staff's own files end where it ends.
  public static var file: ClosedRange<Int> { 1...500 }
  /// In megabytes.
  public static var person: ClosedRange<Int> { 10...100_000 }
  public static var dayStart: ClosedRange<Int> { 0...6 }

  public init(work: SchoolWork, version: String? = nil) { (self.work, self.version) = (work, version) }

  public init(_ form: inout FormReader) {
    work = SchoolWork(
      file: form.integer(
        "file", in: SetWorkRules.file, about: "The largest file of a student or a parent, in megabytes."),
      person: form.integer(
        "person", in: SetWorkRules.person, about: "All files of one student together, in megabytes."),
      dayStart: form.integer("dayStart", in: SetWorkRules.dayStart, about: "The hour at which a day of study begins."),
      trains: form.flag("trains", about: "Whether instructors train people by checklists here."))
    version = form.optionalText("version", max: 20, about: "The version that is changed, as the ETag says it.")
  }
}

/// A term is written into the school's year.
public struct AddTerm: FormCommand {
  public static let name = "schools.add-term"
  /// As the sender calls it, if it does, as taking a removal back does.
  public let id: ID<SchoolTerm>?
  private let fields: SchoolTerm
  public init(term: SchoolTerm) { (id, fields) = (term.id, term) }
  public init(_ form: inout FormReader) {
    id = form.optionalID("id", about: "An id of the sender's choice.")
    fields = form.term(id ?? .none)
  }

  /// The term, under its id.
  public func term(_ id: ID<SchoolTerm>) -> SchoolTerm {
    SchoolTerm(id: id, name: fields.name, from: fields.from, until: fields.until)
  }
}

/// A term has another name or other days.
public struct ChangeTerm: FormCommand {
  public static let name = "schools.change-term"
  public let term: SchoolTerm
  public init(term: SchoolTerm) { self.term = term }
  public init(_ form: inout FormReader) {
    let id: ID<SchoolTerm> = form.id("term")
    term = form.term(id)
  }
}

extension FormReader {
  fileprivate mutating func term(_ id: ID<SchoolTerm>) -> SchoolTerm {
    let term = SchoolTerm(
      id: id, name: text("name", max: 60, about: "What the term is called."),
      from: day("from", about: "Its first day."), until: day("until", about: "Its last day."))
    if problems.isEmpty, term.until < term.from { fail("until", Phrase("schools.term-backwards")) }
    return term
  }
}

/// A term is taken out of the school's year; what was written in it stays.
public struct RemoveTerm: FormCommand {
  public static let name = "schools.remove-term"
  public let term: ID<SchoolTerm>
  public init(term: ID<SchoolTerm>) { self.term = term }
  public init(_ form: inout FormReader) { term = form.id("term") }
}

/// The school is to be deleted: from now on only its owners see it, and after thirty days nobody.
public struct DeleteSchool: FormCommand {
  public static let name = "schools.delete"
  /// The school's name, typed by hand.
  public let typed: String
  public let password: String
  public init(typed: String, password: String) { (self.typed, self.password) = (typed, password) }

  public init(_ form: inout FormReader) {
    typed = form.text("name", about: "The school's name, typed to be sure.")
    password = form.password("password", about: "The owner's password.")
  }
}

/// The deletion is taken back, and everybody is where they were.
public struct RestoreSchool: FormCommand {
  public static let name = "schools.restore"
  public init() {}
  public init(_ form: inout FormReader) {}
}

/// The end of a school that was deleted long enough ago; the server's own doing.
public enum EraseSchool {
  public static let name = "schools.erase"
}
