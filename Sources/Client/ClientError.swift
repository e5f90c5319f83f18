public import Base

/// Why a client could not do what it was asked.
public enum ClientError: Error, Hashable, Sendable {
  /// Another program has the folder open.
  case inUse
  /// The folder cannot be used; what the system said of it.
  case folder(String)
  /// A password would go over an open line: only `https`, or this machine itself.
  case insecure
  /// The server did not answer; what is here can be worked with.
  case noLine
  /// The server asks to be left alone for so many seconds.
  case busy(seconds: Int)
  /// Nobody has signed in.
  case signedOut
  /// Who signed in is in several schools: one is to be chosen.
  case choose([ClientSchool])
  /// The rows here are another person's, or of another school: they are to be wiped first.
  case somebodyElse
  /// The server said no, and why.
  case refused(String)
  /// The server has not been spoken to for fourteen days: what is here is shown again when it has.
  case locked
  /// The server has ended this device's right to the rows, and they are gone.
  ///
  /// What was not sent is in the file of that name.
  case ended(kept: String?)
  /// The server has another version of the program: this one is to be brought up to date.
  case otherProgram
  /// What came is no answer of a Homeroom server.
  case unreadable
  /// It takes the server: not all of its rows are on the device.
  case notHere
  /// So many requests wait that no more are taken.
  case full(most: Int)
  /// So many have not been sent: send them, or say that they may be lost.
  case unsent(Int)
  /// It is being done already.
  case alreadySyncing
}

extension ClientError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .inUse: "Another program has this folder open."
    case .folder(let said): "The folder cannot be used: \(said)."
    case .insecure: "The address must begin with https://, or be of this machine."
    case .noLine: "The server does not answer. What is here can be read and written; it is sent later."
    case .busy(let seconds): "The server is busy. Try again in \(seconds) seconds."
    case .signedOut: "Nobody has signed in on this device."
    case .choose(let schools):
      "Choose one of the schools: " + schools.map { "\($0.name) (\($0.id.text))" }.joined(separator: ", ") + "."
    case .somebodyElse: "What is on this device is somebody else’s, or of another school. Forget it first."
    case .refused(let reason): reason
    case .locked: "This device has not spoken to the server for 14 days. Connect once, and everything is shown again."
    case .ended(let kept):
      "The server has ended what this device may see, and it was removed."
        + (kept.map { " What was not sent is in \($0)." } ?? "")
    case .otherProgram: "The server has another version. Bring this program up to date; nothing that waits is lost."
    case .unreadable: "What came is not an answer of a Homeroom server."
    case .notHere: "That takes the server: not all of it is on this device."
    case .full(let most): "\(most) changes wait to be sent. Connect before you write more."
    case .unsent(let count): "\(count) changes have not been sent."
    case .alreadySyncing: "It is being synchronised already."
    }
  }
}

/// A school that somebody is in.
public struct ClientSchool: Hashable, Sendable {
  public let id: ID<Tenant>
  public let name: String

  init?(_ json: JSON) {
    guard let id = json.readID("id", Tenant.self), let name = json.readText("name") else { return nil }
    (self.id, self.name) = (id, name)
  }
}
