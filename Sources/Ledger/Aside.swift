import Database

/// A thread of its own for work that takes long and needs no books, as taking apart a file of another system.
///
/// Neither the database's threads nor Swift's few cooperative ones wait for it, and so no page does.
public enum Aside {
  private static let threads = Threads("aside", count: 1)

  public static func run<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) async throws -> Answer {
    try await threads.run(body)
  }
}
