import Base
public import HTML

/// The whole document round a page.
///
/// `last` is the position in the live stream the page was rendered at; `isSignedOut` marks the page that answers a
/// sign-out, so that the other tabs follow.
@inline(never) public func frame(_ page: Page, _ scene: Scene, last: String = "", isSignedOut: Bool = false) -> HTML {
  let isPlain = page.isPlain || scene.reader == nil
  let body = isPlain ? plainBody(page, scene) : framedBody(page, scene)
  let words = scene.words
  return """
    <!doctype html>
    <html lang="\(words.language.rawValue)" dir="\(words.language.direction)" data-theme="\(scene.look.theme.rawValue)" \
    data-scheme="\(scene.look.scheme.rawValue)"\(attribute: "data-keys", scene.look.hasKeys ? nil : "off") data-word-failed="\(words("kit.failed"))" \
    data-word-offline="\(words("kit.no-connection"))" data-word-slow="\(words("kit.slow"))"\(flag: "data-signed-out", isSignedOut)>
    \(head(page, scene, last: last, scripts: body.scripts))
    \(body)
    </html>

    """
}

/// “Students · Rimon School”: the page first, because tabs are cut at the end.
func documentTitle(_ page: Page, _ scene: Scene) -> String {
  let thing = page.space.flatMap { $0.isFirst ? nil : $0.title + " · " } ?? ""
  return page.title + " · " + thing + (scene.reader?.school?.name ?? scene.words("kit.brand"))
}

/// - Parameter scripts: what is on the page needs these, besides what all pages have.
private func head(_ page: Page, _ scene: Scene, last: String, scripts: [String]) -> HTML {
  let own = page.topics
  let all = own + (scene.reader?.topics ?? []).filter { !own.contains($0) }
  let topics: HTML =
    all.isEmpty
    ? ""
    : """
    <meta name="live-topics" content="\(all.joined(separator: " "))">
    <meta name="live-last" content="\(last)">

    """
  let csrf: HTML = scene.csrf.isEmpty ? "" : "<meta name=\"csrf\" content=\"\(scene.csrf)\">\n"
  let shelf: HTML = scene.shelf.isEmpty ? "" : "<meta name=\"shelf\" content=\"\(scene.shelf)\">\n"
  return """
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <title>\(documentTitle(page, scene))</title>
    <link rel="stylesheet" href="\(url: scene.assets)/app.css">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="manifest" href="/manifest.webmanifest">
    \(themeColor(scene.look))\(topics)\(csrf)\(shelf)\(module("app", scene))\(each: scripts, { module($0, scene) })
    </head>
    """
}

private func module(_ name: String, _ scene: Scene) -> HTML {
  "<script type=\"module\" src=\"\(url: scene.assets)/js/\(name).js\"></script>"
}

/// The colour of the browser's own bars: the theme's canvas.
///
/// The values are those of `tokens-<theme>.css` (a test compares them), because a meta element cannot name a token.
private func themeColor(_ look: Appearance) -> HTML {
  let (light, dark) = canvas(look.theme)
  switch look.scheme {
  case .light: return "<meta name=\"theme-color\" content=\"\(light)\">\n"
  case .dark: return "<meta name=\"theme-color\" content=\"\(dark)\">\n"
  case .system:
    return """
      <meta name="theme-color" content="\(light)" media="(prefers-color-scheme: light)">
      <meta name="theme-color" content="\(dark)" media="(prefers-color-scheme: dark)">

      """
  }
}

func canvas(_ theme: Appearance.Theme) -> (light: String, dark: String) {
  switch theme {
  case .wolfwhale: ("#f6f6fd", "#0f0e1b")
  case .montessori: ("#faf5ec", "#191512")
  case .oasis: ("#f6edd8", "#121212")
  case .hogwarts: ("#f2f2f7", "#000000")
  }
}

private func framedBody(_ page: Page, _ scene: Scene) -> HTML {
  """
  <body class="frame">
  \(skipLink(scene))
  \(topBar(page, scene))
  \(sideBar(scene))
  \(main(page, scene))
  \(tabBar(scene))
  \(aside(scene))
  \(schoolsMenu(scene))\(accountMenu(scene))\(moreMenu(scene))
  \(keysDialog(scene))
  </body>
  """
}

private func plainBody(_ page: Page, _ scene: Scene) -> HTML {
  """
  <body class="plain">
  \(skipLink(scene))
  <header class="plain__head page__head">\(brand(scene))</header>
  \(main(page, scene))
  \(plainFoot(scene))
  \(aside(scene))
  </body>
  """
}

private func skipLink(_ scene: Scene) -> HTML { "<a class=\"skip\" href=\"#main\">\(scene.words("kit.skip"))</a>" }

func brand(_ scene: Scene) -> HTML {
  """
  <a class="brand" href="/"><svg class="icon brand__mark" aria-hidden="true">\
  <use href="\(url: scene.assets)/icons.svg#mark"></use></svg><span class="brand__word">\(scene.words("kit.brand"))</span></a>
  """
}

/// The page itself, with its way back, its title and its acts.
private func main(_ page: Page, _ scene: Scene) -> HTML {
  """
  <main class="\(page.isWide ? "page page--wide" : "page")" id="main" tabindex="-1" data-page="\(page.name)">
  \(notice(scene))\(page.space.map { spaceHead($0, page, scene) } ?? pageHead(page, scene))
  \(page.body)
  </main>
  """
}

private func pageHead(_ page: Page, _ scene: Scene) -> HTML {
  let trail: HTML = page.parent.map { breadcrumb([$0], here: page.title, scene) } ?? ""
  let acts: HTML = page.actions.isEmpty ? "" : "<div class=\"page__actions\">\(page.actions)</div>"
  return "\(trail)<div class=\"page__head\"><div><h1>\(page.title)</h1></div>\(acts)</div>"
}

private func notice(_ scene: Scene) -> HTML {
  guard let notice = scene.reader?.notice else { return "" }
  return banner(
    "<a href=\"\(url: notice.path)\">\(scene.words(notice.phrase))</a>", scene, .danger)
}

/// What speaks by itself: toasts, and the note that the line is down.
private func aside(_ scene: Scene) -> HTML {
  let said: HTML = scene.toast.map { toast($0, scene) } ?? ""
  return """
    <div class="toasts" id="toasts" role="status" aria-live="polite">\(said)</div>
    <p class="offline" role="status" data-word="\(scene.words("kit.offline"))"></p>
    """
}

/// The foot of a page that stands alone: the languages, and the way out for who is signed in.
private func plainFoot(_ scene: Scene) -> HTML {
  let languages = languageForm(scene, classes: "cluster") { name, language in
    """
    <button name="\(name)" value="\(language.rawValue)" lang="\(language.rawValue)"\
    \(attribute: "aria-current", language == scene.words.language ? "true" : nil)>\(language.ownName)</button>
    """
  }
  let out: HTML =
    scene.reader == nil ? "" : signOutForm(scene, button: "<button>\(scene.words("kit.sign-out"))</button>")
  return "<footer class=\"plain__foot\">\(languages)\(out)</footer>"
}
