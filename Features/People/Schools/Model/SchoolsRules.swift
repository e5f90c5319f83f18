public import Base

extension CreateSchool {
  /// Anybody who has signed in may open a school; they are its owner.
  ///
  /// - Parameter isOpen: whether this server lets people open schools at all.
  /// - Parameter caller: in the school that is to be, as its owner.
  /// - Parameter owned: how many schools the account owns already.
  public func permit(
    for caller: Caller, isOpen: Bool, owned: Int, isKnownZone: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard isOpen else { throw .notFound }
    guard isKnownZone else { throw .invalid("zone", Phrase("form.choice")) }
    guard owned < Self.maxOwned else { throw .conflict(Phrase("schools.too-many", .count(Self.maxOwned))) }
    return Permit(self, caller: caller, at: now)
  }

  /// More schools than a person can run; keeps one account from filling a server.
  public static var maxOwned: Int { 20 }

  public func school(_ id: ID<Tenant>, now: Instant) -> School {
    School(
      id: id, name: name, kind: kind, zone: zone, language: language, theme: theme?.rawValue ?? kind.theme,
      createdAt: now, updatedAt: now)
  }
}

extension ChangeSchool {
  /// The owners of a school say what it is called and how it looks.
  public func permit(
    for caller: Caller, school: School?, isKnownZone: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try caller.mustOwn(school)
    if let version, version != school?.version { throw .stale }
    guard isKnownZone else { throw .invalid("zone", Phrase("form.choice")) }
    return Permit(self, caller: caller, at: now)
  }

  public func changed(_ school: School, now: Instant) -> School {
    var new = school
    (new.name, new.kind, new.zone) = (name, kind, zone)
    (new.language, new.theme) = (language, theme.rawValue)
    new.updatedAt = school.next(after: now)
    return new
  }
}

extension SetSchoolPicture {
  /// How the school looks is its owners' business, as its name is.
  public func permit(for caller: Caller, school: School?, now: Instant) throws(Refusal) -> Permit<Self> {
    try caller.mustOwn(school)
    return Permit(self, caller: caller, at: now)
  }
}

extension RemoveSchoolPicture {
  public func permit(for caller: Caller, school: School?, now: Instant) throws(Refusal) -> Permit<Self> {
    try caller.mustOwn(school)
    return Permit(self, caller: caller, at: now)
  }
}

extension Caller {
  fileprivate func mustOwn(_ school: School?) throws(Refusal) {
    guard let school, school.id == self.school else { throw .notFound }
    guard role == .owner else { throw .notAllowed(Phrase("schools.owner-only")) }
  }
}

extension SwitchSchool {
  /// Only a member may go there; to anybody else the school does not exist.
  public func permit(for account: ID<Account>, role: Role?, now: Instant) throws(Refusal) -> Permit<Self> {
    guard let role else { throw .notFound }
    return Permit(self, caller: Caller(account: account, school: school, role: role), at: now)
  }
}
