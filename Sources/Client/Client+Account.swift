public import Base
import Core
import Foundation
import Router
import Sync

extension Client {
  /// Signs in: the server makes a token for this device, which is kept; the password is not.
  ///
  /// The first `sync` brings the rows.
  ///
  /// - Returns: the schools of the account. With one it is chosen; of several, `choose` one.
  /// - Throws: `ClientError.refused` for a wrong password, `.somebodyElse` when another's rows are here.
  @discardableResult
  public func signIn(identifier: String, password: String, label: String = "Homeroom") async throws -> [ClientSchool] {
    let form = Form(["identifier": identifier, "password": password, "label": label])
    let answer = try await ask(.post, "/api/v1/tokens", form, token: nil)
    guard answer.status == 201 else { throw failure(answer) }
    let json = try said(answer)
    guard let token = json.readText("token") else { throw ClientError.unreadable }
    let schools = try await schools(token: token)
    let account = device?.session.identity.account
    if let device {
      let session = try await session(token: token, school: device.session.school.id)
      guard session?.session.identity.account == account else { throw ClientError.somebodyElse }
    }
    try credentials.keep(token)
    state.token = json.readText("id")
    if schools.count == 1 { state.school = schools.first?.id }
    try folder.keep(state)
    return schools
  }

  /// The schools of who signed in.
  public func schools() async throws -> [ClientSchool] { try await schools(token: mustHaveToken()) }

  private func schools(token: String) async throws -> [ClientSchool] {
    let answer = try await ask(.get, "/api/v1/schools", token: token)
    guard answer.status == 200 else { throw failure(answer) }
    return try said(answer).readList("schools").compactMap { ClientSchool($0) }
  }

  /// Says which school this device is for.
  ///
  /// - Throws: `ClientError.somebodyElse` when another school's rows are here.
  public func choose(_ school: ID<Tenant>) throws {
    if let device, device.session.school.id != school { throw ClientError.somebodyElse }
    state.school = school
    try folder.keep(state)
  }

  /// Sends what waits, ends the token, and takes everything off this device.
  ///
  /// - Parameter losingUnsent: whether also what the server did not take.
  /// - Throws: `ClientError.unsent` when something is left; then nothing was taken away.
  public func signOut(losingUnsent: Bool = false) async throws {
    // Whatever the server says: who wants to be gone is not kept by one that is busy, or has another program by now.
    do { try await sync() } catch let error as ClientError where losingUnsent && error != .alreadySyncing {}
    let left = try unsent().count
    if left > 0, !losingUnsent { throw ClientError.unsent(left) }
    if let id = state.token, let token = try credentials.token() {
      // best effort: a token that nobody has any more does no harm
      _ = try? await ask(.post, "/api/v1/tokens/\(id)/revoke", token: token)
    }
    try wipe(losingUnsent: true)
  }

  // MARK: asking

  func mustHaveToken() throws -> String {
    guard let token = try credentials.token() else { throw ClientError.signedOut }
    return token
  }

  /// Asks as a program does, about the school of this device.
  func ask(
    _ method: ClientRequest.Method, _ path: String, _ form: Form? = nil, token: String?, school: ID<Tenant>? = nil
  ) async throws -> ClientResponse {
    var headers = ["Accept": "application/json"]
    if let token { headers["Authorization"] = "Bearer " + token }
    if let school { headers["Homeroom-School"] = school.text }
    if method == .post { headers["Content-Type"] = "application/x-www-form-urlencoded" }
    let request = ClientRequest(method, path, headers: headers, body: form.map { Array($0.urlEncoded.utf8) } ?? [])
    do { return try await transport.send(request) } catch let error as ClientError { throw error } catch {
      try Task.checkCancellation()
      throw ClientError.noLine
    }
  }

  /// What an answer says.
  func said(_ answer: ClientResponse) throws(ClientError) -> JSON {
    do { return try JSON(answer.body) } catch { throw .unreadable }
  }

  /// What an answer is that says no.
  func failure(_ answer: ClientResponse) -> ClientError {
    switch answer.status {
    case 401 where Self.isOurs(answer): .ended(kept: nil)
    case 429, 500...599: .busy(seconds: answer.headers["retry-after"].flatMap { Int($0) } ?? Self.patience)
    case 400..<500: Problems.reason(answer.body).map { .refused($0) } ?? .unreadable
    default: .unreadable
    }
  }

  /// So many seconds, when the server does not say how many.
  static let patience = 30

  /// Whose device this is by now, as the server sees it.
  ///
  /// - Returns: `nil` when the account is in that school no more.
  /// - Throws: `ClientError.ended` when the token is good no more.
  func session(
    token: String, school: ID<Tenant>?
  ) async throws -> (session: DeviceSession, json: JSON, now: Instant)? {
    let answer = try await ask(.get, "/api/v1/sync/session", token: token, school: school)
    switch answer.status {
    case 200: break
    case 404 where Self.isOurs(answer): return nil
    default: throw failure(answer)
    }
    let json = try said(answer)
    guard let known = json["session"], let now = json.readInteger("now") else { throw ClientError.unreadable }
    do { return (try DeviceSession(known), known, Instant(milliseconds: now)) } catch { throw ClientError.unreadable }
  }

  /// Whether a server of ours said no, and not something on the way: rows are taken away for its word alone.
  private static func isOurs(_ answer: ClientResponse) -> Bool {
    answer.headers["content-type"]?.hasPrefix("application/problem+json") == true && Problems.reason(answer.body) != nil
  }
}
