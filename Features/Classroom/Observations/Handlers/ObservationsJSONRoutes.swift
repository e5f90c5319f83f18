import Base
import Kit
import School

// What programs get of the pages.

extension ObservationCard {
  /// A child whom the reader does not see has no id here either.
  private var seen: Set<ID<Student>> { Set(children.filter { $0.student != nil }.map { $0.id }) }

  fileprivate var fields: [(String, JSON)] {
    [
      ("id", .id(one.id)), ("state", .text(one.state.rawValue)), ("text", .text(one.text)),
      ("happenedAt", .text(one.happenedAt.text)), ("writtenAt", .text(one.writtenAt.text)), ("author", .text(author)),
      ("primary", seen.contains(one.primary) ? .id(one.primary) : .null),
      ("children", .list(one.children.filter { seen.contains($0) }.map { .id($0) })),
      ("tags", .list(tags.map { .object([("id", .id($0.id)), ("name", .text($0.name))]) })),
      ("files", .list(files.map { $0.json(seen) })), ("version", .text(one.version)),
    ]
  }
}

extension ObservationFile {
  fileprivate func json(_ seen: Set<ID<Student>>) -> JSON {
    .object([
      ("id", .id(id)), ("kind", .text(kind.rawValue)), ("name", .text(name)), ("type", .text(type)),
      ("size", .number(String(size))),
      ("children", .list(children.filter { seen.contains($0) }.map { .id($0) })),
      ("onlyThese", isOnlyThese.map { .flag($0) } ?? .null), ("hidden", .flag(isHidden)),
      ("path", .text(ObservationsPaths.file(self))),
    ])
  }
}

extension ObservationsPage {
  var json: JSON { .object([("observations", .list(cards.map { .object($0.fields) }))]) }
}

extension ObservationPage {
  var json: JSON {
    .object(
      card.fields + [
        (
          "shares",
          .list(
            families.compactMap { $0.share }.map {
              .object([
                ("student", .id($0.student)), ("text", .text($0.text)), ("files", .list($0.files.map { .id($0) })),
                ("at", .text($0.at.text)), ("withdrawnAt", .optional($0.withdrawnAt?.text)),
              ])
            })
        ),
        (
          "before",
          .list(
            history.map {
              .object([("at", .text($0.at.text)), ("by", .text(names[$0.by] ?? "")), ("text", .text($0.text))])
            })
        ),
      ])
  }
}

extension SharedPage {
  var json: JSON {
    .object([
      (
        "shared",
        .list(
          shares.map { share in
            .object([
              ("id", .id(share.id)), ("text", .text(share.text)), ("happenedAt", .text(share.happenedAt.text)),
              ("by", .text(names[share.by] ?? "")),
              (
                "files",
                .list(
                  share.items.filter { !$0.isHidden }.map {
                    .object([
                      ("kind", .text($0.kind.rawValue)),
                      ("path", .text(ObservationsPaths.file($0.id, of: share.observation))),
                    ])
                  })
              ),
            ])
          })
      )
    ])
  }
}

extension TagsPage {
  var json: JSON {
    .object([
      (
        "tags",
        .list(
          tags.map {
            .object([
              ("id", .id($0.id)), ("taxonomy", .text($0.taxonomy.rawValue)), ("name", .text($0.name)),
              ("archived", .flag($0.archivedAt != nil)), ("mergedInto", $0.mergedInto.map { .id($0) } ?? .null),
            ])
          })
      )
    ])
  }
}
