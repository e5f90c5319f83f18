public import Base

extension SetQuizTime {
  public func permit(for caller: Caller, quiz: QuizFacts, isEnrolled: Bool, in zone: Zone, now: Instant)
    throws(Refusal) -> Permit<Self>
  {
    try quiz.checkStaff()
    guard isEnrolled else { throw .invalid("student", Phrase("form.choice")) }
    let time = time(in: zone)
    if let own = time.extended { try DueExtension.check(own, over: quiz.item.dueAt, field: "dueDay") }
    // An earlier close would take time away from them.
    if let own = time.closesAt, let usual = quiz.quiz.closesAt, own <= usual {
      throw .invalid("closesDay", Phrase("quizzes.own-close-earlier"))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension EndQuizTime {
  /// - Parameter time: what the student has.
  public func permit(for caller: Caller, quiz: QuizFacts, time: QuizTime?, now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    try quiz.checkStaff()
    guard time != nil else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}
