public import Base

/// Where a page stands: who reads it, in which words, zone, look and school.
///
/// A page is a function of its data and its scene, and of nothing else.
public struct Scene: Sendable {
  public var words: Words
  /// The school's zone: its days, its registers and its timetables go by it, and so do forms.
  public var zone: Zone
  /// The reader's own zone, in which moments are read; the school's when the reader has none.
  public var ownZone: Zone
  public var now: Instant
  public var look: Appearance
  /// The path that assets are served under, with the hash of their content: `/assets/3fa9…`.
  public var assets: String
  /// Proof that a form came from a page of ours; empty before anybody has signed in.
  public var csrf: String
  /// Makes the id of one sending; each form gets its own, so that posting it twice does its work once.
  public var newIdempotencyKey: @Sendable () -> ID<IdempotencyKey>
  public var reader: Reader?
  /// The places the reader can go to from anywhere, most used first; the first four are the tabs of a phone.
  public var places: [Place]
  /// The path of this page, to mark the place it belongs to.
  public var path: String
  /// What the reader's browser seals with what waits on it unsent, 32 bytes in hexadecimal; empty for nobody.
  public var shelf = ""
  /// Where this page is had again, with its query: of an answer to a form, the page the form was on.
  public var back: String
  /// The form that came back on this page, when it is one: what was typed is asked for again in another language.
  public var refused: Refused?
  /// Whether the page shows what is shown once, as a code: then nothing on it leads to having it again.
  public var isOnce = false
  /// What the last act did, shown once.
  public var toast: Toast?

  /// A form that was sent and refused: its way, and its words without its secrets.
  public struct Refused: Sendable {
    public let action: String
    public let fields: [Form.Field]
    public init(action: String, fields: [Form.Field]) { (self.action, self.fields) = (action, fields) }
  }

  public init(
    words: Words, zone: Zone, ownZone: Zone? = nil, now: Instant, look: Appearance = Appearance(),
    assets: String = "/assets/0",
    csrf: String = "",
    newIdempotencyKey: @escaping @Sendable () -> ID<IdempotencyKey> = { .none }, reader: Reader? = nil,
    places: [Place] = [],
    path: String = "/", toast: Toast? = nil
  ) {
    (self.words, self.zone, self.now, self.look, self.assets) = (words, zone, now, look, assets)
    self.ownZone = ownZone ?? zone
    (self.csrf, self.newIdempotencyKey, self.reader, self.places) = (csrf, newIdempotencyKey, reader, places)
    (self.path, self.back, self.toast) = (path, path, toast)
  }

  public var today: Day { zone.day(of: now) }
  /// The day it is where the reader is.
  public var ownToday: Day { ownZone.day(of: now) }

  /// The hint of a field with a time: by whose clock it is, when that is not the reader's.
  public func schoolClock(_ hint: String? = nil) -> String? {
    guard ownZone.name != zone.name else { return hint }
    let said = words("kit.school-clock", .text(zone.name))
    return hint.map { $0 + " · " + said } ?? said
  }
}

/// A theme in light, dark, or as the device says.
public struct Appearance: Hashable, Sendable {
  public enum Theme: String, CaseIterable, Hashable, Sendable { case wolfwhale, montessori, oasis, hogwarts }
  public enum Scheme: String, CaseIterable, Hashable, Sendable { case system, light, dark }
  public var theme: Theme
  public var scheme: Scheme
  /// Whether keys of a single character do something (WCAG 2.1.4).
  public var hasKeys: Bool
  public init(theme: Theme = .wolfwhale, scheme: Scheme = .system, hasKeys: Bool = true) {
    (self.theme, self.scheme, self.hasKeys) = (theme, scheme, hasKeys)
  }
}

/// Who reads the page.
public struct Reader: Sendable {
  public struct School: Sendable {
    public let id: ID<Tenant>, name: String, role: Role
    /// Where its picture is, when it has one.
    public let picture: String?
    public init(id: ID<Tenant>, name: String, role: Role, picture: String? = nil) {
      (self.id, self.name, self.role, self.picture) = (id, name, role, picture)
    }
  }
  public let account: ID<Account>
  public let name: String
  /// The school the reader is in now; `nil` before there is one.
  public let school: School?
  /// All schools the reader belongs to.
  public let schools: [School]
  public let unread: Int
  /// The live topics that every page of the reader listens to, for what stands in the bars.
  public let topics: [String]
  /// What stays true on every page until somebody does something about it, and where that is done.
  public let notice: Notice?

  public init(
    account: ID<Account>, name: String, school: School?, schools: [School], unread: Int, topics: [String] = [],
    notice: Notice? = nil
  ) {
    self.notice = notice
    (self.account, self.name, self.school, self.schools, self.unread) = (account, name, school, schools, unread)
    self.topics = topics
  }
}

/// A sentence above every page, and the path of the page it is about.
public struct Notice: Hashable, Sendable {
  public let phrase: Phrase, path: String
  public init(_ phrase: Phrase, path: String) { (self.phrase, self.path) = (phrase, path) }
}

/// A place in the bars: a symbol of `icons.svg`, the key of its words, its path.
public struct Place: Hashable, Sendable {
  public let icon: String, key: String, path: String
  /// Names the dot that says something is new there, for live news; `nil` when the place has none.
  public let dot: String?
  public let hasNews: Bool
  public init(icon: String, key: String, path: String, dot: String? = nil, hasNews: Bool = false) {
    (self.icon, self.key, self.path, self.dot, self.hasNews) = (icon, key, path, dot, hasNews)
  }
}

/// A short word about what was just done, with a way back where there is one.
public struct Toast: Hashable, Sendable {
  public let phrase: Phrase
  /// Path and fields of the form that undoes it.
  public let undo: (path: String, fields: [Form.Field])?
  /// Whether what undoes it is answered with pieces of the page that is open, whichever that is.
  public let isUndoneInPlace: Bool
  public init(
    _ phrase: Phrase, undo: (path: String, fields: [Form.Field])? = nil, isUndoneInPlace: Bool = false
  ) {
    (self.phrase, self.undo, self.isUndoneInPlace) = (phrase, undo, isUndoneInPlace)
  }

  public static func == (a: Toast, b: Toast) -> Bool {
    a.phrase == b.phrase && a.undo?.path == b.undo?.path && a.undo?.fields == b.undo?.fields
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(phrase) }
}
