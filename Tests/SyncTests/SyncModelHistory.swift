extension SyncModel {
  /// One history of a school: what people, networks and machines do, by chance, until all comes to rest.
  struct History {
    private var chance: Chance
    private var server: Server
    private var devices: [Device]
    private var backups: [DB] = []
    private var lines: Lines
    /// Requests that are still on their way after the device has given up on them.
    private var late: [(account: Account, commands: [Command])] = []
    private var issued = 0
    private var nextRow = 101

    private static let accounts = (0..<3).map { Account(number: $0) }
    private static let buckets = (0..<5).map { Bucket(number: $0) }

    /// - Throws: what a person would have noticed first.
    static func run(seed: UInt64, without mutant: Mutant? = nil, steps: Int = 400) throws(Violation) {
      var history = History(seed: seed, mutant)
      for _ in 0..<steps { try history.step() }
      try history.comeToRest()
      try Invariants.checkEnd(history.devices, history.server.fixture, issued: history.issued)
    }

    /// Three accounts with two devices each; pairs and rows in five buckets, of which each account sees some.
    private init(seed: UInt64, _ mutant: Mutant?) {
      (chance, server, lines) = (Chance(seed: seed), Server(mutant), Lines(mutant))
      devices = Self.accounts.flatMap { [Device($0, mutant), Device($0, mutant)] }
      for pair in Pair.all {
        let seq = server.nextCommit()
        for row in [pair.first, pair.second] { server.create(row, in: Self.buckets[pair.number], at: seq) }
      }
      for number in 0..<8 {
        let row = RowID(number: Pair.count * 2 + number)
        server.create(row, in: anyBucket(), at: server.nextCommit())
      }
      for account in Self.accounts {
        for bucket in Self.buckets where chance.happens(percent: 60) { server.grant(bucket, to: account) }
      }
    }

    private mutating func anyBucket() -> Bucket { Self.buckets[chance.below(Self.buckets.count)] }
    private mutating func anyAccount() -> Account { Self.accounts[chance.below(Self.accounts.count)] }

    // MARK: steps

    private enum Event {
      case act, push, arriveLate, pull, grant, revoke, collect, prune, lose, backUp, restore, clone, restart, update,
        begin, commit, listen, tell, hear
    }

    /// How often each happens, beside the others.
    private static let events: [(weight: Int, item: Event)] = [
      (250, .act), (175, .push), (75, .arriveLate), (320, .pull), (40, .grant), (50, .revoke), (20, .collect),
      (5, .prune), (5, .lose), (10, .backUp), (8, .restore), (5, .clone), (8, .restart), (2, .update), (20, .begin),
      (20, .commit), (50, .listen), (250, .tell), (250, .hear),
    ]

    private mutating func step() throws(Violation) {
      guard let event = chance.pick(Self.events) else { return }
      let place = chance.below(devices.count)
      switch event {
      case .act: act(place)
      case .push: try push(place)
      case .arriveLate: arriveLate()
      case .pull: try pull(place)
      case .grant: server.grant(anyBucket(), to: anyAccount())
      case .revoke: server.revoke(anyBucket(), of: anyAccount())
      case .listen: try listen(place)
      case .tell: try lines.tell(server)
      case .hear: try hear(place)
      case .collect:
        // what it forgets was told long before
        try lines.tell(server)
        server.collectTombstones(of: anyBucket(), upTo: chance.below(server.fixture.head + 1))
      case .prune:
        try lines.tell(server)
        server.forgetMemberships(upTo: chance.below(server.fixture.head + 1))
      case .lose: if let row = chance.pick(Self.single(devices[place].rows.keys)) { devices[place].lose(row) }
      case .backUp: backups = (backups + [server.fixture]).suffix(4)
      case .restore: restore()
      case .clone: if devices.count < 9 { devices.append(devices[place]) }
      case .restart: devices[place].restart()
      case .update: devices[place].update()
      case .begin: beginTransaction()
      case .commit: server.commit(&chance)
      }
    }

    /// Perhaps an older one than the last time.
    private mutating func restore() {
      guard let backup = chance.pick(backups) else { return }
      backups.removeAll { $0.head > backup.head }
      server.restore(backup)
      lines.closeAll(server.fixture)
    }

    private mutating func beginTransaction() {
      if let row = chance.pick(Self.single(server.fixture.rows.keys)) { server.begin(writing: row) }
    }

    /// The rows that are of no pair, in an order that is the same in every process.
    private static func single(_ rows: some Sequence<RowID>) -> [RowID] {
      rows.filter { $0.number >= Pair.count * 2 }.sorted { $0.number < $1.number }
    }

    // MARK: what people do

    private enum Deed { case raisePair, raiseFirst, add, create, delete, share, unshare, poison }

    private static let deeds: [(weight: Int, item: Deed)] = [
      (4, .raisePair), (3, .raiseFirst), (5, .add), (2, .create), (2, .delete), (2, .share), (2, .unshare),
      (1, .poison),
    ]

    private mutating func act(_ place: Int) {
      guard let deed = chance.pick(Self.deeds), let action = action(deed, devices[place]) else { return }
      devices[place].issue(Command(id: issued, action: action))
      issued += 1
    }

    /// - Returns: `nil` when the screen shows no row to do it to.
    private mutating func action(_ deed: Deed, _ device: Device) -> Action? {
      switch deed {
      case .raisePair: return .raisePair(Pair.all[chance.below(Pair.count)])
      case .raiseFirst: return .raiseFirst(Pair.all[chance.below(Pair.count)])
      case .poison: return .poison
      case .create:
        nextRow += 1
        return .create(RowID(number: nextRow), anyBucket())
      case .add, .delete, .share, .unshare: break
      }
      guard let row = chance.pick(Self.single(device.visible.keys)) else { return nil }
      switch deed {
      case .delete: return .delete(row)
      case .share: return .share(row, anyBucket())
      case .unshare: return .unshare(row, anyBucket())
      default: return .add(1 + chance.below(4), row)
      }
    }

    // MARK: the network

    /// Requests and answers are lost, doubled, and late.
    private mutating func push(_ place: Int, isLossy: Bool = true) throws(Violation) {
      let device = devices[place]
      if device.outbox.isEmpty { return }
      let batch = device.batch(atMost: 1 + chance.below(5))
      if isLossy, chance.happens(percent: 15) { return }
      if isLossy, chance.happens(percent: 8) {
        late.append((device.account, batch))
        return
      }
      var answer = server.push(batch, by: device.account)
      if isLossy, chance.happens(percent: 10) { answer = server.push(batch, by: device.account) }
      if isLossy, chance.happens(percent: 20) { return }
      devices[place].take(answer)
      try Invariants.checkOwnCommands(devices[place])
    }

    private mutating func arriveLate() {
      guard let place = chance.pick(Array(late.indices)) else { return }
      let request = late.remove(at: place)
      _ = server.push(request.commands, by: request.account)
    }

    /// Whoever has a line again sends what waits, and asks what was missed.
    private mutating func listen(_ place: Int) throws(Violation) {
      lines.open(place, devices[place], server.fixture)
      for _ in 0..<3 {
        try push(place, isLossy: false)
        try pullAll(place, limit: 100)
      }
    }

    /// News come in their order, are lost, and now and then come to somebody else in the same browser.
    private mutating func hear(_ place: Int) throws(Violation) {
      guard let news = lines.arrive(place) else { return }
      if chance.happens(percent: 20) { return }
      let place = chance.happens(percent: 25) ? chance.below(devices.count) : place
      if devices[place].hear(news) { try Invariants.check(devices[place], after: news, server) }
    }

    private mutating func pull(_ place: Int) throws(Violation) {
      let limits = [2, 4, 8, 100]
      let answer = devices[place].pull(limit: limits[chance.below(limits.count)]).answer(server)
      if chance.happens(percent: 20) { return }
      if case .page = answer, chance.happens(percent: 5) { return devices[place].restart() }
      try deliver(answer, to: place)
    }

    private mutating func deliver(_ answer: PullAnswer, to place: Int) throws(Violation) {
      switch answer {
      case .reset(let epoch, let kept): devices[place].reset(epoch: epoch, kept: kept)
      case .page(let page):
        try Invariants.check(page, for: devices[place].account, server.fixture)
        devices[place].take(page)
        try Invariants.check(devices[place], after: page, server.fixture)
      }
    }

    // MARK: the end

    /// All late requests arrive, and then each device pushes and pulls until none has anything left to say.
    private mutating func comeToRest() throws(Violation) {
      while !late.isEmpty { arriveLate() }
      for _ in 0..<Self.rounds {
        let isQuiet = devices.allSatisfy { $0.outbox.isEmpty }
        for place in devices.indices {
          try push(place, isLossy: false)
          try pullAll(place)
        }
        if isQuiet, devices.allSatisfy({ $0.outbox.isEmpty }) { return }
      }
      throw .outboxNeverDrains
    }

    /// More than the commands that wait on any device, of which each round takes at least one.
    private static let rounds = 100

    private mutating func pullAll(_ place: Int, limit: Int = 2) throws(Violation) {
      for _ in 0..<400 / limit {
        let answer = devices[place].pull(limit: limit).answer(server)
        try deliver(answer, to: place)
        if case .page(let page) = answer, page.isComplete, devices[place].cursor?.lag.isEmpty == true { return }
      }
    }
  }
}
