extension Roster {
  /// What an import would do, worked out one entry at a time; applying asks the same plan again.
  ///
  /// Feed it every entry of the files, then say which kinds were complete (`proposeRemovals`). It keeps a key per
  /// record and a line per change, never the records.
  public struct Plan {
    public enum Verdict: Equatable, Sendable {
      case new
      /// The fields that differ, among those the file has columns for.
      case changed(Fields)
      case unchanged
      case removed
      /// The row contradicts another row or the school; it is among the problems.
      case failed
    }

    public struct Change: Equatable, Sendable {
      public var kind: Kind
      /// The identity the record has in the school; for a new one, in the file.
      public var key: String
      public var verdict: Verdict
    }

    public struct Counts: Equatable, Sendable {
      public var new = 0
      public var changed = 0
      public var unchanged = 0
      public var removed = 0
      public var failed = 0
      public init() {}
    }

    /// New, changed and explicitly removed records, in the order of the files; at most `changeLimit`.
    public private(set) var changes: [Change] = []
    public private(set) var problems = Problems()
    /// Identities of records that a complete file no longer has; removed only if the count is confirmed.
    public private(set) var proposed: [Kind: [String]] = [:]
    public let changeLimit: Int

    private let known: Known
    private var counts = [Counts](repeating: Counts(), count: Kind.allCases.count)
    private var seen = [Set<String>](repeating: [], count: Kind.allCases.count)

    public init(against known: Known, changeLimit: Int = .max) {
      (self.known, self.changeLimit) = (known, changeLimit)
    }

    public func counts(_ kind: Kind) -> Counts { counts[kind.rawValue] }

    /// Whether all people of the file failed: with a file that has no names, it is not of this school's people.
    public var isNobody: Bool {
      let people = counts(.person)
      return people.failed > 0 && people.new + people.changed + people.unchanged + people.removed == 0
    }

    /// Whether applying would write nothing.
    public var isEmpty: Bool {
      counts.allSatisfy { $0.new + $0.changed + $0.removed == 0 } && proposed.values.allSatisfy { $0.isEmpty }
    }

    /// Weighs one entry against the school and against the entries before it.
    public mutating func add(_ entry: Entry) -> Verdict {
      switch entry.record {
      case .person(let person): addPerson(person, entry)
      case .schoolClass(let one):
        weigh(.schoolClass, one.key, entry, old: known.schoolClass(one.key).map { one.differences(from: $0) })
      case .enrollment(let one): addEnrollment(one, entry)
      case .guardian(let link):
        weigh(.guardian, link.identity, entry, old: known.isGuardian(link) ? Fields() : nil)
      case .organisation(let one):
        weigh(.organisation, one.key, entry, old: known.organisation(one.key).map { one.differences(from: $0) })
      case .term(let one):
        weigh(.term, one.key, entry, old: known.term(one.key).map { one.differences(from: $0) })
      }
    }

    /// Adds what a reader found wrong, so that one list tells everything.
    public mutating func include(_ problems: Problems) { self.problems.merge(problems) }
  }
}

extension Roster.Plan {
  private mutating func addPerson(_ person: Roster.Person, _ entry: Roster.Entry) -> Verdict {
    switch known.person(person) {
    case .none:
      // Nobody is called by a number.
      let isNameless = person.given.isEmpty && person.family.isEmpty
      if isNameless, !entry.isRemoval { return fail(.person, .nameMissing, person.key, entry) }
      return weigh(.person, person.key, entry, old: nil)
    case .returning: return weigh(.person, person.key, entry, old: nil)
    case .conflict: return fail(.person, .keyConflict, person.key, entry)
    case .found(let old):
      let verdict = weigh(.person, old.key, entry, old: person.differences(from: old))
      if case .changed(let fields) = verdict, fields.has(.key) { warn(.keyRenamed, person.key, entry) }
      return verdict
    }
  }

  private mutating func addEnrollment(_ one: Roster.Enrollment, _ entry: Roster.Entry) -> Verdict {
    let old = known.enrollment(one)
    return weigh(.enrollment, old?.identity ?? one.identity, entry, old: old.map { one.differences(from: $0) })
  }

  /// - Parameter old: the fields that differ from what the school has; `nil` when it has nothing of the kind.
  private mutating func weigh(
    _ kind: Roster.Kind, _ key: String, _ entry: Roster.Entry, old: Roster.Fields?
  ) -> Verdict {
    guard seen[kind.rawValue].insert(key).inserted else { return fail(kind, .keyTwice, key, entry) }
    let verdict = verdict(entry, old: old)
    count(verdict, kind)
    if verdict != .unchanged, changes.count < changeLimit {
      changes.append(Change(kind: kind, key: key, verdict: verdict))
    }
    return verdict
  }

  /// Removing what the school does not have is no change: the same delta may come twice.
  private func verdict(_ entry: Roster.Entry, old: Roster.Fields?) -> Verdict {
    if entry.isRemoval { return old == nil ? .unchanged : .removed }
    guard let old else { return .new }
    let fields = old.intersection(entry.fields)
    return fields.isEmpty ? .unchanged : .changed(fields)
  }

  /// Counts the rows that a reader left out, by what they are about.
  public mutating func include(failed: [Roster.Kind: Int]) {
    for (kind, rows) in failed { counts[kind.rawValue].failed += rows }
  }

  private mutating func count(_ verdict: Verdict, _ kind: Roster.Kind) {
    switch verdict {
    case .new: counts[kind.rawValue].new += 1
    case .changed: counts[kind.rawValue].changed += 1
    case .unchanged: counts[kind.rawValue].unchanged += 1
    case .removed: counts[kind.rawValue].removed += 1
    case .failed: counts[kind.rawValue].failed += 1
    }
  }

  private mutating func fail(
    _ kind: Roster.Kind, _ code: Roster.Problem.Code, _ key: String, _ entry: Roster.Entry
  ) -> Verdict {
    problems.add(Roster.Problem(code, file: entry.file, line: entry.line, found: key))
    count(.failed, kind)
    return .failed
  }

  private mutating func warn(_ code: Roster.Problem.Code, _ key: String, _ entry: Roster.Entry) {
    problems.add(Roster.Problem(code, file: entry.file, line: entry.line, severity: .warning, found: key))
  }
}

extension Roster.Plan {
  /// Proposes to remove the records of a kind that the entries did not mention.
  ///
  /// Call it only after the last entry, when the file says that it is complete ("bulk") and somebody asked for it.
  public mutating func proposeRemovals(_ kind: Roster.Kind) {
    proposed[kind] = known.identities(kind).filter { !seen[kind.rawValue].contains($0) }
  }

  /// Records that would go: the explicit ones and the proposed ones.
  public var removalCount: Int {
    counts.reduce(0) { $0 + $1.removed } + proposed.values.reduce(0) { $0 + $1.count }
  }

  /// Why the plan may not be applied as it stands; `nil` when it may.
  ///
  /// Proposed removals always need their count confirmed, and explicit ones too once they take more than a tenth of a
  /// kind: a file cut short by a full disk looks just like a school that lost most of its students.
  ///
  /// - Parameter confirmed: the number of removals somebody agreed to.
  public func refusal(confirmed: Int? = nil) -> Roster.Problem? {
    let count = removalCount
    if count == 0 || confirmed == count { return nil }
    if confirmed != nil { return Roster.Problem(.removalsMiscounted, found: "\(count)") }
    if Roster.Kind.allCases.contains(where: takesTooMuch) { return Roster.Problem(.removalsTooMany, found: "\(count)") }
    return proposed.values.allSatisfy { $0.isEmpty } ? nil : Roster.Problem(.removalsUnconfirmed, found: "\(count)")
  }

  private func takesTooMuch(_ kind: Roster.Kind) -> Bool {
    let going = counts(kind).removed + (proposed[kind]?.count ?? 0)
    return going > 0 && going * 10 > known.identities(kind).count
  }
}
