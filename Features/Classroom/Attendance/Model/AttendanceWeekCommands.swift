public import Base

/// The whole week of a class at once, from a day on.
///
/// The fields are `lessons.<row>.start`, `lessons.<row>.end`, and `lessons.<row>.<weekday>` with the subject.
public struct SetWeek: FormCommand {
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
  public init(_ form: inout FormReader) {
    let (classroom, from) = (form.id("classroom", Classroom.self), form.day("from"))
    let agreed = form.optionalText("agreed", max: 20)
    form.ignore("look", "days")
    var lessons: [WeekLesson] = []
    for row in 0..<SetWeek.maxRows { lessons += form.lessons(ofRow: row) }
    self.init(classroom: classroom, from: from, lessons: lessons, agreed: agreed)
  }

  public static func field(_ row: Int, _ part: String) -> String { "lessons." + String(row) + "." + part }
}

extension FormReader {
  /// A row of the grid; one with times and no subject, or with nothing at all, says nothing.
  fileprivate mutating func lessons(ofRow row: Int) -> [WeekLesson] {
    var titles: [(weekday: Int, title: String)] = []
    for weekday in 1...7 {
      if let title = optionalText(SetWeek.field(row, String(weekday)), max: 60) { titles.append((weekday, title)) }
    }
    let (start, end) = (SetWeek.field(row, "start"), SetWeek.field(row, "end"))
    let times = values(start).prefix(1) + values(end).prefix(1)
    guard !titles.isEmpty || times.contains(where: { !$0.isEmpty }) else { return [] }
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
public struct CopyWeek: FormCommand {
  public static let name = "attendance.copy-week"
  public let classroom: ID<Classroom>
  public let to: [ID<Classroom>]
  public let from: Day
  public let agreed: String?
  public init(classroom: ID<Classroom>, to: [ID<Classroom>], from: Day, agreed: String? = nil) {
    (self.classroom, self.to, self.from, self.agreed) = (classroom, to, from, agreed)
  }
  public init(_ form: inout FormReader) {
    let (classroom, from) = (form.id("classroom", Classroom.self), form.day("from"))
    var to: [ID<Classroom>] = []
    for id in form.ids("to", Classroom.self, max: 500) where !to.contains(id) { to.append(id) }
    let agreed = form.optionalText("agreed", max: 20)
    form.ignore("look")
    if form.problems.isEmpty, to.isEmpty { form.fail("to", Phrase("attendance.copy-none")) }
    self.init(classroom: classroom, to: to, from: from, agreed: agreed)
  }
}

/// The weeks of many classes from a table.
public struct ImportTimetable: FormCommand {
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
  public init(_ form: inout FormReader) {
    let aboutFile = "The table as CSV: day, from, to, class, subject. It must come."
    let file = form.note("file", max: ImportTimetable.maxBytes, about: aboutFile) ?? ""
    let from = form.day("from", about: "The first day it is so, today or later.")
    let isWhole = form.flag("whole", about: "Whether the classes of the table keep no other lessons.")
    let aboutAgreed = "What was shown; refused when it comes to something else now."
    let agreed = form.optionalText("agreed", max: 20, about: aboutAgreed)
    if file.isEmpty { form.fail("file", Phrase("form.required")) }
    self.init(file: file, from: from, isWhole: isWhole, agreed: agreed)
  }
}
