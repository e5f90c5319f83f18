public import Base
import Delimited
import Exact

/// A table of lessons, as schools keep it in a spreadsheet: a line a lesson.
///
/// Columns are known by their headings, in any order and in four languages. A line that is not understood is left out and
/// said; the others count.
public struct TimetableFile: Sendable {
  public struct Line: Hashable, Sendable {
    public let number: Int
    public let classroom: String
    public let lesson: WeekLesson
  }

  /// What keeps a line out.
  public struct Fault: Hashable, Sendable {
    public let line: Int
    public let reason: Phrase
    public init(line: Int, reason: Phrase) { (self.line, self.reason) = (line, reason) }
  }

  public enum Column: String, CaseIterable, Sendable {
    case day, from, to, hours = "time", classroom = "class", subject, teacher
  }

  public static var maxLines: Int { 5000 }
  public private(set) var lines: [Line] = []
  public private(set) var faults: [Fault] = []
  /// Whether there is a column of teachers: they belong to the class, and a lesson has none of its own.
  public private(set) var hasTeachers = false

  /// Throws when the file as a whole cannot be read.
  public init(_ bytes: [UInt8]) throws(Refusal) {
    var columns: [Column?] = []
    for row in try TimetableFile.rows(of: bytes) {
      if columns.isEmpty {
        columns = row.cells.map { Column(heading: $0) }
        try TimetableFile.check(columns)
        hasTeachers = columns.contains(.teacher)
      } else if lines.count + faults.count < TimetableFile.maxLines {
        read(row, columns)
      } else {
        throw .invalid("file", Phrase("attendance.file-long", .count(TimetableFile.maxLines)))
      }
    }
    if columns.isEmpty { throw .invalid("file", Phrase("form.required")) }
  }

  private static func rows(of bytes: [UInt8]) throws(Refusal) -> [CSV.Row] {
    var reader = CSV.Reader(secrets: Roster.Headings.secret(in:))
    var rows: [CSV.Row] = []
    do {
      try reader.feed(bytes)
      try reader.finish()
    } catch { throw .invalid("file", Phrase("attendance.file-unreadable", .text(String(error.line)))) }
    while let row = reader.next() { if !row.isBlank { rows.append(row) } }
    return rows
  }

  private static func check(_ columns: [Column?]) throws(Refusal) {
    let hasTimes = columns.contains(.hours) || columns.contains(.from) && columns.contains(.to)
    let isWhole = hasTimes && columns.contains(.day) && columns.contains(.classroom) && columns.contains(.subject)
    if !isWhole { throw .invalid("file", Phrase("attendance.file-columns")) }
  }

  private mutating func read(_ row: CSV.Row, _ columns: [Column?]) {
    func cell(_ wanted: Column) -> String {
      for (at, column) in columns.enumerated() where column == wanted && at < row.cells.count {
        let text = trimmed(row.cells[at])
        if !text.isEmpty { return text }
      }
      return ""
    }
    func fault(_ key: String, _ found: String) {
      faults.append(Fault(line: row.line, reason: Phrase(key, .text(String(found.prefix(60))))))
    }
    let (classroom, title) = (cell(.classroom), cell(.subject))
    guard let weekday = weekdayNamed(cell(.day)) else { return fault("attendance.line-day", cell(.day)) }
    let parts = TimetableFile.ends(cell(.hours))
    let (first, last) = (parts?.0 ?? cell(.from), parts?.1 ?? cell(.to))
    guard let start = clockTime(first) else { return fault("attendance.line-time", first) }
    guard let end = clockTime(last) else { return fault("attendance.line-time", last) }
    guard start < end else { return fault("attendance.line-backwards", last) }
    guard !title.isEmpty, Form.wrongWithLine(title, max: 60) == nil else {
      return fault("attendance.line-subject", title)
    }
    guard !classroom.isEmpty else { return fault("attendance.line-class", classroom) }
    let field = "line." + String(row.line)
    lines.append(
      Line(
        number: row.line, classroom: classroom,
        lesson: WeekLesson(weekday: weekday, start: start, end: end, title: title, field: field)))
  }

  /// “8:15–9:00” in one column.
  private static func ends(_ text: String) -> (String, String)? {
    let parts = text.split(whereSeparator: { "-–—־".contains($0) })
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }
}

extension TimetableFile {
  /// The weeks of some classes as a table that is read again the same.
  public static func written(
    _ classes: [(name: String, periods: [TimetablePeriod], teachers: [String])], _ words: Words, week: [Int]
  ) -> [UInt8] {
    // A spreadsheet takes UTF-8 for something else without the mark.
    var writer = CSV.Writer(CSV.Style(hasMark: true))
    let columns: [Column] = [.day, .from, .to, .classroom, .subject, .teacher]
    writer.row(columns.map { words("attendance.column." + $0.rawValue) })  // words: attendance.column.*
    for (name, periods, teachers) in classes {
      for weekday in week {
        for period in periods where period.weekday == weekday {
          let day = words("date.weekday." + String(weekday))
          writer.row([
            day, clock(period.start), clock(period.end), name, period.title, teachers.joined(separator: "; "),
          ])
        }
      }
    }
    return writer.drain()
  }

  private static func clock(_ minute: Int) -> String { pad(minute / 60 % 24) + ":" + pad(minute % 60) }

  /// The table in UTF-8, whatever it came in, line for line but for those that say nothing.
  public static func rewritten(_ bytes: [UInt8]) throws(Refusal) -> String {
    var writer = CSV.Writer()
    for row in try rows(of: bytes) { writer.row(row.cells) }
    return String(decoding: writer.drain(), as: UTF8.self)
  }
}

extension TimetableFile.Column {
  init?(heading: String) {
    let folded = Roster.Headings.fold(heading).text
    for column in Self.allCases where column.headings.split(separator: " ").contains(where: { $0 == folded }) {
      self = column
      return
    }
    return nil
  }

  /// What people call it, folded as the headings of rosters are.
  private var headings: String {
    switch self {
    case .day: "day weekday dayofweek jour joursemaine jourdelasemaine יום יוםבשבוע היום اليوم يوم"
    case .from:
      "from start starts begin begins starttime timefrom de debut heurededebut heuredebut משעה התחלה שעתהתחלה من البدايه بدايه وقتالبدايه"
    case .to:
      "to end ends until endtime timeto a fin heuredefin heurefin עדשעה סיום שעתסיום עד الي النهايه نهايه وقتالنهايه"
    case .hours: "time times hours period horaire horaires heures שעות שעה الوقت الساعات"
    case .classroom: "class classroom classname section group classe groupe כיתה כתה הכיתה الصف الفصل الشعبه القسم"
    case .subject:
      "subject title lesson course matiere cours lecon intitule מקצוע שיעור נושא הנושא الماده الدرس الموضوع"
    case .teacher:
      "teacher teachers staff enseignant enseignante enseignants professeur prof מורה המורה מורים المعلم المعلمه المدرس المدرسه الاستاذ"
    }
  }
}

/// The day of the week that a name or a number means, 1 Monday … 7 Sunday, in any of the four languages.
public func weekdayNamed(_ text: String) -> Int? {
  let digits = latinDigits(trimmed(text))
  if digits.utf8.count == 1, let byte = digits.utf8.first, byte >= 0x31, byte <= 0x37 { return Int(byte) - 0x30 }
  var folded = Roster.Headings.fold(text).text[...]
  for word in ["יום", "يوم"] where folded.hasPrefix(word) && folded != word { folded = folded.dropFirst(word.count) }
  for (at, names) in weekdayNames.enumerated()
  where names.split(separator: " ").contains(where: { $0 == folded }) { return at + 1 }
  return nil
}

private var weekdayNames: [String] {
  [
    "monday mon mo lundi lun lu שני ב الاثنين اثنين",
    "tuesday tues tue tu mardi mar ma שלישי ג الثلاثاء ثلاثاء الثلاثا",
    "wednesday weds wed we mercredi mer me רביעי ד الاربعاء اربعاء الاربعا",
    "thursday thurs thur thu th jeudi jeu je חמישי ה الخميس خميس",
    "friday fri fr vendredi ven ve שישי ששי ו الجمعه جمعه", "saturday sat sa samedi sam שבת ש السبت سبت",
    "sunday sun su dimanche dim di ראשון א الاحد احد",
  ]
}

/// Minutes since midnight of a time as the world writes it: 8:30, 08.30, 8h30, 8h, 0830, 8:30 AM, ٨:٣٠ ص.
public func clockTime(_ text: String) -> Int? {
  var numbers: [[UInt8]] = [[]]
  var letters = ""
  for scalar in latinDigits(text).lowercased().unicodeScalars {
    switch scalar {
    case "0"..."9" where letters.isEmpty: numbers[numbers.count - 1].append(UInt8(truncatingIfNeeded: scalar.value))
    case ":", ".", "h", "٫": if letters.isEmpty { numbers.append([]) }
    case " ", "\u{A0}", "\u{202F}", "\u{200E}", "\u{200F}": continue
    default: letters.unicodeScalars.append(scalar)
    }
  }
  if numbers.count > 1, numbers[numbers.count - 1].isEmpty { numbers.removeLast() }
  if numbers.count == 1, numbers[0].count > 2 {
    numbers = [Array(numbers[0].dropLast(2)), Array(numbers[0].suffix(2))]
  }
  guard (1...3).contains(numbers.count), let hour = shortNumber(numbers[0]) else { return nil }
  guard let minute = numbers.count > 1 ? shortNumber(numbers[1]) : 0, minute < 60 else { return nil }
  // A spreadsheet adds seconds; a lesson has none.
  if numbers.count == 3, shortNumber(numbers[2]) != 0 { return nil }
  return halfDay(hour, letters).map { $0 * 60 + minute }
}

/// The hour of the day by what stands behind it: nothing, or the half of the day.
private func halfDay(_ hour: Int, _ letters: String) -> Int? {
  switch letters {
  case "": hour < 24 ? hour : nil
  case "am", "a", "ص", "صباحا", "לפנהצ", "לפנה״צ", "לפנה\"צ": (1...12).contains(hour) ? hour % 12 : nil
  case "pm", "p", "م", "مساء", "אחהצ", "אחה״צ", "אחה\"צ": (1...12).contains(hour) ? hour % 12 + 12 : nil
  default: nil
  }
}

private func shortNumber(_ digits: [UInt8]) -> Int? {
  guard (1...2).contains(digits.count) else { return nil }
  return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
}

/// Arabic and Persian digits as those of everywhere.
private func latinDigits(_ text: String) -> String {
  var out = String.UnicodeScalarView()
  for scalar in text.unicodeScalars { out.append(latinDigit(scalar)) }
  return String(out)
}
