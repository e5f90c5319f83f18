public import Base

/// The office says which services outside of the school are used.
public struct SetOutsideServices: FormCommand {
  public static let name = "outside.switch"
  public let kinds: Set<OutsideKind>
  /// The state the sender had before their eyes (`School.version`); `nil` changes whatever is there.
  public let version: String?
  public init(kinds: Set<OutsideKind>, version: String? = nil) { (self.kinds, self.version) = (kinds, version) }

  public init(_ form: inout FormReader) {
    var kinds: Set<OutsideKind> = []
    if form.flag("text", about: "Whether text without names may go to the text service.") { kinds.insert(.text) }
    if form.flag("speech", about: "Whether recordings may go to the speech service.") { kinds.insert(.speech) }
    self.init(
      kinds: kinds,
      version: form.optionalText("version", max: 20, about: "The version that is changed, as the page says it."))
  }
}

/// Asks the text service for another wording of a draft; what it writes is kept when somebody saves it.
public struct AskForSummary: FormCommand {
  public static let name = "outside.ask-summary"
  public let student: ID<Student>
  public let summary: ID<Summary>
  public init(student: ID<Student>, summary: ID<Summary>) { (self.student, self.summary) = (student, summary) }
  public init(_ form: inout FormReader) { self.init(student: form.id("student"), summary: form.id("summary")) }
}

/// Asks the text service to explain what the rules propose for a child.
public struct AskForExplanation: FormCommand {
  public static let name = "outside.ask-explanation"
  public let student: ID<Student>
  public init(student: ID<Student>) { self.student = student }
  public init(_ form: inout FormReader) { self.init(student: form.id("student")) }
}

/// Asks the speech service for what is said in a recording; it is kept when somebody saves it.
public struct AskForTranscript: FormCommand {
  public static let name = "outside.ask-transcript"
  public let observation: ID<Observation>
  public let file: ID<ObservationFile>
  public init(observation: ID<Observation>, file: ID<ObservationFile>) {
    (self.observation, self.file) = (observation, file)
  }
  public init(_ form: inout FormReader) { self.init(observation: form.id("observation"), file: form.id("file")) }
}
