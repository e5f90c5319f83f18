import Base
import HTML
import Kit
import People
import School

/// The children of a class by the presentations of one area.
struct PresentationGridPage: Sendable {
  var classroom: Classroom
  var students: [Student]
  var areas: [CurriculumNode]
  var area: CurriculumNode?
  var presentations: [CurriculumNode]
  var tree: CurriculumTree
  var standings: [ID<Student>: [ID<CurriculumNode>: PresentationStanding]]
  var planned: [ID<Student>: Set<ID<CurriculumNode>>]
  var topics: [String] = []
}

func presentationGridPage(_ data: PresentationGridPage, _ scene: Scene) -> Page {
  let (words, id) = (scene.words, data.classroom.id)
  let plan = linkButton(words("presentations.week"), to: PresentationsPaths.week(id))
  let body: HTML
  if data.presentations.isEmpty {
    body = emptyState(
      "list", words("presentations.no-curriculum"), words("presentations.no-curriculum-text"), scene,
      action: linkButton(words("presentations.to-curriculum"), to: CurriculumPaths.all, .primary))
  } else if data.students.isEmpty {
    body = emptyState("people", words("presentations.no-children"), "", scene)
  } else {
    let areas = data.areas.map { area in
      chip(
        area.name, to: PresentationsPaths.grid(id) + "?area=" + area.id.text, isCurrent: area.id == data.area?.id)
    }
    body = stack([chips(areas), gridKey(scene), gridTable(data, scene)])
  }
  return Page(
    "presentations.grid", title: words("presentations.grid"), actions: plan, topics: data.topics,
    parent: (data.classroom.name, ClassroomsPaths.classroom(id)), isWide: true, body: body)
}

/// What the marks say.
private func gridKey(_ scene: Scene) -> HTML {
  let kinds = PresentationAct.Kind.allCases.map { $0.rawValue } + ["planned"]
  let entries = kinds.map { kind -> HTML in
    "<li><span class=\"standing\" data-kind=\"\(kind)\" aria-hidden=\"true\"></span>\(scene.words("presentations.kind." + kind))</li>"
  }
  return "<ul class=\"standing-key\" role=\"list\">\(each: entries, { $0 })</ul>"
}

/// A row a presentation, a column a child: names of presentations are long, and there are more of them than of children.
private func gridTable(_ data: PresentationGridPage, _ scene: Scene) -> HTML {
  let heads = data.students.map { student -> HTML in
    "<th scope=\"col\"><a href=\"\(url: PresentationsPaths.of(student.id))\">\(name(student.name))</a></th>"
  }
  let rows = data.presentations.map { node -> HTML in
    let cells = data.students.map { gridCell($0, node, data, scene) }
    let group = PresentationsPaths.group(node.id, in: data.classroom.id)
    return "<tr><th scope=\"row\"><a href=\"\(url: group)\">\(name(node.name))</a></th>\(each: cells, { $0 })</tr>"
  }
  let label = data.area?.name ?? ""
  return """
    <div class="standing-grid" tabindex="0" role="region" aria-label="\(label)"><table><caption class="visually-hidden">\(label)</caption>\
    <thead><tr><td></td>\(each: heads, { $0 })</tr></thead><tbody>\(each: rows, { $0 })</tbody></table></div>
    """
}

private func gridCell(_ student: Student, _ node: CurriculumNode, _ data: PresentationGridPage, _ scene: Scene) -> HTML
{
  let standing = data.standings[student.id]?[node.id]
  let isPlanned = data.planned[student.id]?.contains(node.id) ?? false
  let kind = standing?.latest.kind.rawValue ?? (isPlanned ? "planned" : "none")
  let label = scene.words("presentations.cell", .text(student.name), .text(scene.words("presentations.kind." + kind)))
  return """
    <td><a class="standing-cell" href="\(url: PresentationsPaths.one(node.id, of: student.id))" aria-label="\(label)">\
    \(standingMark(standing, isPlanned: isPlanned, scene))</a></td>
    """
}
