import Base
import Database
import Foundation
import Ledger
import NIOCore

/// What went wrong, as a sentence for the person who runs the server, with what to do next.
public enum Sentence {
  public static func of(_ error: any Error) -> String {
    switch error {
    case let closed as DatabaseClosed: closed.description
    case let wrong as WrongSetting: wrong.description
    case let refusal as Refusal: of(refusal)
    case let failure as IOError: of(failure)
    default: Room.isOut(error) ? full : ofSystem(error) ?? "Homeroom could not do that: \(error)"
    }
  }

  static let full = "The disk is full: nothing could be written. Make room where the data is, and try again."

  private static func of(_ refusal: Refusal) -> String {
    switch refusal {
    case .full: full
    case .lost: "A file is missing or damaged: homeroom doctor says which. Put it back from a backup."
    case .unavailable: "The books cannot be read or written now: homeroom doctor, and the server's log, say why."
    case .notFound: "What was asked for is not there."
    case .conflict(let reason), .notAllowed(let reason): words(reason)
    case .tooLarge(let problem): words(problem.reason)
    case .invalid(let problems):
      problems.map { $0.field.isEmpty ? words($0.reason) : "\($0.field): \(words($0.reason))" }.joined(separator: "\n")
    case .stale: "Somebody else changed it at the same time. Try again."
    case .tooMany(let seconds): "That was too often. Try again in \(seconds) seconds."
    }
  }

  /// As the pages say it; without the catalogue, by its key.
  private static func words(_ phrase: Phrase) -> String {
    guard let resources = try? Resources.find("") else { return phrase.key }  // then there are no pages either
    return Words(.en, catalogue: resources.catalogue)(phrase)
  }

  /// Trouble with the address the server listens on.
  private static func of(_ failure: IOError) -> String {
    switch failure.errnoCode {
    case EADDRINUSE:
      "Another program listens on that port already. Stop it, or choose another one with --port (HOMEROOM_PORT)."
    case EACCES:
      "The system does not let this user listen on that port. Below 1024 it needs CAP_NET_BIND_SERVICE; or choose another --port."
    case EADDRNOTAVAIL: "The address of --host (HOMEROOM_HOST) is none of this machine's."
    case ENOSPC: full
    default: "The network does not let Homeroom work: \(String(cString: strerror(failure.errnoCode)))."
    }
  }

  /// Foundation's errors: which file, and what the system said of it.
  private static func ofSystem(_ error: any Error) -> String? {
    guard let code = Room.system(error) else { return nil }
    let path = (error as NSError).userInfo[NSFilePathErrorKey] as? String
    let what = String(cString: strerror(code))
    return "\(path ?? "A file") cannot be used: \(what). Look whether it is there and belongs to this user."
  }
}

/// Whether there is room to write.
enum Room {
  static func isOut(_ error: any Error) -> Bool {
    if error as? Refusal == .full { return true }
    if let closed = error as? DatabaseClosed {
      return closed.description.contains(String(cString: strerror(ENOSPC)))
        || closed.description.contains("disk is full")
    }
    return system(error) == ENOSPC || system(error) == EDQUOT
  }

  /// The number that the system gave the trouble, out of what Foundation wraps it in.
  static func system(_ error: any Error) -> Int32? {
    guard error is CocoaError || error is POSIXError else { return nil }
    let outer = error as NSError
    if outer.domain == NSPOSIXErrorDomain { return Int32(exactly: outer.code) }
    if let inner = outer.userInfo[NSUnderlyingErrorKey] as? any Error, let code = system(inner) { return code }
    switch outer.code {
    case CocoaError.fileWriteOutOfSpace.rawValue: return ENOSPC
    case CocoaError.fileNoSuchFile.rawValue, CocoaError.fileReadNoSuchFile.rawValue: return ENOENT
    case CocoaError.fileWriteNoPermission.rawValue, CocoaError.fileReadNoPermission.rawValue: return EACCES
    case CocoaError.fileWriteFileExists.rawValue: return EEXIST
    case CocoaError.fileWriteVolumeReadOnly.rawValue: return EROFS
    default: return nil
    }
  }
}
