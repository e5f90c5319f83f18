import Base
package import HTML
package import Kit
package import School

/// An invitation that has just been made.
///
/// The link is `nil` when the form was sent a second time: it is shown once.
package struct TraineeInvited: Sendable {
  var trainee: Trainee
  var email: String
  package var share: TraineeShare
  package var link: String?
  var qr: HTML

  package init(trainee: Trainee, email: String, share: TraineeShare, link: String?, qr: HTML) {
    (self.trainee, self.email, self.share, self.link, self.qr) = (trainee, email, share, link, qr)
  }
}

package struct TraineeJoinPage: Sendable {
  /// As it stood in the address or in the form.
  var typed = ""
  /// The code in it, in its groups.
  var code: String?
  var isSignedIn: Bool
  /// What an open link leads to.
  var invitation: (school: String, trainee: String)?
  var trouble: Phrase?
}

/// Whether the trainee reads along, and how that is begun and ended.
func shareCard(_ data: TraineePage, _ scene: Scene) -> HTML {
  guard data.access.isInstructor else { return "" }
  let (words, id) = (scene.words, data.trainee.id)
  let invite = postButton(
    words("training.share.send"), to: TrainingPaths.invitation(id), scene, .primary, icon: icon("send", scene))
  let content: HTML
  if data.trainee.hasActiveShare, let since = data.trainee.sharedSince {
    content = """
      <p>\(words("training.share.reads")) \(words("training.trainees.since")) \(time(since, scene))</p>\
      \(cluster([linkButton(words("training.share.revoke"), to: TrainingPaths.revocation(id), .destructive)]))
      """
  } else if let share = data.share {
    let isOpen = share.state(at: scene.now) == .open
    // words: training.share.open, training.share.ran-out
    content = """
      <p>\(words(isOpen ? "training.share.open" : "training.share.ran-out")) \(time(share.expiresAt, scene))</p>\
      <p class="quiet">\(words("training.share.again"))</p>\
      \(cluster([invite, postButton(words("training.share.withdraw"), to: TrainingPaths.withdrawal(id), scene)]))
      """
  } else {
    content = "<p class=\"quiet\">\(words("training.share.text"))</p>\(cluster([invite]))"
  }
  return card(words("training.share.title"), id: "share", content: content)
}

package func traineeInvitedPage(_ data: TraineeInvited, _ scene: Scene) -> Page {
  let words = scene.words
  let back = TrainingPaths.trainee(data.trainee.id)
  let content: HTML =
    data.link.map { link in
      """
      <p>\(words("training.share.shown-once"))</p>\
      \(qrFrame(data.qr, label: words("training.share.qr", .text(data.trainee.name)), text: String(link.drop { $0 != "=" }.dropFirst()), id: "invitation-code"))\
      \(copyText(link, id: "invitation-link", scene))\(cluster(ways(link, data, scene)))
      """
    } ?? banner("\(words("training.share.shown-before"))", scene, .warning)
  return Page(
    "training.invited", title: words("training.share.made", .text(data.trainee.name)),
    parent: (data.trainee.name, back),
    body: card(
      id: "invitation", foot: linkButton(words("training.share.done"), to: back, .primary),
      content: """
        \(content)<p class="quiet">\(words("training.share.open")) \(time(data.share.expiresAt, scene))</p>
        """))
}

/// An address as a link to it, so that nothing in it reads as the rest of one.
func mailTo(_ address: String) -> String {
  "mailto:" + address.split(separator: "@", maxSplits: 1).map { inQuery(String($0)) }.joined(separator: "@")
}

/// By a letter of one's own, or as the device likes to share.
private func ways(_ link: String, _ data: TraineeInvited, _ scene: Scene) -> [HTML] {
  let words = scene.words
  let letter =
    mailTo(data.email) + "?subject=" + inQuery(words("training.share.subject")) + "&body="
    + inQuery(words("training.share.body", .text(data.trainee.firstName)) + "\n\n" + link)
  return [
    "<a class=\"button\" href=\"\(url: letter)\">\(icon("mail", scene))\(words("training.share.mail"))</a>",
    """
    <button type="button" class="button js-only"\(behaviour: .sharing, link) \
    data-share-title="\(words("training.share.subject"))" data-word-copied="\(words("kit.copied"))">\
    \(icon("upload", scene))\(words("training.share.share"))</button>
    """,
  ]
}

func traineeRevokePage(_ trainee: Trainee, _ scene: Scene) -> Page {
  let words = scene.words
  return Confirmation(
    words("training.share.revoke-title", .text(trainee.name)), words("training.share.revoke-text"),
    label: words("training.share.revoke"), action: TrainingPaths.revocation(trainee.id),
    back: TrainingPaths.trainee(trainee.id)
  ).page("training.revoke", scene)
}

// MARK: coming in

/// One field for a link or a code; who has no account signs in or makes one in the same go.
package func traineeJoinPage(_ data: TraineeJoinPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  var parts: [HTML] = []
  if let invitation = data.invitation {
    parts.append(
      banner(
        HTML(text: words("training.join.invited", .text(invitation.school), .text(invitation.trainee))), scene, .success
      ))
  } else if let trouble = data.trouble, draft.problems.isEmpty {
    parts.append(banner(HTML(text: words(trouble)), scene, .warning))
  } else if data.trouble == nil {
    parts.append("<p class=\"quiet\">\(words("training.join.text"))</p>")
  }
  if data.isSignedIn {
    parts.append(pasteCard(data, draft, scene))
  } else {
    parts += strangerCards(data, draft, scene)
  }
  return Page("training.join", title: words("training.join.title"), isPlain: true, body: stack(parts))
}

private func linkField(_ data: TraineeJoinPage, _ scene: Scene) -> Field {
  var field = Field(
    "code", scene.words("training.join.field"), .line(type: "text"), value: data.trouble == nil ? data.typed : "",
    hint: scene.words("training.join.hint"), autocomplete: "off", direction: "ltr", max: 1000)
  field.autocapitalize = "none"
  return data.typed.isEmpty ? field.focused() : field
}

private func pasteCard(_ data: TraineeJoinPage, _ draft: Draft, _ scene: Scene) -> HTML {
  card(
    content: form(
      TrainingPaths.join, [linkField(data, scene)], draft, scene, submit: scene.words("training.join.accept"),
      cancel: (scene.words("kit.cancel"), TrainingPaths.all), style: FormStyle(behaviour: .pasting)))
}

/// Signing in comes back here with the link; the form makes the account and accepts.
private func strangerCards(_ data: TraineeJoinPage, _ draft: Draft, _ scene: Scene) -> [HTML] {
  let words = scene.words
  let back = data.code.map { TrainingPaths.join + "?code=" + $0 } ?? TrainingPaths.join
  var identifier = Field(
    "identifier", words("accounts.identifier"), .line(type: "text"), hint: words("members.identifier-hint"),
    autocomplete: "username", direction: "ltr", max: 254)
  identifier.autocapitalize = "none"
  let fields: [Field] = [
    linkField(data, scene), .text("name", words("members.your-name"), autocomplete: "name", max: 80), identifier,
    .password("password", words("accounts.password"), isNew: true, hint: words("accounts.password-hint")),
    .check("terms", words("accounts.agree")),
  ]
  return [
    card(
      words("members.have-account"),
      content: """
        <p class="quiet">\(words("training.join.sign-in"))</p>\
        \(linkButton(words("members.sign-in"), to: "/sign-in?next=" + inQuery(back), icon: icon("person", scene)))
        """),
    card(
      words("members.new-here"),
      foot: """
        <a href="/terms">\(words("accounts.terms"))</a><a href="/privacy">\(words("accounts.privacy"))</a>
        """,
      content: form(
        TrainingPaths.joinAccount, fields, draft, scene, submit: words("members.make-account"),
        style: FormStyle(behaviour: .pasting))),
  ]
}

extension Behaviour {
  /// The device's own way of sharing an address.
  static let sharing = Behaviour("share", on: "data-share")
  /// A form that cannot be sent while its field is empty, or twice.
  static let pasting = Behaviour("pasting", on: "data-pasting")
}
