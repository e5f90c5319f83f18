public import Base

/// Somebody says what should reach them, how and when.
public struct ChooseNotices: FormCommand {
  public static let name = "notifications.choose"
  public let preferences: NoticePreferences
  /// Courses and classes that stay in the inbox and ring nowhere.
  public let muted: [ID<NoticeSubject>]

  public init(preferences: NoticePreferences, muted: [ID<NoticeSubject>] = []) {
    (self.preferences, self.muted) = (preferences, muted)
  }

  /// `push.KIND` (a tick), `mail.KIND`, `digest` (`17:00`), `quietFrom`, `quietUntil`, `weekends`, `lead` and `mute`,
  /// both several times.
  public init(_ form: inout FormReader) {
    var ways: [NoticeKind: NoticeWays] = [:]
    for (key, value) in form.entries("mail", max: 40) {
      guard let kind = NoticeKind(rawValue: key), let mail = MailWay(rawValue: value) else {
        form.fail("mail", Phrase("form.choice"))
        continue
      }
      ways[kind] = NoticeWays(push: false, mail: mail)
    }
    for (key, _) in form.entries("push", max: 40) {
      guard let kind = NoticeKind(rawValue: key) else {
        form.fail("push", Phrase("form.choice"))
        continue
      }
      ways[kind] = NoticeWays(push: true, mail: ways[kind]?.mail ?? .off)
    }
    let digest = form.clock("digest")
    let isQuiet = form.flag("quiet")
    let from = form.clock("quietFrom")
    let until = form.clock("quietUntil")
    let weekends = form.flag("weekends")
    var leads: Set<Int> = []
    for text in form.values("lead").prefix(8) {
      guard let hours = wholeNumber(text.utf8), NoticePreferences.allLeads.contains(hours) else {
        form.fail("lead", Phrase("form.choice"))
        continue
      }
      leads.insert(hours)
    }
    muted = form.ids("mute", NoticeSubject.self, max: 500)
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
public struct AddDevice: FormCommand {
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

  public init(_ form: inout FormReader) {
    let device = form.optionalText("device", max: 200)
    let endpoint = device == nil ? form.text("endpoint", max: 2048) : ""
    let key = device == nil ? form.text("p256dh", max: 200) : ""
    let secret = device == nil ? form.text("auth", max: 60) : ""
    if let device, !device.utf8.allSatisfy({ hexValue($0) != nil }) { form.fail("device", Phrase("form.id")) }
    self.init(kind: device == nil ? .web : .apple, endpoint: device ?? endpoint, key: key, secret: secret)
  }
}

/// A device is told no more.
public struct RemoveDevice: FormCommand {
  public static let name = "notifications.remove-device"
  public let endpoint: String
  public init(endpoint: String) { self.endpoint = endpoint }
  public init(_ form: inout FormReader) { endpoint = form.text("endpoint", max: 2048) }
}
