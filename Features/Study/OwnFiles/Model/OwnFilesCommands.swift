public import Base

/// Keeps the files that come with it, for oneself.
public struct KeepOwnFiles: FormCommand {
  public static let name = "own-files.keep"
  /// What their sender calls them.
  public let kind: OwnFile.Kind?
  /// Of the one drawing that comes with it; empty when it is not to be drawn on any more.
  public let strokes: String
  public init(kind: OwnFile.Kind? = nil, strokes: String = "") { (self.kind, self.strokes) = (kind, strokes) }
  public init(_ form: inout FormReader) {
    // The names under which files come, whole or in pieces before the form.
    form.ignore("upload", "file")
    self.init(
      kind: form.optionalChoice("kind", about: "What the sender calls them: a drawing, a sound."),
      strokes: form.note("strokes", max: DrawingStrokes.maxBytes, about: "The strokes of one drawing, as JSON.") ?? "")
  }
}

/// Calls one of one's files otherwise; its ending stays.
public struct RenameOwnFile: FormCommand {
  public static let name = "own-files.rename"
  public let file: ID<OwnFile>
  public let newName: String
  public init(file: ID<OwnFile>, newName: String) { (self.file, self.newName) = (file, newName) }
  public init(_ form: inout FormReader) {
    self.init(
      file: form.id("file"),
      newName: form.text("name", max: OwnFile.longestName, about: "What it is called from now on."))
  }
}

/// Deletes one of one's files, or brings it back.
public struct RemoveOwnFile: FormCommand {
  public static let name = "own-files.remove"
  public let file: ID<OwnFile>
  public let isRemoved: Bool
  public init(file: ID<OwnFile>, isRemoved: Bool = true) { (self.file, self.isRemoved) = (file, isRemoved) }
  public init(_ form: inout FormReader) {
    self.init(file: form.id("file"), isRemoved: !form.flag("restore", about: "Brings it back."))
  }
}
