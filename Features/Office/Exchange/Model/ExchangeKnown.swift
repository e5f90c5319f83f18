extension Roster {
  /// What the school has already, as a plan asks for it.
  ///
  /// The closures may look into a database; `init(people:…)` looks into arrays.
  public struct Known {
    public enum Match: Sendable {
      case none
      case found(Person)
      /// Somebody who left comes back, with the name the school knows.
      case returning
      /// The key is one person's and the username another's, or several people share what stands in for a key.
      case conflict
    }

    /// Whoever has the key; else whoever has the username, whose key is then renamed if the file has keys.
    ///
    /// A person without a key of their own has their number, username or e-mail for one (`Person.key`), and is then
    /// looked for by that.
    public var person: (Person) -> Match
    public var schoolClass: (String) -> Class?
    /// By key, else by person and class.
    public var enrollment: (Enrollment) -> Enrollment?
    public var isGuardian: (GuardianLink) -> Bool
    public var organisation: (String) -> Organisation?
    public var term: (String) -> Term?
    /// The identities of all records of a kind that came from imports: what a bulk file that lacks them would remove.
    public var identities: (Kind) -> [String]

    public init(
      person: @escaping (Person) -> Match, schoolClass: @escaping (String) -> Class? = { _ in nil },
      enrollment: @escaping (Enrollment) -> Enrollment? = { _ in nil },
      isGuardian: @escaping (GuardianLink) -> Bool = { _ in false },
      organisation: @escaping (String) -> Organisation? = { _ in nil },
      term: @escaping (String) -> Term? = { _ in nil }, identities: @escaping (Kind) -> [String] = { _ in [] }
    ) {
      (self.person, self.schoolClass, self.enrollment) = (person, schoolClass, enrollment)
      (self.isGuardian, self.identities) = (isGuardian, identities)
      (self.organisation, self.term) = (organisation, term)
    }

    /// A school held in memory.
    public init(
      people: [Person] = [], classes: [Class] = [], enrollments: [Enrollment] = [], links: [GuardianLink] = [],
      organisations: [Organisation] = [], terms: [Term] = []
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
        organisation: { key in organisations.first { $0.key == key } },
        term: { key in terms.first { $0.key == key } },
        identities: { kind in
          switch kind {
          case .person: people.map { $0.key }
          case .schoolClass: classes.map { $0.key }
          case .enrollment: enrollments.map { $0.identity }
          case .guardian: links.map { $0.identity }
          case .organisation, .term, .signIn: []
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

  /// People found by key, by username, and by what stands in for a key.
  struct Directory {
    private let people: [Person]
    private var keys: [String: Int] = [:]
    private var usernames: [String: Int] = [:]
    private var numbers: [String: Int] = [:]
    private var addresses: [String: Int] = [:]

    init(_ people: [Person]) {
      self.people = people
      keys.reserveCapacity(people.count)
      for (at, person) in people.enumerated() {
        keys[person.key] = at
        if !person.username.isEmpty { usernames[person.username] = at }
        if !person.number.isEmpty, person.number != person.key { Directory.note(person.number, at, &numbers) }
        if !person.email.isEmpty, person.email != person.key {
          Directory.note(person.email.lowercased(), at, &addresses)
        }
      }
    }

    func match(_ person: Person) -> Known.Match {
      let byKey = keys[person.key] ?? standIn(for: person)
      let byName = person.username.isEmpty ? nil : usernames[person.username]
      if let byKey, let byName, byKey != byName { return .conflict }
      guard let at = byKey ?? byName else { return .none }
      return at == Directory.shared ? .conflict : .found(people[at])
    }

    /// Stands for several people: families share addresses.
    private static let shared = -1

    private static func note(_ text: String, _ at: Int, _ index: inout [String: Int]) {
      index[text] = index[text] == nil ? at : shared
    }

    private func standIn(for person: Person) -> Int? {
      if person.key == person.number { return numbers[person.number] }
      return person.key == person.email ? addresses[person.email.lowercased()] : nil
    }
  }
}

extension Roster.Enrollment {
  var pair: String { "\(person)\u{1F}\(schoolClass)" }
}
