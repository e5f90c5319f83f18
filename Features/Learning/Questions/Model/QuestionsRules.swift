public import Base

extension SaveQuestion {
  /// The most questions of one quiz.
  public static let most = Limits.questions.most

  /// - Parameters:
  ///   - known: the question as it is, with what it asks; `nil` when it is new.
  ///   - pictures: those that it has, and those that wait for whoever saves it.
  public func permit(
    for caller: Caller, access: CourseAccess, known: (question: Question, content: QuestionContent)?,
    pictures: Set<ID<QuestionPicture>> = [], count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard access.isStaff else { throw .notFound }
    if let known {
      guard known.question.removedAt == nil else { throw .notFound }
      // Answers that were given are answers to that kind of question.
      if known.content.kind != content.kind { throw .invalid("kind", Phrase("quizzes.refused-kind")) }
    } else if count >= SaveQuestion.most {
      throw .notAllowed(Phrase("quizzes.refused-too-many", .count(SaveQuestion.most)))
    }
    if !content.problems.isEmpty { throw .invalid(content.problems) }
    guard content.pictures.allSatisfy({ pictures.contains($0.id) }) else {
      throw .invalid("picture", Phrase("quizzes.refused-picture"))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension RemoveBanked {
  public func permit(for caller: Caller, known: Question?, access: CourseAccess?, now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    guard let known, known.quiz == nil, known.author == caller.account || access?.isStaff == true else {
      throw .notFound
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension QuestionFace {
  /// What a form said, or `nil` when it names something that was not offered.
  public func answer(_ fields: [Form.Field]) -> QuizAnswer? {
    switch kind {
    case .single, .trueFalse, .multiple:
      var ids: [Int] = []
      for field in fields where !field.value.isEmpty {
        guard let id = wholeNumber(field.value.utf8), options.contains(where: { $0.id == id }) else { return nil }
        if !ids.contains(id) { ids.append(id) }
      }
      return kind != .multiple && ids.count > 1 ? nil : .choice(ids)
    case .short, .numeric, .essay: return .texts([String((fields.first?.value ?? "").prefix(20_000))])
    case .blanks:
      var texts = [String](repeating: "", count: blankCount)
      for field in fields {
        guard let place = wholeNumber(field.name.utf8), texts.indices.contains(place) else { return nil }
        texts[place] = String(field.value.prefix(1000))
      }
      return .texts(texts)
    case .matching:
      var pairs: [Int: Int] = [:]
      for field in fields where !field.value.isEmpty {
        guard let left = wholeNumber(field.name.utf8), let right = wholeNumber(field.value.utf8),
          lefts.contains(where: { $0.id == left }), rights.contains(where: { $0.id == right })
        else { return nil }
        pairs[left] = right
      }
      return .pairs(pairs)
    }
  }
}
