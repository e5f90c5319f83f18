public import Base
public import Database

/// A command as its route registers it: how it is carried out, under its permanent name.
///
/// `@unchecked Sendable`: what the classes below it hold never changes.
open class CommandRegistration: @unchecked Sendable {
  public let name: String
  package init(name: String) { self.name = name }

  /// Reads the command from what was sent, and carries it out.
  ///
  /// What has to wait for something first, as for files, cannot be carried out inside a transaction.
  open func carryOut(_ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome { throw .unavailable }

  /// Whether the other one is the same command, carried out in the same way.
  open func isSame(as other: CommandRegistration) -> Bool { false }
}

/// A command that is carried out in one transaction.
package final class HandledCommand<C: FormCommand>: CommandRegistration, @unchecked Sendable {
  package let handle: CommandHandler<C>

  init(_ handle: @escaping CommandHandler<C>) {
    self.handle = handle
    super.init(name: C.name)
  }

  package override func carryOut(_ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    try handle(try C(request.form, path: request.names), request, tx)
  }

  package override func isSame(as other: CommandRegistration) -> Bool { other is HandledCommand<C> }
}
