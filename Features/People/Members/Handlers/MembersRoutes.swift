package import Base
package import Database
import Kit
public import Router
import School

package enum MembersPaths {
  static let members = "/members"
  static let member = "/members/:account"
  static let role = "/members/:account/role"
  static let rename = "/members/:account/name"
  static let remove = "/members/:account/remove"
  static let leave = "/settings/leave"
  package static let invites = "/members/invites"
  static let newInvite = "/members/invites/new"
  static let revoke = "/members/invites/revoke"
  package static let access = "/members/access"
  package static let join = "/join"
  package static let joinAccount = "/join/account"
  package static let claim = "/join/claim"
}

public func memberRoutes(_ service: MembersService) -> [Route] {
  (listRoutes(service) + memberActRoutes(service) + inviteRoutes(service) + joinRoutes(service))
    .map { $0.of("Members") }
}

private func listRoutes(_ service: MembersService) -> [Route] {
  [
    .get(
      MembersPaths.members, .office, "Who belongs to the school; ?q= searches, ?role= sifts",
      query: [.search, .optional("role", "owner, admin, teacher, student or guardian."), .after]
    ) { request, tx throws(Refusal) in
      let data = try service.members(
        request.caller(), search: request.query["q"] ?? "", role: request.query["role"].flatMap(Role.init(rawValue:)),
        after: request.query["after"].flatMap { ID<Account>($0) }, tx)
      return .page(next: data.next?.text, json: { data.json }) { membersPage(data, $0) }
    },
    .get(MembersPaths.member, .office, "One member", service.memberAnswer),
  ]
}

private func memberActRoutes(_ service: MembersService) -> [Route] {
  let page: PageHandler = service.memberAnswer
  return [
    .post(
      MembersPaths.role, .office, "Change what a member is in the school", form: page, ChangeRole.self, service.handle
    ) { _ in
      .done(MembersPaths.members, toast: Toast(Phrase("members.role-changed")))
    },
    .post(
      MembersPaths.rename, .office, "Say what a pupil without a record is called", form: page, RenameMember.self,
      service.handle
    ) { _ in
      .done(MembersPaths.members, toast: Toast(Phrase("accounts.saved")))
    },
    .get(MembersPaths.remove, .office, "The question before a member is removed", inAPI: false, offline: .everybody) {
      request, tx throws(Refusal) in
      let data = try service.member(request.id("account"), request.caller(), tx)
      return .page { removeMemberPage(data.member, $0) }
    },
    .post(
      MembersPaths.remove, .office, "End a membership; access ends at once", RemoveMember.self, service.handle
    ) { _ in
      .done(MembersPaths.members, toast: Toast(Phrase("members.removed")))
    },
    .get(MembersPaths.leave, .members, "The question before one leaves the school", inAPI: false, offline: .everybody) {
      request, tx throws(Refusal) in
      let school = try service.schoolName(request.caller(), tx)
      return .page { leavePage(school, $0) }
    },
    .post(MembersPaths.leave, .members, "Leave the school", QuitSchool.self, service.handle) { _ in
      .done("/", toast: Toast(Phrase("members.left")))
    },
  ]
}

private func inviteRoutes(_ service: MembersService) -> [Route] {
  [
    .get(
      MembersPaths.invites, .office, "The invites that wait; ?state=over shows the others",
      query: [.optional("state", "over: those that were used, withdrawn or ran out."), .after], offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.invites(
        request.caller(), isOpen: request.query["state"] != "over",
        after: request.query["after"].flatMap { ID<Invite>($0) }, tx)
      let now = request.scene.now
      return .page(next: data.next?.text, json: { data.json(now) }) { invitesPage(data, $0) }
    },
    .get(
      MembersPaths.newInvite, .office, "The form of a new invite", inAPI: false, offline: .everybody,
      service.inviteFormAnswer),
    .post(MembersPaths.revoke, .office, "Take an invite back", RevokeInvite.self, service.handle) { _ in
      .done(MembersPaths.invites, toast: Toast(Phrase("members.revoked")))
    },
  ]
}

/// The pages from which the server makes codes, and lets in who has one.
private func joinRoutes(_ service: MembersService) -> [Route] {
  [
    .get(
      MembersPaths.access, .office, "Who has never signed in, and how many of them hold a slip", service.accessAnswer),
    .get(
      MembersPaths.join, .anyone, "The page to join a school by code", inAPI: false, offline: .everybody,
      service.joinAnswer),
  ]
}

extension MembersService {
  package func accessAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try accessData(request.caller(), tx), request.draft)
    return .page(json: { data.json }) { accessPage(data, draft, $0) }
  }

  package func joinAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let typed = request.draft["code"] ?? request.query["code"] ?? ""
    let data = try joinData(typed, for: request.identity?.account, tx)
    var answer = Response.page { joinPage(data, request.draft, $0) }
    // The one page that looks through the camera, and only when somebody asks it to.
    answer.headers.append(("Permissions-Policy", "camera=(self), microphone=(), geolocation=(), payment=(), usb=()"))
    return answer
  }

  fileprivate func memberAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let data = try member(request.id("account"), request.caller(), tx)
    let draft = request.draft
    return .page(json: { data.member.json }) { memberPage(data, draft, $0) }
  }

  package func inviteFormAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let student = (request.draft["student"] ?? request.query["student"]).flatMap { ID<Student>($0) }
    let data = try inviteForm(
      request.caller(), role: request.query["role"].flatMap(Role.init(rawValue:)), student: student, tx)
    return .page { newInvitePage(data, request.draft, $0) }
  }
}

extension AccessData {
  fileprivate var json: JSON {
    .object([
      (
        "groups",
        .list(
          groups.map {
            .object([
              ("role", .text($0.role.rawValue)), ("count", .integer($0.count)), ("held", .integer($0.held)),
            ])
          })
      ),
      ("classes", .list(classes.map { .object([("id", .id($0.id)), ("name", .text($0.name))]) })),
    ])
  }
}

extension MemberCard {
  fileprivate var json: JSON {
    .object([
      ("account", .id(account)), ("name", .text(name)), ("identifier", .text(identifier)),
      ("role", .text(role.rawValue)), ("joinedAt", .text(joinedAt.text)),
    ])
  }
}

extension MembersData {
  fileprivate var json: JSON {
    .object([
      ("members", .list(members.map { $0.json })), ("count", .integer(count)), ("next", .optional(next?.text)),
    ])
  }
}

extension InvitesData {
  fileprivate func json(_ now: Instant) -> JSON {
    .object([("invites", .list(invites.map { $0.json(now) })), ("next", .optional(next?.text))])
  }
}

extension Invite {
  fileprivate func json(_ now: Instant) -> JSON {
    .object([
      ("id", .id(id)), ("role", .text(role.rawValue)), ("label", .text(label)),
      ("state", .text(state(at: now).rawValue)),
      ("student", student.map { .id($0) } ?? .null), ("createdAt", .text(createdAt.text)),
      ("expiresAt", .text(expiresAt.text)),
    ])
  }
}
