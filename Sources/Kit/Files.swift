public import Base
public import HTML

/// A field for files: sent with the form where there are no scripts, in pieces and with progress where there are.
///
/// - Parameters:
///   - accept: media types or endings, as `image/*,.pdf`; a hint to the browser and no check.
///   - camera: a phone offers its camera first.
///   - most: the largest file, in megabytes, as the hint says.
@inline(never) public func fileField(
  _ name: String = "file", _ label: String, hint: String? = nil, isMultiple: Bool = true, accept: String? = nil,
  camera: Bool = false, isRequired: Bool = false, most: Int? = nil, _ draft: Draft, _ scene: Scene
) -> HTML {
  let id = "f-" + name
  let problem = draft.problem(name).map { scene.words($0) }
  let below = [hint, most.map { scene.words("kit.file.most", .count($0)) }].compactMap { $0 }.joined(separator: " ")
  let optional: HTML =
    isRequired ? "" : " <span class=\"field__optional\">\(scene.words("kit.optional"))</span>"
  let hintLine: HTML = below.isEmpty ? "" : "<span class=\"field__hint\" id=\"\(id)-hint\">\(below)</span>"
  let error: HTML =
    problem.map { "<p class=\"field__error\" id=\"\(id)-error\">\(icon("warning", scene))\($0)</p>" } ?? ""
  let described = [below.isEmpty ? nil : id + "-hint", problem == nil ? nil : id + "-error"].compactMap { $0 }
  return """
    <div class="field"\(behaviour: .upload)><label class="field__label" for="\(id)">\(label)\(optional)</label>\(hintLine)\
    <input id="\(id)" name="\(name)" type="file"\(flag: "multiple", isMultiple)\(attribute: "accept", accept)\
    \(attribute: "capture", camera ? "environment" : nil)\
    \(attribute: "aria-describedby", described.isEmpty ? nil : described.joined(separator: " "))\
    \(attribute: "aria-invalid", problem == nil ? nil : "true")>\
    <ul class="uploads" role="list" aria-live="polite" data-word-remove="\(scene.words("kit.file.remove"))" \
    data-word-waiting="\(scene.words("kit.file.waiting"))" data-word-failed="\(scene.words("kit.file.failed"))" \
    data-word-empty="\(scene.words("kit.file.empty"))" \
    data-word-done="\(scene.words("kit.file.done"))"></ul>\(error)</div>
    """
}

/// What a picture may be, as browsers are told.
let pictureTypes = "image/jpeg,image/png,image/webp,image/gif"

/// Where the picture of something is put in and taken out.
public struct PictureEditor: Sendable {
  let field: String, words: String, path: String, back: String

  /// - Parameters:
  ///   - words: what its words begin with: the label itself, `-hint`, `-save`, `-remove`, `-remove-text`.
  ///   - path: where the picture is and is sent to; `/removal` below it takes it out.
  ///   - back: where “Cancel” leads.
  public init(_ field: String, words: String, at path: String, back: String) {
    (self.field, self.words, self.path, self.back) = (field, words, path, back)
  }
}

/// - Parameters:
///   - shown: the picture as it is now, or what stands in its place.
///   - isThere: whether there is one that could be taken out.
@inline(never) public func pictureEditor(
  _ editor: PictureEditor, shown: HTML, isThere: Bool, _ draft: Draft, _ scene: Scene
) -> HTML {
  let words = scene.words
  let chosen = fileField(
    editor.field, words(editor.words), hint: words(editor.words + "-hint"), isMultiple: false, accept: pictureTypes,
    isRequired: true, draft, scene)
  let fields: HTML = """
    \(chosen)<div class="form__actions">\(submit(words(editor.words + "-save")))\
    \(linkButton(words("kit.cancel"), to: editor.back, .ghost))</div>
    """
  let sending = form(editor.path, scene, style: FormStyle(isMultipart: true), content: fields)
  guard isThere else { return stack([card(content: stack([shown, sending]))]) }
  let (remove, id) = (words(editor.words + "-remove"), editor.field + "-removal")
  let removal = card(
    remove, .flat, id: id, foot: postButton(remove, to: editor.path + "/removal", scene, .destructive),
    content: "<p>\(words(editor.words + "-remove-text"))</p>")
  return stack([card(content: stack([shown, sending])), removal])
}

/// A file in a list: what it is, its name, its size, and what can be done with it.
///
/// - Parameter isKeepable: whether one may want to have it without a network.
@inline(never) public func fileRow(
  _ name: String, type: String, size: Int, to path: String, isKeepable: Bool = false, trail: HTML = "", _ scene: Scene
) -> HTML {
  let keep: HTML = isKeepable ? keepFileButton(path, name: name, scene) : ""
  return cell(
    "<bdi>\(name)</bdi>", meta: "\(scene.words.bytes(size))", lead: icon(fileIcon(type, name: name), scene),
    trail: "\(keep)\(trail)", to: path, scene)
}

/// Keeps a file on a device that is somebody's own, or lets it go; nobody sees it where nothing is kept.
///
/// - Parameter path: where the file is, without a question behind it.
@inline(never) public func keepFileButton(_ path: String, name: String, _ scene: Scene) -> HTML {
  let words = scene.words
  return """
    <button type="button" class="button button--ghost button--small keep-file" hidden\(behaviour: .keepFile, path) data-name="\(name)" \
    aria-pressed="false" data-word-keep="\(words("kit.file.keep"))" data-word-kept="\(words("kit.file.kept"))" \
    data-word-failed="\(words("kit.file.keep-failed"))">\(icon("download", scene))\(icon("check", scene))\
    <span data-keep-text>\(words("kit.file.keep"))</span><span class="visually-hidden"> <bdi>\(name)</bdi></span></button>
    """
}

private let documentTypes = [
  "application/pdf", "application/msword", "application/vnd.openxmlformats-officedocument.wordprocessingml",
  "application/vnd.oasis.opendocument.text",
]
private let sheetTypes = [
  "text/csv", "application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml",
  "application/vnd.oasis.opendocument.spreadsheet",
]
private let archiveTypes = ["application/zip", "application/x-zip", "application/gzip", "application/x-7z"]

/// The sign of a file's kind: by what it is, and where that says little by its ending (G09).
public func fileIcon(_ type: String, name: String) -> String {
  if type.hasPrefix("image/") { return "picture" }
  if type.hasPrefix("video/") { return "film" }
  if type.hasPrefix("audio/") { return "sound" }
  if documentTypes.contains(where: type.hasPrefix) { return "document" }
  if type == "text/plain" { return "text" }
  if sheetTypes.contains(where: type.hasPrefix) { return "table" }
  if archiveTypes.contains(where: type.hasPrefix) { return "archive" }
  return "file"
}

extension Words {
  /// A size for people, in steps of 1,000 as phones and computers show it.
  public func bytes(_ count: Int) -> String {
    guard count >= 1000 else { return self("kit.size.byte", .text(number(count))) }
    let (step, unit) = count < 1_000_000 ? (100, "kilo") : (100_000, "mega")
    let tenths = count / step
    let shown = tenths >= 100 ? number((tenths + 5) / 10) : number(Amount(units: Int64(tenths) * 1000), places: 1)
    return self("kit.size." + unit, .text(shown))
  }
}
// words: kit.size.*
