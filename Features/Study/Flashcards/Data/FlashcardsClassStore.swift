import Base
import Classroom
import Database
import People
import School

extension FlashcardsStore {
  /// How those who are in a class today stand with a deck; `nil` when they are too few to be counted.
  ///
  /// Counted in the books, so that no row of a child's is read.
  func classNumbers(
    of deck: ID<Deck>, _ room: ID<Classroom>, on day: Day, in school: ID<Tenant>
  ) throws(Refusal) -> DeckClassNumbers? {
    let classrooms = ClassroomsStore(tx: tx)
    let students = try classrooms.studentIDs(room, in: school, on: classrooms.today(in: school))
    var (settled, thisWeek, answers) = ([Int](), 0, 0)
    for part in students.chunks(of: 400) {
      let who = """
        (SELECT account FROM student WHERE school = $1 AND account IS NOT NULL
          AND id IN (\(placeholders(part.count, from: 4))))
        """
      let ids: [Value] = part.map { .id($0) }
      settled += try tx.rows(
        """
        SELECT count(CASE WHEN s.phase = 'review' AND s."interval" >= $3 THEN 1 END) FROM flashcard_state s
        JOIN flashcard_note n ON n.school = s.school AND n.id = s.note AND n."deletedAt" IS NULL
        WHERE s.school = $1 AND s.deck = $2 AND s.reviews > 0 AND s.account IN \(who) GROUP BY s.account
        """, [.id(school), .id(deck), .int(FlashcardsStatistics.matureDays)] + ids
      ) { $0.int(0) }
      try tx.each(
        """
        SELECT count(*), count(DISTINCT CASE WHEN day > $3 THEN account END) FROM flashcard_event
        WHERE school = $1 AND deck = $2 AND act = 'answer' AND account IN \(who)
        """, [.id(school), .id(deck), .day(day.plus(days: -DeckClassNumbers.days))] + ids
      ) { row in
        answers += row.int(0)
        thisWeek += row.int(1)
      }
    }
    return DeckClassNumbers(settled: settled, thisWeek: thisWeek, answers: answers)
  }
}
