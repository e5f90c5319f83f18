public import Base

/// What has been written so far is kept.
public struct SaveWork: FormCommand {
  public static let name = "assignments.save-work"
  public let assignment: ID<CourseItem>
  public let text: String
  public let link: String
  /// The draft this grew from; `nil` when the sender does not care.
  public let version: String?
  public init(assignment: ID<CourseItem>, text: String, link: String = "", version: String? = nil) {
    (self.assignment, self.text, self.link, self.version) = (assignment, text, link, version)
  }

  public init(_ form: inout FormReader) {
    self.init(
      assignment: form.id("assignment"), text: form.workText(), link: form.workLink(),
      version: form.optionalText("version", max: 40, about: "The version this grew from."))
    form.ignore("pressed", "sent", "upload", "file", "photo")
  }
}

/// Files come to a draft, or leave it.
public struct AttachFiles: FormCommand {
  public static let name = "assignments.attach-files"
  public let assignment: ID<CourseItem>
  public init(assignment: ID<CourseItem>) { self.assignment = assignment }

  public init(_ form: inout FormReader) {
    self.init(assignment: form.id("assignment"))
    form.ignore("upload", "file", "photo")
  }
}

public struct DetachFile: FormCommand {
  public static let name = "assignments.detach-file"
  public let assignment: ID<CourseItem>
  public let file: ID<WorkFile>
  public init(assignment: ID<CourseItem>, file: ID<WorkFile>) { (self.assignment, self.file) = (assignment, file) }

  public init(_ form: inout FormReader) {
    self.init(assignment: form.id("assignment"), file: form.id("file", about: "A file of the draft."))
  }
}

/// Work is handed in: what the form says, and the files of the draft.
public struct HandIn: FormCommand {
  public static let name = "assignments.hand-in"
  public let assignment: ID<CourseItem>
  public let text: String
  public let link: String
  /// How long ago the button was pressed, when the line was down then.
  public let waited: Int64?
  public init(assignment: ID<CourseItem>, text: String = "", link: String = "", waited: Int64? = nil) {
    (self.assignment, self.text, self.link, self.waited) = (assignment, text, link, waited)
  }

  /// `waited` is in seconds: a difference on one clock, so that a clock that is wrong does no harm.
  public init(_ form: inout FormReader) {
    let waited = form.optionalText("waited", max: 9, about: "For how many seconds the device waited for a line.")
      .flatMap { wholeNumber($0.utf8) }
    self.init(
      assignment: form.id("assignment"), text: form.workText(), link: form.workLink(),
      waited: waited.flatMap { $0 > 0 ? Int64($0) : nil })
    form.ignore("version", "upload", "file", "photo")
  }
}

/// The next attempt begins with what was handed in last.
public struct BeginAttempt: FormCommand {
  public static let name = "assignments.begin-attempt"
  public let assignment: ID<CourseItem>
  public init(assignment: ID<CourseItem>) { self.assignment = assignment }

  public init(_ form: inout FormReader) { self.init(assignment: form.id("assignment")) }
}

/// The student takes a file of their own away; from handed-in work only before somebody looked at it.
public struct DeleteWorkFile: FormCommand {
  public static let name = "assignments.delete-file"
  public let file: ID<WorkFile>
  public init(file: ID<WorkFile>) { self.file = file }

  public init(_ form: inout FormReader) { self.init(file: form.id("file")) }
}

/// The kind of `ID` that names a file in somebody's work; the same as the kept file's.
public enum WorkFile {}

extension FormReader {
  /// The longest text that is handed in: some forty pages.
  static let longestWork = 100_000

  mutating func workText() -> String { note("text", max: Self.longestWork, about: "What was written.") ?? "" }

  /// An address somebody may follow: http or https, with a host.
  mutating func workLink() -> String {
    guard let raw = optionalText("link", max: 2000, about: "An address of the web.") else { return "" }
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
public struct GradeWork: FormCommand {
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
  public init(_ form: inout FormReader) {
    var levels: [ID<RubricLevel>] = []
    let chosen = form.entries("level", max: 24, about: "The level that is chosen, by the id of its criterion.")
    for entry in chosen where !entry.value.isEmpty {
      if let level = ID<RubricLevel>(entry.value) {
        levels.append(level)
      } else {
        form.fail("level", Phrase("form.id"))
      }
    }
    self.init(
      assignment: form.id("assignment"), student: form.id("student"),
      points: form.points("points", about: "Empty with a rubric, whose levels give them."), levels: levels,
      comment: form.note("comment", max: 10_000, about: "Words to the student.") ?? "",
      isExcused: form.flag("excused", about: "It does not count for this student."),
      version: form.optionalText("version", max: 90, about: "The version of score and words that was seen."))
    form.ignore("then", "show")
  }
}

/// The teacher says whether work counts from a time that only the student's device tells.
public struct JudgeTime: FormCommand {
  public static let name = "assignments.judge-time"
  public let assignment: ID<CourseItem>
  public let student: ID<Student>
  public let attempt: Int
  public let claim: Submission.Claim

  public init(_ form: inout FormReader) {
    (assignment, student) = (form.id("assignment"), form.id("student"))
    let attempt = form.attempts("attempt", about: "Which attempt, from 1; always asked for.")
    if attempt == nil, form.problems.isEmpty { form.fail("attempt", Phrase("form.required")) }
    self.attempt = attempt ?? 1
    claim = form.choice("claim", else: .open, about: "What it counts as; open where nobody has decided.")
  }
}

/// A sentence is kept for the next time.
public struct KeepPhrase: FormCommand {
  public static let name = "assignments.keep-phrase"
  public let text: String
  public init(text: String) { self.text = text }

  public init(_ form: inout FormReader) {
    let text = form.note("text", max: 500, about: "The sentence; always asked for.")
    if text == nil, form.problems.isEmpty { form.fail("text", Phrase("form.required")) }
    self.init(text: text ?? "")
    form.ignore("back")
  }
}

public struct DropPhrase: FormCommand {
  public static let name = "assignments.drop-phrase"
  public let phrase: ID<CommentPhrase>
  public init(phrase: ID<CommentPhrase>) { self.phrase = phrase }

  public init(_ form: inout FormReader) {
    self.init(phrase: form.id("phrase", about: "A sentence of one's own."))
    form.ignore("back")
  }
}

/// A marked archive is taken in, to be looked at.
public struct KeepArchive: FormCommand {
  public static let name = "assignments.keep-archive"
  public let assignment: ID<CourseItem>
  public init(assignment: ID<CourseItem>) { self.assignment = assignment }

  public init(_ form: inout FormReader) {
    self.init(assignment: form.id("assignment"))
    form.ignore("archive", "upload")
  }
}

/// Files that the teacher has marked go back to their students.
public struct ReturnMarked: FormCommand {
  public static let name = "assignments.return-marked"
  public let assignment: ID<CourseItem>
  public let archive: ID<WorkFile>
  public init(assignment: ID<CourseItem>, archive: ID<WorkFile>) {
    (self.assignment, self.archive) = (assignment, archive)
  }

  public init(_ form: inout FormReader) {
    self.init(assignment: form.id("assignment"), archive: form.id("archive", about: "The archive that was taken in."))
  }
}
