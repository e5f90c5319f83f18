public import Base

/// The whole week of a class at once, from a day on.
///
/// The fields are `lessons.<row>.start`, `lessons.<row>.end`, and `lessons.<row>.<weekday>` with the subject.
public struct SetWeek: Command {
  public static let name = "attendance.set-week"
  /// More lessons than a day has room for.
  public static let maxRows = 24
  public let classroom: ID<Classroom>
  public let from: Day
  public let lessons: [WeekLesson]
  /// What was shown; `nil` takes whatever it comes to.
  public let agreed: String?
  public init(classroom: ID<Classroom>, from: Day, lessons: [WeekLesson], agreed: String? = nil) {
    (self.classroom, self.from, self.lessons, self.agreed) = (classroom, from, lessons, agreed)
  }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let (classroom, from) = (reader.id("classroom", Classroom.self), reader.day("from"))
    let agreed = reader.optionalText("agreed", max: 20)
    reader.ignore("look", "days")
    var lessons: [WeekLesson] = []
    for row in 0..<SetWeek.maxRows { lessons += reader.lessons(ofRow: row, form) }
    try reader.finish()
    self.init(classroom: classroom, from: from, lessons: lessons, agreed: agreed)
  }

  public static func field(_ row: Int, _ part: String) -> String { "lessons." + String(row) + "." + part }
}

extension FormReader {
  /// A row of the grid; one with times and no subject, or with nothing at all, says nothing.
  fileprivate mutating func lessons(ofRow row: Int, _ form: Form) -> [WeekLesson] {
    var titles: [(weekday: Int, title: String)] = []
    for weekday in 1...7 {
      if let title = optionalText(SetWeek.field(row, String(weekday)), max: 60) { titles.append((weekday, title)) }
    }
    let (start, end) = (SetWeek.field(row, "start"), SetWeek.field(row, "end"))
    guard !titles.isEmpty || !(form[start] ?? "").isEmpty || !(form[end] ?? "").isEmpty else {
      ignore(start, end)
      return []
    }
    let before = problems.count
    let (begins, ends) = (clock(start), clock(end))
    if problems.count == before, ends <= begins { fail(end, Phrase("attendance.ends-before-start")) }
    return titles.map {
      WeekLesson(
        weekday: $0.weekday, start: begins, end: ends, title: $0.title, field: SetWeek.field(row, String($0.weekday)))
    }
  }
}

/// The week that a class has on a day becomes the week of other classes from that day on.
public struct CopyWeek: Command {
  public static let name = "attendance.copy-week"
  public let classroom: ID<Classroom>
  public let to: [ID<Classroom>]
  public let from: Day
  public let agreed: String?
  public init(classroom: ID<Classroom>, to: [ID<Classroom>], from: Day, agreed: String? = nil) {
    (self.classroom, self.to, self.from, self.agreed) = (classroom, to, from, agreed)
  }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let (classroom, from) = (reader.id("classroom", Classroom.self), reader.day("from"))
    var to: [ID<Classroom>] = []
    for id in reader.ids("to", Classroom.self, max: 500) where !to.contains(id) { to.append(id) }
    let agreed = reader.optionalText("agreed", max: 20)
    reader.ignore("look")
    if reader.problems.isEmpty, to.isEmpty { reader.fail("to", Phrase("attendance.copy-none")) }
    try reader.finish()
    self.init(classroom: classroom, to: to, from: from, agreed: agreed)
  }
}

/// The weeks of many classes from a table.
public struct ImportTimetable: Command {
  public static let name = "attendance.import-timetable"
  public static var maxBytes: Int { 1_000_000 }
  public let file: String
  public let from: Day
  /// The classes of the file get its lessons and no others.
  public let isWhole: Bool
  public let agreed: String?
  public init(file: String, from: Day, isWhole: Bool = false, agreed: String? = nil) {
    (self.file, self.from, self.isWhole, self.agreed) = (file, from, isWhole, agreed)
  }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let file = reader.note("file", max: ImportTimetable.maxBytes) ?? ""
    let (from, isWhole) = (reader.day("from"), reader.flag("whole"))
    let agreed = reader.optionalText("agreed", max: 20)
    if file.isEmpty { reader.fail("file", Phrase("form.required")) }
    try reader.finish()
    self.init(file: file, from: from, isWhole: isWhole, agreed: agreed)
  }
}
