import Base
import Database
import Office
import People
import School
import Study
import Training

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

extension HomeService {
  /// The same with how far training has come.
  func showing(_ trainees: TraineesService) -> HomeService {
    var home = self
    home.training = HomeNewsSource { caller, tx throws(Refusal) in
      let said = try trainees.home(caller, tx)
      return HomeNews(topics: said.topics) { said.draw($0) }
    }
    return home
  }
}

extension AccountsService {
  /// What accounts, which stand below studying, must know of it: whether a guest finds anything to study here, and
  /// whether something of a training stays with an account.
  mutating func askStudy() {
    keptPath = keptTrainingsPath
    guestPath = { tx throws(Refusal) in try StudyGuestStore(tx: tx).hasTracks() ? StudyLogPaths.guest : nil }
  }
}
