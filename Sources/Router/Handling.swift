public import Base
public import Database

/// What carrying out a command came to, as a short text: a repetition is answered the same.
public struct Outcome: Sendable {
  public let text: String
  public init(_ text: String = "") { self.text = text }
  public static let done = Outcome()
  public static func made<Thing>(_ id: ID<Thing>) -> Outcome { Outcome(id.text) }
}

/// A command that has been carried out, now or when it was first sent.
public struct Handled<C: Command>: Sendable {
  public let command: C
  public let request: Request
  public let outcome: Outcome

  package init(command: C, request: Request, outcome: Outcome) {
    (self.command, self.request, self.outcome) = (command, request, outcome)
  }

  /// The id that the outcome names.
  public func id<Thing>(_ kind: Thing.Type = Thing.self) -> ID<Thing> { ID(outcome.text) ?? .none }
}

/// A page: everything is read from one snapshot.
public typealias PageHandler = @Sendable (Request, Transaction) throws(Refusal) -> Response
/// A command: asks the rules, and writes all of it or nothing.
public typealias CommandHandler<C> = @Sendable (C, Request, WriteTransaction) throws(Refusal) -> Outcome

/// What a route does; whoever answers a request opens the transaction.
public enum RouteWork: Sendable {
  case page(PageHandler)
  case command(CommandWork)
  /// What only a server does, and waits for: passwords, pictures, mail, answers longer than memory.
  case server(ServerWork)
}

/// Work that waits; the server has a class of its own for it, and nobody else has any.
open class ServerWork: @unchecked Sendable {
  public init() {}
}

/// A command of a route: read from what was sent, carried out in one transaction, answered.
public struct CommandWork: Sendable {
  public let begin: @Sendable (Request) throws(Refusal) -> CommandBegun
}

/// A command that was read and is not carried out yet.
public struct CommandBegun: Sendable {
  public let envelope: CommandEnvelope
  public let carryOut: @Sendable (WriteTransaction) throws(Refusal) -> Outcome
  public let answer: CommandAnswer
}

/// How a command is answered, also when it had been carried out before.
public enum CommandAnswer: Sendable {
  case done(@Sendable (Outcome) throws(Refusal) -> Response)
  /// With what is there then, read from one snapshot.
  case page(@Sendable (Outcome, Transaction) throws(Refusal) -> Response)
}

extension Route {
  /// A page, read from one snapshot.
  public static func get(
    _ path: String, _ access: Access, _ about: String, query: [Input] = [], inAPI: Bool = true,
    offline: Offline, _ read: @escaping PageHandler
  ) -> Route {
    Route(
      method: .get, path: path, access: access, about: about, inputs: query, inAPI: inAPI, bodyLimit: 0,
      work: .page(read), form: nil
    ).held(by: offline)
  }

  /// A page that no device has: for a browser it is not compiled.
  #if hasFeature(Embedded)
    @inline(__always)
  #endif
  public static func get(
    _ path: String, _ access: Access, _ about: String, query: [Input] = [], inAPI: Bool = true,
    _ read: @escaping PageHandler
  ) -> Route {
    Route(
      method: .get, path: path, access: access, about: about, inputs: query, inAPI: inAPI, bodyLimit: 0,
      work: onServer(read), form: nil)
  }

  /// What is asked with a form and writes nothing, as a preview.
  public static func post(
    _ path: String, _ access: Access, _ about: String, inputs: [Input] = [], inAPI: Bool = true,
    bodyLimit: Int = Limits.formBody.most, offline: Offline, form: PageHandler? = nil, _ read: @escaping PageHandler
  ) -> Route {
    Route(
      method: .post, path: path, access: access, about: about, inputs: inputs, inAPI: inAPI, bodyLimit: bodyLimit,
      work: .page(read), form: form.map { .page($0) }
    ).held(by: offline)
  }

  /// The same, asked of the server by a device, too.
  #if hasFeature(Embedded)
    @inline(__always)
  #endif
  public static func post(
    _ path: String, _ access: Access, _ about: String, inputs: [Input] = [], inAPI: Bool = true,
    bodyLimit: Int = Limits.formBody.most, form: PageHandler? = nil, _ read: @escaping PageHandler
  ) -> Route {
    Route(
      method: .post, path: path, access: access, about: about, inputs: inputs, inAPI: inAPI, bodyLimit: bodyLimit,
      work: onServer(read), form: form.map { onServer($0) })
  }

  /// What a server answers; in a browser's module nobody names it, so that what it draws with is not linked either.
  #if hasFeature(Embedded)
    @inline(__always)
  #endif
  private static func onServer(_ read: @escaping PageHandler) -> RouteWork {
    #if hasFeature(Embedded)
      .server(ServerWork())
    #else
      .page(read)
    #endif
  }

  /// A command, carried out in one transaction.
  ///
  /// - Parameters:
  ///   - form: the page that a refused form comes back on.
  ///   - then: where it leads, and what is said.
  public static func post<C: FormCommand>(
    _ path: String, _ access: Access, _ about: String, inputs: [Input] = [], inAPI: Bool = true,
    bodyLimit: Int = Limits.formBody.most, form: PageHandler? = nil, _ command: C.Type,
    _ handle: @escaping CommandHandler<C>, then: @escaping @Sendable (Handled<C>) throws(Refusal) -> Response
  ) -> Route {
    command.route(path, access, about, inputs, inAPI, bodyLimit, form, handle) { command, request in
      .done { outcome throws(Refusal) in
        try then(Handled(command: command, request: request, outcome: outcome))
      }
    }
  }

  /// A command that is answered with what is there then, read from one snapshot after it.
  public static func post<C: FormCommand>(
    _ path: String, _ access: Access, _ about: String, inputs: [Input] = [], inAPI: Bool = true,
    bodyLimit: Int = Limits.formBody.most, form: PageHandler? = nil, _ command: C.Type,
    _ handle: @escaping CommandHandler<C>,
    then: @escaping @Sendable (Handled<C>, Transaction) throws(Refusal) -> Response
  ) -> Route {
    command.route(path, access, about, inputs, inAPI, bodyLimit, form, handle) { command, request in
      .page { outcome, tx throws(Refusal) in
        try then(Handled(command: command, request: request, outcome: outcome), tx)
      }
    }
  }
}

extension Route {
  /// Registers the command of a route that does more with a form than carry it out, as show beforehand what it would do.
  public func carrying<C: FormCommand>(_ command: C.Type, _ handle: @escaping CommandHandler<C>) -> Route {
    registering(HandledCommand(handle))
  }
}

extension FormCommand {
  /// The route of a command, which is read from the form and the path.
  fileprivate static func route(
    _ path: String, _ access: Access, _ about: String, _ inputs: [Input], _ inAPI: Bool, _ bodyLimit: Int,
    _ form: PageHandler?, _ handle: @escaping CommandHandler<Self>,
    _ answer: @escaping @Sendable (Self, Request) -> CommandAnswer
  ) -> Route {
    let work = CommandWork { request throws(Refusal) in
      let command = try Self(request.form, path: request.names)
      return CommandBegun(
        envelope: try request.envelope(Self.self),
        carryOut: { tx throws(Refusal) in try handle(command, request, tx) },
        answer: answer(command, request))
    }
    return Route(
      method: .post, path: path, access: access, about: about, inputs: inputs, inAPI: inAPI, bodyLimit: bodyLimit,
      work: .command(work), form: form.map { .page($0) }
    ).describing(Self.self).registering(HandledCommand(handle))
  }
}
