public import Base
public import HTML
public import Kit
public import School

/// Every path of the feature, used by its pages and its routes.
public enum AttendancePaths {
  public static let today = "/attendance"
  public static let holidays = "/attendance/holidays"
  static let calls = "/attendance/missing/calls"
  static let callRemoval = "/attendance/missing/calls/removal"
  public static func missing(_ day: Day) -> String { "/attendance/missing?day=" + day.text }
  public static func day(_ day: Day) -> String { "/attendance?day=" + day.text }
  static func whole(_ day: Day) -> String { self.day(day) + "&all=1" }
  public static func register(_ period: ID<TimetablePeriod>, _ day: Day) -> String {
    "/attendance/" + period.text + "/" + day.text
  }
  public static func rest(_ period: ID<TimetablePeriod>, _ day: Day) -> String { register(period, day) + "/rest" }
  public static func undo(_ period: ID<TimetablePeriod>, _ day: Day) -> String { register(period, day) + "/undo" }
  public static func drop(_ holiday: Day) -> String { holidays + "/" + holiday.text + "/drop" }
  public static func history(_ student: ID<Student>) -> String { "/students/" + student.text + "/attendance" }
  public static func absences(_ student: ID<Student>) -> String { "/students/" + student.text + "/absences" }
  public static func withdraw(_ absence: Absence) -> String {
    absences(absence.student) + "/" + absence.id.text + "/withdraw"
  }
  public static func timetable(_ classroom: ID<Classroom>) -> String { "/classes/" + classroom.text + "/timetable" }
  static func week(_ classroom: ID<Classroom>) -> String { timetable(classroom) + "/week" }
  static func copies(_ classroom: ID<Classroom>) -> String { timetable(classroom) + "/copies" }
  public static let tables = "/attendance/timetables"
  package static let tableImport = "/attendance/timetables/import"
  package static let tableFile = "/attendance/timetables.csv"
  public static func period(_ period: TimetablePeriod) -> String { timetable(period.classroom) + "/" + period.id.text }
  public static func end(_ period: TimetablePeriod) -> String { self.period(period) + "/end" }
}

// words: attendance.status.* attendance.mark-as.* attendance.weekday.*

extension Mark.Status {
  public var tone: Tone {
    switch self {
    case .present: .present
    case .late: .late
    case .absent: .absent
    case .excused: .excused
    }
  }
  /// How pictures show it.
  public var shade: Shade {
    switch self {
    case .present: .good
    case .late: .warning
    case .absent: .bad
    case .excused: .other
    }
  }
  /// Its picture in `icons.svg`: a state is never told by colour alone.
  public var symbol: String {
    switch self {
    case .present: "check"
    case .late: "clock"
    case .absent: "x"
    case .excused: "note"
    }
  }
  /// The key that marks it in a register.
  var key: String {
    switch self {
    case .present: "P"
    case .late: "L"
    case .absent: "A"
    case .excused: "E"
    }
  }
  func word(_ scene: Scene) -> String { scene.words("attendance.status." + rawValue) }
  /// The order of the pill: what is tapped most stands first.
  static let inPill: [Mark.Status] = [.present, .absent, .late, .excused]
}

/// “Present” with its picture and colour.
public func statusBadge(_ status: Mark.Status, _ scene: Scene) -> HTML {
  badge(status.word(scene), status.tone, icon: icon(status.symbol, scene))
}

/// A sitting nobody has marked this student in.
public func unmarkedBadge(_ scene: Scene) -> HTML { badge(scene.words("attendance.not-marked"), .neutral) }

/// “08:15–09:00”, as the language writes times.
func hours(_ session: LessonSession, _ scene: Scene) -> String {
  scene.words.hours(session.start, session.end)
}

/// The year is said only of another year's day.
func dayStyle(_ day: Day, _ scene: Scene) -> Words.DateStyle {
  day.text.prefix(4) == scene.today.text.prefix(4) ? .today : .long
}

/// A rate with one place, or a dash where nothing was marked.
func rate(_ amount: Amount?, _ scene: Scene) -> String { amount.map { scene.words.percent($0) } ?? "—" }

/// Names an element that stands once on all pages a browser may have open: of one sitting, and of one student in it.
func sessionKey(_ session: ID<LessonSession>) -> String { hex(session.bytes.suffix(6)) }
func rowKey(_ session: ID<LessonSession>, _ student: ID<Student>) -> String { sessionKey(session) + "-" + student.text }
