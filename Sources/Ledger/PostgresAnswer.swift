import Base
import CPostgres
import Database
import Foundation

/// Waiting for PostgreSQL, never without an end.
extension PostgresConnection {
  /// All of the answer to what was just sent: the last result, as one statement has one and of several the last says
  /// how they went.
  func answer(to sent: Int32) throws(SQLFailure) -> OpaquePointer? {
    guard sent == 1 else { throw SQLFailure(kind: .lost, description: String(cString: PQerrorMessage(link))) }
    var last: OpaquePointer?
    do throws(SQLFailure) {
      while let result = try next() {
        PQclear(last)
        last = result
      }
      return last
    } catch {
      PQclear(last)
      throw error
    }
  }

  /// The next result, or `nil` after the last.
  func next() throws(SQLFailure) -> OpaquePointer? {
    let start = ContinuousClock.now
    while true {
      let isFlushing = PQflush(link) == 1
      if !isFlushing, PQisBusy(link) == 0 { return PQgetResult(link) }
      var socket = pollfd(fd: PQsocket(link), events: Int16(isFlushing ? POLLIN | POLLOUT : POLLIN), revents: 0)
      guard poll(&socket, 1, 250) > 0 else {
        try mustGoOn(since: start)
        continue
      }
      guard socket.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { continue }
      // Broken: the result that follows says why, and there is nothing more to wait for.
      if PQconsumeInput(link) == 0 { return PQgetResult(link) }
      heard()
    }
  }
}

/// An answer in single-row mode: what has come in ahead of its reader, and what is still on its way.
final class PostgresReading {
  private let receive: () throws(SQLFailure) -> OpaquePointer?
  private var ahead: [OpaquePointer] = []
  private var place = 0
  private var isWhole = false

  init(_ receive: @escaping () throws(SQLFailure) -> OpaquePointer?) { self.receive = receive }

  func next() throws(SQLFailure) -> OpaquePointer? {
    if place < ahead.count {
      defer { place += 1 }
      return ahead[place]
    }
    return isWhole ? nil : try fetch()
  }

  private func fetch() throws(SQLFailure) -> OpaquePointer? {
    do throws(SQLFailure) {
      let result = try receive()
      if result == nil { isWhole = true }
      return result
    } catch {
      isWhole = true  // nothing more comes from a server that was given up
      throw error
    }
  }

  func gather() throws(SQLFailure) {
    guard !isWhole else { return }
    while let result = try fetch() { ahead.append(result) }
  }

  /// The connection can be used again only when all has been taken in; one that was given up is used no more.
  func drop() {
    while let result = try? next() { PQclear(result) }
  }
}
