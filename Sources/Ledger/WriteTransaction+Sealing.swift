import Base
import Database

extension WriteTransaction {
  /// Numbers what was written: head, change index, memberships, journal, in that order.
  func seal(_ envelope: CommandEnvelope) throws(Refusal) -> Change? {
    try finish()
    guard !isEmpty else { return nil }
    let (seq, chain) = try number()
    try index(seq)
    try recalculateSeats(seq)
    try Journal.append(self, seq: seq, after: chain, in: envelope)
    var change = Change(
      school: school, seq: seq, command: envelope.command, entries: isWhole ? entries : [],
      membershipChanged: Set(
        seats.filter { !($0.value && $0.key.bucket.kind.keepsConnection) }.keys.map { $0.account }),
      isWhole: isWhole)
    if writtenCount == named.count { change.tables = Set(named.map { $0.table }) }
    return change
  }
}
