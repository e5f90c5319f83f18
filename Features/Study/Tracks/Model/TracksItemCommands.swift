public import Base

/// What the form of a text holds.
public struct TrackItemFields: Hashable, Sendable {
  public var label: String
  public var reference: String
  public var source: String
  public var language: Language?
  public var commentary: String
  public var commentaryLanguage: Language?
  public var questions: [TrackQuestion]

  public init(
    label: String, reference: String = "", source: String, language: Language? = nil, commentary: String = "",
    commentaryLanguage: Language? = nil, questions: [TrackQuestion] = []
  ) {
    (self.label, self.reference, self.source, self.language) = (label, reference, source, language)
    (self.commentary, self.commentaryLanguage, self.questions) = (commentary, commentaryLanguage, questions)
  }

  public init(_ form: inout FormReader) {
    label = form.text("label", max: 160, about: "What the text is called.")
    reference = form.optionalText("reference", max: 200, about: "Where it stands in its book.") ?? ""
    let source = form.note("source", max: Self.longest, about: "The text, in Markdown.")
    if source == nil, !form.problems.contains(where: { $0.field == "source" }) {
      form.fail("source", Phrase("form.required"))
    }
    self.source = source ?? ""
    language = form.optionalChoice("language", about: "Of the text; the track's without it.")
    commentary = form.note("commentary", max: Self.longest, about: "What commentaries say, in Markdown.") ?? ""
    commentaryLanguage = form.optionalChoice("commentaryLanguage", about: "Of the commentary.")
    let lines = form.note("questions", max: 8000, about: "A question a line: question | right | wrong | wrong.") ?? ""
    do throws(Refusal) {
      questions = try TrackQuestion.lines(lines)
    } catch {
      questions = []
      if case .invalid(let problems) = error, let first = problems.first { form.fail(first.field, first.reason) }
    }
  }

  /// The longest text, in characters.
  public static let longest = 20_000
}

extension TrackQuestion {
  /// Of one text.
  public static let most = 20
  /// Of one question or answer, in characters.
  public static let longest = 300
  /// Answers of one question.
  public static let mostAnswers = 8

  /// Reads a question a line: `question | right answer | wrong answer | …`; empty lines are passed over.
  public static func lines(_ text: String) throws(Refusal) -> [TrackQuestion] {
    var found: [TrackQuestion] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map { trimmed(String($0)) }
      if parts.allSatisfy({ $0.isEmpty }) { continue }
      guard parts.count >= 3, !parts.contains(where: { $0.isEmpty }) else {
        throw .invalid("questions", Phrase("tracks.question-wrong", .count(number + 1)))
      }
      guard parts.count <= mostAnswers + 1 else {
        throw .invalid("questions", Phrase("tracks.answers-many", .count(number + 1), .count(mostAnswers)))
      }
      guard !parts.contains(where: { $0.unicodeScalars.count > longest }) else {
        throw .invalid("questions", Phrase("tracks.question-long", .count(number + 1), .count(longest)))
      }
      guard found.count < most else { throw .invalid("questions", Phrase("tracks.questions-many", .count(most))) }
      found.append(TrackQuestion(text: parts[0], right: parts[1], wrong: Array(parts[2...])))
    }
    return found
  }

  /// As it is typed; what would end an answer is written otherwise.
  public var line: String {
    ([text, right] + wrong).map { part in String(part.map { $0 == "|" ? "/" : $0.isNewline ? " " : $0 }) }
      .joined(separator: " | ")
  }
}

/// Puts a text at the end of a track.
public struct AddTrackItem: FormCommand {
  public static let name = "tracks.add-item"
  public let track: ID<Track>
  /// As the sender calls it, if it does.
  public let id: ID<TrackItem>?
  public let fields: TrackItemFields
  public init(track: ID<Track>, id: ID<TrackItem>? = nil, fields: TrackItemFields) {
    (self.track, self.id, self.fields) = (track, id, fields)
  }
  public init(_ form: inout FormReader) {
    self.init(
      track: form.id("track"), id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      fields: TrackItemFields(&form))
  }
}

public struct EditTrackItem: FormCommand {
  public static let name = "tracks.edit-item"
  public let track: ID<Track>
  public let item: ID<TrackItem>
  public let fields: TrackItemFields
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(track: ID<Track>, item: ID<TrackItem>, fields: TrackItemFields, version: String? = nil) {
    (self.track, self.item, self.fields, self.version) = (track, item, fields, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      track: form.id("track"), item: form.id("item"), fields: TrackItemFields(&form),
      version: form.optionalText("version", max: 24, about: "The version that was seen; If-Match does the same."))
  }
}

/// Puts a text in another place among the texts.
public struct MoveTrackItem: FormCommand {
  public static let name = "tracks.move-item"
  public let track: ID<Track>
  public let item: ID<TrackItem>
  /// From 1.
  public let place: Int
  public init(track: ID<Track>, item: ID<TrackItem>, place: Int) {
    (self.track, self.item, self.place) = (track, item, place)
  }
  public init(_ form: inout FormReader) {
    self.init(
      track: form.id("track"), item: form.id("item"),
      place: form.integer("place", in: 1...Track.mostItems, about: "Its new place, from 1."))
  }
}

/// Takes a text out of its track, or brings it back; the days that had it keep it.
public struct RemoveTrackItem: FormCommand {
  public static let name = "tracks.remove-item"
  public let track: ID<Track>
  public let item: ID<TrackItem>
  public let isRemoved: Bool
  public init(track: ID<Track>, item: ID<TrackItem>, isRemoved: Bool = true) {
    (self.track, self.item, self.isRemoved) = (track, item, isRemoved)
  }
  public init(_ form: inout FormReader) {
    self.init(
      track: form.id("track"), item: form.id("item"), isRemoved: !form.flag("restore", about: "Brings it back."))
  }
}
