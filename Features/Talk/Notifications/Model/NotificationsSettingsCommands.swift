public import Base

/// Somebody says what should reach them, how and when.
public struct ChooseNotices: Command {
  public static let name = "notifications.choose"
  public let preferences: NoticePreferences
  /// Courses and classes that stay in the inbox and ring nowhere.
  public let muted: [ID<NoticeSubject>]

  public init(preferences: NoticePreferences, muted: [ID<NoticeSubject>] = []) {
    (self.preferences, self.muted) = (preferences, muted)
  }

  /// `push.KIND` (a tick), `mail.KIND`, `digest` (`17:00`), `quietFrom`, `quietUntil`, `weekends`, `lead` and `mute`,
  /// both several times.
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    var ways: [NoticeKind: NoticeWays] = [:]
    for (key, value) in reader.entries("mail", max: 40) {
      guard let kind = NoticeKind(rawValue: key), let mail = MailWay(rawValue: value) else {
        reader.fail("mail", Phrase("form.choice"))
        continue
      }
      ways[kind] = NoticeWays(push: false, mail: mail)
    }
    for (key, _) in reader.entries("push", max: 40) {
      guard let kind = NoticeKind(rawValue: key) else {
        reader.fail("push", Phrase("form.choice"))
        continue
      }
      ways[kind] = NoticeWays(push: true, mail: ways[kind]?.mail ?? .off)
    }
    let digest = reader.clock("digest")
    let isQuiet = reader.flag("quiet")
    let from = reader.clock("quietFrom")
    let until = reader.clock("quietUntil")
    let weekends = reader.flag("weekends")
    var leads: Set<Int> = []
    for text in reader.values("lead").prefix(8) {
      guard let hours = wholeNumber(text.utf8), NoticePreferences.allLeads.contains(hours) else {
        reader.fail("lead", Phrase("form.choice"))
        continue
      }
      leads.insert(hours)
    }
    muted = reader.ids("mute", NoticeSubject.self, max: 500)
    try reader.finish()
    preferences = NoticePreferences(
      ways: ways, digestAt: digest, quiet: isQuiet ? (from, until) : nil, restsOnWeekends: weekends,
      leads: leads)
  }
}

/// The kind of `ID` of what can be muted: a course or a class.
public enum NoticeSubject {}

/// No mail any more, by the link in a letter: whoever holds the letter may ask, signed in or not.
public struct StopMail: Command {
  public static let name = "notifications.stop-mail"
  public init() {}
  public init(_ form: Form) throws(Refusal) { self.init() }
}

/// A device wants to be told.
public struct AddDevice: Command {
  public static let name = "notifications.add-device"
  public enum Kind: String, CaseIterable, Hashable, Sendable { case web, apple }
  public let kind: Kind
  /// The address a browser gave, or an Apple device's token.
  public let endpoint: String
  /// The browser's key and secret, in base 64.
  public let key: String
  public let secret: String

  public init(kind: Kind, endpoint: String, key: String = "", secret: String = "") {
    (self.kind, self.endpoint, self.key, self.secret) = (kind, endpoint, key, secret)
  }

  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let device = reader.optionalText("device", max: 200)
    let endpoint = device == nil ? reader.text("endpoint", max: 2048) : ""
    let key = device == nil ? reader.text("p256dh", max: 200) : ""
    let secret = device == nil ? reader.text("auth", max: 60) : ""
    if let device, !device.utf8.allSatisfy({ hexValue($0) != nil }) { reader.fail("device", Phrase("form.id")) }
    try reader.finish()
    self.init(kind: device == nil ? .web : .apple, endpoint: device ?? endpoint, key: key, secret: secret)
  }
}

/// A device is told no more.
public struct RemoveDevice: Command {
  public static let name = "notifications.remove-device"
  public let endpoint: String
  public init(endpoint: String) { self.endpoint = endpoint }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    endpoint = reader.text("endpoint", max: 2048)
    try reader.finish()
  }
}
