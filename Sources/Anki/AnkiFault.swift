/// Why a package, or one file of it, is not read.
public struct AnkiFault: Error, Equatable, Sendable {
  public enum Code: String, CaseIterable, Sendable {
    /// No archive, or one without a collection.
    case notPackage = "not-package"
    /// Written for a version that is not known here.
    case newer
    /// Only the note that tells old programs to update.
    case decoy
    /// Cut off, or not what it says it is.
    case damaged
    /// More bytes than are taken, packed or unpacked, or too much work.
    case tooLarge = "too-large"
    /// Packed denser than honest files are.
    case ratio
    /// More notes, cards or files than are taken.
    case tooMany = "too-many"
    /// A name that leads out of its folder, or is none.
    case name
    /// A file is not the one that the package lists.
    case mismatch
    /// The database has views, triggers or virtual tables.
    case schema
  }

  public let code: Code
  /// The file it is about, as the package has it, or what was counted.
  public let found: String

  public init(_ code: Code, found: String = "") { (self.code, self.found) = (code, found) }
}
