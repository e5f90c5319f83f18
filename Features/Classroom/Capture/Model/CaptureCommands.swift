public import Base

/// Writes down an observation with its pictures and sound, a presentation or a task, for one or more children at once.
public struct Capture: FormCommand {
  public static let name = "capture.save"
  /// The observation as the device calls it, so that the same one twice is once.
  public let id: ID<Observation>?
  public let kind: CaptureKind
  /// The text, the children, the time and the tags; of all kinds.
  public let fields: ObservationFields
  /// Whether anybody else is on the pictures; `nil` when nobody was asked.
  public let others: ObservationFileAnswer.Others?
  public let presentation: ID<CurriculumNode>?
  public let act: PresentationAct.Kind
  /// When the task is due; `nil` is some day.
  public let day: Day?

  public init(_ form: inout FormReader) {
    form.ignore("file", "sound", "upload")
    id = form.optionalID("id", about: "An id of the sender's own for an observation; one is made without it.")
    kind = form.choice("kind", else: .observation, about: "observation, presentation or task.")
    fields = ObservationFields(&form)
    others = form.optionalChoice("others", about: "Whether anybody else is on the pictures: nobody or somebody.")
    presentation = form.optionalID("presentation", about: "What was presented; for a presentation.")
    act = form.optionalChoice("act", about: "What happened with it; presented without it.") ?? .presented
    day = form.optionalDay("day", about: "When a task is due; some day without it.")
    check(&form)
  }

  /// What each kind asks for beside the children.
  private func check(_ form: inout FormReader) {
    switch kind {
    case .observation: break
    case .presentation:
      if presentation == nil { form.fail("presentation", Phrase("capture.presentation-needed")) }
      // counted as the fields of forms are
      if fields.text.unicodeScalars.count > Self.longestNote {
        form.fail("text", Phrase("form.too-long", .count(Self.longestNote)))
      }
    case .task:
      if fields.text.isEmpty { form.fail("text", Phrase("form.required")) }
      if fields.text.unicodeScalars.count > Self.longestDetails {
        form.fail("text", Phrase("form.too-long", .count(Self.longestDetails)))
      }
    }
  }

  /// The note of a presentation and the details of a task, in characters, as their own forms take them.
  static let longestNote = 1000, longestDetails = 4000
}
