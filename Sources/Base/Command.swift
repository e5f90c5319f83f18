/// Something a person asks the school to do.
///
/// A command is plain data read from a `Form`, so the same struct is born in an HTML post, an API call, a row of an
/// import and a phone's outbox.
public protocol Command: Sendable {
  /// `feature.verb-noun`, on the wire and in the journal. Never renamed once released.
  static var name: String { get }
}

/// A command that is read from what was sent: a form, a body of JSON, a row of a file, an entry of an outbox.
///
/// What stands in the path is read like a field of its name.
public protocol FormCommand: Command {
  init(_ form: inout FormReader)
}

extension FormCommand {
  /// - Throws: everything that is wrong with what was sent, and every field that nobody asked for.
  public init(_ form: Form, path names: [String: String] = [:]) throws(Refusal) {
    var reader = FormReader(form, path: names)
    self.init(&reader)
    try reader.finish()
  }
}

/// The kind of `ID` that names one sending of a command; made by the sender, so that arriving twice is harmless.
public enum IdempotencyKey {}

/// Proof that the rules were asked and said yes.
///
/// A store takes a permit, not a command, so there is no path to a table that goes round the rules.
public struct Permit<C: Command>: Sendable {
  public let command: C
  public let caller: Caller
  public let at: Instant

  /// Only `*Rules.swift` makes permits (checked by `make check`).
  public init(_ command: C, caller: Caller, at: Instant) {
    (self.command, self.caller, self.at) = (command, caller, at)
  }
}
