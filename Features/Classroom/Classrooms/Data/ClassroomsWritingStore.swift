public import Base
public import Database
import People
public import School

/// Writing. Whoever calls these has asked its rules; each writes rows, change index and buckets together.
extension ClassroomsStore where DB == WriteTransaction {
  public func insert(_ classroom: Classroom, external: String? = nil) throws(Refusal) {
    try tx.put(
      ClassroomsTables.classroom,
      ClassroomRow(classroom: classroom, external: external, createdAt: tx.now))
  }

  public func rename(_ classroom: ID<Classroom>, to name: String) throws(Refusal) {
    try tx.execute(
      "UPDATE classroom SET name = $3, \"updatedAt\" = $4 WHERE school = $1 AND id = $2",
      [.id(tx.school), .id(classroom), .text(name), .instant(tx.now)])
    try touch(classroom)
  }

  /// Puts the classroom away, or takes it out again.
  ///
  /// Who is in it stays written down; who sees it does not.
  public func archive(_ classroom: ID<Classroom>, at: Instant?) throws(Refusal) {
    try tx.counting(ClassroomsTables.classroom.schema, key: [.id(tx.school), .id(classroom)]) { () throws(Refusal) in
      try tx.execute(
        "UPDATE classroom SET \"archivedAt\" = $3, \"updatedAt\" = $4 WHERE school = $1 AND id = $2",
        [.id(tx.school), .id(classroom), .instant(at), .instant(tx.now)])
    }
    try touch(classroom)
    for teacher in try teachers(of: classroom, in: tx.school) {
      if at == nil {
        try tx.grant(teacher, .classStaff(classroom))
      } else {
        try tx.revoke(teacher, .classStaff(classroom))
      }
    }
    let today = try today(in: tx.school)
    try recalculate(try studentIDs(classroom, in: tx.school, on: today), on: today)
  }

  /// Removes a classroom nobody was ever in.
  func delete(_ classroom: ID<Classroom>) throws(Refusal) {
    for teacher in try teachers(of: classroom, in: tx.school) { try unassign(teacher: teacher, from: classroom) }
    try tx.removeAll(ClassroomsTables.enrolment, "AND classroom = $2", [.id(classroom)])
    try tx.removeAll(ClassroomsTables.classSize, "AND classroom = $2", [.id(classroom)])
    try forgetCover(of: classroom)
    try tx.remove(ClassroomsTables.classroom, key: [.id(tx.school), .id(classroom)])
  }

  /// From now on the account sees the class and its students as staff.
  public func assign(teacher account: ID<Account>, to classroom: ID<Classroom>) throws(Refusal) {
    try tx.put(
      ClassroomsTables.classTeacher, ClassTeacher(classroom: classroom, account: account, createdAt: tx.now))
    try tx.grant(account, .classStaff(classroom))
  }

  /// Ends what `assign` began, on open lines too.
  public func unassign(teacher account: ID<Account>, from classroom: ID<Classroom>) throws(Refusal) {
    try tx.remove(ClassroomsTables.classTeacher, key: [.id(tx.school), .id(classroom), .id(account)])
    try tx.revoke(account, .classStaff(classroom))
  }

  /// Puts a student into the classroom from a day on.
  ///
  /// Nothing happens when the student is in it that day already.
  public func enrol(_ student: ID<Student>, in classroom: ID<Classroom>, from day: Day, until: Day? = nil)
    throws(Refusal)
  {
    let there = try tx.exists(
      "SELECT 1 FROM enrolment WHERE school = $1 AND \(Self.holds) AND classroom = $3 AND student = $4",
      [.id(tx.school), .day(day), .id(classroom), .id(student)])
    guard !there else { return }
    try put(joined(Enrolment(classroom: classroom, student: student, from: day, until: until)))
    let today = try today(in: tx.school)
    try recalculate([student], on: today)
  }

  /// Ends a student's time in the classroom; `day` is the last one.
  ///
  /// Whoever saw the student through the class sees nothing new from this commit on.
  public func leave(_ student: ID<Student>, from classroom: ID<Classroom>, until day: Day) throws(Refusal) {
    let open = try tx.all(
      ClassroomsTables.enrolment, in: tx.school,
      "AND classroom = $2 AND student = $3 AND (until IS NULL OR until > $4)",
      [.id(classroom), .id(student), .day(day)])
    for one in open { try put(Enrolment(classroom: classroom, student: student, from: one.from, until: day)) }
    guard !open.isEmpty else { return }
    try StudentsStore(tx: tx).touch(student)
    try recalculate([student], on: try today(in: tx.school))
  }

  /// Takes back the last `leave`: the newest enrolment of the student in the classroom is open again.
  public func rejoin(_ student: ID<Student>, in classroom: ID<Classroom>) throws(Refusal) {
    let last = try tx.first(
      ClassroomsTables.enrolment, in: tx.school, "AND classroom = $2 AND student = $3 ORDER BY \"from\" DESC",
      [.id(classroom), .id(student)])
    guard let last, last.until != nil else { return }
    // Taken back on its first day, it may lie within another time, which then goes on.
    let around = try all(of: student).first {
      $0.classroom == classroom && $0.from < last.from && $0.holds(on: last.from)
    }
    try put(Enrolment(classroom: classroom, student: student, from: (around ?? last).from))
    try StudentsStore(tx: tx).touch(student)
    try recalculate([student], on: try today(in: tx.school))
  }

  /// Takes a student's enrolments away, when its record is deleted.
  func forget(_ student: ID<Student>) throws(Refusal) {
    for time in try all(of: student) {
      try tx.remove(ClassroomsTables.enrolment, time)
      try resize(time, nil)
      if let account = try StudentsStore(tx: tx).student(student, in: tx.school)?.account {
        try tx.revoke(account, .classMates(time.classroom))
      }
    }
  }

  /// One time with those that follow in the same class before it is over, so that nobody is in a class twice on a day.
  private func joined(_ time: Enrolment) throws(Refusal) -> Enrolment {
    let later = try tx.all(
      ClassroomsTables.enrolment, in: tx.school,
      """
      AND classroom = $2 AND student = $3 AND "from" > $4 AND (until IS NULL OR until >= "from") ORDER BY "from"
      """, [.id(time.classroom), .id(time.student), .day(time.from)])
    var until = time.until
    for next in later where until.map({ next.from <= $0 }) ?? true {
      try tx.remove(ClassroomsTables.enrolment, next)
      try resize(next, nil)
      until = until.flatMap { end in next.until.map { max(end, $0) } }
    }
    return Enrolment(classroom: time.classroom, student: time.student, from: time.from, until: until)
  }

  /// Keeps the size of the class up when a child's time in it becomes another.
  private func resize(_ old: Enrolment?, _ new: Enrolment?) throws(Refusal) {
    guard let classroom = (old ?? new)?.classroom else { return }
    var steps: [Day: Int] = [:]
    for (time, sign) in [(old, -1), (new, 1)] {
      guard let time, time.until.map({ $0 >= time.from }) ?? true else { continue }
      steps[time.from, default: 0] += sign
      if let until = time.until { steps[until.plus(days: 1), default: 0] -= sign }
    }
    for (day, change) in steps where change != 0 {
      let known = try tx.first(
        ClassroomsTables.classSize, in: tx.school, "AND classroom = $2 AND day = $3", [.id(classroom), .day(day)])
      var size = known ?? ClassSize(classroom: classroom, day: day, change: 0)
      size.change += change
      try tx.put(ClassroomsTables.classSize, size)
    }
  }

  func all(of student: ID<Student>) throws(Refusal) -> [Enrolment] {
    try tx.all(ClassroomsTables.enrolment, in: tx.school, "AND student = $2", [.id(student)])
  }

  /// Brings what students' own accounts and their guardians' see into line with where they are on a day.
  ///
  /// Enrolling and leaving do it; so does whoever gives a student a login, and the night, for enrolments that end on a
  /// date.
  public func recalculate(_ students: [ID<Student>], on day: Day) throws(Refusal) {
    for student in try StudentsStore(tx: tx).students(in: tx.school, ids: students) {
      for guardian in try StudentsStore(tx: tx).guardians(of: student.id, in: tx.school) {
        try recalculate(guardian: guardian.account, on: day)
      }
      let here = Set(
        try current(of: [student.id], in: tx.school, on: day).map { $0.classroom }
          .tryFilter { room throws(Refusal) in try classroom(room, in: tx.school)?.archivedAt == nil })
      let ever = Set(try all(of: student.id).map { $0.classroom })
      try place(student.id, ever: ever.sorted(), here: here.sorted())
      guard let account = student.account else { continue }
      for classroom in ever.subtracting(here) { try tx.revoke(account, .classMates(classroom)) }
      for classroom in here { try tx.grant(account, .classMates(classroom)) }
    }
  }

  /// A class sees who is and was in it; its staff see who is responsible for those who are.
  private func place(_ student: ID<Student>, ever: [ID<Classroom>], here: [ID<Classroom>]) throws(Refusal) {
    let records = StudentsStore(tx: tx)
    try records.place(
      student, among: Bucket.classStaff(.none).kind, ever: ever.map { .classStaff($0) },
      now: here.map { .classStaff($0) })
    try records.place(student, among: Bucket.classMates(.none).kind, ever: ever.map { .classMates($0) }, now: [])
  }

  /// The same after somebody was linked to the student or let go: who has no child in the class sees it no more.
  public func recalculate(family student: ID<Student>) throws(Refusal) {
    let today = try today(in: tx.school)
    try recalculate([student], on: today)
    for classroom in Set(try all(of: student).map { $0.classroom }).sorted() {
      for account in try strangers(to: classroom, on: today) { try tx.revoke(account, .classFamilies(classroom)) }
    }
  }

  /// Who sees a class as a guardian and has no child in it.
  private func strangers(to classroom: ID<Classroom>, on day: Day) throws(Refusal) -> [ID<Account>] {
    try tx.rows(
      """
      SELECT account FROM member m WHERE school = $1 AND kind = $2 AND bucket = $3 AND revoked IS NULL AND NOT EXISTS
        (SELECT 1 FROM guardian g JOIN enrolment e ON e.school = g.school AND e.student = g.student
          WHERE g.school = m.school AND g.account = m.account AND e.classroom = m.bucket
            AND e."from" <= $4 AND (e.until IS NULL OR e.until >= $4))
      ORDER BY account
      """, [.id(tx.school), .text(Bucket.classFamilies(.none).kind.letter), .id(classroom), .day(day)]
    ) { $0.id(0) }
  }

  /// A guardian sees the classes in which their children are.
  func recalculate(guardian account: ID<Account>, on day: Day) throws(Refusal) {
    let children = try StudentsStore(tx: tx).ofGuardian(account, in: tx.school).map { $0.id }
    let here = Set(
      try current(of: children, in: tx.school, on: day).map { $0.classroom }
        .tryFilter { room throws(Refusal) in try classroom(room, in: tx.school)?.archivedAt == nil })
    let kind = Bucket.classFamilies(.none).kind
    let held = Set(
      try tx.rows(
        "SELECT bucket FROM member WHERE school = $1 AND account = $2 AND kind = $3 AND revoked IS NULL",
        [.id(tx.school), .id(account), .text(kind.letter)]
      ) { $0.id(0, Classroom.self) })
    for classroom in held.subtracting(here).sorted() { try tx.revoke(account, .classFamilies(classroom)) }
    for classroom in here.subtracting(held).sorted() { try tx.grant(account, .classFamilies(classroom)) }
  }

  private func put(_ enrolment: Enrolment) throws(Refusal) {
    let old = try tx.first(
      ClassroomsTables.enrolment, in: tx.school, "AND classroom = $2 AND student = $3 AND \"from\" = $4",
      [.id(enrolment.classroom), .id(enrolment.student), .day(enrolment.from)])
    try resize(old, enrolment)
    try tx.put(ClassroomsTables.enrolment, enrolment)
  }

  func touch(_ classroom: ID<Classroom>) throws(Refusal) {
    try tx.touch(ClassroomsTables.classroom, key: [.id(tx.school), .id(classroom)])
  }
}
