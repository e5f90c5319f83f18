/// The most of something that is taken, kept or made.
public struct Limit: Sendable {
  public enum Unit: String, Sendable { case bytes, count, pixels, seconds, milliseconds }
  public let name: String
  public let most: Int
  public let unit: Unit
  public let about: String

  init(_ name: String, _ most: Int, _ unit: Unit, _ about: String) {
    (self.name, self.most, self.unit, self.about) = (name, most, unit, about)
  }
  init(_ name: String, _ most: Int, _ about: String) { self.init(name, most, .count, about) }
}

/// One table of all limits: the code asks it, and `homeroom settings` prints it.
///
/// What comes in is counted against them while it is read, before it is kept.
public enum Limits {
  // bodies of requests, without the files in them
  public static let strangerBody = Limit("body-stranger", 64_000, .bytes, "A body from somebody who has not signed in.")
  public static let formBody = Limit("body-form", 1_000_000, .bytes, "A form, unless its route says otherwise.")
  public static let textBody = Limit("body-text", 2_000_000, .bytes, "A form with long texts.")
  public static let importBody = Limit(
    "body-import", 4_000_000, .bytes, "A table or questions to be read in, pasted or as a file.")
  public static let partHead = Limit("part-head", 8192, .bytes, "What one part of a form says of itself.")
  public static let fields = Limit("fields", 4000, "Fields of one form, or of an address.")
  public static let filesOfForm = Limit("files-of-form", 250, "Files that come with one form.")
  public static let jsonDepth = Limit("json-depth", 16, "Lists and objects of JSON in each other.")
  public static let jsonValues = Limit("json-values", 20_000, "Values of one JSON text.")
  public static let idempotencyKey = Limit("idempotency-key", 255, .bytes, "The name a program gives to one sending.")

  // how slowly they may come
  public static let bodyTimeout = Limit(
    "body-patience", 20, .seconds, "How long a body may come as slowly as it likes.")
  public static let bodyRate = Limit("body-rate", 256, .bytes, "What must have come of it for each second after that.")
  public static let unreadBody = Limit(
    "body-unread", 5, .seconds, "How long a connection lasts whose body nobody reads any more.")

  // files and pictures
  public static let piece = Limit("piece", 1 << 20, .bytes, "One piece of a file that comes in pieces.")
  public static let staffFile = Limit(
    "file-staff", 500_000_000, .bytes, "One file of the staff, in pieces; by a form also upload-limit-mb.")
  public static let picture = Limit("picture", 32 << 20, .bytes, "A picture that is made small.")
  public static let pixels = Limit("pixels", 40_000_000, .pixels, "A picture that is opened.")
  public static let archive = Limit("archive", 100 << 20, .bytes, "An archive of marked work.")
  public static let roster = Limit("roster", 64 << 20, .bytes, "A roster, as it arrives.")

  // what is read from files
  public static let calendarFile = Limit("calendar", 1_000_000, .bytes, "A calendar file.")
  public static let calendarLines = Limit("calendar-lines", 60_000, "Lines of a calendar file.")
  public static let calendarEvents = Limit("calendar-events", 2000, "Events of a calendar file.")
  public static let questions = Limit("questions", 200, "Questions that are put together.")
  public static let questionPictures = Limit("question-pictures", 10, "Pictures of one question.")
  public static let picturesOfQuestions = Limit("questions-pictures", 40, "Pictures in one file of questions.")
  public static let scores = Limit("scores", 12_000, "Scores that one sending may change.")

  public static let tableRows = Limit("table-rows", 1_000_000, "Lines of a roster or a table of scores.")
  public static let tableCells = Limit("table-cells", 1000, "Cells of one line.")
  public static let tableCell = Limit("table-cell", 32_768, .bytes, "One cell.")
  public static let archiveEntries = Limit("archive-entries", 100, "Files in a roster's archive.")
  public static let archiveUnpacked = Limit("archive-unpacked", 512 << 20, .bytes, "All files of an archive, unpacked.")

  // reading and listening
  public static let readsWaiting = Limit(
    "reads-waiting", 256, "Questions to the books that wait for a reader; the next one is asked to come back.")
  public static let readTime = Limit("read-time", 5000, .milliseconds, "How long a page may read.")
  public static let exportsAtOnce = Limit("exports-at-once", 2, "Exports that are made at once, one for each school.")
  public static let exportsWaiting = Limit("exports-waiting", 16, "Exports that wait for their turn.")
  public static let liveLines = Limit(
    "live-lines", 24,
    "Live lines of one account, unless live-lines says otherwise; with the next one the oldest ends.")
  public static let liveTopics = Limit("live-topics", 128, "Things that one live line is about.")
  public static let liveFrames = Limit("live-frames", 64, "News that wait for one reader before the line is cut.")

  public static let all = [
    strangerBody, formBody, textBody, importBody, partHead, fields, filesOfForm, jsonDepth, jsonValues, idempotencyKey,
    bodyTimeout, bodyRate, unreadBody, piece, staffFile, picture, pixels, archive, roster, calendarFile, calendarLines,
    calendarEvents, questions, questionPictures, picturesOfQuestions, scores, tableRows, tableCells, tableCell,
    archiveEntries, archiveUnpacked, readsWaiting,
    readTime, exportsAtOnce, exportsWaiting, liveLines, liveTopics,
    liveFrames,
  ]
}

extension Refusal {
  /// More bytes than are taken here; says how many are, as people count them.
  public static func tooLarge(_ field: String = "", most bytes: Int) -> Refusal {
    let isMega = bytes >= 1_000_000
    return .tooLarge(
      Problem(
        field, Phrase(isMega ? "form.most-mb" : "form.most-kb", .count(isMega ? bytes / 1_000_000 : bytes / 1000))))
  }
}
