public import Base
import CArgon2
import Foundation
import NIOConcurrencyHelpers
import NIOPosix
import Router

/// Passwords as argon2id, in the format of the reference implementation (`$argon2id$v=19$m=19456,t=2,p=1$…`).
///
/// m = 19456 KiB, t = 2, p = 1 is OWASP's second choice and 18–20 ms here; RFC 9106's vector passes in the tests.
/// Hashing runs on two threads of its own: it takes CPU and 19 MiB each, and a class signing in at eight must not stop
/// the pages of the rest.
public final class Passwords: Sendable {
  static let memory: UInt32 = 19_456
  static let passes: UInt32 = 2
  private let threads = NIOThreadPool(numberOfThreads: 2)
  /// For who comes from where they have come from before: they do not queue behind a thousand guesses of strangers.
  private let ahead = NIOThreadPool(numberOfThreads: 2)
  private let done = NIOLockedValueBox(0)
  private let world: World
  /// The hash that stands in when there is no such account, so that the answer takes as long.
  private let nobody: String

  public init(world: World) {
    self.world = world
    threads.start()
    ahead.start()
    nobody = Passwords.encode("nobody's password", salt: Passwords.salt(world)) ?? ""
  }

  /// How many passwords have been compared: the work that an answer about nobody must not be spared.
  public var comparisons: Int { done.withLockedValue { $0 } }

  public func hash(_ password: String) async throws -> String {
    let salt = Passwords.salt(world)
    let encoded = try await threads.runIfActive { Passwords.encode(password, salt: salt) }
    guard let encoded else { throw Refusal.unavailable }
    return encoded
  }

  /// Whether the password is the one; with no hash to compare it takes the same time and says no.
  public func verify(_ password: String, against hash: String?, isFamiliar: Bool = false) async throws -> Bool {
    let encoded = hash ?? nobody
    done.withLockedValue { $0 += 1 }
    let same = try await (isFamiliar ? ahead : threads).runIfActive {
      let bytes = Array(password.utf8)
      return argon2id_verify(encoded, bytes, bytes.count) == ARGON2_OK.rawValue
    }
    return same && hash != nil
  }

  private static func salt(_ world: World) -> [UInt8] {
    world.id(Account.self).bytes.suffix(8) + world.id(Account.self).bytes.suffix(8)
  }

  static func encode(_ password: String, salt: [UInt8]) -> String? {
    let length = argon2_encodedlen(passes, memory, 1, UInt32(salt.count), 32, Argon2_id)
    var out = [CChar](repeating: 0, count: length)
    let bytes = Array(password.utf8)
    let code = argon2id_hash_encoded(passes, memory, 1, bytes, bytes.count, salt, salt.count, 32, &out, length)
    guard code == ARGON2_OK.rawValue else { return nil }
    return String(decoding: out.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
