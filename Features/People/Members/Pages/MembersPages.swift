import Base
import HTML
import Kit
import School

/// A member as pages show them.
struct MemberCard: Sendable {
  let account: ID<Account>
  let name: String
  let identifier: String
  let role: Role
  let joinedAt: Instant
}

/// A page of the list of members.
struct MembersData: Sendable {
  let members: [MemberCard]
  let search: String
  let role: Role?
  /// How many there are in all that were looked for.
  let count: Int
  let invites: Int
  /// The last account of this page, when more come after it.
  let next: ID<Account>?
  let isFirst: Bool
  var topics: [String] = []
}

/// One member, and what the caller may do about them.
struct MemberData: Sendable {
  let member: MemberCard
  /// What the caller may make of them; empty when it is not theirs to say.
  let roles: [Role]
  let isSelf: Bool
  /// Whether the office says here what they are called, because no record does.
  var mayRename = false
  /// For somebody who has never signed in, when the caller may let them.
  var access: MemberAccessState? = nil
}

func membersPage(_ data: MembersData, _ scene: Scene) -> Page {
  let words = scene.words
  let kept = data.role.map { [Form.Field("role", $0.rawValue)] } ?? []
  return Page(
    "members.list", title: words("members.title"), actions: inviteButton(scene),
    topics: data.topics,
    body: """
      <div class="stack">\(memberTabs(.members, invites: data.invites, scene))\
      \(searchField(words("members.search"), value: data.search, results: "members-results", scene, kept: kept))\
      <div class="stack" id="members-results">\(memberResults(data, scene))</div></div>
      """)
}

func inviteButton(_ scene: Scene) -> HTML {
  linkButton(
    scene.words("members.invite"), to: "/members/invites/new", .primary, icon: icon("plus", scene),
    style: ButtonStyle(key: "n"))
}

/// The three lists about who belongs to the school.
enum MemberTab { case members, invites, access }

func memberTabs(_ tab: MemberTab, invites: Int, _ scene: Scene) -> HTML {
  tabs(
    scene.words("members.title"),
    [
      Tab(scene.words("members.title"), path: "/members", isCurrent: tab == .members),
      Tab(scene.words("members.invites"), path: "/members/invites", isCurrent: tab == .invites, count: invites),
      Tab(scene.words("members.access"), path: "/members/access", isCurrent: tab == .access),
    ], scene)
}

private func memberResults(_ data: MembersData, _ scene: Scene) -> HTML {
  let words = scene.words
  let all = chip(words("members.everybody"), to: membersPath(nil, data.search), isCurrent: data.role == nil)
  let roles = Role.allCases.map {
    chip(words("role." + $0.rawValue), to: membersPath($0, data.search), isCurrent: data.role == $0)
  }
  return "\(chips([all] + roles))\(memberList(data, scene))"
}

private func memberList(_ data: MembersData, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.members.isEmpty else {
    return data.search.isEmpty
      ? emptyState(
        "people", words("members.none"), words("members.none-text"), scene, action: inviteButton(scene))
      : emptyState("search", words("members.not-found"), words("members.not-found-text"), scene)
  }
  let next = data.next.map { membersPath(data.role, data.search, after: $0) }
  let first = data.isFirst ? nil : membersPath(data.role, data.search)
  let pages = pager(words("members.count", .count(data.count)), previous: first, next: next, scene)
  return """
    \(list(data.members.map { memberRow($0, scene) }, id: "members-list", label: words("members.title")))\(pages)
    """
}

/// One row, the same for whoever looks: what can be done stands on the member's own page.
func memberRow(_ member: MemberCard, _ scene: Scene) -> HTML {
  cell(
    name(member.name), meta: "<bdi>\(member.identifier)</bdi>", lead: avatar(member.name, member.account),
    trail: badge(scene.words("role." + member.role.rawValue), member.role.isOffice ? .accent : .neutral),
    to: "/members/" + member.account.text, scene, style: CellStyle(id: memberRowID(member.account)))
}

func memberRowID(_ account: ID<Account>) -> String { "member-" + account.text }

private func membersPath(_ role: Role?, _ search: String, after: ID<Account>? = nil) -> String {
  var parts: [String] = []
  if let role { parts.append("role=" + role.rawValue) }
  if !search.isEmpty { parts.append("q=" + inQuery(search)) }
  if let after { parts.append("after=" + after.text) }
  return parts.isEmpty ? "/members" : "/members?" + parts.joined(separator: "&")
}

func memberPage(_ data: MemberData, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let member = data.member
  let row = cell(
    name(member.name), meta: "<bdi>\(member.identifier)</bdi>", lead: avatar(member.name, member.account),
    trail: badge(words("role." + member.role.rawValue), member.role.isOffice ? .accent : .neutral), scene)
  let who = card(
    id: "member",
    content: """
      \(list([row], isPlain: true))<p class="quiet">\(words("members.joined")) \(time(member.joinedAt, scene))</p>
      """)
  return Page(
    "members.member", title: member.name, parent: (words("members.title"), "/members"),
    body: stack([
      who, data.access.map { accessCard($0, member.account, scene) } ?? "", memberActs(data, draft, scene),
    ]))
}

private func memberActs(_ data: MemberData, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  if data.isSelf {
    return banner(
      HTML(text: words("members.yourself")), scene,
      action: linkButton(words("members.leave"), to: "/settings/leave", .ghost))
  }
  guard !data.roles.isEmpty else { return banner(HTML(text: words("members.owner-only")), scene) }
  let path = "/members/" + data.member.account.text
  let role = Field.role("role", words("members.role"), data.roles, value: data.member.role, scene)
  let change = form(path + "/role", [role], draft, scene, submit: words("members.change-role"))
  let rename: HTML =
    data.mayRename
    ? card(
      words("accounts.name"), id: "name",
      content: """
        <p class="quiet">\(words("members.name-text"))</p>\
        \(form(path + "/name", [.text("name", words("accounts.name"), value: data.member.name, max: 80)], draft, scene, submit: words("members.rename"), scope: "name"))
        """) : ""
  let remove = linkButton(
    words("members.remove"), to: path + "/remove", .destructive, icon: icon("trash", scene), dialog: "member-remove")
  return stack([
    rename, card(words("members.role"), id: "role", content: change),
    card(
      words("members.removing"), id: "remove",
      content: "<p class=\"quiet\">\(words("members.remove-hint"))</p>\(remove)"),
    removal(data.member, scene).dialog("member-remove", scene),
  ])
}

private func removal(_ member: MemberCard, _ scene: Scene) -> Confirmation {
  let path = "/members/" + member.account.text
  return Confirmation(
    scene.words("members.remove-title", .text(member.name)), scene.words("members.remove-text"),
    label: scene.words("members.remove"), action: path + "/remove", back: path)
}

func removeMemberPage(_ member: MemberCard, _ scene: Scene) -> Page {
  removal(member, scene).page("members.remove", scene)
}

/// Before a person goes: what ends, and that only an invite brings them back.
func leavePage(_ school: String, _ scene: Scene) -> Page {
  Confirmation(
    scene.words("members.leave-title", .text(school)), scene.words("members.leave-text"),
    label: scene.words("members.leave"), action: "/settings/leave", back: "/settings"
  ).page("members.leave", scene)
}
