public import Base
public import Database
public import HTML
public import Kit
import Logging
import NIOConcurrencyHelpers
import NIOCore
public import Router

/// One kind of thing that stays true on an open screen by fragments: which changes touch it, who may see it, how it looks.
///
/// Only for what must not wait for a page to be fetched again, as the register, messages, cells of a gradebook and the clock of a
/// quiz; any other page says its `Interest`s.
///
/// A topic is the view's name and an id, `register/0190…`. Its fragments are made once for each language and sent to
/// everybody who listens, so they hold nothing personal: no forms' secrets, no names of readers.
public struct LiveView: Sendable {
  public let name: String
  /// Whether the caller may see the topic with this id; asked when the line opens and again when memberships change.
  public let maySee: @Sendable (String, Caller) async throws -> Bool
  /// The ids of this view's topics that a change touches.
  public let touched: @Sendable (Change) -> Set<String>
  /// Whether a device needs no fragments of it: it has the rows, and its page is made anew from them.
  public let isOfRows: Bool
  /// What is different now, as `<template data-op …>` fragments; `nil` when nothing is.
  public let render: @Sendable (String, Change, Scene) async throws -> HTML?

  public init(
    _ name: String, isOfRows: Bool = false, maySee: @escaping @Sendable (String, Caller) async throws -> Bool,
    touched: @escaping @Sendable (Change) -> Set<String>,
    render: @escaping @Sendable (String, Change, Scene) async throws -> HTML?
  ) {
    (self.name, self.isOfRows, self.maySee, self.touched, self.render) = (name, isOfRows, maySee, touched, render)
  }
}

/// The live stream: one line a browser, fed after each commit, resumed by sequence number.
public final class Live: Sendable {
  /// What can be waiting for one reader before it is cut loose; it then comes back and catches up.
  static let maxQueuedFrames = Limits.liveFrames.most
  /// As many things one browser's line may be about: a long list in each of a few tabs.
  static let maxTopics = Limits.liveTopics.most
  /// One buffer for all.
  static let greeting = ByteBuffer(string: "retry: 2000\n: homeroom\n\n")
  /// All that is said to a page whose reader may listen no more.
  static let over = frame(event: "gone", id: nil, data: "")

  /// A class, because a change walks over a thousand of them.
  final class Line: Sendable {
    let school: ID<Tenant>, caller: Caller, session: ID<Session>
    let topics: Set<String>
    let interests: [Reach: Set<Interest>]
    let rows: Set<Bucket>
    /// Whether its browser is a device, and has the rows before it is told to look again.
    var hasRows: Bool { !rows.isEmpty }
    let words: Words, zone: Zone, ownZone: Zone
    /// When the session ends unless it is used before: the line then asks anew.
    let endsAt: Instant?
    let out: LineWriter
    /// Ends the connection itself: a reader who takes nothing would keep its task waiting for ever.
    let cut: @Sendable () -> Void

    init(
      _ identity: Identity, _ caller: Caller, _ heard: Heard, _ scene: Scene,
      out: LineWriter, cut: @escaping @Sendable () -> Void
    ) {
      (school, self.caller, session) = (caller.school, caller, identity.session)
      (topics, interests, rows) = (heard.topics, heard.interests, heard.rows)
      (words, self.out, self.cut) = (scene.words, out, cut)
      (zone, ownZone) = (scene.zone, scene.ownZone)
      endsAt = identity.endsAt
    }
  }
  struct State {
    var lines: [Int: Line] = [:]
    /// Lines whose reader is still being asked about: they hear nothing yet, and end as the others do.
    var opening: [Int: Opening] = [:]
    var byTopic: [String: Set<Int>] = [:]
    var byReach: [Reach: [Interest: Set<Int>]] = [:]
    /// The lines of devices, by what they have rows of, and those of each school.
    var byRows: [Bucket: Set<Int>] = [:]
    var rowLines: [ID<Tenant>: Set<Int>] = [:]
    /// Up to which commit each of them was told, or the books had come when it was opened.
    var rowsAt: [Int: Int64] = [:]
    /// What lines that are still told what they missed hear meanwhile: it comes after that, or what is older would be shown last.
    var held: [Int: [ByteBuffer]] = [:]
    /// The lines of one account, the oldest first.
    var byAccount: [ID<Account>: [Int]] = [:]
    var next = 0
    /// Only those that somebody watches.
    var schools: [ID<Tenant>: LiveSchool] = [:]
    var isRunning = false
    var closing = false
  }
  let state = NIOLockedValueBox(State())
  /// How things are at the moment.
  var snapshot: State { state.withLockedValue { $0 } }
  private let most: Int
  private let views: [String: LiveView]
  let sighted: Sighted
  let rows: RowsReader
  private let scene: @Sendable (Words, _ school: Zone, _ own: Zone) -> Scene
  private let metrics: Metrics
  let logger: Logger

  /// - Parameter lines: how many one account may have.
  init(
    _ views: [LiveView], sighted: @escaping Sighted, rows: @escaping RowsReader = { _, _, _, _ in nil },
    lines: Int = Limits.liveLines.most, metrics: Metrics,
    logger: Logger,
    scene: @escaping @Sendable (Words, _ school: Zone, _ own: Zone) -> Scene
  ) {
    self.views = Dictionary(views.map { ($0.name, $0) }) { first, _ in first }
    (self.sighted, self.rows, most, self.metrics, self.logger, self.scene) = (
      sighted, rows, lines, metrics, logger, scene
    )
    metrics.gauge("live_lines", "Open live lines.") { [state] in state.withLockedValue { $0.lines.count } }
  }

  /// Tells the lines of one school of one change.
  func deliver(_ change: Change) async {
    guard let isNext = state.withLockedValue({ $0.remember(change) }) else { return }  // nobody watches
    guard isNext else { return lookAgain(change) }
    if !change.membershipChanged.isEmpty { disconnectChanged(change) }
    // Too much to name: everybody in the school looks again.
    guard change.isWhole else { return refresh(change) }
    var ahead = await rowsAhead(of: change)
    let interested = state.withLockedValue { $0.interested(in: change) }
    await showFragments(change, before: Set(interested.keys), &ahead)
    tellToLookAgain(interested, change, &ahead)
    tell(ahead)
  }

  /// - Parameters:
  ///   - others: the lines that hear more of this change afterwards.
  ///   - ahead: what goes before it.
  private func showFragments(_ change: Change, before others: Set<Int>, _ ahead: inout RowsAhead) async {
    let topics = touched(by: change)
    for (place, topic) in topics.enumerated() {
      let listening = state.withLockedValue { state in
        (state.byTopic[topic] ?? []).compactMap { key in state.lines[key].map { (key, $0) } }.filter {
          $0.1.school == change.school
        }
      }
      let more = topics[(place + 1)...]
      for (group, lines) in Dictionary(
        grouping: listening,
        by: { Group($0.1, isLast: $0.1.topics.isDisjoint(with: more) && !others.contains($0.0)) })
      {
        guard let first = lines.first?.1, let frame = await frame(topic, change, first, isLast: group.isLast) else {
          continue
        }
        for (key, line) in lines { send(ahead.join(frame, for: key), to: line, key) }
      }
    }
  }

  /// Readers who see the very same bytes.
  private struct Group: Hashable {
    let language: Language, variant: String, zone: String, ownZone: String, hasRows: Bool, isLast: Bool
    init(_ line: Line, isLast: Bool = true) {
      (language, variant) = (line.words.language, line.words.variant)
      (zone, ownZone) = (line.zone.name, line.ownZone.name)
      (hasRows, self.isLast) = (line.hasRows, isLast)
    }
  }

  func touched(by change: Change) -> [String] {
    views.values.flatMap { view in view.touched(change).map { view.name + "/" + $0 } }.sorted()
  }

  /// - Parameter isLast: whether it is all the line hears of this change. Only then it has the change's number: a
  ///   reader who was cut off before the rest comes back for the whole.
  func frame(_ topic: String, _ change: Change, _ line: Line, isLast: Bool) async -> ByteBuffer? {
    guard let (view, id) = view(of: topic) else { return nil }
    let number = isLast ? change.seq : nil
    if view.isOfRows, line.hasRows {
      return Live.frame(event: "refresh", id: number, data: "\(Live.spread.lowerBound) \(topic)")
    }
    do {
      guard let html = try await view.render(id, change, scene(line.words, line.zone, line.ownZone)) else { return nil }
      return Live.frame(event: "html", id: number, data: html.string)
    } catch {
      logger.error("live", metadata: ["topic": "\(view.name)", "why": "\(error)"])
      return Live.frame(event: "refresh", id: number, data: "")
    }
  }

  func view(of topic: String) -> (LiveView, String)? {
    guard let slash = topic.firstIndex(of: "/"), let view = views[String(topic[..<slash])] else { return nil }
    return (view, String(topic[topic.index(after: slash)...]))
  }

  static func frame(event: String, id: Int64?, data: String) -> ByteBuffer {
    var text = ""
    if let id { text += "id: \(id)\n" }
    text += "event: \(event)\n"
    for line in data.split(separator: "\n", omittingEmptySubsequences: false) { text += "data: \(line)\n" }
    return ByteBuffer(string: text + "\n")
  }

  /// A reader for whom too much waits is cut loose, and comes back for all of it.
  func send(_ frame: ByteBuffer, to line: Line, _ key: Int) {
    switch state.withLockedValue({ $0.hold(frame, key) }) {
    case .waits: return
    case .none: if !line.out.say(frame) { cut(line, key) }
    case .full: cut(line, key)
    }
  }

  private func cut(_ line: Line, _ key: Int) {
    metrics.count("live_cut")
    close(key)
    line.cut()
  }

  /// Shows something that is in no books: how far a job has come, who is typing.
  ///
  /// It has no number, is not kept, and whoever comes later sees it on the page itself.
  public func show(_ topic: String, in school: ID<Tenant>, _ html: (Scene) -> HTML) {
    let listening = state.withLockedValue { state in
      (state.byTopic[topic] ?? []).compactMap { key in state.lines[key].map { (key, $0) } }.filter {
        $0.1.school == school
      }
    }
    for (_, group) in Dictionary(grouping: listening, by: { Group($0.1) }) {
      guard let first = group.first?.1 else { continue }
      let frame = Live.frame(event: "html", id: nil, data: html(scene(first.words, first.zone, first.ownZone)).string)
      for (key, line) in group { send(frame, to: line, key) }
    }
  }

  private func refresh(_ change: Change) {
    let lines = state.withLockedValue { state in state.lines.filter { $0.value.school == change.school } }
    let frame = Live.lookAgain(at: [], Live.spread(of: lines.count), id: change.seq)
    for (key, line) in lines { send(frame, to: line, key) }
  }

  /// Something was missed, and what it was nobody knows, not even whose memberships have ended: all look again, and the
  /// next line asks anew who it is for.
  private func lookAgain(_ change: Change) {
    let lines = state.withLockedValue { state in
      state.endOpening { $0.school == change.school }
      return state.lines.filter { $0.value.school == change.school }
    }
    metrics.count("live_gaps")
    let frame = Live.lookAgain(at: [], Live.spread(of: lines.count), id: change.seq)
    for (key, line) in lines {
      line.out.say(frame)
      line.out.say(Live.farewell(key))
      close(key)
    }
  }

  /// Whoever lost or gained a membership is told to look again, and the line ends: the next one asks anew.
  private func disconnectChanged(_ change: Change) {
    let ended = state.withLockedValue { state in
      state.endOpening { $0.school == change.school && change.membershipChanged.contains($0.account) }
      return state.lines.filter {
        $0.value.school == change.school && change.membershipChanged.contains($0.value.caller.account)
      }
    }
    for (key, line) in ended {
      line.out.say(Live.frame(event: "gone", id: change.seq, data: ""))
      close(key)
    }
  }

  /// Ends the lines of one session, or of all sessions of an account: after signing out nothing listens any more, and
  /// what is personal leaves the screen.
  ///
  /// - Parameter stays: the session that goes on; its line ends too, and comes back by itself.
  public func end(account: ID<Account>, session: ID<Session>?, but stays: ID<Session>? = nil) {
    let ended = state.withLockedValue { state in
      state.endOpening { $0.account == account && (session == nil || $0.session == session) }
      return state.lines.filter {
        $0.value.caller.account == account && (session == nil || $0.value.session == session)
      }
    }
    for (key, line) in ended {
      if line.session != stays { line.out.say(Live.over) }
      close(key)
    }
  }

  // MARK: lines

  /// One account has so many lines and no more: the oldest gives way, and comes back when a minute has passed, for
  /// it is most likely one that nobody looks at.
  func makeRoom(_ account: ID<Account>) {
    let over = state.withLockedValue { state -> [(Int, Line)] in
      let keys = state.byAccount[account] ?? []
      return keys.prefix(max(0, keys.count - most)).compactMap { key in
        state.lines[key].map { (key, $0) }
      }
    }
    for (key, line) in over {
      line.out.say(Live.frame(event: "bye", id: nil, data: "60000"))
      close(key)
      metrics.count("live_over")
    }
  }

  func close(_ key: Int) {
    let line = state.withLockedValue { state -> Line? in
      guard let line = state.lines.removeValue(forKey: key) else { return nil }
      state.leave(key, line)
      let account = line.caller.account
      state.byAccount[account]?.removeAll { $0 == key }
      if state.byAccount[account]?.isEmpty == true { state.byAccount[account] = nil }
      state.schools[line.school]?.watchers -= 1
      return line
    }
    line?.out.finish()
  }

  /// A breath every 15 seconds: a line that died without a word is noticed by the write that fails.
  ///
  /// A line whose session may be over by now is asked to come back, and is asked who it is.
  public func heartbeat(at now: Instant) {
    let lines = state.withLockedValue { state in
      state.forgetUnwatched()
      return Array(state.lines)
    }
    let frame = Live.frame(event: "ping", id: nil, data: "")
    for (key, line) in lines {
      guard let end = line.endsAt, end <= now else {
        send(frame, to: line, key)
        continue
      }
      line.out.say(Live.frame(event: "bye", id: nil, data: "1000"))
      close(key)
    }
  }

  /// Come back, but not all in the same second.
  static func farewell(_ key: Int) -> ByteBuffer {
    frame(event: "bye", id: nil, data: String(1000 + key &* 7919 % 9000))
  }

  /// One reader's connection, after the lines have ended.
  public struct Rest: Sendable {
    public let cut: @Sendable () -> Void
  }

  /// Tells everybody to come back spread over ten seconds, and ends the lines; new ones end at once.
  ///
  /// - Returns: what to cut when somebody does not read even that.
  public func drain() -> [Rest] {
    let lines = state.withLockedValue { state in
      state.closing = true
      return Array(state.lines)
    }
    for (key, line) in lines {
      line.out.say(Live.farewell(key))
      close(key)
    }
    return lines.map { Rest(cut: $0.value.cut) }
  }
}
