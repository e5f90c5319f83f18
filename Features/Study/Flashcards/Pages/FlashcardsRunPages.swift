package import Base
import HTML
package import Kit
package import School

extension FlashcardsPackageRun {
  package static func element(_ id: ID<Arrival>) -> String { "package-" + id.text }
}

extension FlashcardsRunPage {
  /// Another when there is more to see.
  package var version: String { run.state.rawValue + " " + String(run.done) }

  package var json: JSON {
    .object(
      [
        ("id", .id(run.upload)), ("state", .text(run.state.rawValue)), ("done", .integer(run.done)),
        ("total", .integer(run.total)),
      ] + run.counts)
  }
}

/// One package on its way into a deck; each look says how far it has come, and an open page moves by itself.
package func flashcardsRunPage(_ data: FlashcardsRunPage, _ scene: Scene) -> Page {
  let (words, run) = (scene.words, data.run)
  let parts: [HTML]
  switch run.state {
  case .running: parts = [underWay(data, scene)]
  case .done:
    let done = words("flashcards.anki.done", .count(run.new + run.changed), .count(run.reviews))
    parts = [banner(HTML(text: done), scene, .success), counts(run, scene), toDeck(data, scene), takeBack(data, scene)]
  case .stopped:
    let reason = run.reason.map { words($0) } ?? words("flashcards.package.stopped-text")
    parts = [
      banner(HTML(text: reason), scene, .danger, title: words("flashcards.package.stopped")), counts(run, scene),
      cluster([
        postButton(
          words("flashcards.package.continue"), to: FlashcardsPaths.run(run.upload, of: data.deck.id) + "/continuation",
          scene, .primary, icon: icon("refresh", scene))
      ]), takeBack(data, scene),
    ]
  case .takenBack:
    parts = [banner(HTML(text: words("flashcards.package.taken-back")), scene), toDeck(data, scene)]
  }
  return Page(
    "flashcards.package", title: words("flashcards.package.title"), topics: data.topics,
    parent: (title: data.deck.name, path: FlashcardsPaths.deck(data.deck.id)),
    body: """
      <div class="stack stack--loose" id="\(FlashcardsPackageRun.element(run.upload))">\(each: parts, { $0 })</div>
      """)
}

private func underWay(_ data: FlashcardsRunPage, _ scene: Scene) -> HTML {
  let (words, run) = (scene.words, data.run)
  let label = words("flashcards.package.under-way")
  let again = linkButton(
    words("flashcards.package.look-again"), to: FlashcardsPaths.run(run.upload, of: data.deck.id),
    icon: icon("refresh", scene))
  // Full is only what is over.
  let bar = progress(label, min(run.done, run.total - 1), of: run.total, scene)
  return card(
    label, id: "under-way", foot: again,
    content: "\(bar)<p class=\"quiet\">\(words("flashcards.package.may-leave"))</p>")
}

private func counts(_ run: FlashcardsPackageRun, _ scene: Scene) -> HTML {
  let words = scene.words
  return stats([
    Stat(words("flashcards.import.new"), words.number(run.new)),
    Stat(words("flashcards.import.changed"), words.number(run.changed)),
    Stat(words("flashcards.import.kept"), words.number(run.kept)),
  ])
}

private func toDeck(_ data: FlashcardsRunPage, _ scene: Scene) -> HTML {
  cluster([linkButton(scene.words("flashcards.package.to-deck"), to: FlashcardsPaths.deck(data.deck.id), .primary)])
}

private func takeBack(_ data: FlashcardsRunPage, _ scene: Scene) -> HTML {
  guard data.run.hasAdded else { return "" }
  let words = scene.words
  let button = postButton(
    words("flashcards.package.take-back"), to: FlashcardsPaths.run(data.run.upload, of: data.deck.id) + "/return",
    scene,
    icon: icon("undo", scene))
  return card(
    words("flashcards.package.take-back"), id: "take-back",
    content: "<p class=\"quiet\">\(words("flashcards.package.take-back-text"))</p>\(button)")
}
