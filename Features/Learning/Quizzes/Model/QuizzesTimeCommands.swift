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
    quiz = form.id("quiz")
    student = form.id("student", about: "Who gets it.")
    let factor = form.amount(
      "factor", from: Amount(units: Amount.scale), to: Amount(5), usual: Amount(units: Amount.scale),
      about: "The limit is taken so many times: 1 to 5.")
    hundredths = Int(factor.units / 100)
    extraMinutes = form.extra("extraMinutes", upTo: 600, about: "Minutes on top of the limit: 0 to 600.")
    extraAttempts = form.extra("extraAttempts", upTo: 20, about: "Attempts on top of everybody's: 0 to 20.")
    due = form.moment("due", about: "A day of their own.")
    closes = form.moment("closes", about: "A close of their own.")
  }

  /// What the student has with it.
  public func time(in zone: Zone) -> QuizTime {
    QuizTime(
      quiz: quiz, student: student, hundredths: hundredths, extraMinutes: extraMinutes,
      closesAt: closes?.instant(in: zone), extraAttempts: extraAttempts, extended: due?.instant(in: zone))
  }
}

extension FormReader {
  /// How much comes on top; absent or empty is nothing.
  fileprivate mutating func extra(_ name: String, upTo most: Int, about: String) -> Int {
    optionalText(name, about: about) == nil ? 0 : integer(name, in: 0...most)
  }
}

/// The student's time is everybody's again.
public struct EndQuizTime: FormCommand {
  public static let name = "quizzes.end-time"
  public let quiz: ID<Quiz>
  public let student: ID<Student>
  public init(_ form: inout FormReader) {
    (quiz, student) = (form.id("quiz", Quiz.self), form.id("student", Student.self, about: "Whose."))
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
