public import Base

/// What has been written so far is kept.
public struct SaveWork: Command {
  public static let name = "assignments.save-work"
  public let assignment: ID<CourseItem>
  public let text: String
  public let link: String
  /// The draft this grew from; `nil` when the sender does not care.
  public let version: String?
  public init(assignment: ID<CourseItem>, text: String, link: String = "", version: String? = nil) {
    (self.assignment, self.text, self.link, self.version) = (assignment, text, link, version)
  }

  public init(_ form: Form, assignment: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(
      assignment: assignment, text: reader.workText(), link: reader.workLink(),
      version: reader.optionalText("version", max: 40))
    reader.ignore("pressed", "sent", "upload", "file", "photo")
    try reader.finish()
  }
}

/// Files come to a draft, or leave it.
public struct AttachFiles: Command {
  public static let name = "assignments.attach-files"
  public let assignment: ID<CourseItem>
  public init(assignment: ID<CourseItem>) { self.assignment = assignment }
}

public struct DetachFile: Command {
  public static let name = "assignments.detach-file"
  public let assignment: ID<CourseItem>
  public let file: ID<WorkFile>
  public init(assignment: ID<CourseItem>, file: ID<WorkFile>) { (self.assignment, self.file) = (assignment, file) }

  public init(_ form: Form, assignment: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(assignment: assignment, file: reader.id("file"))
    try reader.finish()
  }
}

/// Work is handed in: what the form says, and the files of the draft.
public struct HandIn: Command {
  public static let name = "assignments.hand-in"
  public let id: ID<Submission>
  public let assignment: ID<CourseItem>
  public let text: String
  public let link: String
  /// How long ago the button was pressed, when the line was down then.
  public let waited: Int64?
  public init(
    id: ID<Submission>, assignment: ID<CourseItem>, text: String = "", link: String = "", waited: Int64? = nil
  ) {
    (self.id, self.assignment, self.text, self.link, self.waited) = (id, assignment, text, link, waited)
  }

  /// `waited` is in seconds: a difference on one clock, so that a clock that is wrong does no harm.
  public init(_ form: Form, id: ID<Submission>, assignment: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    let waited = reader.optionalText("waited", max: 9).flatMap { wholeNumber($0.utf8) }
    self.init(
      id: id, assignment: assignment, text: reader.workText(), link: reader.workLink(),
      waited: waited.flatMap { $0 > 0 ? Int64($0) : nil })
    reader.ignore("version", "upload", "file", "photo")
    try reader.finish()
  }
}

/// The next attempt begins with what was handed in last.
public struct BeginAttempt: Command {
  public static let name = "assignments.begin-attempt"
  public let assignment: ID<CourseItem>
  public init(assignment: ID<CourseItem>) { self.assignment = assignment }

  public init(_ form: Form, assignment: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(assignment: assignment)
    try reader.finish()
  }
}

/// The student takes a file of their own away; from handed-in work only before somebody looked at it.
public struct DeleteWorkFile: Command {
  public static let name = "assignments.delete-file"
  public let file: ID<WorkFile>
  public init(file: ID<WorkFile>) { self.file = file }

  public init(_ form: Form, file: ID<WorkFile>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(file: file)
    try reader.finish()
  }
}

/// The kind of `ID` that names a file in somebody's work; the same as the kept file's.
public enum WorkFile {}

extension FormReader {
  /// The longest text that is handed in: some forty pages.
  static let longestWork = 100_000

  mutating func workText() -> String { note("text", max: Self.longestWork) ?? "" }

  /// An address somebody may follow: http or https, with a host.
  mutating func workLink() -> String {
    guard let raw = optionalText("link", max: 2000) else { return "" }
    guard isWebAddress(raw) else {
      fail("link", Phrase("assignments.link-wrong"))
      return ""
    }
    return raw
  }
}

/// Whether the text is an absolute address of the web, without a name or password in it.
public func isWebAddress(_ text: String) -> Bool {
  let lower = text.lowercased()
  guard lower.hasPrefix("https://") || lower.hasPrefix("http://") else { return false }
  let rest = lower.dropFirst(lower.hasPrefix("https://") ? 8 : 7)
  let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  return !host.isEmpty && !host.contains("@")
    && !lower.contains { $0.isWhitespace || $0 == "\"" || $0 == "<" || $0 == "\\" }
}

/// The teacher says what the work is worth, and why.
public struct GradeWork: Command {
  public static let name = "assignments.grade-work"
  public let assignment: ID<CourseItem>
  public let student: ID<Student>
  /// `nil`: no score, or the rubric's.
  public let points: Amount?
  public let levels: [ID<RubricLevel>]
  public let comment: String
  public let isExcused: Bool
  /// The versions of score and words the teacher saw; `nil` when not said.
  public let version: String?
  public init(
    assignment: ID<CourseItem>, student: ID<Student>, points: Amount? = nil, levels: [ID<RubricLevel>] = [],
    comment: String = "", isExcused: Bool = false, version: String? = nil
  ) {
    (self.assignment, self.student, self.points, self.levels) = (assignment, student, points, levels)
    (self.comment, self.isExcused, self.version) = (comment, isExcused, version)
  }

  /// The level of a criterion comes as `level.` and the criterion's id, as a group of choices has one name each.
  public init(_ form: Form, assignment: ID<CourseItem>, student: ID<Student>) throws(Refusal) {
    var reader = FormReader(form)
    var levels: [ID<RubricLevel>] = []
    for entry in reader.entries("level", max: 24) where !entry.value.isEmpty {
      if let level = ID<RubricLevel>(entry.value) {
        levels.append(level)
      } else {
        reader.fail("level", Phrase("form.id"))
      }
    }
    self.init(
      assignment: assignment, student: student, points: reader.points("points"), levels: levels,
      comment: reader.note("comment", max: 10_000) ?? "", isExcused: reader.flag("excused"),
      version: reader.optionalText("version", max: 90))
    reader.ignore("then", "show")
    try reader.finish()
  }
}

/// The teacher says whether work counts from a time that only the student's device tells.
public struct JudgeTime: Command {
  public static let name = "assignments.judge-time"
  public let assignment: ID<CourseItem>
  public let student: ID<Student>
  public let attempt: Int
  public let claim: Submission.Claim

  public init(_ form: Form, assignment: ID<CourseItem>, student: ID<Student>) throws(Refusal) {
    var reader = FormReader(form)
    let attempt = reader.attempts("attempt")
    if attempt == nil, reader.problems.isEmpty { reader.fail("attempt", Phrase("form.required")) }
    (self.assignment, self.student, self.attempt) = (assignment, student, attempt ?? 1)
    claim = reader.choice("claim", else: .open)
    try reader.finish()
  }
}

/// A sentence is kept for the next time.
public struct KeepPhrase: Command {
  public static let name = "assignments.keep-phrase"
  public let id: ID<CommentPhrase>
  public let text: String
  public init(id: ID<CommentPhrase>, text: String) { (self.id, self.text) = (id, text) }

  public init(_ form: Form, id: ID<CommentPhrase>) throws(Refusal) {
    var reader = FormReader(form)
    let text = reader.note("text", max: 500)
    if text == nil, reader.problems.isEmpty { reader.fail("text", Phrase("form.required")) }
    self.init(id: id, text: text ?? "")
    reader.ignore("back")
    try reader.finish()
  }
}

public struct DropPhrase: Command {
  public static let name = "assignments.drop-phrase"
  public let phrase: ID<CommentPhrase>
  public init(phrase: ID<CommentPhrase>) { self.phrase = phrase }

  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    self.init(phrase: reader.id("phrase"))
    reader.ignore("back")
    try reader.finish()
  }
}

/// A marked archive is taken in, to be looked at.
public struct KeepArchive: Command {
  public static let name = "assignments.keep-archive"
  public let assignment: ID<CourseItem>
  public init(assignment: ID<CourseItem>) { self.assignment = assignment }
}

/// Files that the teacher has marked go back to their students.
public struct ReturnMarked: Command {
  public static let name = "assignments.return-marked"
  public let assignment: ID<CourseItem>
  public let archive: ID<WorkFile>
  public init(assignment: ID<CourseItem>, archive: ID<WorkFile>) {
    (self.assignment, self.archive) = (assignment, archive)
  }

  public init(_ form: Form, assignment: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(assignment: assignment, archive: reader.id("archive"))
    try reader.finish()
  }
}
