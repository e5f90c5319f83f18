public import Base
public import Database
public import School

/// All SQL about who wants to be told how.
public struct NotificationsPreferencesStore<DB: Transaction> {
  package let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// What somebody has chosen, and what their role begins with where they have not.
  public func preferences(_ account: ID<Account>, _ role: Role, in school: ID<Tenant>) throws(Refusal)
    -> NoticePreferences
  {
    let chosen = try tx.first(NotificationsTables.preference, in: school, "AND account = $2", [.id(account)])
    guard var found = chosen?.preferences else { return .standard(for: role) }
    for way in try ways(of: account, in: school) {
      if let kind = NoticeKind(rawValue: way.kind) { found.ways[kind] = way.ways }
    }
    return found
  }

  func ways(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [NoticeWayRow] {
    try tx.all(NotificationsTables.way, in: school, "AND account = $2", [.id(account)])
  }

  /// Before how many hours those who have chosen want to be reminded.
  func leads(in school: ID<Tenant>) throws(Refusal) -> [ID<Account>: Set<Int>] {
    var found: [ID<Account>: Set<Int>] = [:]
    try tx.each("SELECT account, leads FROM notice_preference WHERE school = $1", [.id(school)]) { row in
      found[row.id(0)] = NoticePreferences.leads(stored: row.text(1))
    }
    return found
  }

  package func muted(_ account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Set<ID<NoticeSubject>> {
    Set(
      try tx.rows(
        "SELECT subject FROM notice_mute WHERE school = $1 AND account = $2", [.id(school), .id(account)]
      ) { $0.id(0) })
  }

  /// The address that refused our letters.
  package func refused(_ account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> String? {
    try tx.first(
      "SELECT refused FROM notice_preference WHERE school = $1 AND account = $2", [.id(school), .id(account)]
    ) { $0.optionalText(0) } ?? nil
  }
}

extension NotificationsPreferencesStore where DB == WriteTransaction {
  package func save(_ permit: Permit<ChooseNotices>) throws(Refusal) {
    let (account, command) = (permit.caller.account, permit.command)
    let old = try muted(account, in: tx.school)
    try put(command.preferences, of: account)
    let muted = Set(command.muted)
    for subject in old.subtracting(muted).sorted() {
      try tx.remove(NotificationsTables.mute, NoticeMute(account: account, subject: subject))
    }
    for subject in muted.subtracting(old).sorted() {
      try tx.put(NotificationsTables.mute, NoticeMute(account: account, subject: subject))
    }
  }

  /// No mail of any kind; everything else stays as it is.
  package func save(_ permit: Permit<StopMail>) throws(Refusal) {
    let caller = permit.caller
    var preferences = try preferences(caller.account, caller.role, in: tx.school)
    for kind in NoticeKind.allCases {
      preferences.ways[kind] = NoticeWays(push: preferences.ways(kind, for: caller.role).push, mail: .off)
    }
    try put(preferences, of: caller.account)
  }

  func put(_ preferences: NoticePreferences, of account: ID<Account>) throws(Refusal) {
    // Saving tries an address again that refused once: who saves has read the page that says so.
    try tx.put(
      NotificationsTables.preference,
      NoticePreferenceRow(account: account, preferences: preferences, refused: nil, updatedAt: tx.now))
    for (kind, ways) in preferences.ways.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try tx.put(NotificationsTables.way, NoticeWayRow(account: account, kind: kind.rawValue, ways: ways))
    }
  }

  /// An address that does not take our letters is not written to again.
  package func refuse(_ address: String, of account: ID<Account>, _ role: Role) throws(Refusal) {
    if try refused(account, in: tx.school) == nil { try put(preferences(account, role, in: tx.school), of: account) }
    try tx.execute(
      "UPDATE notice_preference SET refused = $3 WHERE school = $1 AND account = $2",
      [.id(tx.school), .id(account), .text(address)])
  }
}
