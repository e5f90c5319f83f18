import Base
import Configuration
import Foundation
import Kit
import Mail
import People
import PeopleServer
import Router
import SystemPackage
public import Web

/// Everything that can be set, each with its default and its meaning.
///
/// Read once, at start; a wrong or unknown value refuses to start with a sentence.
public struct Settings: Sendable {
  public struct Key: Sendable {
    public let name: String
    public let standard: String
    public let about: String
    public let isSecret: Bool
    init(_ name: String, _ standard: String, _ about: String, isSecret: Bool = false) {
      (self.name, self.standard, self.about, self.isSecret) = (name, standard, about, isSecret)
    }
    /// `trusted-proxies` is `HOMEROOM_TRUSTED_PROXIES` in the environment.
    public var variable: String { "HOMEROOM_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined() }
  }

  public static let keys: [Key] = [
    Key("data", ".data", "The directory of the books and files."),
    Key(
      "database-url", "", "postgres://… to keep the books in PostgreSQL; empty for SQLite in the data directory.",
      isSecret: true),
    Key(
      "files", "",
      "The folder of the files, shared by all servers on one PostgreSQL; empty for files in the data directory."),
    Key("host", "127.0.0.1", "The address to listen on."),
    Key("port", "8080", "The port to listen on."),
    Key("origin", "", "How browsers reach the server, https://school.example; empty for plain HTTP on this machine."),
    Key("language", "en", "The language for those who have not chosen one: en, fr, ar or he."),
    Key("theme", "wolfwhale", "The look of pages that belong to no school: wolfwhale, montessori, oasis or hogwarts."),
    Key("sign-up", "no", "Whether people may make accounts by themselves: yes or no."),
    Key("new-schools", "yes", "Whether somebody who is in no school may found one: yes or no."),
    Key(
      "legal", "",
      "A directory with terms and a privacy policy of your own, as terms.en.md and privacy.en.md; empty for the built-in ones."
    ),
    Key("trusted-proxies", "", "Addresses whose X-Forwarded-For is believed, separated by commas."),
    Key(
      "metrics-from", "",
      "Addresses that may read /metrics, separated by commas; empty for this machine only, and never through a proxy that trusted-proxies does not name."
    ),
    Key("tls-certificate", "", "A PEM file with the certificate chain, to serve TLS without a proxy."),
    Key("tls-key", "", "The PEM file of its private key."),
    Key("upload-limit-mb", "100", "The largest file that may be uploaded, in megabytes."),
    Key(
      "live-lines", String(Limits.liveLines.most),
      "How many open pages of one account are live; more where many screens share one account."),
    Key("log-level", "notice", "trace, debug, info, notice, warning, error or critical."),
    Key(
      "browser-module", "",
      "The program that a browser runs without a line, homeroom.wasm; empty to look beside Public, “none” for none."),
    Key("resources", "", "The directory that holds Public and Words; empty to look beside the program and above it."),
    Key(
      "smtp-url", "",
      "The mail server: smtps://host:465, or smtp://host:587 for STARTTLS; empty to keep letters as files in the data directory."
    ),
    Key("smtp-user", "", "Whom the mail server knows us as."),
    Key("smtp-password", "", "The password for the mail server.", isSecret: true),
    Key(
      "smtp-authorities", "", "A PEM file with the certificate the mail server is known by, if it is one of its own."),
    Key("mail-from", "", "The address letters come from; empty for homeroom@ the host of the origin."),
    Key(
      "push-contact", "",
      "mailto:… or https://… for push services that have to reach whoever runs this; empty for the origin."),
    Key("push-hosts", "", "More hosts that pushes may go to, as host:port, separated by commas; for tests."),
    Key("apns-key", "", "The .p8 file of Apple's push key; empty for no pushes to Apple's apps."),
    Key("apns-key-id", "", "The ten characters Apple gave the key."),
    Key("apns-team", "", "The ten characters of the team."),
    Key("apns-topic", "", "The app's bundle identifier."),
    Key("apns-origin", "https://api.push.apple.com", "Apple's push service, or its sandbox."),
    Key("apns-authorities", "", "A PEM file that takes the place of the system's certificates; for tests."),
    Key(
      "chat-url", "",
      "A text service that drafts and explains: the whole address, https://…/v1/chat/completions; empty for none."),
    Key("chat-key", "", "What the text service knows us by; empty for one that asks for none.", isSecret: true),
    Key("chat-model", "", "The model that the text service is asked for."),
    Key(
      "speech-url", "",
      "A speech service that writes recordings down: the whole address, https://…/v1/audio/transcriptions; empty for none."
    ),
    Key("speech-key", "", "What the speech service knows us by; empty for one that asks for none.", isSecret: true),
    Key("speech-model", "", "The model that the speech service is asked for."),
    Key("outside-seconds", "20", "How long an answer of these services is waited for."),
    Key("readers", "4", "How many threads read the books at once."),
    Key(
      "high-water", "",
      "A file in which it is noted how far the books have come, best on another disk: books that were put back from a snapshot are known by it. Empty for heads.txt in the data directory."
    ),
    Key(
      "least-free-mb", "200",
      "With fewer megabytes free where the data is, /readyz answers 503, before writing fails; 0 for never."),
  ]

  /// Name to effective value, all of them.
  public let values: [String: String]
  /// The operator's own terms and privacy policy, when there are any.
  let legal: AccountsLegal?

  public subscript(_ name: String) -> String { values[name] ?? "" }
  public var data: String { self["data"] }
  public var port: Int { Int(self["port"]) ?? 8080 }

  /// Command-line flags win over the environment, the environment over the file named by `--config` or
  /// `HOMEROOM_CONFIG`.
  ///
  /// A variable that ends in `_FILE` names a file that holds the value.
  ///
  /// - Throws: `WrongSetting` with a sentence.
  public static func read(flags: [String: String], environment: [String: String], config: String?) async throws
    -> Settings
  {
    try refuseUnknown(environment)
    var providers: [any ConfigProvider] = [
      InMemoryProvider(
        values: Dictionary(
          uniqueKeysWithValues: flags.map {
            (AbsoluteConfigKey(["homeroom", $0.key]), ConfigValue(.string($0.value), isSecret: false))
          })),
      EnvironmentVariablesProvider(environmentVariables: try withFiles(environment)),
    ]
    if let path = config ?? environment["HOMEROOM_CONFIG"] {
      try refuseUnknown(file: path)
      providers.append(try await FileProvider<JSONSnapshot>(filePath: FilePath(path)))
    }
    let reader = ConfigReader(providers: providers)
    var values: [String: String] = [:]
    for key in keys {
      values[key.name] =
        reader.string(forKey: ConfigKey(["homeroom", key.name])) ?? reader.string(forKey: ConfigKey([key.name]))
        ?? key.standard
    }
    try Settings(values: values, legal: nil).check()
    return Settings(values: values, legal: try ownTexts(values))
  }

  private static func ownTexts(_ values: [String: String]) throws -> AccountsLegal? {
    guard let directory = values["legal"], !directory.isEmpty else { return nil }
    do {
      return try AccountsLegal(
        directory: directory, language: values["language"].flatMap(Language.init(rawValue:)) ?? .en)
    } catch {
      throw WrongSetting("legal: \(error.sentence)")
    }
  }

  private static func withFiles(_ environment: [String: String]) throws -> [String: String] {
    var all = environment
    for key in keys {
      guard let path = environment[key.variable + "_FILE"] else { continue }
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {  // the reason is in the sentence
        throw WrongSetting("\(key.variable)_FILE names \(path), which cannot be read.")
      }
      all[key.variable] = trimmed(text)
    }
    return all
  }

  private static func refuseUnknown(_ environment: [String: String]) throws {
    let known = Set(keys.flatMap { [$0.variable, $0.variable + "_FILE"] } + ["HOMEROOM_CONFIG"])
    if let stranger = environment.keys.filter({ $0.hasPrefix("HOMEROOM_") && !known.contains($0) }).min() {
      throw WrongSetting("\(stranger) is not a setting. `homeroom settings` lists them all.")
    }
  }

  private static func refuseUnknown(file path: String) throws {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw WrongSetting("The settings file \(path) cannot be read.")
    }
    guard case .object(let members)? = try? JSON(Array(bytes)) else {  // any fault of the file is this one sentence
      throw WrongSetting("The settings file \(path) is not a JSON object.")
    }
    if let stranger = members.map(\.0).first(where: { name in !keys.contains { $0.name == name } }) {
      throw WrongSetting("\(stranger) in \(path) is not a setting. `homeroom settings` lists them all.")
    }
  }

  private func check() throws {
    func number(_ name: String, _ range: ClosedRange<Int>) throws {
      guard let value = Int(self[name]), range.contains(value) else {
        throw WrongSetting(
          "\(name) must be a number from \(range.lowerBound) to \(range.upperBound), not “\(self[name])”.")
      }
    }
    func choice(_ name: String, _ values: [String]) throws {
      guard values.contains(self[name]) else {
        throw WrongSetting("\(name) must be one of \(values.joined(separator: ", ")), not “\(self[name])”.")
      }
    }
    try number("port", 0...65_535)
    try number("upload-limit-mb", 1...10_000)
    try number("live-lines", 1...100_000)
    try number("readers", 1...64)
    try number("least-free-mb", 0...1_000_000)
    try number("outside-seconds", 1...120)
    try choice("language", Language.allCases.map(\.rawValue))
    try choice("theme", Appearance.Theme.allCases.map(\.rawValue))
    try choice("sign-up", ["yes", "no"])
    try choice("new-schools", ["yes", "no"])
    try choice("log-level", ["trace", "debug", "info", "notice", "warning", "error", "critical"])
    try checkAddresses()
  }

  private func checkAddresses() throws {
    let origin = self["origin"]
    if !origin.isEmpty {
      guard let url = URL(string: origin), let host = url.host, !host.isEmpty,
        url.scheme == "https" || url.scheme == "http",
        url.path.isEmpty, url.query == nil
      else { throw WrongSetting("origin must look like https://school.example, without a path, not “\(origin)”.") }
    }
    guard self["tls-certificate"].isEmpty == self["tls-key"].isEmpty else {
      throw WrongSetting("tls-certificate and tls-key go together: set both or neither.")
    }
    try checkPost()
    try checkOutside()
    let url = self["database-url"]
    guard url.isEmpty || url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else {
      throw WrongSetting("database-url must begin with postgres://.")
    }
    guard self["files"].isEmpty || !url.isEmpty else {
      throw WrongSetting("files goes with database-url: with SQLite the files are in the data directory.")
    }
  }

  /// What is said of children leaves the machine encrypted or not at all.
  private func checkOutside() throws {
    for name in ["chat", "speech"] {
      let url = self[name + "-url"]
      guard url.isEmpty == self[name + "-model"].isEmpty else {
        throw WrongSetting("\(name)-url and \(name)-model go together: set both or neither.")
      }
      guard !url.isEmpty || self[name + "-key"].isEmpty else {
        throw WrongSetting("\(name)-key goes with \(name)-url.")
      }
      guard self[name + "-key"].utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
        throw WrongSetting("\(name)-key has letters that no key has.")
      }
      if url.isEmpty { continue }
      let host = URL(string: url)?.host ?? ""
      let isHere = ["localhost", "127.0.0.1", "::1"].contains(host)
      guard !host.isEmpty, url.hasPrefix("https://") || isHere && url.hasPrefix("http://") else {
        throw WrongSetting("\(name)-url must begin with https://, or with http:// for a service on this machine.")
      }
    }
  }

  private func checkPost() throws {
    let smtp = self["smtp-url"]
    guard smtp.isEmpty || smtp.hasPrefix("smtps://") || smtp.hasPrefix("smtp://") else {
      throw WrongSetting("smtp-url must begin with smtps:// or smtp://.")
    }
    guard self["smtp-user"].isEmpty == self["smtp-password"].isEmpty else {
      throw WrongSetting("smtp-user and smtp-password go together: set both or neither.")
    }
    let from = self["mail-from"]
    guard from.isEmpty || Address(from) != nil else { throw WrongSetting("mail-from must be one plain address.") }
    let contact = self["push-contact"]
    guard contact.isEmpty || contact.hasPrefix("mailto:") || contact.hasPrefix("https://") else {
      throw WrongSetting("push-contact must begin with mailto: or https://.")
    }
    let apns = ["apns-key", "apns-key-id", "apns-team", "apns-topic"].map { self[$0].isEmpty }
    guard Set(apns).count == 1 else {
      throw WrongSetting("apns-key, apns-key-id, apns-team and apns-topic go together: set all or none.")
    }
  }

  private func addresses(_ name: String) -> Set<String> {
    Set(self[name].split(separator: ",").map { trimmed(String($0)) })
  }

  /// What the web part needs to know.
  public var web: WebSettings {
    var web = WebSettings()
    let origin = self["origin"]
    web.origin = origin.isEmpty ? nil : origin
    if let host = URL(string: origin)?.host { web.hosts.insert(host.lowercased()) }
    web.language = Language(rawValue: self["language"]) ?? .en
    web.look = Appearance(theme: Appearance.Theme(rawValue: self["theme"]) ?? .wolfwhale)
    web.trustedProxies = addresses("trusted-proxies")
    web.metricsFrom = addresses("metrics-from")
    web.uploadLimit = (Int(self["upload-limit-mb"]) ?? 100) << 20
    web.liveLines = Int(self["live-lines"]) ?? Limits.liveLines.most
    return web
  }
}

/// A setting that keeps the server from starting.
public struct WrongSetting: Error, CustomStringConvertible, Sendable {
  public let description: String
  init(_ description: String) { self.description = description }
}
