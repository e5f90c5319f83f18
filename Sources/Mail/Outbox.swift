public import Base
import Foundation

/// Letters as files, for a server that has no mail server: nothing is lost, and whoever runs it can look.
public struct Outbox: Sendable {
  public let directory: String
  public init(_ directory: String) { self.directory = directory }

  /// The same letter is the same file.
  func put(_ letter: EmailMessage) throws(DeliveryFailure) {
    let files = FileManager.default
    let path = directory + "/" + letter.id.text + ".eml"
    do {
      try files.createDirectory(
        atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      guard
        files.createFile(atPath: path + ".new", contents: Data(letter.bytes), attributes: [.posixPermissions: 0o600])
      else { throw DeliveryFailure(.passing, "outbox: \(directory) takes no file") }
      guard rename(path + ".new", path) == 0 else {
        throw DeliveryFailure(.passing, "outbox: \(directory) keeps no file")
      }
    } catch {
      throw error as? DeliveryFailure ?? DeliveryFailure(.passing, "outbox: \(directory) cannot be written")
    }
  }

  /// How many letters lie there.
  public var count: Int { letters.count }

  private var letters: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []  // no folder, no letters
    return names.filter { $0.hasSuffix(".eml") }
  }

  /// Takes out what is older than `then`.
  public func sweep(before then: Instant) {
    for name in letters {
      let path = directory + "/" + name
      let facts = try? FileManager.default.attributesOfItem(atPath: path)  // what is gone meanwhile is gone
      guard let date = facts?[.modificationDate] as? Date, date.timeIntervalSince1970 * 1000 < Double(then.milliseconds)
      else { continue }
      try? FileManager.default.removeItem(atPath: path)  // what stays now goes in an hour
    }
  }
}
