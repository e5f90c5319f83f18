import Base
import HTML
package import Kit
import School

/// The pictures and sounds of a deck.
package struct DeckMediaPage: Sendable {
  var deck: Deck
  var media: [FlashcardMedia]
  /// From which name the next part goes on.
  var next: String?
  var isFirst: Bool
  static let part = 100

  var json: JSON {
    .object([
      (
        "media",
        .list(
          media.map {
            .object([
              ("id", .id($0.id)), ("name", .text($0.name)), ("type", .text($0.type)),
              ("path", .text(FlashcardsPaths.media($0))),
            ])
          })
      ), ("next", .optional(next)),
    ])
  }
}

extension Behaviour {
  /// A button that puts the call of a picture or a sound into the side that was written last.
  static let flashcardCall = Behaviour("flashcards", on: "data-call")
}

package func deckMediaPage(_ data: DeckMediaPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, id) = (scene.words, data.deck.id)
  let found: HTML =
    data.media.isEmpty && data.isFirst
    ? emptyState("picture", words("flashcards.media.none"), words("flashcards.media.none-text"), scene)
    : list(
      data.media.map { mediaRow($0, canInsert: false, scene) }, id: "media", label: words("flashcards.media.title"))
  let more: HTML =
    data.next.map {
      linkButton(words("flashcards.media.more"), to: FlashcardsPaths.media(id) + "?from=" + inQuery($0), .ghost)
    } ?? ""
  return Page(
    "flashcards.media", title: words("flashcards.media.title"), parent: (data.deck.name, FlashcardsPaths.deck(id)),
    body: stack([found, more, card(words("flashcards.media.add"), content: addMedia(id, [], draft, scene))]))
}

/// Below the form of a note: what it may call, and the form for another.
func noteMedia(_ data: NoteForm, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.deck.id)
  var fields = [Form.Field("on-note", "1")]
  if let note = data.note { fields.append(Form.Field("note", note.id.text)) }
  let found: HTML =
    data.media.isEmpty
    ? ""
    : list(data.media.map { mediaRow($0, canInsert: true, scene) }, id: "media", label: words("flashcards.media.title"))
  let all = linkButton(words("flashcards.media.all"), to: FlashcardsPaths.media(id), .ghost)
  return card(
    words("flashcards.media.title"), id: "note-media",
    content: stack([
      "<p class=\"quiet\">\(words("flashcards.media.how"))</p>", found, addMedia(id, fields, draft, scene), all,
    ]))
}

private func addMedia(_ deck: ID<Deck>, _ fields: [Form.Field], _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  return form(
    FlashcardsPaths.media(deck), scene, style: FormStyle(id: "add-media", isMultipart: true),
    content: """
      \(hidden(fields))\
      \(fileField("file", words("flashcards.media.file"), hint: words("flashcards.media.file-hint"), accept: "image/png,image/jpeg,image/gif,image/webp,audio/*", isRequired: true, draft, scene))\
      <div class="form__actions">\(submit(words("flashcards.media.add"), .secondary))</div>
      """)
}

/// Its name, how a card calls it, and what can be done with it.
private func mediaRow(_ media: FlashcardMedia, canInsert: Bool, _ scene: Scene) -> HTML {
  let words = scene.words
  let insert: HTML =
    canInsert
    ? """
    <button type="button" class="button button--small js-only"\(behaviour: .flashcardCall, media.call())>\(words("flashcards.media.insert"))</button>
    """ : ""
  let remove = form(
    FlashcardsPaths.removal(media), scene, style: FormStyle(classes: ""),
    content: iconButton(
      "trash", words("flashcards.media.remove", .text(media.name)), scene, kind: .ghost, isSubmit: true))
  let shown: HTML =
    media.isSound
    ? "<audio controls preload=\"none\" src=\"\(url: FlashcardsPaths.media(media))\" aria-label=\"\(media.name)\"></audio>"
    : ""
  return cell(
    "<a href=\"\(url: FlashcardsPaths.media(media))\"><bdi>\(media.name)</bdi></a>",
    meta: "<code dir=\"ltr\">\(media.call())</code> · \(words.bytes(Int(clamping: media.size)))\(shown)",
    lead: icon(fileIcon(media.type, name: media.name), scene), trail: insert + remove, scene,
    style: CellStyle(id: "media-" + media.id.text))
}
