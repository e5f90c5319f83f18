import Base
import HTML
import Kit
import School

/// Below a field for files: one's own files, each to be put into it; they are asked for when it is opened.
func ownFilesPicker(_ scene: Scene) -> HTML {
  let words = scene.words
  return """
    <details class="own-files js-only"\(behaviour: .ownFiles, OwnFilesPaths.all) data-word-waiting="\(words("assignments.own-files.waiting"))" \
    data-word-empty="\(words("assignments.own-files.empty"))" data-word-added="\(words("assignments.own-files.added"))" \
    data-word-unavailable="\(words("assignments.own-files.unavailable"))">\
    <summary>\(words("assignments.own-files"))</summary><p class="quiet" role="status" data-own-said></p>\
    <ul class="own-files__list" role="list" data-own-list></ul></details>
    """
}

extension Behaviour {
  static let ownFiles = Behaviour("ownfiles", on: "data-own-files")
}
