import Base
import HTML
import Kit
import School

/// A canvas to draw on, as large as there is room for.
///
/// - Parameter file: what was drawn before, to go on with; what comes of it is another file.
func drawingPage(_ file: OwnFile? = nil, _ scene: Scene) -> Page {
  let words = scene.words
  let pens: [HTML] = DrawingPen.allCases.map { pen in
    let isFirst = pen == .black
    let dot: HTML =
      pen == .eraser
      ? icon("x", scene)
      : "<span class=\"drawing__dot drawing__dot--\(pen.rawValue)\" data-colour=\"\(pen.rawValue)\"></span>"
    return choice("pen", pen.rawValue, "\(dot)\(words("tools.pen." + pen.rawValue))", isChecked: isFirst)
  }
  // words: tools.pen.* tools.width.* tools.paper.*
  let widths = DrawingStrokes.Width.allCases.map { width in
    choice("width", width.rawValue, HTML(text: words("tools.width." + width.rawValue)), isChecked: width == .medium)
  }
  let papers = DrawingStrokes.Paper.allCases.map { paper in
    choice("paper", paper.rawValue, HTML(text: words("tools.paper." + paper.rawValue)), isChecked: paper == .blank)
  }
  let from: HTML = file.map { "<span hidden data-from=\"\(url: OwnFilesPaths.strokes($0.id))\"></span>" } ?? ""
  let name = file.map { file in
    let ending = FileNames.ending(file.name)
    return ending.isEmpty ? file.name : String(decoding: file.name.utf8.dropLast(ending.utf8.count + 1), as: UTF8.self)
  }
  let acts: HTML = cluster([
    act("undo", words("tools.undo"), icon: icon("undo", scene)), act("redo", words("tools.redo")),
    act("clear", words("tools.clear"), icon: icon("trash", scene)),
  ])
  return makingPage(
    .drawing, scene, behaviour: .drawing,
    said: [
      ("kept", "tools.drawing-kept"), ("unkept", "tools.drawing-unkept"), ("full", "tools.drawing-full"),
      ("unread", "tools.drawing-unread"), ("long", "tools.drawing-long"),
    ],
    content: """
      <div class="js-only stack">\(from)\(acts)\
      <div class="drawing__paper"><canvas class="drawing__canvas" data-canvas role="img" aria-label="\(words("tools.canvas"))"></canvas></div>\
      \(choices(words("tools.pen"), pens))\(choices(words("tools.width"), widths))\(choices(words("tools.paper"), papers))\
      <span hidden class="drawing__dot--paper" data-colour="paper"></span><span hidden class="drawing__dot--rule" data-colour="rule"></span>\
      \(nameField(scene, name ?? ""))\(act("save", words("tools.save-picture"), .primary))</div>\
      <p class="quiet">\(words("tools.drawing-keyboard")) <a href="\(url: OwnFilesPaths.all)">\(words("tools.upload-instead"))</a></p>
      """)
}

/// Paper before a camera; each page is made straight by its four corners.
func scannerPage(_ scene: Scene) -> Page {
  let words = scene.words
  let handles: [HTML] = ["upper-left", "upper-right", "lower-right", "lower-left"].map {
    "<button type=\"button\" class=\"scanner__corner\" data-corner aria-label=\"\(words("tools.corner." + $0))\"></button>"
  }
  // words: tools.corner.* tools.look.*
  let looks = ["colour", "grey", "black"].map { look in
    choice("look", look, HTML(text: words("tools.look." + look)), isChecked: look == "colour")
  }
  let row: HTML = """
    <li class="scanner__page"><span data-number></span><span class="cluster">\
    \(act("up", words("tools.page-up"), icon: icon("chevron-up", scene), isIcon: true))\
    \(act("down", words("tools.page-down"), icon: icon("chevron-down", scene), isIcon: true))\
    \(act("remove", words("tools.page-remove"), icon: icon("trash", scene), isIcon: true))</span></li>
    """
  return makingPage(
    .scanner, scene, behaviour: .scanner,
    said: [
      ("kept", "tools.page-kept"), ("unkept", "tools.page-unkept"), ("no-picture", "tools.no-picture"),
      ("no-page", "tools.no-page"), ("no-camera", "tools.no-camera"), ("turned", "tools.turned"),
      ("page", "tools.page"), ("photo", "tools.photo"),
    ],
    content: """
      <div class="js-only stack stack--loose"><div class="stack" data-taking>\
      \(pictureInput("scanner-camera", words("tools.take-photo"), isCamera: true))\
      \(pictureInput("scanner-file", words("tools.choose-picture"), isCamera: false))\
      \(act("live", words("tools.use-camera"), isHidden: true))</div>\
      <div class="stack" data-camera hidden><video class="scanner__view" data-view muted playsinline aria-label="\(words("tools.camera-view"))"></video>\
      <div class="cluster">\(act("shoot", words("tools.shoot"), .primary))\(act("stop", words("tools.camera-off")))</div></div>\
      <section class="stack" data-stage hidden aria-label="\(words("tools.edit-page"))"><p>\(words("tools.corners-how"))</p>\
      <div class="scanner__stage" dir="ltr">\
      <svg class="scanner__edge" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true"><polygon data-edge points="0,0"></polygon></svg>\
      \(each: handles, { $0 })</div>\(choices(words("tools.look"), looks))\
      <div class="cluster">\(act("add", words("tools.add-page"), .primary))\(act("quarter", words("tools.turn"), icon: icon("refresh", scene)))\
      \(act("cancel", words("tools.leave-picture"), .ghost))</div></section>\
      <div class="stack" data-done hidden><h2 class="section-title">\(words("tools.pages"))</h2>\
      <ol class="scanner__pages" role="list" data-pages></ol>\(nameField(scene))\
      <div class="cluster">\(act("save-pdf", words("tools.save-pdf"), .primary))\(act("save-pictures", words("tools.save-pictures")))</div></div>\
      \(act("regain", words("tools.page-back"), icon: icon("undo", scene), isHidden: true))<template>\(row)</template></div>
      """)
}

/// What is said, as text where the device understands it, or as a recording.
func dictationPage(_ scene: Scene) -> Page {
  let words = scene.words
  let languages: [HTML] = Language.allCases.map {
    "<option value=\"\($0.rawValue)\"\(flag: "selected", $0 == words.language)>\($0.ownName)</option>"
  }
  return makingPage(
    .dictation, scene, behaviour: .dictation,
    said: [
      ("kept", "tools.sound-kept"), ("unkept", "tools.sound-unkept"), ("stop", "tools.stop"),
      ("recording", "tools.recording"), ("no-microphone", "tools.no-microphone"), ("format", "tools.format"),
    ],
    content: """
      <p>\(words("tools.voice-stays"))</p><div class="js-only stack stack--loose">\
      <div class="field"><label class="field__label" for="spoken">\(words("tools.spoken"))</label>\
      <select id="spoken" data-language>\(each: languages, { $0 })</select></div>\(nameField(scene))\
      <section class="card stack" data-recognise hidden><h2 class="card__title">\(words("tools.to-text"))</h2>\
      <div class="field"><label class="field__label" for="heard">\(words("tools.text"))</label>\
      <textarea id="heard" data-text rows="6" maxlength="20000"></textarea></div>\
      <div class="cluster">\(act("listen", words("tools.listen-now"), .secondary))\(act("save-text", words("tools.save-text"), .primary))</div></section>\
      <section class="card stack" data-record hidden><h2 class="card__title">\(words("tools.record"))</h2>\
      <p class="quiet" data-no-recognition hidden>\(words("tools.no-recognition"))</p><p class="quiet" data-format></p>\
      <div>\(act("start", words("tools.record-start"), .secondary, icon: icon("sound", scene)))</div>\
      <div class="stack" data-recorded hidden><audio class="own-file__sound" data-replay controls aria-label="\(words("tools.recorded"))"></audio>\
      <div class="cluster">\(act("save", words("tools.save-sound"), .primary))\(act("drop", words("tools.drop-sound"), .ghost))</div></div></section>\
      <div data-none hidden>\(banner("\(words("tools.no-recorder"))", scene))</div></div>
      """)
}

// MARK: what they share

/// The frame of a page that makes something: the words its script says, where it says them, and the way to one's files.
private func makingPage(
  _ tool: MakingTool, _ scene: Scene, behaviour: Behaviour, said: [(String, String)], content: HTML
) -> Page {
  let words = scene.words
  let shared = [
    ("name", "tools.name." + tool.rawValue), ("saved", "tools.saved-file"), ("failed", "tools.save-failed"),
    ("here", "tools.saved-here"), ("nowhere", "tools.saved-nowhere"),
  ]
  let spoken: [HTML] = (shared + said).map { " data-word-\($0.0)=\"\(words($0.1))\"" }
  let saving = form(OwnFilesPaths.all, scene, style: FormStyle(classes: "making__form"), content: "")
  return Page(
    "tools." + tool.rawValue, title: words("tools.name." + tool.rawValue),
    parent: (words("tools.title"), ToolsPaths.all),
    body: """
      <div class="stack stack--loose making"\(behaviour: behaviour)\(each: spoken, { $0 })>\(content)\
      <p class="making__said" role="status"><span data-said></span> \
      <a href="\(url: OwnFilesPaths.all)" data-saved-link hidden>\(words("tools.files"))</a></p>\
      <div hidden>\(saving)</div>\
      <noscript><p>\(words("tools.no-scripts-making")) <a href="\(url: OwnFilesPaths.all)">\(words("tools.upload-instead"))</a></p></noscript>\
      <p class="quiet">\(words("tools.private"))</p></div>
      """)
}
// words: tools.name.* tools.saved-* tools.drawing-* tools.page-* tools.sound-*

private func nameField(_ scene: Scene, _ name: String = "") -> HTML {
  """
  <div class="field"><label class="field__label" for="making-name">\(scene.words("tools.file-name")) \
  <span class="field__optional">\(scene.words("kit.optional"))</span></label>\
  <input id="making-name" data-name type="text" maxlength="80" dir="auto" autocomplete="off"\(attribute: "value", name.isEmpty ? nil : name)></div>
  """
}

private func pictureInput(_ id: String, _ label: String, isCamera: Bool) -> HTML {
  """
  <div class="field"><label class="field__label" for="\(id)">\(label)</label>\
  <input id="\(id)" type="file" accept="image/*"\(attribute: "capture", isCamera ? "environment" : nil)></div>
  """
}

/// A button that its script knows by `data-<name>`.
private func act(
  _ name: String, _ label: String, _ kind: ButtonKind = .plain, icon: HTML = "", isIcon: Bool = false,
  isHidden: Bool = false
) -> HTML {
  let classes = "button" + (kind == .plain ? "" : " button--" + kind.rawValue) + (isIcon ? " button--icon" : "")
  return """
    <button type="button" class="\(classes)"\(flag: "hidden", isHidden)\(attribute: "title", isIcon ? label : nil)\
    \(attribute: "aria-label", isIcon ? label : nil) data-\(name)>\(icon)\(isIcon ? "" : label)</button>
    """
}

/// One of several that exclude each other.
private func choice(_ name: String, _ value: String, _ label: HTML, isChecked: Bool) -> HTML {
  """
  <label class="making__choice"><input type="radio" name="\(name)" value="\(value)"\(flag: "checked", isChecked)>\
  <span>\(label)</span></label>
  """
}

private func choices(_ legend: String, _ choices: [HTML]) -> HTML {
  "<fieldset class=\"making__choices\"><legend>\(legend)</legend>\(each: choices, { $0 })</fieldset>"
}

extension Behaviour {
  static let drawing = Behaviour("drawing", on: "data-drawing")
  static let scanner = Behaviour("scanner", on: "data-scanner")
  static let dictation = Behaviour("dictation", on: "data-dictation")
}
