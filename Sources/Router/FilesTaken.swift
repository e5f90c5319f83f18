public import Base

/// Which files come with a form of a route; any other is refused before a byte of it is kept.
public struct FilesTaken: Sendable {
  package let fields: Set<String>
  /// The most bytes of each, and how many there may be.
  package let most: Int, count: Int
  /// Throws when the one who sends may not do what the form is for.
  package var may: ServerCheck?
  /// The page of the form, which throws it where nothing else does.
  package var form: RouteWork?
  /// Whether there was room for it when it was announced, so that it is not counted a second time.
  package var isPromised = false

  /// - Parameters:
  ///   - fields: the names of the fields that carry files.
  ///   - most: the most bytes of one file; the school's own limits and those of the server hold beside it.
  public init(_ fields: [String] = ["file"], most: Int = Limits.staffFile.most, count: Int = 50) {
    (self.fields, self.most, self.count) = (Set(fields), most, count)
  }

  /// One picture, which is made small.
  public static func picture(_ field: String) -> FilesTaken {
    FilesTaken([field], most: Limits.picture.most, count: 1)
  }
  /// A part of what was announced before.
  public func promised() -> FilesTaken {
    var copy = self
    copy.isPromised = true
    return copy
  }
  /// A table or questions, which are read at once.
  public static let sheet = FilesTaken(most: Limits.importBody.most, count: 1)
}

/// A question that only a server asks, because it waits for the answer.
open class ServerCheck: @unchecked Sendable {
  public init() {}
}

/// How much somebody may send in files.
public struct FileRoom: Sendable {
  /// The most bytes of one.
  public let file: Int
  /// How much room there is for all of theirs; `nil` is as much as they like.
  public let left: Int?
  /// What is said when there is no more.
  public let full: Phrase

  public init(file: Int, left: Int? = nil, full: Phrase = Phrase("form.no-file")) {
    (self.file, self.left, self.full) = (file, left, full)
  }
}

extension Route {
  /// Lets files come with the form, once the right to send it has been seen.
  public func taking(_ files: FilesTaken) -> Route {
    var copy = self
    copy.files = files
    if files.may == nil { copy.files?.form = form }
    return copy
  }
}
