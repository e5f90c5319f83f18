package import Base
package import Database
import People
package import School

/// What commands do to the books, each with its permit.
extension MessagesStore where DB == WriteTransaction {
  private func begin(with other: ID<Account>, as id: ID<Conversation>, _ caller: Caller) throws(Refusal) -> ID<
    Conversation
  > {
    let pair = Conversation.pair(caller.account, other)
    let known = try conversation(pair: pair, in: tx.school)
    let id = known?.id ?? id
    if known == nil { try insert(new(id, .direct, pair: pair, by: caller, at: tx.now)) }
    for account in [caller.account, other] { try seat(account, in: id) }
    try inviteGuardians(to: id, since: known?.last ?? 0)
    return id
  }

  private func begin(
    group kind: Conversation.Kind, _ about: ID<Conversation>, _ title: String, as id: ID<Conversation>,
    _ caller: Caller
  ) throws(Refusal) -> ID<Conversation> {
    let pair = Conversation.group(kind, about)
    let known = try conversation(pair: pair, in: tx.school)
    let group = known ?? new(id, kind, about: about, title: title, pair: pair, by: caller, at: tx.now)
    if known == nil { try insert(group) }
    try seat(caller.account, in: group.id)
    try follow(group)
    return group.id
  }

  private func new(
    _ id: ID<Conversation>, _ kind: Conversation.Kind, about: ID<Conversation>? = nil, title: String = "",
    pair: String? = nil, by caller: Caller, at now: Instant
  ) -> Conversation {
    Conversation(
      id: id, kind: kind, about: about, title: title, pair: pair, lastAt: now, createdBy: caller.account,
      createdAt: now)
  }

  /// Where the school says so, the guardians of a student are in their talks with the staff, from now on.
  func inviteGuardians(to id: ID<Conversation>, since: Int) throws(Refusal) {
    guard try policy(of: tx.school).includesGuardians else { return }
    let mains = try places(in: id, school: tx.school).filter { !$0.isGuest }.tryCompactMap { place throws(Refusal) in
      try person(place.account, in: tx.school)
    }
    guard mains.count == 2, mains.contains(where: { $0.role.isStaff }),
      let pupil = mains.first(where: { $0.role == .student }),
      let student = try StudentsStore(tx: tx).ofAccount(pupil.account, in: tx.school)
    else { return }
    for guardian in try StudentsStore(tx: tx).guardians(of: student.id, in: tx.school) {
      let known = try place(of: guardian.account, in: id, school: tx.school)
      guard known?.leftAt == nil else { continue }
      try seat(guardian.account, in: id, isGuest: true, since: since)
    }
  }

  func save(_ permit: Permit<EditMessage>, of known: Message) throws(Refusal) {
    guard known.text != permit.command.text else { return }
    try put(
      Message(
        id: known.id, conversation: known.conversation, number: known.number, sender: known.sender,
        text: permit.command.text, at: known.at, editedAt: permit.at))
    try preview(of: known.conversation, number: known.number, Self.preview(permit.command.text, files: 0))
    tx.detail("message", known.id.text)
    tx.detail("old", known.text)
    tx.detail("new", permit.command.text)
  }

  func save(_ permit: Permit<AddParticipants>) throws(Refusal) {
    for account in permit.command.with { try seat(account, in: permit.command.conversation) }
  }

  func save(_ permit: Permit<BringBack>, in talk: Conversation) throws(Refusal) {
    try change(permit.command.account, in: talk.id) { $0.leftAt = nil }
    try follow(talk)
  }

  /// Nothing changes but the journal: who looked at what.
  func save(_ permit: Permit<OpenReported>) throws(Refusal) {
    tx.detail("report", permit.command.report.text)
    tx.detail("file", permit.command.file.text)
  }

  func save(_ permit: Permit<SetMessagePolicy>) throws(Refusal) {
    let old = try policy(of: tx.school)
    let new = permit.command.policy
    guard new != old else { return }
    try tx.put(MessagesTables.policy, MessagePolicyRow(policy: new, updatedAt: permit.at))
    for (name, policy) in [("old", old), ("new", new)] {
      tx.detail(
        name,
        "students \(policy.studentsTalk) guardians \(policy.includesGuardians) groups \(policy.groupsIncludeGuardians)")
    }
  }
}

package extension MessagesStore where DB == WriteTransaction {
  /// Opens what there is, or begins it.
  func save(_ permit: Permit<StartConversation>, as id: ID<Conversation>, title: String) throws(Refusal) -> ID<
    Conversation
  > {
    let command = permit.command
    if let about = command.course ?? command.classroom {
      return try begin(group: command.course == nil ? .classroom : .course, about, title, as: id, permit.caller)
    }
    guard command.with.count == 1, let other = command.with.first else {
      try insert(new(id, .staff, title: command.title ?? "", by: permit.caller, at: permit.at))
      for account in [permit.caller.account] + command.with { try seat(account, in: id) }
      return id
    }
    return try begin(with: other, as: id, permit.caller)
  }

  func save(
    _ permit: Permit<SendMessage>, as id: ID<Message>, in conversation: Conversation, files: Int
  ) throws(Refusal) -> Message {
    if conversation.kind == .direct {
      // Somebody may have left the school and come back since.
      for participant in try places(in: conversation.id, school: tx.school)
      where !participant.isGuest && participant.leftAt == nil {
        try tx.grant(participant.account, .conversation(conversation.id))
        if !participant.isHere { try change(participant.account, in: conversation.id) { $0.isHere = true } }
      }
      try inviteGuardians(to: conversation.id, since: conversation.last)
    }
    return try append(id, to: conversation, by: permit.caller.account, text: permit.command.text, files: files)
  }

  func save(_ permit: Permit<DeleteMessage>, of known: Message) throws(Refusal) {
    try put(
      Message(
        id: known.id, conversation: known.conversation, number: known.number, sender: known.sender, text: "",
        at: known.at, editedAt: known.editedAt, deletedAt: permit.at, deletedBy: permit.caller.account))
    try preview(of: known.conversation, number: known.number, Self.deletedPreview)
    try hideFiles(of: known)
    tx.detail("message", known.id.text)
    tx.detail("old", known.text)
  }

  func save(_ permit: Permit<SeeMessages>, in conversation: Conversation) throws(Refusal) {
    try change(permit.caller.account, in: conversation.id) { participant in
      participant.read = max(participant.read, permit.command.number(of: conversation))
      participant.readAt = permit.at
    }
  }

  func save(_ permit: Permit<MuteConversation>) throws(Refusal) {
    try change(permit.caller.account, in: permit.command.conversation) { $0.isMuted = permit.command.isMuted }
  }

  func save(_ permit: Permit<LeaveConversation>) throws(Refusal) {
    try change(permit.caller.account, in: permit.command.conversation) { $0.leftAt = permit.at }
    try tx.revoke(permit.caller.account, .conversation(permit.command.conversation))
  }

  func save(_ permit: Permit<ReportMessage>, of known: Message, as id: ID<MessageReport>) throws(Refusal) {
    try put(
      MessageReport(
        id: id, message: known.id, conversation: known.conversation, by: permit.caller.account, sender: known.sender,
        reason: permit.command.reason, text: known.text, at: permit.at))
  }

  func save(_ permit: Permit<SettleReport>) throws(Refusal) {
    try tx.execute(
      "UPDATE message_report SET \"settledAt\" = $3, \"settledBy\" = $4 WHERE school = $1 AND id = $2",
      [.id(tx.school), .id(permit.command.report), .instant(permit.at), .id(permit.caller.account)])
    try tx.touch(MessagesTables.report, key: [.id(tx.school), .id(permit.command.report)])
  }

  /// Nothing changes but the journal: who took a copy of what, and why.
  func save(_ permit: Permit<ExportConversation>) throws(Refusal) {
    tx.detail("conversation", permit.command.conversation.text)
    tx.detail("reason", permit.command.reason)
  }
}
