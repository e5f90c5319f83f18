import Base
import Classroom
import Database
import Learning
import People
import School

/// What acts were about: whose membership, which class, whose work.
///
/// Read from the keys of the rows that an act touched, so it is there for what was done years ago; the rows themselves, and
/// what was in them, are not looked at.
struct JournalObjects {
  let tx: Transaction
  let school: ID<Tenant>

  /// Something that has a name of its own in the school.
  enum Thing: Hashable {
    case account(ID<Account>), student(ID<Student>), invite(ID<Invite>), classroom(ID<Classroom>), course(ID<Course>)
    case item(ID<CourseItem>)
  }

  /// More names than this are counted.
  static let most = 3

  /// Names what each act was about, as far as it is still known.
  func name(_ acts: inout [JournalAct], rows: [Int64: String]) throws(Refusal) {
    let things = Dictionary(
      uniqueKeysWithValues: acts.map { ($0.seq, Self.things(rows[$0.seq] ?? "", but: $0.account)) })
    let names = try names(of: Set(things.values.joined()))
    for place in acts.indices {
      let all = (things[acts[place].seq] ?? []).compactMap { names[$0] }
      let gone = try all.isEmpty ? whatIsGone(acts[place]) : []
      acts[place].about = Array((all + gone).prefix(Self.most))
      acts[place].others = max(0, all.count + gone.count - Self.most)
    }
  }

  // MARK: keys

  /// Where in the key of a table's rows stands what it is about, in ids: the school is the first.
  private static let places: [String: [(place: Int, of: @Sendable ([UInt8]) -> Thing?)]] = [
    "membership": [(1, account)], "invite": [(1, { ID(bytes: $0).map(Thing.invite) })],
    "student": [(1, student)], "guardian": [(2, account), (1, student)], "student_photo": [(1, student)],
    "student_note": [(1, student)], "student_birthday": [(1, student)], "outside_request": [(1, student)],
    "classroom": [(1, classroom)],
    "classroom_cover": [(1, classroom)],
    "class_teacher": [(2, account), (1, classroom)], "enrolment": [(2, student), (1, classroom)],
    "course": [(1, course)], "course_teacher": [(2, account), (1, course)], "seat": [(2, student), (1, course)],
    "course_item": [(1, { ID(bytes: $0).map(Thing.item) })], "submission": [(2, student)], "feedback": [(2, student)],
    "due_extension": [(2, student)], "quiz_time": [(2, student)], "score": [(2, student)],
    "posted_score": [(2, student)],
    "grade_override": [(2, student), (1, course)], "grade_settings": [(1, course)],
  ]

  private static let account: @Sendable ([UInt8]) -> Thing? = { ID(bytes: $0).map(Thing.account) }
  private static let student: @Sendable ([UInt8]) -> Thing? = { ID(bytes: $0).map(Thing.student) }
  private static let classroom: @Sendable ([UInt8]) -> Thing? = { ID(bytes: $0).map(Thing.classroom) }
  private static let course: @Sendable ([UInt8]) -> Thing? = { ID(bytes: $0).map(Thing.course) }

  /// The things whose rows are named in an entry, in its order, each once.
  ///
  /// - Parameter account: who did it; that is said beside it already.
  static func things(_ rows: String, but account: ID<Account>?) -> [Thing] {
    var found: [Thing] = []
    var known: Set<Thing> = account.map { [.account($0)] } ?? []
    for line in rows.split(separator: "\n").prefix(200) {
      let words = line.split(separator: " ")
      guard words.count == 3, let places = places[String(words[0])], let key = bytes(words[1]) else { continue }
      for (place, of) in places where key.count >= (place + 1) * 16 {
        guard let thing = of(Array(key[place * 16..<(place + 1) * 16])), known.insert(thing).inserted else { continue }
        found.append(thing)
      }
    }
    return found
  }

  private static func bytes(_ hex: Substring) -> [UInt8]? {
    let digits = Array(hex.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var out: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16) else { return nil }
      out.append(byte)
    }
    return out
  }

  // MARK: names

  private func names(of things: Set<Thing>) throws(Refusal) -> [Thing: String] {
    var names: [Thing: String] = [:]
    var (accounts, students, courses) = ([ID<Account>](), [ID<Student>](), [ID<Course>]())
    for thing in things {
      switch thing {
      case .account(let id): accounts.append(id)
      case .student(let id): students.append(id)
      case .course(let id): courses.append(id)
      case .classroom(let id): names[thing] = try ClassroomsStore(tx: tx).classroom(id, in: school)?.name
      case .invite(let id): names[thing] = try MembersInviteStore(tx: tx).invite(id, in: school)?.label
      case .item(let id): names[thing] = try CoursesStore(tx: tx).item(id, in: school)?.title
      }
    }
    for (id, one) in try MembersStore(tx: tx).people(accounts, in: school) { names[.account(id)] = one.name }
    for one in try StudentsStore(tx: tx).students(in: school, ids: students) { names[.student(one.id)] = one.name }
    for one in try CoursesStore(tx: tx).courses(courses, in: school) { names[.course(one.id)] = one.name }
    return names
  }

  /// The acts after which nothing is there any more that could be asked for its name, and where it was written down.
  private static let farewells = [
    "students.delete-student": "before", "classrooms.delete-classroom": "before", "courses.delete-course": "name",
    "members.give-access": "for",
  ]

  private func whatIsGone(_ act: JournalAct) throws(Refusal) -> [String] {
    guard let key = Self.farewells[act.command] else { return [] }
    let detail = try tx.first(
      "SELECT body FROM journal_detail WHERE school = $1 AND seq = $2", [.id(school), .integer(act.seq)]
    ) { $0.text(0) }
    guard let detail, case .text(let text)? = (try? JSON(Array(detail.utf8)))?[key] else { return [] }
    let lines = text.split(separator: "\n").map { String($0) }
    return key == "for" ? lines : [lines.joined(separator: " ")]
  }
}
