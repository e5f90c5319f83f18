public import Base

/// Somebody whom instructors of the school train, with or without an account of their own.
public struct Trainee: Hashable, Sendable {
  public let id: ID<Trainee>
  public var firstName: String
  public var lastName: String
  /// Who accepted the invitation; without one nobody but the instructors sees anything.
  public var account: ID<Account>?
  public var sharedSince: Instant?
  public let createdBy: ID<Account>
  public let createdAt: Instant
  /// When the training ended, one way or the other.
  public var endedAt: Instant?

  public init(
    id: ID<Trainee>, firstName: String, lastName: String, account: ID<Account>? = nil, sharedSince: Instant? = nil,
    createdBy: ID<Account>, createdAt: Instant, endedAt: Instant? = nil
  ) {
    (self.id, self.firstName, self.lastName, self.account) = (id, firstName, lastName, account)
    (self.sharedSince, self.createdBy, self.createdAt, self.endedAt) = (sharedSince, createdBy, createdAt, endedAt)
  }

  public var name: String { lastName.isEmpty ? firstName : firstName + " " + lastName }
  /// Whether somebody else reads it now.
  public var hasActiveShare: Bool { account != nil }
}

/// What instructors know of a trainee, and the trainee sees of it.
public struct TraineeProfile: Hashable, Versioned, Sendable {
  public let trainee: ID<Trainee>
  public var email: String
  public var telephone: String
  public var address: String
  /// The number under which the authority knows them.
  public var ftn: String
  public var biography: String
  /// What they bring along: hours flown elsewhere, licences, experience.
  public var background: String
  /// Whether others answer for them; a day of birth is kept nowhere.
  public var isMinor: Bool
  public var updatedAt: Instant

  public init(
    trainee: ID<Trainee>, email: String = "", telephone: String = "", address: String = "", ftn: String = "",
    biography: String = "", background: String = "", isMinor: Bool = false, updatedAt: Instant
  ) {
    (self.trainee, self.email, self.telephone, self.address) = (trainee, email, telephone, address)
    (self.ftn, self.biography, self.background, self.updatedAt) = (ftn, biography, background, updatedAt)
    self.isMinor = isMinor
  }
}

/// Somebody who trains a trainee.
public struct TraineeInstructor: Hashable, Sendable {
  public let trainee: ID<Trainee>
  public let account: ID<Account>
  public let since: Instant
  public let addedBy: ID<Account>
  public init(trainee: ID<Trainee>, account: ID<Account>, since: Instant, addedBy: ID<Account>) {
    (self.trainee, self.account, self.since, self.addedBy) = (trainee, account, since, addedBy)
  }
}

/// As whom somebody sees a trainee.
///
/// The office knows who is trained by whom and sees nothing of the training; whoever runs a school and trains is an instructor.
public enum TraineeAccess: Hashable, Sendable {
  case instructor, trainee
  /// Instructors write; a trainee reads, and writes documents and that something was read.
  public var isInstructor: Bool { self == .instructor }
}

public enum TrainingPaths {
  public static let all = "/training"
  public static let trainees = all + "/trainees"
  public static func trainee(_ id: ID<Trainee>) -> String { trainees + "/" + id.text }
  public static let new = trainees + "/new"
  /// Who is trained by whom, for the office.
  public static let office = all + "/office"
  public static let join = all + "/join"
  public static func edit(_ id: ID<Trainee>) -> String { trainee(id) + "/edit" }
  public static func instructors(_ id: ID<Trainee>) -> String { trainee(id) + "/instructors" }
  public static func removal(_ account: ID<Account>, from id: ID<Trainee>) -> String {
    instructors(id) + "/" + account.text + "/removal"
  }
  public static func handover(_ id: ID<Trainee>) -> String { trainee(id) + "/handover" }
  public static func end(_ id: ID<Trainee>) -> String { trainee(id) + "/end" }
  public static func reopening(_ id: ID<Trainee>) -> String { trainee(id) + "/reopening" }
}
