public import Base
import Database
import Kit
import NIOConcurrencyHelpers
import NIOCore
public import Router

extension Live {
  /// A line whose reader is being asked about.
  struct Opening {
    let school: ID<Tenant>, account: ID<Account>, session: ID<Session>
    /// A membership or the session ended meanwhile.
    var isEnded = false
  }

  /// Opens a line on those of the topics that the caller may see.
  ///
  /// It is entered first, then everything is asked, then it goes live: what ends while we ask ends this line too.
  ///
  /// - Parameters:
  ///   - last: the sequence number the page has seen; what came after it is sent first.
  ///   - again: who stands behind the credential now, after the line was entered.
  func open(
    topics: [String], identity: Identity, caller: Caller, scene: Scene, last: Int64?,
    again: @Sendable () async throws -> Identity?, cut: @escaping @Sendable () -> Void
  ) async throws -> (Int, LineWriter) {
    let out = LineWriter()
    out.say(Live.greeting)
    let key = enter(identity, caller)
    do {
      let now = try await again()
      let allowed = try await now.map { $0.isStill(identity) } ?? false ? seen(topics, by: caller) : nil
      guard let now, let allowed else {
        leave(key)
        out.say(Live.over)
        out.finish()
        return (key, out)
      }
      let line = Line(now, caller, allowed, scene, out: out, cut: cut)
      let head = now.school?.head ?? 0
      await goLive(key, line, last: last, head: head)
      return (key, out)
    } catch {
      leave(key)
      throw error
    }
  }

  private func seen(_ topics: [String], by caller: Caller) async throws -> Heard {
    var (heard, interests) = (Heard(), Set<Interest>())
    for topic in topics.prefix(Live.maxTopics) {
      if let interest = Interest(topic: topic) {
        interests.insert(interest)
      } else if let (view, id) = view(of: topic), try await view.maySee(id, caller) {
        heard.topics.insert(topic)
      }
    }
    heard.interests = try await places(of: interests, by: caller)
    if topics.contains(Live.rowsTopic) { heard.rows = try await sighted([], true, caller).own }
    return heard
  }

  private func enter(_ identity: Identity, _ caller: Caller) -> Int {
    state.withLockedValue { state in
      defer { state.next += 1 }
      state.opening[state.next] = Opening(
        school: caller.school, account: caller.account, session: identity.session)
      state.schools[caller.school, default: LiveSchool()].watchers += 1
      state.schools[caller.school]?.isIdle = false
      return state.next
    }
  }

  /// It did not come to a line.
  private func leave(_ key: Int) {
    state.withLockedValue { state in
      guard let opening = state.opening.removeValue(forKey: key) else { return }
      state.schools[opening.school]?.watchers -= 1
    }
  }

  private func goLive(_ key: Int, _ line: Line, last: Int64?, head: Int64) async {
    let missed = state.withLockedValue { state -> (changes: [Change]?, isEnded: Bool) in
      guard let opening = state.opening.removeValue(forKey: key), !opening.isEnded else {
        state.schools[line.school]?.watchers -= 1
        return (nil, true)
      }
      // Before the first rows: a browser where somebody else has signed in meanwhile takes none for its device.
      if line.hasRows { line.out.say(Live.frame(event: "reader", id: nil, data: line.caller.account.text)) }
      state.lines[key] = line
      state.listen(key, line)
      state.byAccount[line.caller.account, default: []].append(key)
      // From here on a change that does not follow on this one shows that one was missed.
      if state.schools[line.school]?.seen == nil { state.schools[line.school]?.seen = head }
      if line.hasRows { state.rowsAt[key] = state.schools[line.school]?.seen }
      if state.closing { line.out.finish() }
      let missed = Live.missed(after: last, head: head, state.schools[line.school]?.recent ?? [])
      if missed?.isEmpty == false { state.held[key] = [] }
      return (missed, false)
    }
    guard !missed.isEnded else {
      line.out.say(Live.over)
      return line.out.finish()
    }
    makeRoom(line.caller.account)
    await catchUp(key, line, missed.changes, head: head)
  }

  /// Ends the lines of sessions that have ended where this node did not hear of it.
  ///
  /// - Parameter ended: which of some sessions are no more.
  public func endSessions(_ ended: @Sendable (Set<ID<Session>>) async throws -> Set<ID<Session>>) async throws {
    let open = state.withLockedValue { state in Set(state.lines.values.map(\.session)) }
    guard !open.isEmpty else { return }
    let over = try await ended(open)
    guard !over.isEmpty else { return }
    let lines = state.withLockedValue { state in state.lines.filter { over.contains($0.value.session) } }
    for (key, line) in lines {
      line.out.say(Live.over)
      close(key)
    }
  }
}

extension Identity {
  /// Whether it is the same person in the same school and role, by the same session.
  fileprivate func isStill(_ before: Identity) -> Bool {
    account == before.account && session == before.session && school?.id == before.school?.id
      && school?.role == before.school?.role
  }
}
