public import Base
public import Ledger

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

  /// The id that the outcome names.
  public func id<Thing>(_ kind: Thing.Type = Thing.self) -> ID<Thing> { ID(outcome.text) ?? .none }
}

/// A page: everything is read from one snapshot.
public typealias PageHandler = @Sendable (Request, Transaction) throws(Refusal) -> Response
/// A command: asks the rules, and writes all of it or nothing.
public typealias CommandHandler<C> = @Sendable (C, Request, WriteTransaction) throws(Refusal) -> Outcome

/// A command with what had to be waited for.
public typealias PreparedHandler<C, Prepared> =
  @Sendable (C, Prepared, Request, WriteTransaction) throws(Refusal) -> Outcome

/// What a route does; whoever answers a request opens the transaction.
public enum RouteWork: Sendable {
  case page(PageHandler)
  case command(@Sendable (Request, Ledger) async throws -> Response)
  /// What only a server does, and waits for: passwords, pictures, mail, answers longer than memory.
  case server(@Sendable (Request) async throws -> Response)

  public func response(to request: Request, _ ledger: Ledger) async throws -> Response {
    switch self {
    case .page(let read): try await ledger.read { try read(request, $0) }
    case .command(let handle): try await handle(request, ledger)
    case .server(let handle): try await handle(request)
    }
  }
}

extension Route {
  /// A page, read from one snapshot.
  public static func get(
    _ path: String, _ access: Access, _ about: String, query: [Input] = [], inAPI: Bool = true,
    _ read: @escaping PageHandler
  ) -> Route {
    Route(
      method: .get, path: path, access: access, about: about, inputs: query, inAPI: inAPI, bodyLimit: 0,
      work: .page(read), form: nil)
  }

  /// What is asked with a form and writes nothing, as a preview.
  public static func post(
    _ path: String, _ access: Access, _ about: String, inputs: [Input] = [], inAPI: Bool = true,
    bodyLimit: Int = Limits.formBody.most, form: PageHandler? = nil, _ read: @escaping PageHandler
  ) -> Route {
    Route(
      method: .post, path: path, access: access, about: about, inputs: inputs, inAPI: inAPI, bodyLimit: bodyLimit,
      work: .page(read), form: form.map { .page($0) })
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
    command.route(path, access, about, inputs, inAPI, bodyLimit, form) { command, request, ledger in
      try then(try await ledger.handle(command, request, handle))
    }
  }

  /// A command that is answered with what is there then, read from one snapshot after it.
  public static func post<C: FormCommand>(
    _ path: String, _ access: Access, _ about: String, inputs: [Input] = [], inAPI: Bool = true,
    bodyLimit: Int = Limits.formBody.most, form: PageHandler? = nil, _ command: C.Type,
    _ handle: @escaping CommandHandler<C>,
    then: @escaping @Sendable (Handled<C>, Transaction) throws(Refusal) -> Response
  ) -> Route {
    command.route(path, access, about, inputs, inAPI, bodyLimit, form) { command, request, ledger in
      let handled = try await ledger.handle(command, request, handle)
      return try await ledger.read { try then(handled, $0) }
    }
  }

  /// A command with something that has to be waited for first, as files that came with it.
  ///
  /// - Parameter prepare: not asked again when the same sending comes a second time.
  public static func post<C: FormCommand, Prepared: Sendable>(
    _ path: String, _ access: Access, _ about: String, inputs: [Input] = [], inAPI: Bool = true,
    bodyLimit: Int = Limits.formBody.most, form: PageHandler? = nil, _ command: C.Type,
    prepare: @escaping @Sendable (C, Request) async throws -> Prepared,
    _ handle: @escaping PreparedHandler<C, Prepared>, then: @escaping @Sendable (Handled<C>) throws(Refusal) -> Response
  ) -> Route {
    command.route(path, access, about, inputs, inAPI, bodyLimit, form) { command, request, ledger in
      try then(try await ledger.handle(command, request, prepare: prepare, handle))
    }
  }

  /// The same, answered with what is there then.
  public static func post<C: FormCommand, Prepared: Sendable>(
    _ path: String, _ access: Access, _ about: String, inputs: [Input] = [], inAPI: Bool = true,
    bodyLimit: Int = Limits.formBody.most, form: PageHandler? = nil, _ command: C.Type,
    prepare: @escaping @Sendable (C, Request) async throws -> Prepared,
    _ handle: @escaping PreparedHandler<C, Prepared>,
    then: @escaping @Sendable (Handled<C>, Transaction) throws(Refusal) -> Response
  ) -> Route {
    command.route(path, access, about, inputs, inAPI, bodyLimit, form) { command, request, ledger in
      let handled = try await ledger.handle(command, request, prepare: prepare, handle)
      return try await ledger.read { try then(handled, $0) }
    }
  }
}

extension FormCommand {
  /// The route of a command, which is read from the form and the path.
  fileprivate static func route(
    _ path: String, _ access: Access, _ about: String, _ inputs: [Input], _ inAPI: Bool, _ bodyLimit: Int,
    _ form: PageHandler?, _ carryOut: @escaping @Sendable (Self, Request, Ledger) async throws -> Response
  ) -> Route {
    let work = RouteWork.command { request, ledger in
      try await carryOut(try Self(request.form, path: request.names), request, ledger)
    }
    return Route(
      method: .post, path: path, access: access, about: about, inputs: inputs, inAPI: inAPI, bodyLimit: bodyLimit,
      work: work, form: form.map { .page($0) }
    ).describing(Self.self)
  }
}

extension Ledger {
  /// Carries a command out, whoever sends it; one that was carried out before is answered as it was then.
  @discardableResult
  public func handle<C: Command>(
    _ command: C, _ request: Request, _ handle: @escaping CommandHandler<C>
  ) async throws -> Handled<C> {
    let answered = try await write(request.envelope(C.self)) { try handle(command, request, $0).text }
    return Handled(command: command, request: request, outcome: Outcome(answered.text))
  }

  fileprivate func handle<C: Command, Prepared: Sendable>(
    _ command: C, _ request: Request, prepare: @Sendable (C, Request) async throws -> Prepared,
    _ handle: @escaping PreparedHandler<C, Prepared>
  ) async throws -> Handled<C> {
    if let before = try await answered(request.envelope(C.self)) {
      return Handled(command: command, request: request, outcome: Outcome(before.text))
    }
    let prepared = try await prepare(command, request)
    return try await self.handle(command, request) { command, request, tx throws(Refusal) in
      try handle(command, prepared, request, tx)
    }
  }
}

/// Hands a neighbour's refusal on; anything else it throws is a fault, and cannot be answered now.
///
/// For seams that may throw anything, because Swift 6.3 cannot keep lists of closures that say what they throw.
public func refusing<Value>(_ body: () throws -> Value) throws(Refusal) -> Value {
  do { return try body() } catch { throw error as? Refusal ?? .unavailable }
}
