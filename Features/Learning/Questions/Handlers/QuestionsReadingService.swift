import Base
import Database
import Kit
import People
import Router
import School

/// What the pages of the bank show.
extension QuestionsService {
  /// - Parameter taker: the quiz that is to take from it.
  func bank(
    for taker: QuestionTaker? = nil, _ query: Form, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> QuestionBankPage {
    let (limit, store) = (50, QuestionsStore(tx: tx))
    let courses = caller.role.isOffice ? nil : try CoursesStore(tx: tx).taught(by: caller.account, in: caller.school)
    let (text, tag) = (query["q"] ?? "", query["tag"].flatMap { $0.isEmpty ? nil : $0 })
    let after = query["after"].flatMap { ID<Question>($0) }
    var found = try store.banked(
      text, tag: tag, author: caller.account, courses: courses, after: after, limit: limit + 1, in: caller.school)
    let next = found.count > limit ? found[limit - 1].id.text : nil
    found = Array(found.prefix(limit))
    let faces = try store.contents(of: found, in: caller.school).mapValues { $0.face }
    let names = try store.courseNames(Set(found.map { $0.course }), in: caller.school)
    let lines = found.compactMap { question in
      faces[question.id].map {
        QuestionBankPage.Line(question: question, face: $0, course: names[question.course] ?? "")
      }
    }
    let tags = Array(Set(found.flatMap { $0.tags })).sorted().prefix(24)
    return QuestionBankPage(
      taker: taker, text: String(text.prefix(120)), tag: tag, lines: lines, tags: Array(tags), next: next)
  }

  func bankEditor(
    _ id: ID<Question>?, kind: QuestionKind, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> QuestionEditorPage {
    let store = QuestionsStore(tx: tx)
    let taught = try CoursesStore(tx: tx).taught(by: caller.account, in: caller.school)
    let names = try store.courseNames(Set(taught), in: caller.school)
    let courses = taught.map { (id: $0, name: names[$0] ?? "") }
    guard let id else {
      return QuestionEditorPage(
        home: .bank(courses), question: nil, form: QuestionContent(kind, "").form, usual: Quiz.usualPoints,
        wasAsked: false)
    }
    guard let known = try store.question(id, in: caller.school), known.quiz == nil, known.removedAt == nil,
      let content = try store.content(id, version: known.version, in: caller.school)
    else { throw .notFound }
    if known.author != caller.account, try EnrolmentStore(tx: tx).access(of: known.course, caller)?.isStaff != true {
      throw .notFound
    }
    return QuestionEditorPage(
      home: .bank(courses), question: known, form: content.form.of(known), usual: Quiz.usualPoints, wasAsked: false)
  }
}

extension Form {
  /// With what stands beside the content: its own points and its tags.
  func of(_ question: Question) -> Form {
    var copy = self
    if let points = question.points { copy.fields.append(Field("points", points.text)) }
    copy.fields.append(Field("tags", question.tags.joined(separator: ", ")))
    return copy
  }
}
