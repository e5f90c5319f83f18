public import Base

/// What connects two people of a school today, whichever of them is which.
public struct Ties: Hashable, Sendable {
  /// One teaches the other, in a course or in a class.
  public var teaches: Bool
  /// One teaches a child that the other is a guardian of.
  public var teachesChild: Bool
  /// One is the other's guardian.
  public var isFamily: Bool
  /// Both sit in the same course or class.
  public var learnTogether: Bool

  public init(
    teaches: Bool = false, teachesChild: Bool = false, isFamily: Bool = false, learnTogether: Bool = false
  ) {
    (self.teaches, self.teachesChild) = (teaches, teachesChild)
    (self.isFamily, self.learnTogether) = (isFamily, learnTogether)
  }
}

/// What a school has decided about talking.
public struct MessagePolicy: Hashable, Sendable {
  /// Whether students may write to those they learn with; usually not.
  public var studentsTalk: Bool
  /// Whether guardians are in what the staff and their own child write to each other; usually not.
  public var includesGuardians: Bool
  /// Whether guardians are in the groups of their children's classes and courses, where they read what other people's
  /// children write; a choice of its own, and usually not.
  public var groupsIncludeGuardians: Bool
  public init(studentsTalk: Bool = false, includesGuardians: Bool = false, groupsIncludeGuardians: Bool = false) {
    (self.studentsTalk, self.includesGuardians) = (studentsTalk, includesGuardians)
    self.groupsIncludeGuardians = groupsIncludeGuardians
  }

  /// Whether people in these roles, with these ties, may talk with each other.
  ///
  /// Everybody reaches the office, and the office everybody. Teachers reach each other, those they teach now and the
  /// guardians of those; students each other only where the school lets them, and only those they learn with.
  /// Guardians of different children, and parents of one child, never meet here.
  public func lets(_ one: Role, _ other: Role, _ ties: Ties) -> Bool {
    if one.isOffice || other.isOffice { return true }
    switch (one, other) {
    case (.teacher, .teacher): return true
    case (.teacher, .student), (.student, .teacher): return ties.teaches
    case (.teacher, .guardian), (.guardian, .teacher): return ties.teachesChild
    case (.student, .guardian), (.guardian, .student): return ties.isFamily
    case (.student, .student): return studentsTalk && ties.learnTogether
    default: return false
    }
  }
}

/// Somebody a talk is begun with, as the rules see them.
public struct Candidate: Hashable, Sendable {
  public let account: ID<Account>
  /// What they are in the school; `nil` when they are no member.
  public let role: Role?
  public let ties: Ties
  public init(account: ID<Account>, role: Role?, ties: Ties = Ties()) {
    (self.account, self.role, self.ties) = (account, role, ties)
  }
}

/// How somebody stands to a conversation at this moment.
public struct Participation: Hashable, Sendable {
  public let conversation: Conversation
  /// Their place in it; `nil` when they have none.
  public let participant: Participant?
  /// Whether they are still of the circle it is for: enrolled, teaching, staff.
  public let belongs: Bool
  /// Whether somebody is left whom they may reach here.
  public let canReach: Bool
  /// Whether they teach the course or class, or run the school: they may take others' messages away there.
  public let moderates: Bool

  public init(
    conversation: Conversation, participant: Participant?, belongs: Bool, canReach: Bool, moderates: Bool = false
  ) {
    (self.conversation, self.participant, self.belongs) = (conversation, participant, belongs)
    (self.canReach, self.moderates) = (canReach, moderates)
  }

  /// Whether the conversation is there for them at all.
  public var isPart: Bool { belongs && participant != nil && participant?.leftAt == nil }

  /// Their place, or “not found”.
  public func mustBePart() throws(Refusal) -> Participant {
    guard isPart, let participant else { throw .notFound }
    return participant
  }
}
