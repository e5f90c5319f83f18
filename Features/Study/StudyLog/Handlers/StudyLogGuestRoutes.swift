import Base
import Classroom
import Database
import Kit
import People
import Router
import School

/// Studying without an account: the pages read, and the log is the browser's own.
func studyGuestRoutes(_ service: StudyLogService) -> [Route] {
  [
    .get(StudyLogPaths.guest, .anyone, "The tracks that anybody may study, of every school.", inAPI: false) {
      _, tx throws(Refusal) in
      let tracks = try StudyGuestStore(tx: tx).tracks()
      return .page { studyGuestPage(tracks, $0) }
    },
    .get(
      "/study/guest/:school/:track", .anyone, "Today of a track that anybody may study. Nothing is kept.",
      query: [.optional("done", "The days that were studied, as 2026-11-20,2026-11-21; the streak is said of them.")],
      inAPI: false
    ) { request, tx throws(Refusal) in
      let data = try service.guest(request, tx)
      return .page { studyGuestTrackPage(data, $0) }
    },
  ]
}

extension StudyLogService {
  func guest(_ request: Request, _ tx: Transaction) throws(Refusal) -> StudyGuestTrackPage {
    let (school, id) = (try request.id("school", Tenant.self), try request.id("track", Track.self))
    let track = try StudyGuestStore(tx: tx).mustSee(id, in: school)
    let today = try SchoolsStore(tx: tx).studyDay(of: tx.now, in: school)
    var reader = FormReader(request.query)
    let said = reader.optionalText("done", max: StudyGuestDays.longest)
    try reader.finish()
    let done = try StudyGuestDays.read(said ?? "")
    // The same days off as for who has an account, so that the number stays when the days go over.
    let holidays = try AttendanceStore(tx: tx).holidays(
      in: school, from: min(done.min() ?? today, today), through: today)
    let expectation = StudyExpectation(holidays: Set(holidays.map { $0.day }))
    let row = try StudyLogStore(tx: tx).rows(of: [id], on: today, in: school)[id]
    let items = try TracksStore(tx: tx).items(row?.items ?? [], in: school).filter { $0.deletedAt == nil }
    return StudyGuestTrackPage(
      school: school, track: track, day: today, items: items,
      streak: expectation.streak(of: track, done: done, today: today), isDone: done.contains(today))
  }
}
