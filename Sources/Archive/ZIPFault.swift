extension ZIP {
  /// Why an archive, or one file of it, is not read.
  public struct Fault: Error, Equatable, Sendable {
    public enum Code: Sendable {
      /// Broken, cut off, or no archive at all.
      case malformed
      /// ZIP64, or packed in a way that nobody expects.
      case unsupported
      case encrypted
      /// A path that leads out of the archive's own folder, or a link.
      case path
      case duplicate, tooManyEntries, tooLarge
      /// Packed denser than honest files are.
      case ratio
      case checksum
    }

    public let code: Code
    /// The path of the file it is about, as the archive has it, or what was counted.
    public let found: String

    public init(_ code: Code, found: String = "") { (self.code, self.found) = (code, found) }
  }
}
