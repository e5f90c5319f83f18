public import Base

/// Gives one student another day, more time or more attempts than everybody; what the form leaves empty is everybody's.
public struct SetQuizTime: FormCommand {
  public static let name = "quizzes.set-time"
  public let quiz: ID<Quiz>
  public let student: ID<Student>
  public let hundredths: Int
  public let extraMinutes: Int
  /// A day of the student's own, where the quiz has one.
  public let due: LocalMoment?
  public let closes: LocalMoment?
  public let extraAttempts: Int
  public init(_ form: inout FormReader) {
    (quiz, student) = (form.id("quiz", Quiz.self), form.id("student", Student.self))
    let factor = form.amount(
      "factor", from: Amount(units: Amount.scale), to: Amount(5), usual: Amount(units: Amount.scale))
    hundredths = Int(factor.units / 100)
    extraMinutes = (form.values("extraMinutes").first ?? "").isEmpty ? 0 : form.integer("extraMinutes", in: 0...600)
    extraAttempts = (form.values("extraAttempts").first ?? "").isEmpty ? 0 : form.integer("extraAttempts", in: 0...20)
    (due, closes) = (form.moment("due"), form.moment("closes"))
  }

  /// What the student has with it.
  public func time(in zone: Zone) -> QuizTime {
    QuizTime(
      quiz: quiz, student: student, hundredths: hundredths, extraMinutes: extraMinutes,
      closesAt: closes?.instant(in: zone), extraAttempts: extraAttempts, extended: due?.instant(in: zone))
  }
}

/// The student's time is everybody's again.
public struct EndQuizTime: FormCommand {
  public static let name = "quizzes.end-time"
  public let quiz: ID<Quiz>
  public let student: ID<Student>
  public init(_ form: inout FormReader) {
    (quiz, student) = (form.id("quiz", Quiz.self), form.id("student", Student.self))
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
