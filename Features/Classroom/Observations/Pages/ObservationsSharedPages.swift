import Base
import HTML
import Kit
import School

/// What a child's family was shown.
struct SharedPage: Sendable {
  let student: Student
  /// Otherwise staff look at what the family sees.
  let isFamily: Bool
  var shares: [ObservationShare] = []
  var names: [ID<Account>: String] = [:]
  /// What was sent from home and is not accepted: one's own, or for staff everybody's.
  var waiting: [Observation] = []
  /// Their files.
  var files: [ObservationFile] = []
  /// Whether the reader is a guardian, who may send something.
  var maySend = false
  var next: String?
  var isLater = false
  var topics: [String] = []

  init(student: Student, isFamily: Bool) { (self.student, self.isFamily) = (student, isFamily) }
}

func sharedPage(_ data: SharedPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, path) = (scene.words, ObservationsPaths.shared(data.student.id))
  let cards = data.shares.map { sharedCard($0, data, scene) }
  let some: HTML =
    cards.isEmpty
    ? emptyState("eye", words("observations.nothing-shared"), words("observations.nothing-shared-text"), scene)
    : "<div class=\"observations\">\(each: cards, { $0 })</div>"
  return Page(
    "observations.shared", title: words(data.isFamily ? "observations.shared" : "observations.shared-view"),
    topics: data.topics, parent: (data.student.name, StudentsPaths.student(data.student.id)),
    body: """
      <div class="stack">\(homePart(data, draft, scene))\(some)\(pager(
        "", previous: data.isLater ? path : nil, next: data.next.map { path + "?after=" + $0 }, scene))</div>
      """)
}

private func sharedCard(_ share: ObservationShare, _ data: SharedPage, _ scene: Scene) -> HTML {
  let text: HTML =
    share.text.isEmpty ? "" : "<p class=\"observation__text\" dir=\"auto\">\(share.text)</p>"
  let files = share.items.map { item -> HTML in
    item.isHidden ? hiddenFile(scene) : sharedFile(item.id, item.kind, of: share, data, scene)
  }
  let gallery: HTML = files.isEmpty ? "" : "<div class=\"observation__gallery\">\(each: files, { $0 })</div>"
  return """
    <article class="card observation">\(text)\(gallery)\
    <p class="quiet observation__facts">\(dotted([name(data.names[share.by] ?? ""), time(share.happenedAt, scene)]))</p></article>
    """
}

private func sharedFile(
  _ id: ID<ObservationFile>, _ kind: ObservationFile.Kind, of share: ObservationShare, _ data: SharedPage,
  _ scene: Scene
) -> HTML {
  let (words, path) = (scene.words, ObservationsPaths.file(id, of: share.observation))
  switch kind {
  case .picture:
    let alt = words("observations.picture-of", .text(data.student.name))
    return
      "<a href=\"\(url: path)\"><img class=\"observation__picture\" src=\"\(url: path)\" alt=\"\(alt)\" loading=\"lazy\"></a>"
  case .sound:
    return
      "<audio controls preload=\"none\" src=\"\(url: path)\" aria-label=\"\(words("observations.sound"))\"></audio>"
  case .other:
    return linkButton(words("observations.kind.other"), to: path, icon: icon("download", scene))
  }
}

// MARK: tags

struct TagsPage: Sendable {
  var tags: [RecordTag]
  var topics: [String] = []
  init(tags: [RecordTag]) { self.tags = tags }
}

func tagsPage(_ data: TagsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let parts = RecordTag.Taxonomy.allCases.map { taxonomyCard($0, data, draft, scene) }
  return Page(
    "observations.tags", title: words("observations.tags"), topics: data.topics,
    parent: (words("observations.title"), ObservationsPaths.all),
    body: stack(
      [
        draft["taxonomy"] == nil ? errorSummary(draft, [], scene) : "",
        "<p class=\"quiet\">\(words("observations.tags-text", .count(RecordTag.most)))</p>",
      ] + parts, isLoose: true))
}

private func taxonomyCard(_ taxonomy: RecordTag.Taxonomy, _ data: TagsPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let tags = data.tags.filter { $0.taxonomy == taxonomy }
  let rows = tags.map { tagRow($0, tags, scene) }
  let own = draft["taxonomy"] == taxonomy.rawValue ? draft : Draft()
  let fields = [
    Field.hidden("taxonomy", taxonomy.rawValue),
    .text("name", words("observations.tag-name"), max: RecordTag.longest),
  ]
  let add = """
    \(each: fields, { field($0, own, scene, scope: taxonomy.rawValue) })<div class="form__actions">\
    \(submit(words("observations.tag-add"), .secondary, icon: icon("plus", scene)))</div>
    """ as HTML
  let some: HTML = rows.isEmpty ? "<p class=\"quiet\">\(words("observations.no-tags"))</p>" : list(rows)
  return card(
    words("observations.taxonomy." + taxonomy.rawValue), id: "tags-" + taxonomy.rawValue,
    content: "\(some)\(form(ObservationsPaths.tags, scene, content: add))")
}

private func tagRow(_ tag: RecordTag, _ all: [RecordTag], _ scene: Scene) -> HTML {
  let words = scene.words
  let path = ObservationsPaths.tags + "/" + tag.id.text
  if let into = tag.mergedInto {
    let target = all.first { $0.id == into }?.name ?? ""
    let back = postButton(
      words("observations.tag-unmerge"), to: path + "/merging", scene, .ghost, style: ButtonStyle(isSmall: true))
    return cell(name(tag.name), meta: HTML(text: words("observations.tag-merged", .text(target))), trail: back, scene)
  }
  if tag.archivedAt != nil {
    let back = postButton(
      words("observations.tag-restore"), to: path + "/archiving", scene, fields: [Form.Field("restore", "1")], .ghost,
      style: ButtonStyle(isSmall: true))
    return cell(name(tag.name), meta: HTML(text: words("observations.not-offered")), trail: back, scene)
  }
  let link = "<a href=\"\(url: ObservationsPaths.all + "?tag=" + tag.id.text)\">\(name(tag.name))</a>" as HTML
  return cell(link, meta: tagForms(tag, all, path, scene), scene)
}

/// What can be done with a tag, folded.
private func tagForms(_ tag: RecordTag, _ all: [RecordTag], _ path: String, _ scene: Scene) -> HTML {
  let words = scene.words
  let scope = tag.id.text
  let rename: HTML = """
    \(field(.text("name", words("observations.tag-name"), value: tag.name, max: RecordTag.longest), Draft(), scene, scope: scope))\
    \(submit(words("observations.tag-rename"), .secondary))
    """
  let targets = all.filter { $0.id != tag.id && $0.isOffered }.map { Field.Choice($0.id.text, $0.name) }
  let merge: HTML =
    targets.isEmpty
    ? ""
    : form(
      path + "/merging", scene,
      content: """
        \(field(.select("into", words("observations.tag-into"), targets), Draft(), scene, scope: scope))\
        \(submit(words("observations.tag-merge"), .secondary))
        """)
  let archive = postButton(words("observations.tag-archive"), to: path + "/archiving", scene, .destructive)
  return """
    <details class="observation-filters"><summary>\(words("observations.tag-change"))</summary><div class="stack">\
    \(form(path, scene, content: rename))\(merge)\(archive)</div></details>
    """
}
