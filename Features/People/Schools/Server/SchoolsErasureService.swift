public import Base
import Database
public import Ledger
import People
public import School

/// The end of a school: thirty days after its deletion nothing of it is left but the chain of its journal, without a
/// word of what was in it.
extension SchoolsServer {
  /// Schools whose days are over by this machine's clock.
  public func due() async throws -> [School] {
    let then = world.now().plus(days: -School.lockDays)
    return try await ledger.read { try SchoolsStore(tx: $0).locked(before: then) }
  }

  static let eraseKind = "schools.erase"

  /// Has the schools erased whose time has come; may be called at any time.
  ///
  /// The job belongs to the server, because the school's own jobs go with it; its name follows from the deletion, so
  /// that it is enqueued once.
  /// - Parameter byWord: somebody says that this machine's clock is right; otherwise it is believed only as far as what
  ///   people have done vouches for it.
  /// - Returns: the schools whose time is over by the clock and that wait for that.
  @discardableResult
  public func eraseDue(byWord: Bool = false) async throws -> [School] {
    let then = world.now().plus(days: -School.lockDays)
    let (locked, vouched) = try await ledger.read { tx in
      let locked = try SchoolsStore(tx: tx).locked(before: then)
      return (locked, try locked.isEmpty || byWord ? nil : tx.vouched())
    }
    let sure = byWord ? then : min(then, (vouched ?? Instant(milliseconds: 0)).plus(days: -School.lockDays))
    for school in locked where school.lockedAt.map({ $0 <= sure }) == true {
      let id = ID<Job>(
        high: school.id.high ^ UInt64(bitPattern: school.lockedAt?.milliseconds ?? 0), low: school.id.low)
      if try await ledger.job(id, of: .server) != nil { continue }
      try await ledger.upkeep { tx in
        try tx.enqueue(id, kind: Self.eraseKind, payload: .object([("school", .text(school.id.text))]))
      }
    }
    return locked.filter { $0.lockedAt.map { $0 <= sure } != true }
  }

  public var jobHandlers: [JobHandler] {
    [
      // It is long, and goes on where it was: a server that is stopped hard in the middle of it is no sign of poison.
      JobHandler(Self.eraseKind, maxDeaths: 8) { job, _ in
        guard case .text(let text) = job.payload["school"], let id = ID<Tenant>(text) else { return }
        try await erase(id)
      }
    ]
  }

  /// Each step finds what is left of the one before, so that a server that dies in the middle goes on where it was.
  func erase(_ school: ID<Tenant>) async throws {
    let (ledger, then) = (ledger, world.now().plus(days: -School.lockDays))
    let isDue = try await ledger.read { tx in try SchoolsStore(tx: tx).school(school)?.lockedAt.map { $0 <= then } }
    guard isDue == true else { return }
    try await eraseAll(school)
  }

  /// Schools that were erased and are there again, as after an older backup was restored.
  func returned() async throws -> [(school: School, at: Instant)] {
    let erased = try ledger.erasedNote.erased()
    if erased.isEmpty { return [] }
    return try await ledger.read { tx in
      try erased.compactMap { line in try SchoolsStore(tx: tx).school(line.tenant).map { ($0, line.at) } }
    }
  }

  /// Erases again what came back; whoever deleted it was promised that it is gone.
  ///
  /// - Returns: what it was.
  @discardableResult
  public func eraseReturned() async throws -> [(school: School, at: Instant)] {
    let returned = try await returned()
    for one in returned { try await eraseAll(one.school.id) }
    return returned
  }

  /// Lets stay what came back, because whoever runs the server wants it so.
  public func keepReturned() async throws -> [School] {
    let (returned, now) = (try await returned(), world.now())
    // Later than the erasure, whatever the clock says: the last word counts.
    let lines = returned.map { one in
      let at = Instant(milliseconds: max(now.milliseconds, one.at.milliseconds + 1))
      return ErasedNote.Line(tenant: one.school.id, at: at, isKept: true)
    }
    try ledger.erasedNote.add(lines)
    return returned.map(\.school)
  }

  /// A sentence for each school whose erasure waits until somebody's work vouches for the clock.
  public func waiting() async throws -> [String] {
    let then = world.now().plus(days: -School.lockDays)
    let schools = try await ledger.read { tx in
      let locked = try SchoolsStore(tx: tx).locked(before: then)
      let vouched = try locked.isEmpty ? nil : tx.vouched()
      let sure = vouched?.plus(days: -School.lockDays)
      return locked.filter { school in (school.lockedAt ?? tx.now) > (sure ?? Instant(milliseconds: 0)) }
    }
    return schools.map {
      "\($0.name) was deleted, and its \(School.lockDays) days are over by this machine's clock. "
        + "It is erased once a day has passed in which somebody worked here, or at once by homeroom erase."
    }
  }

  /// A sentence for each school that was erased and is there again.
  public func report() async throws -> [String] {
    try await returned().map {
      "\($0.school.name) was erased on \($0.at.text) and is there again, from an older backup. "
        + "The server erases it within the hour; restore with --keep-erased to keep it."
    }
  }

  private func eraseAll(_ school: ID<Tenant>) async throws {
    // Who was ever here stands in the seats, and goes last: roster accounts that nobody uses go with the school.
    try await ledger.erase(school, but: ["membership"])
    while try await ledger.upkeep(school: school, { try Self.forgetPeople($0) }) > 0 {}
    try ledger.erasedNote.add([.init(tenant: school, at: world.now())])
    let sent = CommandEnvelope(world.id(), EraseSchool.name, school: school, by: nil)
    try await ledger.write(sent) { tx in
      try SchoolsStore(tx: tx).erase()
      return ""
    }
    try await ledger.eraseTraces(of: school)
    _ = try await ledger.sweepFiles()
  }

  private static func forgetPeople(_ tx: WriteTransaction) throws -> Int {
    let people = try tx.seated(in: tx.school, limit: 100)
    for account in people {
      try MembersStore(tx: tx).erase(account)
      if try !MembersStore(tx: tx).isElsewhere(account, than: tx.school) { try AccountsStore.forget(account, tx) }
      try tx.unseat(account)
    }
    return people.count
  }
}

extension SchoolsStore where DB == WriteTransaction {
  /// The school's own row, at last; nobody is told, because nobody is left to tell.
  func erase() throws(Refusal) {
    try tx.remove(SchoolsTables.school, key: [.id(tx.school)])
    try AccountsStore.forgetSchool(tx.school, tx)
  }
}
