import Base
import Foundation
import Logging

/// Logs as JSON lines on the error stream: what happened, on which route, how long it took.
///
/// Names, addresses and anything typed by people stay out of it.
struct Log: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  let label: String

  static func make(_ level: String) -> Logger {
    var logger = Logger(label: "homeroom") { Log(logLevel: .notice, label: $0) }
    logger.logLevel = Logger.Level(rawValue: level) ?? .notice
    return logger
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let at = World.system.now().text
    let all = metadata.merging(event.metadata ?? [:]) { _, new in new }.sorted { $0.key < $1.key }
    let json = JSON.object(
      [("at", .text(at)), ("level", .text(event.level.rawValue)), ("what", .text("\(event.message)"))]
        + all.map { ($0.key, .text("\($0.value)")) })
    FileHandle.standardError.write(Data(json.bytes + [10]))
  }
}
