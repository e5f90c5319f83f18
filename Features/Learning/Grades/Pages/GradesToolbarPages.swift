import Base
import HTML
import Kit
import School

/// One line above the table: whom to find, what to show, and what else can be done; all that sifts is in the address.
func gradebookToolbar(_ data: GradebookPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let out = button(
    words("grades.export-short"), icon: icon("download", scene), popover: "gradebook-export",
    style: ButtonStyle(classes: "desk-only"))
  let more = iconButton(
    "more", words("grades.more"), scene, popover: "gradebook-more", style: ButtonStyle(classes: "phone-only"))
  let keys = iconButton(
    "keyboard", words("kit.keys"), scene, kind: .ghost, popover: "gradebook-keys",
    style: ButtonStyle(classes: "desk-only"))
  let add = linkButton(
    words("grades.add-column"), to: newColumn(data), .primary,
    icon: icon("plus", scene), style: ButtonStyle(key: "n", classes: "desk-only"))
  let open: HTML = """
    <a class="button js-only" id="gradebook-open" href="\(url: data.path)" hidden>\(words("grades.open-this"))</a>
    """
  return """
    <form role="search" method="get" action="\(url: data.path)"\(behaviour: .search) data-results="gradebook-results" \
    class="toolbar book__bar">\(findField(data, scene))\(sifts(data, scene))\
    \(submit(words("grades.apply"), .secondary, icon: icon("filter", scene), style: ButtonStyle(classes: "no-js")))\
    <div class="toolbar__end">\(open)\(keys)\(out)\(more)\(add)</div></form>\(toolbarMenus(data, scene))
    """
}

/// In the category that one looks at.
private func newColumn(_ data: GradebookPage) -> String {
  GradesPaths.newColumn(data.course.id) + (data.category.map { "?category=" + $0.text } ?? "")
}

private func findField(_ data: GradebookPage, _ scene: Scene) -> HTML {
  """
  <div class="search">\(icon("search", scene))<input class="search__input" type="search" name="q" value="\(data.search)" \
  placeholder="\(scene.words("grades.find-student"))" aria-label="\(scene.words("grades.find-student"))" \
  autocomplete="off" enterkeyhint="search" dir="auto" data-key="s">\
  <a class="search__clear" href="\(url: data.unsearched)" aria-label="\(scene.words("kit.clear"))">\
  \(icon("x", scene))</a></div>
  """
}

/// Choosing sends the form where scripts run (`search.js`); elsewhere the button beside does.
private func sifts(_ data: GradebookPage, _ scene: Scene) -> HTML {
  // words: grades.show.*
  let shows = GradebookPage.Show.allCases.map { show -> HTML in
    """
    <option value="\(show == .all ? "" : show.rawValue)"\(flag: "selected", data.show == show)>\
    \(scene.words("grades.show." + show.rawValue))</option>
    """
  }
  let categories = data.categories.map { category -> HTML in
    """
    <option value="\(category.id.text)"\(flag: "selected", data.category == category.id)>\
    \(categoryName(category, scene))</option>
    """
  }
  return """
    <select class="book__sift" name="show" aria-label="\(scene.words("grades.what-is-shown"))">\(each: shows, { $0 })</select>\
    <select class="book__sift" name="category" aria-label="\(scene.words("grades.category"))">\
    <option value="">\(scene.words("grades.all-categories"))</option>\(each: categories, { $0 })</select>
    """
}

/// What goes out, and which keys the table answers to; on a phone all that the line has no room for.
private func toolbarMenus(_ data: GradebookPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let file = GradesPaths.exporting(data.course.id)
  let add = menuLink(words("grades.add-column"), to: newColumn(data), icon: icon("plus", scene))
  let files = [
    menuLink(words("grades.export"), to: file, icon: icon("download", scene)),
    menuLink(words("grades.export-excel"), to: file + "?mark=1", icon: icon("table", scene)),
  ]
  return """
    \(menu("gradebook-export", words("grades.export-short"), files))\
    \(menu("gradebook-more", words("grades.more"), [add, menuLine] + files))\
    \(menu("gradebook-keys", words("kit.keys"), ["<p class=\"menu__title\">\(words("grades.keys"))</p>"]))
    """
}
