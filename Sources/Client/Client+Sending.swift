import Base
import Core
import Router
import Sync

extension Client {
  /// Sends what waits in its order, a hundred in one round trip.
  ///
  /// - Returns: what was refused; `nil` when the budget was used up.
  func push(
    _ way: Way, _ budget: SyncBudget, _ report: inout SyncReport
  ) async throws -> [ID<IdempotencyKey>]? {
    var (refused, last) = ([ID<IdempotencyKey>](), "")
    // What its answer said nothing of, as that of a server with older books, waits for what the rows say.
    while let form = try way.device.pushForm(now: now, besides: alone, bytes: budget.bytes - report.bytes), form != last
    {
      if isUsedUp(budget, report) { return nil }
      try mustBeThere(way)
      let answer = try await ask(
        .post, "/api/v1/sync/push", try Form(urlEncoded: form.utf8), token: way.token, school: way.school)
      try mustBeThere(way)
      report.bytes += form.utf8.count + answer.body.count
      // What cannot be sent with others is sent by itself, and nothing waits behind it for ever.
      if [400, 413, 422].contains(answer.status), Problems.reason(answer.body) != nil {
        refused += try await sendFirst(way, &report)
        continue
      }
      guard answer.status == 200 else { throw failure(answer) }
      last = form
      refused += try take(try said(answer), way, &report)
    }
    return refused
  }

  /// - Returns: what of it was refused.
  private func take(_ said: JSON, _ way: Way, _ report: inout SyncReport) throws -> [ID<IdempotencyKey>] {
    let isWhole = try note(said, way.device)
    var refused: [ID<IdempotencyKey>] = []
    for one in said.readList("results") {
      switch one.readInteger("status") ?? 500 {
      case 200..<300: report.sent += 1
      case 429, 500...: break
      default: refused += [one.readID("key")].compactMap { $0 }
      }
    }
    report.refused += refused.count
    if !refused.isEmpty { observers.say() }
    if !isWhole { throw ClientError.busy(seconds: Self.patience) }
    return refused
  }

  private func note(_ said: JSON, _ device: Device) throws -> Bool {
    do { return try device.pushed(said) } catch .invalid { throw ClientError.unreadable }
  }

  /// Sends the one that has waited longest where its form goes.
  ///
  /// - Returns: its key, when it was refused.
  private func sendFirst(_ way: Way, _ report: inout SyncReport) async throws -> [ID<IdempotencyKey>] {
    guard let pending = try way.device.unsent(now: now).first(where: { !alone.contains($0.key) }) else { return [] }
    var form = try Form(urlEncoded: pending.body)
    form.fields.append(Form.Field("command", pending.key.text))
    let answer = try await ask(.post, pending.path, form, token: way.token, school: way.school)
    try mustBeThere(way)
    report.bytes += pending.body.count + answer.body.count
    switch answer.status {
    case 200..<300:
      alone.insert(pending.key)
      report.sent += 1
      return []
    case 401, 429, 500..., ..<200, 300..<400: throw failure(answer)
    default:
      guard let reason = Problems.reason(answer.body) else { throw ClientError.unreadable }
      try way.device.refused(pending.key, reason)
      observers.say()
      report.refused += 1
      return [pending.key]
    }
  }
}
