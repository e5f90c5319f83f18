import Base
import Classroom
import Database
import Ledger
import Office
import People
import School

// The first records of each kind as they are after the file, read from the books: what is shown is what was written.

extension ExchangeApplyService {
  func line(_ act: RosterReport.Line.Act, _ key: String, _ before: Roster.Person?) throws -> RosterReport.Line {
    guard let subject = try known.subjects.find(key: key) else { return .init(.person, act, key) }
    let now = try known.subjects.whole(subject, on: known.today)
    var facts = now.facts(from: before)
    if let before, before.role != now.role {
      facts.append(.init(.role, old: before.role.rawValue, new: now.role.rawValue))
    }
    return .init(.person, act, name(of: subject), role: now.role, facts: facts)
  }

  func line(_ act: RosterReport.Line.Act, _ now: Roster.Class, _ before: Roster.Class?) -> RosterReport.Line {
    var facts: [RosterReport.Fact] = []
    if let before, before.title != now.title { facts.append(.init(.title, old: before.title, new: now.title)) }
    if before?.code ?? "" != now.code { facts.append(.init(.code, old: before?.code ?? "", new: now.code)) }
    let (old, new) = (Roster.listed(before?.grades ?? []), Roster.listed(now.grades))
    if old != new { facts.append(.init(.grades, old: old, new: new)) }
    return .init(.schoolClass, act, now.title, facts: facts)
  }

  func line(
    _ act: RosterReport.Line.Act, _ one: Roster.Enrollment, _ before: ExchangeKnownStore<WriteTransaction>.Place?
  ) throws -> RosterReport.Line {
    let now = try known.room(one.schoolClass)
    let subject = try known.subjects.find(key: one.person) ?? before?.subject
    var facts: [RosterReport.Fact] = []
    let (old, new) = (before?.row == nil ? "" : before?.room.name ?? "", now?.name ?? before?.room.name ?? "")
    if old != new || act == .new { facts.append(.init(.schoolClass, old: act == .new ? "" : old, new: new)) }
    if !one.end.isEmpty { facts.append(.init(.end, old: before?.row?.end ?? "", new: one.end)) }
    return .init(.enrollment, act, subject.map(name) ?? one.person, role: one.role, facts: facts)
  }

  func line(_ act: RosterReport.Line.Act, _ link: Roster.GuardianLink) throws -> RosterReport.Line {
    let guardian = try known.subjects.find(key: link.guardian).map(name) ?? link.guardian
    let child = try known.subjects.find(key: link.student).map(name) ?? link.student
    return .init(.guardian, act, guardian, facts: [.init(.person, new: child)])
  }

  func line(_ act: RosterReport.Line.Act, _ now: Roster.Term, _ before: Roster.Term?) -> RosterReport.Line {
    var facts: [RosterReport.Fact] = []
    if now.begin != before?.begin ?? "" { facts.append(.init(.begin, old: before?.begin ?? "", new: now.begin)) }
    if now.end != before?.end ?? "" { facts.append(.init(.end, old: before?.end ?? "", new: now.end)) }
    return .init(.term, act, now.title, facts: facts)
  }

  /// What the file takes away, while it is still there.
  func gone(_ entry: Roster.Entry) throws -> RosterReport.Line? {
    switch entry.record {
    case .person:
      guard let found = known.found, isShown(.person) else { return nil }
      return .init(.person, .removed, name(of: found), role: found.role)
    case .schoolClass(let one):
      guard isShown(.schoolClass) else { return nil }
      return .init(.schoolClass, .removed, try known.room(one.key)?.name ?? one.key)
    case .enrollment(let one):
      guard isShown(.enrollment), let place = try known.place(of: one) else { return nil }
      let fact = RosterReport.Fact(.schoolClass, old: place.room.name, new: "")
      return .init(.enrollment, .removed, name(of: place.subject), facts: [fact])
    case .guardian(let link): return isShown(.guardian) ? try line(.removed, link) : nil
    case .organisation, .term: return nil
    }
  }

  private func name(of subject: RosterSubject) -> String {
    if let student = subject.student { return student.name }
    let said = subject.person.fullName
    return said.isEmpty ? subject.key : said
  }
}
