package import Base
import HTML
package import Kit
package import School

package struct CurriculumImportPage: Sendable {
  /// What was found, and what it would do, before it is taken.
  var table: CurriculumTable?
  package var plan: CurriculumPlan?

  /// What was left out, by its line.
  package var problems: [CurriculumProblem] {
    ((table?.problems ?? []) + (plan?.problems ?? [])).sorted { $0.line < $1.line }
  }
}

/// What a shipped curriculum would add.
package struct CurriculumShippedPage: Sendable {
  var language: Language
  /// Each band with how many places there are already, and how many would come.
  package var bands: [(band: CurriculumShipped.Band, plan: CurriculumPlan)]

  package init(language: Language, bands: [(band: CurriculumShipped.Band, plan: CurriculumPlan)]) {
    (self.language, self.bands) = (language, bands)
  }
}

package func curriculumImportPage(_ data: CurriculumImportPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let text = Field.area(
    "text", words("curriculum.import-text"), hint: words("curriculum.import-hint"), rows: 8,
    max: CurriculumTable.maxBytes)
  let file = Field.file("file", words("curriculum.import-file"), accept: ".csv,.tsv,.txt,text/csv,text/plain")
  let wrong = data.plan == nil ? errorSummary(draft, [text, file], scene) : ""
  let take: HTML =
    data.plan.map { plan in
      plan.isEmpty
        ? "" : submit(words("curriculum.import-take", .count(plan.count)), name: "act", value: "take")
    } ?? ""
  let acts: HTML = """
    <div class="form__actions">\(take)\
    \(submit(words("curriculum.import-check"), .secondary, name: "act", value: "check"))</div>
    """
  let fields: HTML = "\(wrong)\(field(file, Draft(), scene))\(field(text, draft, scene))\(acts)"
  return Page(
    "curriculum.import", title: words("curriculum.import"), parent: (words("curriculum.title"), CurriculumPaths.all),
    body: stack(
      [
        importPreview(data, scene),
        card(
          content: form(
            CurriculumPaths.importing, scene, style: FormStyle(id: "import", isMultipart: true), content: fields)),
        "<p>\(linkButton(words("curriculum.export"), to: CurriculumPaths.file, .ghost, icon: icon("download", scene)))</p>",
      ], isLoose: true))
}

private func importPreview(_ data: CurriculumImportPage, _ scene: Scene) -> HTML {
  guard let plan = data.plan else { return "" }
  let words = scene.words
  let summary: HTML = """
    \(planCounts(plan, scene))\(plan.isEmpty ? "<p>\(words("curriculum.import-same"))</p>" : "")
    """
  let lists: [HTML] = [
    names("curriculum.import-new", plan.new.map { $0.name }, scene),
    names("curriculum.import-changed", plan.changed.map { $0.name }, scene),
    names("curriculum.import-others", plan.others.map { $0.name }, scene),
  ]
  return stack([
    card(words("curriculum.import-found"), id: "found", content: "\(summary)\(each: lists, { $0 })"),
    leftOut(data, scene),
  ])
}
// words: curriculum.import-new, curriculum.import-changed, curriculum.import-others

private func planCounts(_ plan: CurriculumPlan, _ scene: Scene) -> HTML {
  let words = scene.words
  return cluster([
    badge(words("curriculum.count-new", .count(plan.new.count)), .success),
    badge(words("curriculum.count-changed", .count(plan.changed.count)), .accent),
    badge(words("curriculum.count-kept", .count(plan.kept))),
    badge(words("curriculum.count-ties", .count(plan.ties.count))),
    plan.untied.isEmpty ? "" : badge(words("curriculum.count-untied", .count(plan.untied.count)), .warning),
  ])
}

/// Names folded under a title, a hundred at most.
private func names(_ key: String, _ all: [String], _ scene: Scene) -> HTML {
  guard !all.isEmpty else { return "" }
  let more: HTML =
    all.count > 100 ? "<p class=\"quiet\">\(scene.words("curriculum.more-found", .count(all.count - 100)))</p>" : ""
  return """
    <details class="curriculum__names"><summary>\(scene.words(key, .count(all.count)))</summary>\
    <ul>\(each: all.prefix(100), { "<li>\(name($0))</li>" })</ul>\(more)</details>
    """
}

private func leftOut(_ data: CurriculumImportPage, _ scene: Scene) -> HTML {
  let (words, all) = (scene.words, data.problems)
  guard !all.isEmpty else { return "" }
  let lines = all.prefix(CurriculumTable.maxProblems).map {
    "<li>\(words("curriculum.import-line", .count($0.line))) \(words($0.phrase))</li>" as HTML
  }
  let rest = (data.table?.problemCount ?? 0) + (data.plan?.problems.count ?? 0) - lines.count
  let more: HTML = rest > 0 ? "<p>\(words("curriculum.more-found", .count(rest)))</p>" : ""
  return card(words("curriculum.import-problems"), id: "left", content: "<ul>\(each: lines, { $0 })</ul>\(more)")
}

package func curriculumShippedPage(_ data: CurriculumShippedPage, _ scene: Scene) -> Page {
  let words = scene.words
  let languages = chips(
    Language.allCases.map {
      chip($0.ownName, to: CurriculumPaths.shipped + "?language=" + $0.rawValue, isCurrent: $0 == data.language)
    })
  let cards = data.bands.map { one -> HTML in
    let fields = [
      Form.Field("band", one.band.rawValue), Form.Field("language", data.language.rawValue),
    ]
    let act: HTML =
      one.plan.isEmpty
      ? "<p>\(words("curriculum.shipped-there"))</p>"
      : postButton(
        words("curriculum.adopt", .count(one.plan.new.count)), to: CurriculumPaths.shipped, scene, fields: fields,
        .primary, icon: icon("plus", scene))
    return card(
      words("curriculum.band." + one.band.rawValue),
      content: stack([
        "<p>\(words("curriculum.band-text." + one.band.rawValue))</p>", planCounts(one.plan, scene),
        names("curriculum.import-new", one.plan.new.map { $0.name }, scene), act,
      ]))
  }
  return Page(
    "curriculum.shipped", title: words("curriculum.shipped"), parent: (words("curriculum.title"), CurriculumPaths.all),
    body: stack(
      ["<p class=\"measure\">\(words("curriculum.shipped-text"))</p>", languages, grid(cards)], isLoose: true))
}
// words: curriculum.band.*, curriculum.band-text.*
