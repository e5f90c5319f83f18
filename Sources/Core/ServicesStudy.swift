import Base
import Database
import Office
import School
import Study

extension HomeService {
  /// The same with what a student studies a little of every day.
  func showing(_ studyLog: StudyLogService) -> HomeService {
    var home = self
    home.studentPieces.append(
      HomeNewsSource { caller, tx throws(Refusal) in
        let data = try studyLog.cards(for: caller, tx)
        return HomeNews(topics: data.topics) { studyCards(data, $0) }
      })
    return home
  }
}
