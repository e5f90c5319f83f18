public import Foundation

/// Where the token lies that stands for who signed in: the system's key chain, or a file.
public protocol CredentialStore: Sendable {
  /// The token, or nothing when nobody has signed in.
  func token() throws -> String?
  func keep(_ token: String) throws
  func forget() throws
}

/// The token in a file that only its owner may read.
public struct FileCredentialStore: CredentialStore {
  private let file: URL

  public init(_ file: URL) { self.file = file }

  public func token() throws -> String? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let token = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    return token.isEmpty ? nil : token
  }

  public func keep(_ token: String) throws { try Files.write(Array(token.utf8), to: file) }

  public func forget() throws { try Files.remove(file) }
}

/// Small files of which one sees the old or the new, and which nobody else may read.
enum Files {
  static func write(_ bytes: [UInt8], to file: URL) throws {
    let new = file.appendingPathExtension("new")
    try remove(new)
    let descriptor = Foundation.open(new.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ClientError.folder(reason()) }
    let isWritten = put(bytes, descriptor) && fsync(descriptor) == 0
    let said = reason()
    Foundation.close(descriptor)
    guard isWritten, rename(new.path, file.path) == 0 else { throw ClientError.folder(isWritten ? reason() : said) }
    syncFolder(of: file)
  }

  private static func put(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Nothing when it is not there.
  static func remove(_ file: URL) throws {
    if unlink(file.path) == 0 || errno == ENOENT { return }
    throw ClientError.folder(reason())
  }

  /// The name, too, is to be there after the machine has stopped.
  private static func syncFolder(of file: URL) {
    let folder = Foundation.open(file.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    Foundation.close(folder)
  }

  static func reason() -> String { String(cString: strerror(errno)) }
}
