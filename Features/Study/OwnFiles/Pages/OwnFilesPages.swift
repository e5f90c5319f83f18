import Base
import HTML
import Kit
import School

/// What somebody keeps for themselves, a part of it at a time.
struct OwnFilesPage: Sendable {
  let files: [OwnFile]
  /// Of what kind; all without it.
  let kind: OwnFile.Kind?
  /// How many there are of it.
  let count: Int
  let page: Int, pages: Int
  /// Megabytes of one file.
  let most: Int
  var topics: [String] = []
}

func ownFilesPage(_ data: OwnFilesPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let kinds = chips(
    [chip(words("own-files.kind.all"), to: OwnFilesPaths.all, isCurrent: data.kind == nil)]
      + OwnFile.Kind.allCases.map {
        chip(words("own-files.kind." + $0.rawValue), to: OwnFilesPaths.kind($0), isCurrent: data.kind == $0)
      })
  // words: own-files.kind.*
  let rows = data.files.map { ownFileRow($0, scene) }
  let empty =
    data.kind == nil
    ? emptyState("clip", words("own-files.empty"), words("own-files.empty-text"), scene)
    : emptyState("clip", words("own-files.none-of-kind"), words("own-files.none-of-kind-text"), scene)
  let shown: HTML = rows.isEmpty ? empty : list(rows, label: words("own-files.title"))
  let now = words("own-files.page", .text(words.number(data.page)), .text(words.number(data.pages)))
  let pages = pager(
    now, previous: data.page > 1 ? OwnFilesPaths.kind(data.kind, page: data.page - 1) : nil,
    next: data.page < data.pages ? OwnFilesPaths.kind(data.kind, page: data.page + 1) : nil, scene)
  return Page(
    "own-files.all", title: words("own-files.title"), topics: data.topics,
    parent: (words("own-files.tools"), ToolsPaths.all),
    body: stack(
      [
        rows.isEmpty && data.kind == nil ? "" : kinds, shown, pages, uploadCard(data, draft, scene),
        "<p class=\"quiet\">\(words("own-files.private"))</p>",
      ], isLoose: true))
}

private func uploadCard(_ data: OwnFilesPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  return card(
    words("own-files.upload"), id: "own-files-upload",
    content: form(
      OwnFilesPaths.all, scene, style: FormStyle(isMultipart: true),
      content: """
        \(errorSummary(draft, [], scene))\
        \(fileField("file", words("own-files.choose"), isRequired: true, most: data.most, draft, scene))\
        <div class="form__actions">\(submit(words("own-files.keep"), .secondary, icon: icon("upload", scene)))</div>
        """))
}

private func ownFileRow(_ file: OwnFile, _ scene: Scene) -> HTML {
  let lead: HTML =
    file.isShownSmall
    ? "<img class=\"own-file__small\" src=\"\(url: OwnFilesPaths.small(file.id))\" alt=\"\" loading=\"lazy\" decoding=\"async\">"
    : icon(fileIcon(file.kind == .sound ? "audio/" : file.type, name: file.name), scene)
  return cell(
    name(file.name),
    meta: dotted([
      HTML(text: scene.words("own-files.kind-one." + file.kind.rawValue)),
      HTML(text: scene.words.bytes(Int(clamping: file.size))),
      time(file.createdAt, scene),
    ]), lead: lead, to: OwnFilesPaths.file(file.id), scene)
}
// words: own-files.kind-one.*

/// One file: what it is, and what can be done with it.
struct OwnFilePage: Sendable {
  let file: OwnFile
  var topics: [String] = []
}

func ownFilePage(_ data: OwnFilePage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, file) = (scene.words, data.file)
  let facts = dotted([
    HTML(text: words("own-files.kind-one." + file.kind.rawValue)), HTML(text: words.bytes(Int(clamping: file.size))),
    time(file.createdAt, scene),
  ])
  let drawOn: HTML =
    file.hasStrokes
    ? linkButton(words("own-files.draw-on"), to: ToolsPaths.drawing(on: file.id), .primary, icon: icon("edit", scene))
    : ""
  let acts = cluster([
    drawOn,
    linkButton(
      words("own-files.download"), to: OwnFilesPaths.saved(file.id), .secondary, icon: icon("download", scene)),
    keepFileButton(OwnFilesPaths.content(file.id), name: file.name, scene),
    postButton(
      words("own-files.delete"), to: OwnFilesPaths.removal(file.id), scene, .ghost, icon: icon("trash", scene)),
  ])
  let field = Field(
    "name", words("own-files.name"), .line(type: "text"), value: file.name, direction: "auto", max: OwnFile.longestName)
  return Page(
    "own-files.file", title: file.name, topics: data.topics, parent: (words("own-files.title"), OwnFilesPaths.all),
    body: stack(
      [
        preview(file, scene), "<p class=\"quiet\">\(facts)</p>", acts,
        card(
          words("own-files.rename"), id: "own-file-rename",
          content: form(OwnFilesPaths.file(file.id), [field], draft, scene, submit: words("own-files.rename"))),
      ], isLoose: true))
}

private func preview(_ file: OwnFile, _ scene: Scene) -> HTML {
  if file.isPicture {
    return """
      <a class="own-file__shown" href="\(url: OwnFilesPaths.content(file.id))">\
      <img src="\(url: OwnFilesPaths.content(file.id))" alt="\(file.name)"></a>
      """
  }
  if file.isSound {
    return """
      <audio class="own-file__sound" controls preload="metadata" src="\(url: OwnFilesPaths.content(file.id))" \
      aria-label="\(file.name)"></audio>
      """
  }
  guard file.type == "application/pdf" || file.type == "text/plain" else { return "" }
  return linkButton(scene.words("own-files.open"), to: OwnFilesPaths.content(file.id), icon: icon("eye", scene))
}
