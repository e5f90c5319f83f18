import Base
import HTML
public import Kit
public import School

/// The settings as the caller sees them; what is not theirs to see is `nil`.
struct SettingsData: Sendable {
  let school: School
  let role: Role
  /// How many schools the person belongs to.
  let schools: Int
  /// For the office: how many members there are, and how many invites are pending.
  let members: Int?
  let invites: Int?
  let mayLeave: Bool
}

/// One of the schools a person may go to.
struct SchoolChoice: Sendable {
  let id: ID<Tenant>
  let name: String
  let kind: SchoolKind
  let role: Role
  /// Where its picture is.
  var picture: String?
}

/// Account, organization, members, invites: in this order, each only for those it concerns.
func settingsPage(_ data: SettingsData, _ scene: Scene) -> Page {
  let words = scene.words
  var parts = [
    card(
      words("schools.account"), id: "account",
      foot: linkButton(words("schools.account-open"), to: "/account", icon: icon("person", scene)),
      content: "<p class=\"quiet\">\(words("schools.account-text"))</p>"),
    card(
      words("schools.notices"), id: "notices",
      foot: linkButton(words("schools.notices-open"), to: "/settings/notifications", icon: icon("bell", scene)),
      content: "<p class=\"quiet\">\(words("schools.notices-text"))</p>"),
    card(
      words("schools.device"), id: "device",
      foot: linkButton(words("schools.device-open"), to: "/settings/device", icon: icon("download", scene)),
      content: "<p class=\"quiet\">\(words("schools.device-text"))</p>"),
    organization(data, scene),
  ]
  if let members = data.members {
    parts.append(
      card(
        words("schools.members"), id: "members",
        foot: linkButton(words("schools.members-open"), to: "/members", icon: icon("person", scene)),
        content: "<p class=\"quiet\">\(words("schools.members-count", .count(members)))</p>"))
  }
  if let invites = data.invites {
    parts.append(
      card(
        words("schools.invites"), id: "invites",
        foot: linkButton(words("schools.invites-open"), to: "/members/invites", icon: icon("key", scene)),
        content: "<p class=\"quiet\">\(words("schools.invites-count", .count(invites)))</p>"))
  }
  if data.role.isOffice { parts.append(lookingOver(words, scene)) }
  // words: schools.account schools.notices schools.device schools.organization schools.members schools.invites schools.journal
  let index =
    ["account", "notices", "device", "organization"] + (data.members == nil ? [] : ["members"])
    + (data.invites == nil ? [] : ["invites"]) + (data.role.isOffice ? ["journal"] : [])
  return Page(
    "schools.settings", title: words("schools.settings"),
    body: indexed(index.map { ($0, words("schools." + $0)) }, scene, content: stack(parts)))
}

/// For those who run the school: who did what, and what the pages are made of.
private func lookingOver(_ words: Words, _ scene: Scene) -> HTML {
  card(
    words("schools.journal"), id: "journal",
    foot: """
      \(linkButton(words("schools.journal-open"), to: "/settings/journal", icon: icon("clock", scene)))\
      \(linkButton(words("schools.kit-open"), to: "/kit", .ghost))
      """,
    content: "<p class=\"quiet\">\(words("schools.journal-text"))</p>")
}

/// What the school is, and the ways to its own settings and to other schools.
private func organization(_ data: SettingsData, _ scene: Scene) -> HTML {
  let words = scene.words
  let own: HTML =
    data.role.isOffice
    ? linkButton(
      words("schools.school-settings"), to: SchoolsSettingsPaths.school, .primary, icon: icon("settings", scene)) : ""
  let switching: HTML =
    data.schools > 1
    ? linkButton(words("schools.switch"), to: "/schools", icon: icon("office", scene)) : ""
  let leaving: HTML =
    data.mayLeave
    ? linkButton(words("schools.leave"), to: "/settings/leave", .ghost, icon: icon("sign-out", scene)) : ""
  return card(
    words("schools.organization"), id: "organization",
    foot: "\(own)\(switching)\(linkButton(words("schools.join"), to: "/join", icon: icon("plus", scene)))\(leaving)",
    content: schoolSummary(data.school, data.role, scene))
}

func schoolSummary(_ school: School, _ role: Role, _ scene: Scene) -> HTML {
  let words = scene.words
  let text: HTML = """
    <p><strong><bdi>\(school.name)</bdi></strong></p>\
    <p class="quiet">\(words("schools.kind." + school.kind.rawValue)) · <bdi>\(school.zone)</bdi> · \
    \(words("role." + role.rawValue))</p>
    """
  return school.picture == nil ? text : "<div class=\"cluster\">\(schoolMark(school))<div>\(text)</div></div>"
}

func organizationFields(_ data: SchoolSettingsData, _ scene: Scene) -> [Field] {
  var theme = Field.theme(scene)
  theme.value = data.school.theme
  var language = Field.language(scene)
  language.value = data.school.language.rawValue
  language.label = scene.words("schools.language")
  var zone = Field.select(
    "zone", scene.words("schools.zone"), data.zones.map { Field.Choice($0, $0) }, value: data.school.zone,
    hint: scene.words("schools.zone-hint"))
  zone.direction = "ltr"
  return [
    .text("name", scene.words("schools.name"), value: data.school.name, autocomplete: "organization"),
    schoolKindField(scene, value: data.school.kind), zone, language, theme, .hidden("version", data.school.version),
  ]
}

/// What a school is, as cards: the wizard asks it too.
public func schoolKindField(_ scene: Scene, value: SchoolKind? = nil) -> Field {
  // words: schools.kind.* schools.kind-text.*
  .cards(
    "kind", scene.words("schools.kind"),
    SchoolKind.allCases.map {
      Field.Choice(
        $0.rawValue, scene.words("schools.kind." + $0.rawValue), text: scene.words("schools.kind-text." + $0.rawValue))
    }, value: value?.rawValue ?? "")
}

/// Which of one's schools to go to: when several wait and none is open, and whenever one wants another.
func schoolsPage(_ schools: [SchoolChoice], search: String, _ scene: Scene) -> Page {
  let words = scene.words
  let rows: HTML = "<div id=\"schools-results\">\(schoolResults(schools, search: search, scene))</div>"
  let join = linkButton(words("schools.join"), to: "/join", icon: icon("plus", scene))
  return Page(
    "schools.choose", title: words("schools.choose"), actions: join,
    body: "\(searchField(words("schools.search"), value: search, results: "schools-results", scene))\(rows)")
}

private func schoolResults(_ schools: [SchoolChoice], search: String, _ scene: Scene) -> HTML {
  let words = scene.words
  if schools.isEmpty, search.isEmpty {
    return emptyState(
      "office", words("schools.none"), words("schools.none-text"), scene,
      action: linkButton(words("schools.join"), to: "/join", .primary))
  }
  if schools.isEmpty {
    return emptyState("search", words("schools.not-found"), words("schools.not-found-text"), scene)
  }
  let here = scene.reader?.school?.id
  return form(
    "/switch", scene, style: FormStyle(classes: ""), content: list(schools.map { schoolRow($0, here: here, scene) }))
}

private func schoolRow(_ school: SchoolChoice, here: ID<Tenant>?, _ scene: Scene) -> HTML {
  let words = scene.words.forKind(school.kind.rawValue)
  let trail: HTML =
    school.id == here
    ? badge(words("schools.here"), .info)
    : submit(
      words("schools.open"), .secondary, name: "school", value: school.id.text, style: ButtonStyle(isSmall: true))
  return cell(
    name(school.name), meta: HTML(text: words("role." + school.role.rawValue)),
    lead: avatar(school.name, school.id, photo: school.picture),
    trail: trail, scene, style: CellStyle(id: "school-" + school.id.text, isCurrent: school.id == here))
}
