public import Base
public import Database
public import Ledger
public import Router

/// What only a server does, and waits for.
final class WaitingWork: ServerWork, @unchecked Sendable {
  let handle: @Sendable (Request, Ledger) async throws -> Response
  init(_ handle: @escaping @Sendable (Request, Ledger) async throws -> Response) { self.handle = handle }
}

extension RouteWork {
  static func waiting(_ handle: @escaping @Sendable (Request) async throws -> Response) -> RouteWork {
    .server(WaitingWork { request, _ in try await handle(request) })
  }

  public func response(to request: Request, _ ledger: Ledger) async throws -> Response {
    switch self {
    case .page(let read):
      let response = try await ledger.read { try read(request, $0) }
      // Best effort, as with sessions: with a full disk reading goes on.
      if let visit = response.visit { try? await ledger.upkeep(school: request.caller().school) { try visit($0) } }
      return response
    case .command(let work): return try await ledger.answer(try work.begin(request))
    case .server(let work):
      guard let work = work as? WaitingWork else { throw Refusal.unavailable }
      return try await work.handle(request, ledger)
    }
  }
}

/// A command with what had to be waited for.
public typealias PreparedHandler<C, Prepared> =
  @Sendable (C, Prepared, Request, WriteTransaction) throws(Refusal) -> Outcome

extension Route {
  public static func get(
    _ path: String, _ access: Access, _ about: String, query: [Input] = [], inAPI: Bool = true,
    _ handle: @escaping @Sendable (Request) async throws -> Response
  ) -> Route {
    Route(
      method: .get, path: path, access: access, about: about, inputs: query, inAPI: inAPI, bodyLimit: 0,
      work: .waiting(handle), form: nil)
  }

  public static func post(
    _ path: String, _ access: Access, _ about: String, inputs: [Input] = [], inAPI: Bool = true,
    bodyLimit: Int = Limits.formBody.most,
    form: (@Sendable (Request) async throws -> Response)? = nil,
    _ handle: @escaping @Sendable (Request) async throws -> Response
  ) -> Route {
    Route(
      method: .post, path: path, access: access, about: about, inputs: inputs, inAPI: inAPI, bodyLimit: bodyLimit,
      work: .waiting(handle), form: form.map { .waiting($0) })
  }

  /// The same, where a refused form comes back on a page that is read from one snapshot.
  public static func post(
    _ path: String, _ access: Access, _ about: String, inputs: [Input] = [], inAPI: Bool = true,
    bodyLimit: Int = Limits.formBody.most, form: @escaping PageHandler,
    _ handle: @escaping @Sendable (Request) async throws -> Response
  ) -> Route {
    Route(
      method: .post, path: path, access: access, about: about, inputs: inputs, inAPI: inAPI, bodyLimit: bodyLimit,
      work: .waiting(handle), form: .page(form))
  }
}

extension Route {
  /// A command with something that has to be waited for first, as files that came with it.
  ///
  /// - Parameter prepare: not asked again when the same sending comes a second time.
  public static func post<C: FormCommand, Prepared: Sendable>(
    _ path: String, _ access: Access, _ about: String, inputs: [Input] = [], inAPI: Bool = true,
    bodyLimit: Int = Limits.formBody.most, form: PageHandler? = nil, _ command: C.Type,
    prepare: @escaping @Sendable (C, Request) async throws -> Prepared,
    _ handle: @escaping PreparedHandler<C, Prepared>, then: @escaping @Sendable (Handled<C>) throws(Refusal) -> Response
  ) -> Route {
    command.waitingRoute(path, access, about, inputs, inAPI, bodyLimit, form, PreparedCommand(prepare, handle)) {
      handled, _ in try then(handled)
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
    command.waitingRoute(path, access, about, inputs, inAPI, bodyLimit, form, PreparedCommand(prepare, handle)) {
      handled, ledger in try await ledger.read { try then(handled, $0) }
    }
  }
}

extension Route {
  /// Registers the command of a route that does more than wait for something and carry it out.
  public func carrying<C: FormCommand, Prepared: Sendable>(
    _ command: C.Type, prepare: @escaping @Sendable (C, Request) async throws -> Prepared,
    _ handle: @escaping PreparedHandler<C, Prepared>
  ) -> Route {
    registering(PreparedCommand(prepare, handle))
  }
}

extension FormCommand {
  /// The route of a command, which is read from the form and the path.
  fileprivate static func waitingRoute(
    _ path: String, _ access: Access, _ about: String, _ inputs: [Input], _ inAPI: Bool, _ bodyLimit: Int,
    _ form: PageHandler?, _ command: PreparedCommand<Self>,
    _ answer: @escaping @Sendable (Handled<Self>, Ledger) async throws -> Response
  ) -> Route {
    let work = WaitingWork { request, ledger in
      let sent = try Self(request.form, path: request.names)
      return try await answer(try await command.carryOut(sent, request, ledger, nil), ledger)
    }
    return Route(
      method: .post, path: path, access: access, about: about, inputs: inputs, inAPI: inAPI, bodyLimit: bodyLimit,
      work: .server(work), form: form.map { .page($0) }
    ).describing(Self.self).registering(command)
  }
}

/// A command that waits for something before its transaction.
///
/// `@unchecked Sendable`: what it holds never changes.
final class PreparedCommand<C: FormCommand>: CommandRegistration, @unchecked Sendable {
  /// - Parameter asOf: the hour it is carried out at, where that is not now.
  typealias CarryOut =
    @Sendable (_ command: C, _ request: Request, _ ledger: Ledger, _ asOf: Instant?) async throws -> Handled<C>
  let carryOut: CarryOut

  init<Prepared: Sendable>(
    _ prepare: @escaping @Sendable (C, Request) async throws -> Prepared,
    _ handle: @escaping PreparedHandler<C, Prepared>
  ) {
    carryOut = { command, request, ledger, asOf in
      if let before = try await ledger.answered(request.envelope(C.self)) {
        return Handled(command: command, request: request, outcome: Outcome(before.text))
      }
      let prepared = try await prepare(command, request)
      return try await ledger.handle(command, request, asOf: asOf) { command, request, tx throws(Refusal) in
        try handle(command, prepared, request, tx)
      }
    }
    super.init(name: C.name)
  }

  override func isSame(as other: CommandRegistration) -> Bool { other is PreparedCommand<C> }
}

extension Ledger {
  /// Carries out what was begun, unless that was done before, and answers.
  fileprivate func answer(_ begun: CommandBegun) async throws -> Response {
    let outcome = Outcome(try await write(begun.envelope) { try begun.carryOut($0).text }.text)
    switch begun.answer {
    case .done(let then): return try then(outcome)
    case .page(let then): return try await read { try then(outcome, $0) }
    }
  }

  /// Carries a command out, whoever sends it; one that was carried out before is answered as it was then.
  @discardableResult
  public func handle<C: Command>(
    _ command: C, _ request: Request, asOf: Instant? = nil, _ handle: @escaping CommandHandler<C>
  ) async throws -> Handled<C> {
    let answered = try await write(request.envelope(C.self), asOf: asOf) { try handle(command, request, $0).text }
    return Handled(command: command, request: request, outcome: Outcome(answered.text))
  }
}

/// Hands a neighbour's refusal on; anything else it throws is a fault, and cannot be answered now.
///
/// For seams that may throw anything, because Swift 6.3 cannot keep lists of closures that say what they throw.
public func refusing<Value>(_ body: () throws -> Value) throws(Refusal) -> Value {
  do { return try body() } catch { throw error as? Refusal ?? .unavailable }
}

/// Whether the one who sends files may do what they are for.
final class WaitingCheck: ServerCheck, @unchecked Sendable {
  let may: @Sendable (Request) async throws -> Void
  init(_ may: @escaping @Sendable (Request) async throws -> Void) { self.may = may }
}

extension FilesTaken {
  /// - Parameter may: throws what the handler would when it is not for the caller at all; without it the page of the form
  ///   is asked.
  public init(
    _ fields: [String], most: Int, count: Int, may: @escaping @Sendable (Request) async throws -> Void
  ) {
    self.init(fields, most: most, count: count)
    self.may = WaitingCheck(may)
  }

  /// Throws when the one who sends may not do what the form is for.
  func check(_ request: Request, _ ledger: Ledger) async throws {
    try await (may as? WaitingCheck)?.may(request)
    _ = try await form?.response(to: request, ledger)
  }
}
