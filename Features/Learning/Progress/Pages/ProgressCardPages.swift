import Base
public import HTML
public import Kit
import School

/// Ring of the lessons, as in the head of the course; bar of what was handed in, letter, and the way on (K01).
public func progressCard(_ card: ProgressCard, _ scene: Scene) -> HTML {
  let (words, progress) = (scene.words, card.progress)
  let bar: HTML =
    progress.assignments.of == 0
    ? ""
    : """
    <div class="progress-card__rate"><span class="quiet">\(words("progress.handed-in", .count(progress.assignments.done), .count(progress.assignments.of)))</span>\
    \(Kit.progress(words("progress.rate"), progress.assignments.done, of: progress.assignments.of, scene))</div>
    """
  return """
    <article class="card progress-card" id="card-\(card.course.id.text)"><div class="progress-card__head">\
    \(ring(progress.share.tally, scene))<div><h3 class="card__title"><a href="\(url: CoursesPaths.course(card.course.id))">\
    <bdi>\(card.course.name)</bdi></a></h3><p class="quiet">\(lessonCount(progress, scene))</p></div>\(gradeMark(card, scene))</div>\
    \(bar)\(onward(progress, scene))</article>
    """
}

private func onward(_ progress: CourseProgress, _ scene: Scene) -> HTML {
  guard let next = progress.next else {
    return progress.lessons.of == 0 ? "" : badge(scene.words("progress.all-done"), .success, icon: icon("check", scene))
  }
  return linkButton(
    scene.words("progress.continue"), to: path(of: next), .secondary, icon: icon("forward", scene),
    style: ButtonStyle(isSmall: true))
}

/// The letter with its percent; the colour agrees with the words and never speaks alone.
func gradeMark(_ card: ProgressCard, _ scene: Scene) -> HTML {
  guard let grade = card.grade, let percent = grade.percent, let band = grade.band else { return "" }
  let letter = grade.letter?.letter ?? ""
  return """
    <p class="grade-mark" data-band="\(band.rawValue)"><strong dir="ltr">\(letter)</strong><span>\(scene.words.percent(percent))</span></p>
    """
}

func ring(_ tally: Tally, _ scene: Scene) -> HTML {
  ring(tally.percent, isFull: tally.of > 0 && tally.done >= tally.of, scene)
}

/// On the card of a course among others: how far one is, and how much is to do.
func courseLine(_ progress: CourseProgress?, todo: Int, _ scene: Scene) -> HTML {
  let words = scene.words
  let share: HTML =
    progress.map { progress in
      progress.whole.of == 0
        ? ""
        : "<span class=\"course-card__ring\">\(ring(progress.share.tally, scene))<span>\(words("progress.head." + progress.share.name))</span></span>"
    } ?? ""
  return "\(share)\(when: todo > 0, badge(words("progress.to-do", .count(todo)), .info))"
}

func toGradeLine(_ count: Int, _ scene: Scene) -> HTML {
  badge(scene.words("progress.to-grade", .count(count)), .info, icon: icon("edit", scene))
}

/// In the head of a course: how far through its lessons, and the next of them.
func courseCard(_ progress: CourseProgress, in course: ID<Course>, _ scene: Scene) -> HTML {
  let words = scene.words
  let act: HTML =
    progress.next.map {
      linkButton(
        words("progress.continue"), to: path(of: $0), .primary, icon: icon("forward", scene),
        style: ButtonStyle(key: "c"))
    } ?? ""
  let share = progress.share
  return """
    <a class="space__ring" href="\(url: ProgressPaths.course(course))" title="\(words("progress." + share.name, .count(share.tally.done), .count(share.tally.of)))">\
    \(ring(share.tally, scene))<span>\(words("progress.head." + share.name))</span></a>\(act)
    """
}
// words: progress.head.* progress.lessons progress.assignments progress.quizzes
