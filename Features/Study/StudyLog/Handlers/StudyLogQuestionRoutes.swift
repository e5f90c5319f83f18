import Base
import Database
import Kit
import People
import Router
import School

func studyQuestionRoutes(_ service: StudyLogService) -> [Route] {
  [
    .get(
      "/study/tracks/:track/days/:day/questions", .members,
      "Questions about what a track has for a day; with answers, whether they are right. Nothing is kept.",
      query: (0..<StudyQuestion.most).map { .optional("a\($0)", "The place of the option that is chosen, from 0.") },
      offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.questions(request, tx)
      return .page(json: { data.json }) { studyQuestionsPage(data, $0) }
    }
  ]
}

extension StudyLogService {
  /// The days before a day from whose texts words and names are taken.
  static let questionWindow = 14

  func questions(_ request: Request, _ tx: Transaction) throws(Refusal) -> StudyQuestionsPage {
    let (caller, track) = (try request.caller(), try studied(request, tx))
    guard let text = request.names["day"], let day = Day(text), day.isOfOurTime else { throw .notFound }
    let store = TracksStore(tx: tx)
    // What is still to come is asked about when it has come: two days ahead is further than any clock.
    let today = try SchoolsStore(tx: tx).studyDay(of: tx.now, in: caller.school)
    let rows =
      day > today.plus(days: StudyLogEntry.daysApart)
      ? [] : try store.days(of: track.id, from: day.plus(days: -Self.questionWindow), until: day, in: caller.school)
    let own = rows.first { $0.day == day }?.items ?? []
    var known: Set<ID<TrackItem>> = []
    let ids = rows.flatMap { $0.items }.filter { known.insert($0).inserted }
    let found = try store.items(ids, in: caller.school)
    let questions = studyQuestions(for: found.filter { own.contains($0.id) }, window: found, day: day)
    return StudyQuestionsPage(
      track: track, day: day, questions: questions, answers: try Self.answers(to: questions, request.query))
  }

  /// What the address says was chosen; `nil` when it says nothing.
  private static func answers(to questions: [StudyQuestion], _ query: Form) throws(Refusal) -> [Int?]? {
    var reader = FormReader(query)
    var chosen: [Int?] = []
    for place in 0..<StudyQuestion.most {
      let said = reader.optionalText("a\(place)", max: 1).flatMap { Int($0) }
      guard questions.indices.contains(place) else { continue }
      chosen.append(said.flatMap { questions[place].options.indices.contains($0) ? $0 : nil })
    }
    try reader.finish()
    let isAnswered = (0..<StudyQuestion.most).contains { query["a\($0)"] != nil }
    return isAnswered ? chosen : nil
  }
}

extension StudyQuestionsPage {
  var json: JSON {
    .object([
      ("track", .id(track.id)), ("day", .text(day.text)),
      (
        "questions",
        .list(
          questions.enumerated().map { place, question in
            let chosen = answers.flatMap { $0.indices.contains(place) ? $0[place] : nil }
            return .object([
              ("text", .id(question.item)), ("kind", .text(question.kind.rawValue)), ("made", .flag(question.isMade)),
              ("question", .text(question.text)), ("options", .list(question.options.map { .text($0) })),
              ("right", .optional(answers == nil ? nil : chosen == question.right ? "yes" : "no")),
            ])
          })
      ),
    ])
  }
}
