import Base
package import HTML
package import Kit
package import School

/// The invites of a school: those that wait, or those that are over.
struct InvitesData: Sendable {
  let invites: [Invite]
  let isOpen: Bool
  let pending: Int
  let next: ID<Invite>?
  let isFirst: Bool
  var topics: [String] = []
}

/// The form of a new invite.
struct InviteForm: Sendable {
  /// What the caller may invite people as.
  let roles: [Role]
  let role: Role
  /// The record it links to, when it was begun from there.
  let student: (id: ID<Student>, name: String)?
  /// Whether a letter can be sent.
  var sendsMail = true
}

/// An invite that has just been made.
///
/// The code is `nil` when the form was sent a second time: it is shown once.
package struct InviteMade: Sendable {
  package let invite: Invite
  let code: String?
  let link: String
  let qr: HTML
  var letter: InviteEmail?

  package init(invite: Invite, code: String?, link: String, qr: HTML, letter: InviteEmail? = nil) {
    (self.invite, self.code, self.link, self.qr, self.letter) = (invite, code, link, qr, letter)
  }
}

/// The letter with the link: to whom, and whether it leaves the server at all.
package struct InviteEmail: Hashable, Sendable {
  let to: String
  package let isOnItsWay: Bool

  package init(to: String, isOnItsWay: Bool) {
    (self.to, self.isOnItsWay) = (to, isOnItsWay)
  }
}

func invitesPage(_ data: InvitesData, _ scene: Scene) -> Page {
  let words = scene.words
  let sifts = chips([
    chip(words("members.pending"), to: "/members/invites", isCurrent: data.isOpen),
    chip(words("members.over"), to: "/members/invites?state=over", isCurrent: !data.isOpen),
  ])
  let revoking = form(
    "/members/invites/revoke", scene, style: FormStyle(id: "invite-revoke", classes: ""), content: "")
  return Page(
    "members.invites", title: words("members.invites"), actions: inviteButton(scene),
    topics: data.topics,
    body: """
      <div class="stack">\(memberTabs(.invites, invites: data.pending, scene))\
      \(sifts)\(inviteList(data, scene))</div>\(revoking)
      """)
}

private func inviteList(_ data: InvitesData, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.invites.isEmpty else {
    return data.isOpen
      ? emptyState(
        "key", words("members.no-pending"), words("members.no-pending-text"), scene, action: inviteButton(scene))
      : emptyState("key", words("members.no-over"), words("members.no-over-text"), scene)
  }
  let here = data.isOpen ? "/members/invites" : "/members/invites?state=over"
  let next = data.next.map { here + (data.isOpen ? "?" : "&") + "after=" + $0.text }
  return """
    \(list(data.invites.map { inviteRow($0, scene) }, id: "invites-list", label: words("members.invites")))\
    \(pager(words("members.invites"), previous: data.isFirst ? nil : here, next: next, scene))
    """
}

func inviteRowID(_ invite: ID<Invite>) -> String { "invite-" + invite.text }

/// The button belongs to the one form outside the list, which holds the proof.
func inviteRow(_ invite: Invite, _ scene: Scene) -> HTML {
  let words = scene.words
  // words: members.state.*
  let state = invite.state(at: scene.now)
  let revoke: HTML =
    state == .open
    ? """
    <button class="button button--small" form="invite-revoke" name="invite" value="\(invite.id.text)">\
    \(words("members.revoke"))</button>
    """ : ""
  return cell(
    name(invite.label),
    meta: "\(words("role." + invite.role.rawValue)) · \(inviteMoment(invite, state, scene))",
    trail: "\(badge(words("members.state." + state.rawValue), tone(state)))\(revoke)", scene,
    style: CellStyle(id: inviteRowID(invite.id)))
}

private func inviteMoment(_ invite: Invite, _ state: Invite.State, _ scene: Scene) -> HTML {
  switch state {
  case .open: "\(scene.words("members.until")) \(time(invite.expiresAt, scene))"
  case .expired: time(invite.expiresAt, scene)
  case .redeemed: time(invite.redeemedAt ?? invite.createdAt, scene)
  case .revoked: time(invite.revokedAt ?? invite.createdAt, scene)
  }
}

private func tone(_ state: Invite.State) -> Tone {
  switch state {
  case .open: .info
  case .redeemed: .success
  case .expired, .revoked: .neutral
  }
}

func newInvitePage(_ data: InviteForm, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  var fields: [Field] = [
    .text("label", words("members.label"), value: data.student?.name ?? "", hint: words("members.label-hint"), max: 80),
    .role("role", words("members.role"), data.roles, value: data.role, scene),
    .select(
      "days", words("members.days"),
      CreateInvite.lifetimes.map { Field.Choice(String($0), words("members.days-count", .count($0))) }, value: "7"),
  ]
  if data.sendsMail {
    fields.append(
      .email(
        "email", words("members.email"), hint: words("members.email-hint"), isRequired: false, autocomplete: "off"))
  }
  var linked: HTML = ""
  if let student = data.student {
    fields.append(.hidden("student", student.id.text))
    linked = banner(HTML(text: words("members.links-to", .text(student.name))), scene)
  }
  return Page(
    "members.invite", title: words("members.invite"), parent: (words("members.invites"), "/members/invites"),
    body: stack([
      linked,
      card(
        content: form(
          "/members/invites", fields, draft, scene, submit: words("members.make-code"),
          cancel: (words("kit.cancel"), "/members/invites"))),
    ]))
}

package func inviteMadePage(_ data: InviteMade, _ scene: Scene) -> Page {
  let words = scene.words
  let label = words("members.code-of", .text(data.invite.label))
  let content: HTML =
    data.code.map {
      """
      <p>\(words("members.shown-once"))</p>\(qrFrame(data.qr, label: label, text: $0, id: "invite-code"))\
      <p class="quiet">\(words("members.link"))</p>\(copyText(data.link, id: "invite-link", scene))
      """
    } ?? banner(HTML(text: words("members.shown-before")), scene, .warning)
  let sent: HTML =
    data.letter.map { letter in
      letter.isOnItsWay
        ? banner(HTML(text: words("members.letter.sent", .text(letter.to))), scene, .success)
        : banner(HTML(text: words("members.letter.not-sent", .text(letter.to))), scene, .warning)
    } ?? ""
  let until: HTML = """
    <p class="quiet">\(words("role." + data.invite.role.rawValue)) · \(words("members.until")) \
    \(time(data.invite.expiresAt, scene))</p>
    """
  return Page(
    "members.invited", title: words("members.invited", .text(data.invite.label)),
    parent: (words("members.invites"), "/members/invites"),
    body: card(
      id: "invite",
      foot: linkButton(words("members.done"), to: "/members/invites", .primary)
        + linkButton(words("members.another"), to: "/members/invites/new"), content: "\(sent)\(content)\(until)"))
}
