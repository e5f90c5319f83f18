extension Roster {
  /// What the school has already, as a plan asks for it.
  ///
  /// The closures may look into a database; `init(people:…)` looks into arrays.
  public struct Known {
    public enum Match: Sendable {
      case none
      case found(Person)
      /// The key is one person's and the username another's.
      case conflict
    }

    /// Whoever has the key; else whoever has the username, whose key is then renamed.
    public var person: (Person) -> Match
    public var schoolClass: (String) -> Class?
    /// By key, else by person and class.
    public var enrollment: (Enrollment) -> Enrollment?
    public var isGuardian: (GuardianLink) -> Bool
    /// The identities of all records of a kind that came from imports: what a bulk file that lacks them would remove.
    public var identities: (Kind) -> [String]

    public init(
      person: @escaping (Person) -> Match, schoolClass: @escaping (String) -> Class? = { _ in nil },
      enrollment: @escaping (Enrollment) -> Enrollment? = { _ in nil },
      isGuardian: @escaping (GuardianLink) -> Bool = { _ in false },
      identities: @escaping (Kind) -> [String] = { _ in [] }
    ) {
      (self.person, self.schoolClass, self.enrollment) = (person, schoolClass, enrollment)
      (self.isGuardian, self.identities) = (isGuardian, identities)
    }

    /// A school held in memory.
    public init(
      people: [Person] = [], classes: [Class] = [], enrollments: [Enrollment] = [], links: [GuardianLink] = []
    ) {
      let directory = Directory(people)
      let classIndex = Known.index(classes.map { $0.key })
      let enrollmentIndex = Known.index(enrollments.map { $0.identity })
      let pairIndex = Known.index(enrollments.map { $0.pair })
      let linkSet = Set(links)
      self.init(
        person: { directory.match($0) },
        schoolClass: { key in classIndex[key].map { classes[$0] } },
        enrollment: { one in (enrollmentIndex[one.identity] ?? pairIndex[one.pair]).map { enrollments[$0] } },
        isGuardian: { linkSet.contains($0) },
        identities: { kind in
          switch kind {
          case .person: people.map { $0.key }
          case .schoolClass: classes.map { $0.key }
          case .enrollment: enrollments.map { $0.identity }
          case .guardian: links.map { $0.identity }
          }
        })
    }

    private static func index(_ keys: [String]) -> [String: Int] {
      var index: [String: Int] = [:]
      index.reserveCapacity(keys.count)
      for (at, key) in keys.enumerated() { index[key] = at }
      return index
    }
  }

  /// People found by key, and by username.
  struct Directory {
    private let people: [Person]
    private var keys: [String: Int] = [:]
    private var usernames: [String: Int] = [:]

    init(_ people: [Person]) {
      self.people = people
      keys.reserveCapacity(people.count)
      for (at, person) in people.enumerated() {
        keys[person.key] = at
        if !person.username.isEmpty { usernames[person.username] = at }
      }
    }

    func match(_ person: Person) -> Known.Match {
      let byKey = keys[person.key]
      let byName = person.username.isEmpty ? nil : usernames[person.username]
      if let byKey, let byName, byKey != byName { return .conflict }
      guard let at = byKey ?? byName else { return .none }
      return .found(people[at])
    }
  }
}

extension Roster.Enrollment {
  var pair: String { "\(person)\u{1F}\(schoolClass)" }
}
