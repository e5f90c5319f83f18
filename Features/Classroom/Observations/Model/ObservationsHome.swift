public import Base

/// A guardian writes what was seen at home; staff see it, and nobody else until they accept it.
public struct SendHomeObservation: FormCommand {
  public static let name = "observations.send-home"
  /// As the device calls it, so that the same one twice is once.
  public let id: ID<Observation>?
  public let student: ID<Student>
  public let text: String
  /// Whether anybody but the child is on what comes with it.
  public let others: ObservationFileAnswer.Others?
  public init(
    id: ID<Observation>? = nil, student: ID<Student>, text: String, others: ObservationFileAnswer.Others? = nil
  ) {
    (self.id, self.student, self.text, self.others) = (id, student, text, others)
  }
  public init(_ form: inout FormReader) {
    form.ignore("upload", "file")
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      student: form.id("student"),
      text: form.note("text", max: Observation.longest, about: "What was seen at home.") ?? "",
      others: form.optionalChoice("others", about: "Whether anybody else is on the pictures: nobody or somebody."))
  }
}

/// Takes what a family saw at home over into the record; the family sees it as it was sent.
public struct AcceptHomeObservation: FormCommand {
  public static let name = "observations.accept-home"
  public let observation: ID<Observation>
  public init(observation: ID<Observation>) { self.observation = observation }
  public init(_ form: inout FormReader) { self.init(observation: form.id("observation")) }
}
