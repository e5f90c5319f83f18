public import Base

/// What the form of a trainee holds.
public struct TraineeFields: Hashable, Sendable {
  public var firstName: String
  public var lastName: String
  public var email: String
  public var telephone: String
  public var address: String
  public var ftn: String
  public var biography: String
  public var background: String
  public var isMinor: Bool

  public init(
    firstName: String, lastName: String = "", email: String = "", telephone: String = "", address: String = "",
    ftn: String = "", biography: String = "", background: String = "", isMinor: Bool = false
  ) {
    (self.firstName, self.lastName, self.email) = (firstName, lastName, email)
    (self.telephone, self.address, self.ftn) = (telephone, address, ftn)
    (self.biography, self.background, self.isMinor) = (biography, background, isMinor)
  }

  public init(_ form: inout FormReader) {
    firstName = form.personName("firstName", about: "What the trainee is called.")
    lastName = form.optionalPersonName("lastName", about: "The name of the family.") ?? ""
    email = form.optionalText("email", max: 254, about: "Where letters reach the trainee.") ?? ""
    telephone = form.optionalText("telephone", max: 40, about: "A number, as one writes it.") ?? ""
    address = form.note("address", max: 400, about: "Where the trainee lives.") ?? ""
    ftn = form.optionalText("ftn", max: 40, about: "The number under which the authority knows the trainee.") ?? ""
    biography = form.note("biography", max: 4000, about: "Who the trainee is.") ?? ""
    background = form.note("background", max: 4000, about: "Hours elsewhere, licences, experience.") ?? ""
    isMinor = form.flag("minor", about: "Others answer for the trainee, who is not of age.")
    if !email.isEmpty, !isEmail(email) { form.fail("email", Phrase("accounts.email-wrong")) }
    if !telephone.isEmpty, !Self.isTelephone(telephone) {
      form.fail("telephone", Phrase("training.trainees.telephone-wrong"))
    }
  }

  /// People write numbers as they like, with words such as “ext 4”; without three digits it is none.
  static func isTelephone(_ text: String) -> Bool {
    text.unicodeScalars.count {
      switch $0.value {
      case 0x30...0x39, 0x660...0x669, 0x6F0...0x6F9: true
      default: false
      }
    } >= 3
  }
}

/// An instructor begins to train somebody.
public struct AddTrainee: FormCommand {
  public static let name = "trainees.add"
  /// As the sender calls it, if it does.
  public let id: ID<Trainee>?
  public let fields: TraineeFields
  public init(id: ID<Trainee>? = nil, fields: TraineeFields) { (self.id, self.fields) = (id, fields) }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      fields: TraineeFields(&form))
  }
}

/// Changes what is known of a trainee.
public struct EditTrainee: FormCommand {
  public static let name = "trainees.edit"
  public let trainee: ID<Trainee>
  public let fields: TraineeFields
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(trainee: ID<Trainee>, fields: TraineeFields, version: String? = nil) {
    (self.trainee, self.fields, self.version) = (trainee, fields, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      trainee: form.id("trainee"), fields: TraineeFields(&form),
      version: form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same."))
  }
}

/// Another member of the staff trains them, too.
public struct AddTraineeInstructor: FormCommand {
  public static let name = "trainees.add-instructor"
  public let trainee: ID<Trainee>
  public let account: ID<Account>
  public init(trainee: ID<Trainee>, account: ID<Account>) { (self.trainee, self.account) = (trainee, account) }
  public init(_ form: inout FormReader) {
    self.init(trainee: form.id("trainee"), account: form.id("account", about: "A member of the staff."))
  }
}

/// Somebody trains them no more; the last instructor stays.
public struct RemoveTraineeInstructor: FormCommand {
  public static let name = "trainees.remove-instructor"
  public let trainee: ID<Trainee>
  public let account: ID<Account>
  public init(trainee: ID<Trainee>, account: ID<Account>) { (self.trainee, self.account) = (trainee, account) }
  public init(_ form: inout FormReader) {
    self.init(trainee: form.id("trainee"), account: form.id("account", about: "Who trains them no more."))
  }
}

/// The office gives a trainee whom nobody trains any more to an instructor.
public struct HandTraineeOver: FormCommand {
  public static let name = "trainees.hand-over"
  public let trainee: ID<Trainee>
  public let account: ID<Account>
  public init(trainee: ID<Trainee>, account: ID<Account>) { (self.trainee, self.account) = (trainee, account) }
  public init(_ form: inout FormReader) {
    self.init(trainee: form.id("trainee"), account: form.id("account", about: "A member of the staff."))
  }
}

/// The training is over, one way or the other; what was done stays.
public struct EndTraining: FormCommand {
  public static let name = "trainees.end"
  public let trainee: ID<Trainee>
  public init(trainee: ID<Trainee>) { self.trainee = trainee }
  public init(_ form: inout FormReader) { self.init(trainee: form.id("trainee")) }
}

/// The training goes on.
public struct ReopenTraining: FormCommand {
  public static let name = "trainees.reopen"
  public let trainee: ID<Trainee>
  public init(trainee: ID<Trainee>) { self.trainee = trainee }
  public init(_ form: inout FormReader) { self.init(trainee: form.id("trainee")) }
}
