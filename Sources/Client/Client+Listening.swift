import Base
import Core
import Foundation
import Router

extension Client {
  /// Opens a live line, sends and fetches what there is, then takes in what changes as it changes.
  ///
  /// It goes on until the server ends the line, as it does when it is replaced, or until the task is cancelled. What waits is sent by
  /// `sync`, which may be called meanwhile.
  ///
  /// - Returns: after how many milliseconds the server wants to be asked for a new line.
  /// - Throws: `ClientError` as `sync` does; `.noLine` also when the line breaks.
  public func listen() async throws -> Int64 {
    if device == nil { try await catchUp() }
    guard let device else { throw ClientError.signedOut }
    let line = try await line(of: device)
    // What changed before it was open is in no word of the line.
    try await catchUp()
    var events = LineEvents()
    do {
      for try await bytes in line.body {
        for event in try events.take(bytes) {
          guard device === self.device else { throw ClientError.signedOut }
          if let wait = try await hear(event, device) { return wait }
        }
      }
    } catch let error as ClientError { throw error } catch { throw ClientError.noLine }
    try Task.checkCancellation()
    return Self.soon
  }

  /// A line that ended without a word is asked for again after so many milliseconds.
  private static let soon: Int64 = 2000
  /// No server is believed that wants a device back sooner, which then did nothing but come back, or to be away for longer.
  private static let away: ClosedRange<Int64> = 1000...60_000
  /// A refusal is no longer.
  private static let longestRefusal = 1 << 16

  private func line(of device: Device) async throws -> ClientLine {
    let token = try mustHaveToken()
    let headers = [
      "Accept": "text/event-stream", "Authorization": "Bearer " + token,
      "Homeroom-School": device.session.school.id.text,
    ]
    let line = try await opened(ClientRequest(.get, "/live?topics=rows", headers: headers))
    guard line.status != 200 else { return line }
    var said: [UInt8] = []
    for try await bytes in line.body {
      said += bytes
      if said.count > Self.longestRefusal { throw ClientError.unreadable }
    }
    throw failure(ClientResponse(status: line.status, headers: line.headers, body: said))
  }

  private func opened(_ request: ClientRequest) async throws -> ClientLine {
    do { return try await transport.listen(request) } catch let error as ClientError { throw error } catch {
      try Task.checkCancellation()
      throw ClientError.noLine
    }
  }

  /// - Returns: when to come back, where the line is over.
  private func hear(_ event: LineEvents.Event, _ device: Device) async throws -> Int64? {
    switch event.name {
    case "reader":
      guard event.data == device.session.identity.account.text else { throw ClientError.somebodyElse }
    case "rows":
      guard let bytes = Data(base64Encoded: event.data) else { throw ClientError.unreadable }
      // While it is being synchronised another answer may be on its way that knows nothing of these rows.
      switch isSyncing ? .more : try take(Array(bytes), device) {
      case .complete: observers.say()
      case .idle: break
      case .more, .otherProgram: try await catchUp()
      }
    case "refresh": try await catchUp()
    case "gone":
      try await catchUp()
      return Self.soon
    case "bye": return min(max(Int64(event.data) ?? Self.soon, Self.away.lowerBound), Self.away.upperBound)
    default: break
    }
    return nil
  }

  /// Synchronises once from now on, behind whoever does it already.
  private func catchUp() async throws {
    while true {
      while isSyncing { await withCheckedContinuation { afterSync.append($0) } }
      do {
        try await sync()
        return
      } catch ClientError.alreadySyncing {}  // another was before us in the line
    }
  }
}
