package import Base
package import Kit

/// What is decided of a request before its route is asked, the same on a server and on a device.
extension Request.Wants {
  /// - Parameter accept: the header of that name.
  package init(path: String, accept: String) {
    if accept.names("text/vnd.stream+html") {
      self = .fragments
    } else if path.hasPrefix("/api/") || accept.names("application/json") && !accept.names("text/html") {
      self = .json
    } else {
      self = .page
    }
  }
}

extension String {
  /// Whether a header's value has this in it, byte for byte.
  package func names(_ word: StaticString) -> Bool {
    var value = self
    let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    return value.withUTF8 { bytes in
      guard bytes.count >= wanted.count else { return false }
      return (0...bytes.count - wanted.count).contains { start in
        wanted.indices.allSatisfy { bytes[start + $0] == wanted[$0] }
      }
    }
  }
}

extension RouteTable {
  /// Only the canonical path leads anywhere: no dots, no empty parts, no escapes, no slash at the end.
  package static func isCanonical(_ path: String) -> Bool {
    let isPlain = path.utf8.allSatisfy { byte in
      byte > 32 && byte < 127 && byte != UInt8(ascii: "%") && byte != UInt8(ascii: ";") && byte != UInt8(ascii: "\\")
    }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
    guard isPlain, path.hasPrefix("/") else { return false }
    return path == "/" || !parts.contains { $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
  }
}

extension Access {
  /// Whether this identity may come in at all; anything finer is the business of the rules behind the route.
  package func admits(_ identity: Identity?) -> Bool {
    switch self {
    case .anyone: true
    case .signedIn: identity != nil
    case .member(let roles): identity?.school.map { roles.contains($0.role) } ?? false
    }
  }
}

extension Identity {
  /// Who reads the pages.
  ///
  /// - Parameter topics: what stays true on every page of theirs.
  package func reader(topics: [String]) -> Reader {
    Reader(
      account: account, name: name, school: school.map { .init(id: $0.id, name: $0.name, role: $0.role) },
      schools: schools, unread: unread, topics: topics, notice: notice)
  }
}

extension Scene {
  /// Where a page stands for whoever asks: in the school's zone, in their own look over the school's.
  package init(
    for identity: Identity?, words: Words, zones: ZoneTable, now: Instant, look: Appearance, assets: String,
    newIdempotencyKey: @escaping @Sendable () -> ID<IdempotencyKey>, topics: [String], places: [Place], path: String
  ) {
    let school = identity?.school
    self.init(
      words: words, zone: school.flatMap { zones.named($0.zone) } ?? .utc,
      ownZone: identity?.zone.flatMap { zones.named($0) }, now: now, look: identity?.look ?? school?.look ?? look,
      assets: assets, csrf: identity?.csrf ?? "", newIdempotencyKey: newIdempotencyKey,
      reader: identity.map { $0.reader(topics: topics) }, places: places, path: path)
    shelf = identity?.shelf ?? ""
  }
}
