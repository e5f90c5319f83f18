public import Base
import Kit
import Router

extension DeviceSession {
  public var json: JSON {
    .object([
      ("account", .id(identity.account)), ("name", .text(identity.name)),
      ("language", .optional(identity.language?.rawValue)), ("look", identity.look?.json ?? .null),
      ("zone", .optional(identity.zone)), ("csrf", .text(identity.csrf)), ("shelf", .optional(identity.shelf)),
      ("school", school.json), ("schools", .list(identity.schools.map { $0.json })), ("assets", .text(assets)),
      ("zones", .list(zones.map { $0.json })), ("mail", .flag(sendsMail)), ("founding", .flag(mayFound)),
    ])
  }

  /// - Throws: `Refusal.invalid` for what is no session.
  public init(_ json: JSON) throws(Refusal) {
    guard let account = json.readID("account", Account.self), let name = json.readText("name"),
      let school = json["school"].flatMap({ Identity.Membership($0) }), let assets = json.readText("assets")
    else { throw .invalid("", Phrase("json.malformed")) }
    var identity = Identity(
      account: account, credential: .session, session: .none, name: name,
      language: json.readText("language").flatMap { Language(rawValue: $0) },
      look: json["look"].flatMap { Appearance($0) }, school: school,
      schools: json.readList("schools").compactMap { Reader.School($0) }, unread: 0,
      csrf: json.readText("csrf") ?? "")
    (identity.zone, identity.shelf) = (json.readText("zone"), json.readText("shelf"))
    let zones = json.readList("zones").compactMap { ZoneChanges($0) }
    let (sendsMail, mayFound) = (json.readFlag("mail") ?? false, json.readFlag("founding") ?? false)
    let made = DeviceSession(identity, assets: assets, zones: zones, sendsMail: sendsMail, mayFound: mayFound)
    guard let made else { throw .invalid("", Phrase("json.malformed")) }
    self = made
  }
}

extension Identity.Membership {
  fileprivate var json: JSON {
    .object([
      ("id", .id(id)), ("name", .text(name)), ("role", .text(role.rawValue)), ("kind", .text(kind)),
      ("zone", .text(zone)), ("language", .text(language.rawValue)), ("look", look.json),
      ("areas", .list(areas.sorted().map { .text($0) })),
    ])
  }

  fileprivate init?(_ json: JSON) {
    guard let id = json.readID("id", Tenant.self), let name = json.readText("name"),
      let role = json.readText("role").flatMap({ Role(rawValue: $0) }), let kind = json.readText("kind"),
      let zone = json.readText("zone"), let language = json.readText("language").flatMap({ Language(rawValue: $0) }),
      let look = json["look"].flatMap({ Appearance($0) })
    else { return nil }
    let areas = json.readList("areas").compactMap { area -> String? in
      if case .text(let name) = area { name } else { nil }
    }
    self.init(
      id: id, name: name, role: role, kind: kind, zone: zone, language: language, look: look, head: 0,
      areas: Set(areas))
  }
}

extension Reader.School {
  fileprivate var json: JSON {
    .object([
      ("id", .id(id)), ("name", .text(name)), ("role", .text(role.rawValue)), ("picture", .optional(picture)),
    ])
  }

  fileprivate init?(_ json: JSON) {
    guard let id = json.readID("id", Tenant.self), let name = json.readText("name"),
      let role = json.readText("role").flatMap({ Role(rawValue: $0) })
    else { return nil }
    self.init(id: id, name: name, role: role, picture: json.readText("picture"))
  }
}

extension Appearance {
  fileprivate var json: JSON {
    .object([("theme", .text(theme.rawValue)), ("scheme", .text(scheme.rawValue)), ("keys", .flag(hasKeys))])
  }

  fileprivate init?(_ json: JSON) {
    guard let theme = json.readText("theme").flatMap({ Theme(rawValue: $0) }),
      let scheme = json.readText("scheme").flatMap({ Scheme(rawValue: $0) })
    else { return nil }
    self.init(theme: theme, scheme: scheme, hasKeys: json.readFlag("keys") ?? true)
  }
}
