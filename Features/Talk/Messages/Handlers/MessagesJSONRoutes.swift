package import Base
import School

extension ConversationsPage {
  var json: JSON {
    .object([
      (
        "conversations",
        .list(
          cards.map {
            .object([
              ("id", .id($0.id)), ("kind", .text($0.kind.rawValue)), ("title", .text($0.title)),
              ("role", .optional($0.role?.rawValue)), ("people", .list($0.people.map { .text($0) })),
              ("last", .integer($0.last)),
              ("lastAt", .text($0.lastAt.text)), ("unread", .flag($0.isUnread)), ("muted", .flag($0.isMuted)),
            ])
          })
      )
    ])
  }
}

extension MessageFile {
  var json: JSON {
    .object([("id", .id(id)), ("name", .text(name)), ("type", .text(type)), ("size", .integer(size))])
  }
}

extension Bubble {
  package var json: JSON {
    .object([
      ("id", .id(message.id)), ("conversation", .id(message.conversation)), ("number", .integer(message.number)),
      ("sender", .id(message.sender)), ("name", .text(name)),
      ("role", .optional(role?.rawValue)), ("text", .text(message.text)),
      ("at", .text(message.at.text)), ("editedAt", .optional(message.editedAt?.text)),
      ("deletedAt", .optional(message.deletedAt?.text)),
      ("files", .list(files.map { $0.json })),
    ])
  }
}

extension ConversationPage {
  var json: JSON {
    .object([
      ("id", .id(conversation.id)), ("kind", .text(conversation.kind.rawValue)), ("title", .text(title)),
      ("role", .optional(role?.rawValue)), ("last", .integer(conversation.last)),
      ("canReach", .flag(participation.canReach)),
      ("earlier", .flag(hasEarlier)), ("later", .flag(!isEnd)),
      ("read", .integer(participation.participant?.read ?? 0)),
      ("seen", .integer(seen)),
      ("messages", .list(bubbles.map { $0.json })), ("found", .list(found.map { $0.json })),
      ("older", older.map { .integer($0) } ?? .null),
    ])
  }

  var peopleJSON: JSON {
    .object([
      (
        "people",
        .list(
          people.map {
            .object([
              ("account", .id($0.account)), ("name", .text($0.name)),
              ("role", .optional($0.role?.rawValue)), ("read", .integer($0.read)),
              ("guest", .flag($0.isGuest)),
            ])
          })
      )
    ])
  }
}

extension NewConversationPage.Choice {
  var json: JSON {
    .object([
      ("account", .id(account)), ("name", .text(name)), ("role", .text(role.rawValue)),
      ("children", .list(children.map { .text($0) })),
    ])
  }
}

extension StaffChoicePage {
  var json: JSON { .object([("people", .list(people.map { $0.json }))]) }
}

extension NewConversationPage {
  var json: JSON {
    .object([
      ("people", .list(people.map { $0.json })),
      (
        "groups",
        .list(
          groups.map { .object([("kind", .text($0.field)), ("id", .id($0.id)), ("title", .text($0.title))]) })
      ),
    ])
  }
}

extension OversightPage {
  var json: JSON {
    .object([
      ("studentsTalk", .flag(policy.studentsTalk)), ("includesGuardians", .flag(policy.includesGuardians)),
      ("groupsIncludeGuardians", .flag(policy.groupsIncludeGuardians)),
      (
        "reports",
        .list(
          reports.map {
            .object([
              ("id", .id($0.report.id)), ("conversation", .id($0.report.conversation)),
              ("message", .id($0.report.message)), ("by", .text($0.by)), ("sender", .text($0.sender)),
              ("reason", .text($0.report.reason)), ("text", .text($0.report.text)),
              ("at", .text($0.report.at.text)), ("settledAt", .optional($0.report.settledAt?.text)),
              ("files", .list($0.files.map { $0.json })),
            ])
          })
      ),
      (
        "conversations",
        .list(
          talks.map {
            .object([
              ("id", .id($0.id)), ("kind", .text($0.kind.rawValue)), ("person", .text($0.person)),
              ("title", .text($0.title)), ("count", .integer($0.count)), ("lastAt", .text($0.lastAt.text)),
            ])
          })
      ),
      (
        "more",
        .list(
          more.map { .object([("of", .id($0.account)), ("person", .text($0.name)), ("from", .text($0.from))]) })
      ),
      ("morePeople", .flag(hasMorePeople)),
    ])
  }
}
