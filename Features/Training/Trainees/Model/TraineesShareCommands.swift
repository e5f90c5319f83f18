public import Base

/// An instructor makes a link by which the trainee reads along; an earlier one that nobody has used is dead from then on.
public struct InviteTrainee: FormCommand {
  public static let name = "trainees.invite"
  public let trainee: ID<Trainee>
  public init(trainee: ID<Trainee>) { self.trainee = trainee }
  public init(_ form: inout FormReader) { self.init(trainee: form.id("trainee")) }
}

/// A link that was given out opens nothing any more.
public struct WithdrawTraineeInvitation: FormCommand {
  public static let name = "trainees.withdraw-invitation"
  public let trainee: ID<Trainee>
  public init(trainee: ID<Trainee>) { self.trainee = trainee }
  public init(_ form: inout FormReader) { self.init(trainee: form.id("trainee")) }
}

/// The trainee reads along no more.
public struct RevokeTraineeShare: FormCommand {
  public static let name = "trainees.revoke"
  public let trainee: ID<Trainee>
  public init(trainee: ID<Trainee>) { self.trainee = trainee }
  public init(_ form: inout FormReader) { self.init(trainee: form.id("trainee")) }
}

/// A trainee reads along from now on.
public struct AcceptTraineeShare: Command {
  public static let name = "trainees.accept"
  public let code: InviteCode
  public init(code: InviteCode) { self.code = code }

  /// - Parameter origin: what links of this server begin with.
  public init(_ form: Form, at origin: String) throws(Refusal) {
    var reader = FormReader(form)
    // A whole link fits in the field, with what programs hang on it.
    let typed = reader.text("code", max: 1000)
    try reader.finish()
    code = try TraineeShareLink.code(typed, at: origin)
  }
}
