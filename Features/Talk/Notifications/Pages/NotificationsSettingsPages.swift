package import Base
import HTML
package import Kit
import School

/// What somebody hears of, how and when.
package struct NoticeSettingsPage: Sendable {
  struct Subject: Sendable {
    let id: ID<NoticeSubject>, name: String, isMuted: Bool
  }
  struct Device: Sendable {
    let endpoint: String, agent: String, createdAt: Instant
  }
  let role: Role
  let preferences: NoticePreferences
  /// The reader's zone, which is the account's or else the school's.
  let zone: String
  let email: String?
  /// Whether that address has sent our letters back.
  let isRefused: Bool
  let subjects: [Subject]
  let devices: [Device]
  /// What a browser needs to be reached by us.
  let pushKey: String
  /// Whether letters leave this server.
  var sendsMail = true
}

package func noticeSettingsPage(_ data: NoticeSettingsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let data = data.redrawn(draft)
  let content: HTML = """
    \(errorSummary(draft, timeFields(data, scene), scene))\
    <div class="stack">\(waysCard(data, scene))\(timesCard(data, draft, scene))\(leadsCard(data, scene))\
    \(mutedCard(data, scene))<div class="form__actions">\(submit(words("notifications.save")))</div></div>
    """
  // The hour of a reminder of studying is chosen where one studies.
  let study = cell(
    HTML(text: words("study.reminder.link")), lead: icon("flame", scene), to: StudyLogPaths.reminder, scene)
  return Page(
    "notifications.settings", title: words("notifications.settings"),
    parent: (words("notifications.title"), NotificationsPaths.inbox),
    body: indexed(
      data.index.map { ($0, words("notifications." + $0)) }, scene,
      content: """
        <div class="stack">\(mailBanner(data, scene))\(devicesCard(data, scene))\
        \(form(NotificationsPaths.settings, scene, style: FormStyle(id: "notices", isLive: true, classes: "", behaviour: .choices), content: content))\
        \(list([study]))</div>
        """))
}

extension NoticeSettingsPage {
  /// The cards there are.
  fileprivate var index: [String] {
    ["devices", "ways", "times"] + (role == .student ? ["leads"] : []) + (subjects.isEmpty ? [] : ["muted"])
  }

  /// The form as it stands, so that what is saved can be taken back; `nil` where it is too much for a word that says so.
  package var fields: [Form.Field]? {
    var all: [Form.Field] = []
    for kind in NoticeKind.kinds(of: role) {
      let ways = preferences.ways(kind, for: role)
      all.append(Form.Field("mail." + kind.rawValue, ways.mail.rawValue))
      if ways.push { all.append(Form.Field("push." + kind.rawValue, "on")) }
    }
    let quiet = preferences.quiet ?? (20 * 60, 7 * 60)
    all += [
      Form.Field("digest", clock(preferences.digestAt)), Form.Field("quietFrom", clock(quiet.from)),
      Form.Field("quietUntil", clock(quiet.until)),
    ]
    if preferences.quiet != nil { all.append(Form.Field("quiet", "on")) }
    if preferences.restsOnWeekends { all.append(Form.Field("weekends", "on")) }
    all += preferences.leads.sorted().map { Form.Field("lead", String($0)) }
    all += subjects.filter { $0.isMuted }.map { Form.Field("mute", $0.id.text) }
    return all.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 6 } > 1800 ? nil : all
  }

  private func clock(_ minute: Int) -> String { pad(minute / 60 % 24) + ":" + pad(minute % 60) }
}

extension NoticeSettingsPage {
  /// What was ticked stays ticked when the form comes back with a mistake in it.
  func redrawn(_ draft: Draft) -> NoticeSettingsPage {
    guard !draft.form.fields.isEmpty else { return self }
    var chosen = preferences
    for kind in NoticeKind.kinds(of: role) {
      let mail = draft["mail." + kind.rawValue].flatMap { MailWay(rawValue: $0) }
      chosen.ways[kind] = NoticeWays(push: draft["push." + kind.rawValue] != nil, mail: mail ?? .off)
    }
    chosen.leads = Set(draft.form.all("lead").compactMap { wholeNumber($0.utf8) })
    let muted = Set(draft.form.all("mute"))
    return NoticeSettingsPage(
      role: role, preferences: chosen, zone: zone, email: email, isRefused: isRefused,
      subjects: subjects.map { Subject(id: $0.id, name: $0.name, isMuted: muted.contains($0.id.text)) },
      devices: devices, pushKey: pushKey, sendsMail: sendsMail)
  }
}

private func mailBanner(_ data: NoticeSettingsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard data.sendsMail else { return banner(HTML(text: words("notifications.no-mail-server")), scene, .warning) }
  guard let email = data.email else { return banner(HTML(text: words("notifications.no-email")), scene) }
  return data.isRefused
    ? banner(HTML(text: words("notifications.refused", .text(email))), scene, .warning) : ""
}

// MARK: ways

private func waysCard(_ data: NoticeSettingsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let table = DataTable(
    words("notifications.ways"),
    [
      .init(words("notifications.kind")), .init(words("notifications.way.push")),
      .init(words("notifications.way.mail")),
    ], isCaptionHidden: true)
  let rows = NoticeKind.kinds(of: data.role).map { kind in
    DataTable.Row([HTML(text: kindName(kind, scene)), pushBox(kind, data, scene), mailChoice(kind, data, scene)])
  }
  return card(
    words("notifications.ways"), id: "ways",
    content: "<p class=\"quiet\">\(words("notifications.ways-text"))</p>\(table.html(rows))")
}

private func kindName(_ kind: NoticeKind, _ scene: Scene) -> String {
  // words: notifications.kind.*
  scene.words("notifications.kind." + kind.rawValue)
}

private func pushBox(_ kind: NoticeKind, _ data: NoticeSettingsPage, _ scene: Scene) -> HTML {
  let isOn = data.preferences.ways(kind, for: data.role).push
  return """
    <label class="check"><input type="checkbox" name="push.\(kind.rawValue)" value="on"\(flag: "checked", isOn)>\
    <span class="visually-hidden">\(scene.words("notifications.way.push")): \(kindName(kind, scene))</span></label>
    """
}

private func mailChoice(_ kind: NoticeKind, _ data: NoticeSettingsPage, _ scene: Scene) -> HTML {
  let chosen = data.preferences.ways(kind, for: data.role).mail
  let options = MailWay.allCases.map { way -> HTML in
    // words: notifications.mail.*
    """
    <option value="\(way.rawValue)"\(flag: "selected", way == chosen)>\
    \(scene.words("notifications.mail." + way.rawValue))</option>
    """
  }
  return """
    <span class="field"><select name="mail.\(kind.rawValue)" \
    aria-label="\(scene.words("notifications.way.mail")): \(kindName(kind, scene))">\(each: options, { $0 })</select></span>
    """
}

// MARK: times

private func timeFields(_ data: NoticeSettingsPage, _ scene: Scene) -> [Field] {
  let (words, chosen) = (scene.words, data.preferences)
  let quiet = chosen.quiet ?? (20 * 60, 7 * 60)
  return [
    .time(
      "digest", words("notifications.digest-at"), minute: chosen.digestAt, hint: words("notifications.digest-hint")),
    .check("quiet", words("notifications.quiet"), isOn: chosen.quiet != nil, hint: words("notifications.quiet-hint")),
    .time("quietFrom", words("notifications.quiet-from"), minute: quiet.from),
    .time("quietUntil", words("notifications.quiet-until"), minute: quiet.until),
    .check("weekends", words("notifications.weekends"), isOn: chosen.restsOnWeekends),
  ]
}

private func timesCard(_ data: NoticeSettingsPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let drawn = timeFields(data, scene).map { field($0, draft, scene) }
  return card(
    scene.words("notifications.times"), id: "times",
    content: """
      <div class="form">\(drawn[0])\(drawn[1])\(fieldRow([drawn[2], drawn[3]]))\(drawn[4])\
      <p class="quiet">\(scene.words("notifications.by-clock", .text(data.zone))) \
      <a href="\(url: NotificationsPaths.zone)">\(scene.words("notifications.zone-change"))</a></p></div>
      """)
}

/// Only who has something to hand in is reminded of it.
private func leadsCard(_ data: NoticeSettingsPage, _ scene: Scene) -> HTML {
  guard data.role == .student else { return "" }
  let boxes = NoticePreferences.allLeads.map { hours in
    box(
      "lead", String(hours), scene.words("notifications.lead", .count(hours)),
      isOn: data.preferences.leads.contains(hours))
  }
  return card(
    scene.words("notifications.leads"), id: "leads",
    content: "<p class=\"quiet\">\(scene.words("notifications.leads-text"))</p>\(each: boxes, { $0 })")
}

private func mutedCard(_ data: NoticeSettingsPage, _ scene: Scene) -> HTML {
  guard !data.subjects.isEmpty else { return "" }
  let boxes = data.subjects.map { box("mute", $0.id.text, $0.name, isOn: $0.isMuted) }
  return card(
    scene.words("notifications.muted"), id: "muted",
    content: "<p class=\"quiet\">\(scene.words("notifications.muted-text"))</p>\(each: boxes, { $0 })")
}

private func box(_ name: String, _ value: String, _ label: String, isOn: Bool) -> HTML {
  """
  <label class="check"><input type="checkbox" name="\(name)" value="\(value)"\(flag: "checked", isOn)>\
  <span class="check__text"><bdi>\(label)</bdi></span></label>
  """
}

// MARK: devices

/// The button does what it says where a browser can; elsewhere it stays hidden and the inbox is the way.
private func devicesCard(_ data: NoticeSettingsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = data.devices.map { device in
    cell(
      HTML(text: device.agent), meta: time(device.createdAt, scene),
      trail: postButton(
        words("notifications.device-remove"), to: NotificationsPaths.deviceRemoval, scene,
        fields: [Form.Field("endpoint", device.endpoint)], style: ButtonStyle(isSmall: true)), scene)
  }
  let known: HTML = rows.isEmpty ? "" : list(rows, label: words("notifications.devices"), isPlain: true)
  return card(
    words("notifications.devices"), id: "devices",
    content: """
      <div class="stack"><p class="quiet">\(words("notifications.devices-text"))</p>\(known)\
      <form method="post" action="\(url: NotificationsPaths.devices)" id="push"\(behaviour: .push, data.pushKey) hidden>\
      \(proof(scene))<input type="hidden" name="endpoint"><input type="hidden" name="p256dh">\
      <input type="hidden" name="auth">\
      \(button(words("notifications.device-add"), .secondary, icon: icon("bell", scene)))</form>\
      <p class="quiet" id="push-denied" hidden>\(words("notifications.push-denied"))</p></div>
      """)
}

// MARK: out of letters

/// What the link in a letter leads to: one button, no signing in.
package func unsubscribePage(_ school: String, token: String, isDone: Bool, _ scene: Scene) -> Page {
  let words = scene.words
  let content: HTML =
    isDone
    ? """
    <p>\(words("notifications.stopped-text", .text(school)))</p>\
    <p>\(linkButton(words("notifications.settings"), to: NotificationsPaths.settings))</p>
    """
    : """
    <p>\(words("notifications.stop-text", .text(school)))</p>\
    \(postButton(words("notifications.letter.stop"), to: NotificationsPaths.unsubscribe + "?t=" + token, scene, .primary))
    """
  return Page(
    "notifications.unsubscribe", title: words(isDone ? "notifications.stopped" : "notifications.letter.stop"),
    isPlain: true, body: card(content: "<div class=\"stack\">\(content)</div>"))
}

/// A notification of another school of the same person: one step to go there.
func otherSchoolPage(_ school: ID<Tenant>, _ name: String, next: String, _ scene: Scene) -> Page {
  let words = scene.words
  return Page(
    "notifications.elsewhere", title: words("notifications.elsewhere"),
    body: card(
      content: """
        <div class="stack"><p>\(words("notifications.elsewhere-text", .text(name)))</p>\
        \(postButton(words("notifications.elsewhere-go", .text(name)), to: "/switch", scene, fields: [Form.Field("school", school.text), Form.Field("next", next)], .primary))</div>
        """))
}

extension Behaviour {
  /// Lets this browser ring: the key that the school's pushes are signed with.
  static let push = Behaviour("push", on: "data-push")
}
