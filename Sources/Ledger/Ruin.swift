import Database
import NIOConcurrencyHelpers

/// Why nothing may be written any more, and the server should leave: going on would only hide it.
public enum Ruin: Error, Sendable, Equatable {
  /// The disk does not keep what it is given.
  case disk
  /// Pages of the books are not what was written.
  case damaged(String)
  /// The file that was opened is not the one that lies there.
  case replaced(String)

  /// What the failure of a statement means for the books; `nil` when it is of that statement alone.
  init?(_ failure: SQLFailure) {
    switch failure.kind {
    case .broken: self = .disk
    case .damaged: self = .damaged(failure.description)
    case .replaced: self = .replaced(failure.description)
    case .duplicate, .constraint, .full, .busy, .retry, .lost, .late, .left, .other: return nil
    }
  }

  /// A sentence for the person who runs the server, with what to do next.
  public var sentence: String {
    switch self {
    case .disk:
      "The disk failed under the books: nothing can be written any more. Look at the disk and at the system's log, then start Homeroom again."
    case .damaged(let what):
      "The books are damaged (\(what)). Keep the data folder as it is, and put the last good backup into another one: homeroom restore --data <new folder> <backup>."
    case .replaced(let name):
      "\(name) was removed, moved or replaced while Homeroom was running: nothing is acknowledged any more. Put the file back, or restore a backup into an empty folder (homeroom restore), and start again."
    }
  }
}

/// The first ruin, kept for all who ask.
final class RuinBox: Sendable {
  private let first = NIOLockedValueBox<Ruin?>(nil)
  var ruin: Ruin? { first.withLockedValue { $0 } }

  /// - Returns: whether it is news.
  func set(_ ruin: Ruin) -> Bool {
    first.withLockedValue { first in
      if first != nil { return false }
      first = ruin
      return true
    }
  }
}
