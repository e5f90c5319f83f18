package import Base
import HTML
package import Kit
package import School

struct AccountPage: Sendable {
  let account: AccountRecord
  /// Whether a school keeps the name, as of its pupils.
  var isNameKept = false
  let sessions: [SessionRecord]
  let tokens: [TokenRecord]
  /// The session that asks; `nil` for a program with a token.
  let current: ID<SessionRecord>?
  /// The names of the zones there are.
  let zones: [String]
  let draft: Draft
  /// The form that was refused, by its path; only there the draft is shown.
  let refused: String?
  /// Where something of a school that was left stays; `nil` where nothing does.
  var keptPath: String?

  func draft(of path: String) -> Draft { refused == path ? draft : Draft() }
}

func accountPage(_ data: AccountPage, _ scene: Scene) -> Page {
  let words = scene.words
  let index: [(id: String, title: String)] = [
    ("profile", words("accounts.profile")), ("language", words("kit.language")), ("zone", words("accounts.zone")),
    ("look", words("accounts.look")), ("password", words("accounts.change-password")),
    ("sessions", words("accounts.sessions")), ("tokens", words("accounts.tokens")),
  ]
  return Page(
    "accounts.account", title: words("accounts.account"),
    body: indexed(
      index, scene,
      content: stack(
        [
          profileCard(data, scene), languageCard(data, scene), zoneCard(data, scene), appearanceCard(data, scene),
          passwordCard(data, scene),
          sessionsCard(data, scene), tokensCard(data, scene), keptCard(data, scene), legalLinks(scene),
        ].filter { !$0.isEmpty }, isLoose: true)))
}

/// What is read and taken along after a school was left.
private func keptCard(_ data: AccountPage, _ scene: Scene) -> HTML {
  guard let path = data.keptPath else { return "" }
  let words = scene.words
  return part(
    "kept", words("accounts.kept"), "<p>\(words("accounts.kept-text"))</p>",
    foot: linkButton(words("accounts.kept-open"), to: path, icon: icon("archive", scene)))
}

private func part(_ id: String, _ title: String, _ content: HTML, foot: HTML = "") -> HTML {
  card(title, id: id, foot: foot, content: content)
}

private func profileCard(_ data: AccountPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let identifiers: [(String, String)] =
    (data.account.username.map { [(words("accounts.username"), $0)] } ?? [])
    + (data.account.email.map { [(words("accounts.email"), $0)] } ?? [])
  let rows = identifiers.map { cell(HTML(text: $0.0), meta: "<bdi dir=\"ltr\">\($0.1)</bdi>", scene) }
  let known: HTML = rows.isEmpty ? "" : list(rows, isPlain: true)
  guard !data.isNameKept else {
    let kept = cell(HTML(text: words("accounts.name")), meta: name(data.account.name), scene)
    return part(
      "profile", words("accounts.profile"),
      "\(list([kept] + rows, isPlain: true))<p class=\"quiet\">\(words("accounts.name-kept"))</p>")
  }
  let fields = [Field.text("name", words("accounts.name"), value: data.account.name, autocomplete: "name", max: 80)]
  return part(
    "profile", words("accounts.profile"),
    """
    \(known)\
    \(form(AccountsPaths.name, fields, data.draft(of: AccountsPaths.name), scene, submit: words("accounts.save"), scope: "profile"))
    """)
}

private func languageCard(_ data: AccountPage, _ scene: Scene) -> HTML {
  part(
    "language", scene.words("kit.language"),
    form(
      AccountsPaths.language, [Field.language(scene), Field.hidden("back", AccountsPaths.account)],
      data.draft(of: AccountsPaths.language), scene, submit: scene.words("accounts.save"),
      style: FormStyle(behaviour: .choices), scope: "language"))
}

/// By whose clock one reads; the school's own day goes by the school's.
private func zoneCard(_ data: AccountPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let usual =
    scene.reader?.school == nil
    ? words("accounts.as-school") : words("accounts.zone-school", .text(scene.zone.name))
  var zone = Field.select(
    "zone", words("accounts.zone"), data.zones.map { Field.Choice($0, $0) }, value: data.account.zone ?? "",
    hint: words("accounts.zone-hint"), isRequired: false, empty: usual)
  zone.direction = "ltr"
  return part(
    "zone", words("accounts.zone"),
    form(
      AccountsPaths.zone, [zone], data.draft(of: AccountsPaths.zone), scene, submit: words("accounts.save"),
      scope: "zone"))
}

/// The four themes and three schemes of the Kit, and before each: as the school has it.
private func appearanceCard(_ data: AccountPage, _ scene: Scene) -> HTML {
  let school = Field.Choice("inherit", scene.words("accounts.as-school"))
  let fields = [
    inheriting(.theme(scene), school, data.account.theme), inheriting(.scheme(scene), school, data.account.scheme),
    .cards(
      "keys", scene.words("accounts.keys"),
      [.init("on", scene.words("accounts.keys-on")), .init("off", scene.words("accounts.keys-off"))],
      value: data.account.hasKeys == false ? "off" : "on", hint: scene.words("accounts.keys-hint")),
    Field.hidden("back", AccountsPaths.account),
  ]
  return part(
    "look", scene.words("accounts.look"),
    form(
      AccountsPaths.look, fields, data.draft(of: AccountsPaths.look), scene, submit: scene.words("accounts.save"),
      style: FormStyle(id: "look-form", behaviour: .choices), scope: "look"))
}

private func inheriting(_ field: Field, _ first: Field.Choice, _ value: String?) -> Field {
  var copy = field
  if case .cards(let choices) = field.control { copy.control = .cards([first] + choices) }
  copy.value = value ?? "inherit"
  return copy
}

private func passwordCard(_ data: AccountPage, _ scene: Scene) -> HTML {
  let words = scene.words
  var fields = [
    Field.password("current", words("accounts.password-current")),
    Field.password("new", words("accounts.password-new"), isNew: true, hint: words("accounts.password-hint")),
  ]
  if !data.tokens.isEmpty {
    fields.append(
      .check(
        "tokens", words("accounts.password-tokens"), isOn: data.refused != AccountsPaths.password,
        hint: words("accounts.password-tokens-hint")))
  }
  return part(
    "password", words("accounts.change-password"),
    """
    <p class="quiet">\(words("accounts.password-ends"))</p>\
    \(form(AccountsPaths.password, fields, data.draft(of: AccountsPaths.password), scene, submit: words("accounts.change-password"), scope: "password"))
    """)
}

// MARK: sessions

private func sessionsCard(_ data: AccountPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let others = data.sessions.contains { $0.id != data.current }
  let foot: HTML =
    others
    ? postButton(words("accounts.end-others"), to: AccountsPaths.others, scene, icon: icon("sign-out", scene)) : ""
  let rows = data.sessions.map { sessionCell($0, isCurrent: $0.id == data.current, scene) }
  let all: HTML =
    rows.isEmpty
    ? "<p class=\"quiet\">\(words("accounts.no-sessions"))</p>"
    : list(rows, label: words("accounts.sessions"), isPlain: true)
  return part(
    "sessions", words("accounts.sessions"),
    """
    <p class="quiet">\(words("accounts.sessions-text"))</p>\(all)\
    <p class="quiet">\(words("accounts.familiar-text"))</p>
    """, foot: foot)
}

private func sessionCell(_ session: SessionRecord, isCurrent: Bool, _ scene: Scene) -> HTML {
  let words = scene.words
  let end: HTML =
    isCurrent
    ? badge(words("accounts.this-device"), .success, icon: icon("check", scene))
    : postButton(
      words("accounts.end"), to: AccountsPaths.sessions + "/" + session.id.text + "/revoke", scene,
      style: ButtonStyle(isSmall: true))
  let meta: HTML = """
    \(time(session.seenAt, scene, isRelative: true)) · <bdi dir="ltr">\(roughly(session.source))</bdi>
    """
  return cell(
    HTML(text: deviceName(UserAgent(agent: session.agent), words)), meta: meta, trail: end, scene,
    style: CellStyle(id: "session-" + session.id.text))
}

private func deviceName(_ device: UserAgent, _ words: Words) -> String {
  switch (device.browser, device.system) {
  case (let browser?, let system?): words("accounts.device", .text(browser), .text(system))
  case (let name?, nil), (nil, let name?): name
  case (nil, nil): words("accounts.device-unknown")
  }
}

// MARK: tokens

private func tokensCard(_ data: AccountPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = data.tokens.map { tokenCell($0, scene) }
  let fields = [
    Field.text("label", words("accounts.token-label"), hint: words("accounts.token-label-hint"), max: 60),
    // words: accounts.scope.*
    Field.select(
      "scope", words("accounts.token-scope"),
      TokenScope.allCases.map { Field.Choice($0.rawValue, words("accounts.scope." + $0.rawValue)) },
      value: TokenScope.read.rawValue),
    Field.select(
      "area", words("accounts.token-area"), TokenArea.allCases.map { Field.Choice($0.rawValue, areaName($0, words)) },
      isRequired: false, empty: words("accounts.token-everything")),
    Field.select(
      "days", words("accounts.token-days"),
      MakeToken.lifetimes.map { Field.Choice(String($0), words("members.days-count", .count($0))) }, value: "90",
      isRequired: false, empty: words("accounts.token-never")),
  ]
  return part(
    "tokens", words("accounts.tokens"),
    """
    <p class="quiet">\(words("accounts.tokens-text"))</p>\
    \(rows.isEmpty ? "" : list(rows, label: words("accounts.tokens"), isPlain: true))\
    \(form(AccountsPaths.tokens, fields, data.draft(of: AccountsPaths.tokens), scene, submit: words("accounts.make-token"), scope: "tokens"))
    """)
}

private func tokenCell(_ token: TokenRecord, _ scene: Scene) -> HTML {
  let words = scene.words
  let used: HTML = token.seenAt.map { time($0, scene, isRelative: true) } ?? HTML(text: words("accounts.never-used"))
  var parts: [HTML] = [
    HTML(text: words("accounts.scope." + token.scope.rawValue)),
    HTML(text: token.area.map { areaName($0, words) } ?? words("accounts.token-everything")), used,
  ]
  if let end = token.expiresAt, token.isAlive(at: scene.now) {
    parts.append("\(words("accounts.token-until")) \(time(end, scene))")
  }
  let over: HTML = token.isAlive(at: scene.now) ? "" : badge(words("accounts.token-over"), .neutral)
  let end = postButton(
    words("accounts.end"), to: AccountsPaths.tokens + "/" + token.id.text + "/revoke", scene,
    style: ButtonStyle(isSmall: true))
  return cell(
    name(token.label), meta: "\(each: parts.indices, { "\($0 == 0 ? "" : " · ")\(parts[$0])" })",
    trail: "\(over)\(end)",
    scene, style: CellStyle(id: "token-" + token.id.text))
}

/// A part of the school, called what its place in the bars is called.
private func areaName(_ area: TokenArea, _ words: Words) -> String {
  switch area {
  case .announcements: words("announcements.title")
  case .assignments: words("accounts.area.assignments")
  case .attendance: words("attendance.title")
  case .calendar: words("calendar.title")
  case .classrooms: words("classrooms.title")
  case .courses: words("courses.title")
  case .grades: words("grades.title")
  case .members: words("members.title")
  case .messages: words("messages.title")
  case .quizzes: words("accounts.area.quizzes")
  case .students: words("students.title")
  }
}

/// The one time a token's text is shown.
package func tokenPage(_ label: String, _ secret: String, _ scene: Scene) -> Page {
  let words = scene.words
  return Page(
    "accounts.token", title: words("accounts.token-made"),
    parent: (title: words("accounts.account"), path: AccountsPaths.account),
    body: card(
      content: """
        <div class="stack"><p>\(words("accounts.token-text", .text(label)))</p>\(copyText(secret, id: "token", scene))\
        <p>\(linkButton(words("accounts.done"), to: AccountsPaths.account, .primary))</p></div>
        """))
}

extension AccountRecord {
  /// What the form of the look says of it, for the way back from another one.
  package func lookFields(back: String) -> [Form.Field] {
    [
      Form.Field("theme", theme ?? "inherit"), Form.Field("scheme", scheme ?? "inherit"),
      Form.Field("keys", hasKeys == false ? "off" : "on"), Form.Field("back", back),
    ]
  }
}
