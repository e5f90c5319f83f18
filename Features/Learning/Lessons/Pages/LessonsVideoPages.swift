import Base
import HTML
import Kit
import School

/// The film of a lesson: one of its own files, or one elsewhere.
enum LessonFilm {
  case own(LessonFile)
  case elsewhere(LessonVideo, address: String)
}

/// The film that stands above the text: the newest of the lesson's own, or what the address leads to.
func lessonFilm(_ data: LessonPage) -> LessonFilm? {
  if let own = data.files.last(where: { $0.use == .video }) { return .own(own) }
  guard let address = data.lesson.video, let video = LessonVideo(address) else { return nil }
  return .elsewhere(video, address: address)
}

func lessonVideo(_ data: LessonPage, _ scene: Scene) -> HTML {
  let start = data.place?.start(of: nil) ?? 0
  switch lessonFilm(data) {
  case nil: return "<div id=\"lesson-video\" hidden></div>"
  case .own(let file): return player(LessonsPaths.file(file), from: start, data, scene)
  case .elsewhere(let video, let address):
    guard data.plays else { return invitation(video, data, scene) }
    guard let frame = video.frame(from: start) else { return player(address, from: start, data, scene) }
    return """
      <div class="video" id="lesson-video"><iframe class="video__frame" src="\(url: frame)" \
      title="\(scene.words("lessons.video.frame", .text(video.provider), .text(data.item.title)))" \
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media" referrerpolicy="strict-origin-when-cross-origin" \
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"></iframe></div>
      """
  }
}

/// Nothing is fetched from elsewhere before the reader says so, knowing from whom.
private func invitation(_ video: LessonVideo, _ data: LessonPage, _ scene: Scene) -> HTML {
  let words = scene.words
  return """
    <div class="video video--waiting" id="lesson-video"><div class="video__ask">\
    <p>\(words("lessons.video.elsewhere", .text(video.provider)))</p>\
    \(linkButton(words("lessons.video.play", .text(video.provider)), to: LessonsPaths.lesson(data.item.id) + "?play=1", .primary, icon: icon("play", scene)))\
    </div></div>
    """
}

/// The reader's own player, with the speeds that are asked for, and where it was left.
private func player(_ address: String, from start: Int, _ data: LessonPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let captions = data.files.filter { $0.use == .captions }
  // Without scripts the address itself says where to begin.
  let source = start > 0 ? address + "#t=" + String(start) : address
  let resumed: HTML =
    start == 0
    ? ""
    : """
    <p class="video__resumed" data-resumed>\(words("lessons.video.resumed", .text(clock(start))))\
    <button type="button" class="button button--ghost button--small js-only" data-restart>\(words("lessons.video.restart"))</button></p>
    """
  return """
    <div class="video" id="lesson-video"\(behaviour: .player) data-place="\(LessonsPaths.place(data.item.id))" data-start="\(start)">\
    <video class="video__film" controls controlslist="noplaybackrate" preload="metadata" playsinline \
    src="\(url: source)" aria-label="\(data.item.title)">\(each: captions, { track($0, captions, scene) })</video>\
    <div class="video__bar js-only">\(speeds(scene))\
    \(button(words("lessons.video.pip"), .ghost, icon: icon("pip", scene), style: ButtonStyle(isSmall: true, key: "i", classes: "video__pip")))\
    </div>\(resumed)</div>
    """
}

/// `3:07`, or `1:03:07`.
func clock(_ seconds: Int) -> String {
  let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
  return (hours > 0 ? String(hours) + ":" + pad(minutes) : String(minutes)) + ":" + pad(seconds % 60)
}

private func track(_ file: LessonFile, _ all: [LessonFile], _ scene: Scene) -> HTML {
  let language = file.language ?? scene.words.language
  let mine = all.first { $0.language == scene.words.language } ?? all.first
  return """
    <track kind="captions" src="\(url: LessonsPaths.file(file))" srclang="\(language.rawValue)" \
    label="\(language.ownName)"\(flag: "default", file.id == mine?.id)>
    """
}

/// Exactly these five (F01).
private let rates = [("0.5", "50"), ("1", "100"), ("1.25", "125"), ("1.5", "150"), ("2", "200")]

private func speeds(_ scene: Scene) -> HTML {
  """
  <div class="video__speeds" role="group" aria-label="\(scene.words("lessons.video.speed"))">\
  \(each: rates, { rate in
    "<button type=\"button\" class=\"chip\" data-rate=\"\(rate.0)\" aria-pressed=\"\(rate.0 == "1" ? "true" : "false")\">\(rateName(rate.0, scene))</button>"
  })</div>
  """
}

/// “1.25×”, with the reader's decimal sign.
private func rateName(_ rate: String, _ scene: Scene) -> String {
  guard let amount = Amount(rate) else { return rate }
  let places = amount.units % Amount.scale == 0 ? 0 : amount.units % 1000 == 0 ? 1 : 2
  return scene.words.number(amount, places: places) + "×"
}

extension Behaviour {
  /// A film that goes on where it was left.
  static let player = Behaviour("player", on: "data-player")
}
