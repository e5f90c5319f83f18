public import Base

/// Gives one student another day, more time or more attempts than everybody; what the form leaves empty is everybody's.
public struct SetQuizTime: Command {
  public static let name = "quizzes.set-time"
  public let quiz: ID<Quiz>
  public let student: ID<Student>
  public let hundredths: Int
  public let extraMinutes: Int
  /// A day of the student's own, where the quiz has one.
  public let due: LocalMoment?
  public let closes: LocalMoment?
  public let extraAttempts: Int
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    (quiz, student) = (reader.id("quiz", Quiz.self), reader.id("student", Student.self))
    let factor = reader.amount(
      "factor", from: Amount(units: Amount.scale), to: Amount(5), usual: Amount(units: Amount.scale))
    hundredths = Int(factor.units / 100)
    extraMinutes = form["extraMinutes"].map { $0.isEmpty } ?? true ? 0 : reader.integer("extraMinutes", in: 0...600)
    extraAttempts = form["extraAttempts"].map { $0.isEmpty } ?? true ? 0 : reader.integer("extraAttempts", in: 0...20)
    (due, closes) = (reader.moment("due"), reader.moment("closes"))
    reader.ignore("extraMinutes", "extraAttempts")
    try reader.finish()
  }

  /// What the student has with it.
  public func time(in zone: Zone) -> QuizTime {
    QuizTime(
      quiz: quiz, student: student, hundredths: hundredths, extraMinutes: extraMinutes,
      closesAt: closes?.instant(in: zone), extraAttempts: extraAttempts, extended: due?.instant(in: zone))
  }
}

/// The student's time is everybody's again.
public struct EndQuizTime: Command {
  public static let name = "quizzes.end-time"
  public let quiz: ID<Quiz>
  public let student: ID<Student>
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    (quiz, student) = (reader.id("quiz", Quiz.self), reader.id("student", Student.self))
    try reader.finish()
  }
}

extension QuizTime {
  /// Whether it is the same as everybody's.
  public var isUsual: Bool { isUsualButDay && extended == nil }
  /// The same, whatever the student's day is.
  public var isUsualButDay: Bool { hundredths == 100 && extraMinutes == 0 && closesAt == nil && extraAttempts == 0 }

  /// The form that asks for it, for whoever takes a change back.
  public func fields(in zone: Zone) -> [Form.Field] {
    var fields = [
      Form.Field("student", student.text), Form.Field("factor", Amount(units: Int64(hundredths) * 100).text),
      Form.Field("extraMinutes", String(extraMinutes)), Form.Field("extraAttempts", String(extraAttempts)),
    ]
    for (name, instant) in [("due", extended), ("closes", closesAt)] {
      guard let moment = instant.map({ LocalMoment($0, in: zone) }) else { continue }
      fields += [Form.Field(name + "Day", moment.day.text), Form.Field(name + "Time", moment.clock)]
    }
    return fields
  }
}

extension LocalMoment {
  /// `14:05`, as forms write it.
  var clock: String { pad(minute / 60) + ":" + pad(minute % 60) }
}
