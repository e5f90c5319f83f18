import ArgumentParser
import Base
import Foundation
import HomeroomClient
import Sync

/// What one person does with their school from a command line, with a line to the server or without.
struct ClientCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "client", abstract: "Works with a school as one of its people, also without a line to the server.",
    subcommands: [
      SignIn.self, Synchronise.self, Listen.self, Register.self, Study.self, Messages.self, Outbox.self, Forget.self,
    ])
}

/// Where the device of whoever asks is.
struct ClientPlace: ParsableArguments {
  @Option(help: "The folder of this device; ~/.homeroom without it.") var folder: String?

  private var url: URL {
    folder.map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".homeroom")
  }
  private var address: URL { url.appendingPathComponent("server") }

  /// Does something with the device that is in the folder, and has what went wrong said as a sentence.
  func work(_ body: (Client) async throws -> Void) async throws {
    try await asPerson {
      // No address, or none that can be read: nobody has signed in here.
      guard let text = try? String(contentsOf: address, encoding: .utf8), let server = URL(string: text) else {
        throw ClientError.signedOut
      }
      try await body(open(server))
    }
  }

  func open(_ server: URL) async throws -> Client {
    try await Client.open(
      server: server, folder: url, credentials: FileCredentialStore(url.appendingPathComponent("token")))
  }

  func keep(_ server: URL) throws { try server.absoluteString.write(to: address, atomically: true, encoding: .utf8) }
  func forget() throws { try FileManager.default.removeItem(at: address) }
}

/// Has what went wrong said as a sentence; the way out is the same as of every other command.
func asPerson(_ body: () async throws -> Void) async throws {
  do { try await body() } catch let error as ClientError {
    complain(error.description)
    throw ExitCode(1)
  }
}

extension ClientCommand {
  struct SignIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Makes this folder a device of yours.")
    @OptionGroup var place: ClientPlace
    @Argument(help: "The address of the server, as in a browser.") var server: String
    @Argument(help: "Your e-mail or username.") var identifier: String
    @Option(help: "The id or the exact name of the school, when you are in several.") var school: String?

    func run() async throws {
      guard let url = URL(string: server) else { throw ValidationError("The address is none.") }
      try await asPerson {
        let client = try await place.open(url)
        let schools = try await client.signIn(identifier: identifier, password: password(), label: "homeroom client")
        try place.keep(url)
        if schools.count != 1 {
          guard let chosen = schools.first(where: { $0.id.text == school || $0.name == school }) else {
            throw ClientError.choose(schools)
          }
          try await client.choose(chosen.id)
        }
        say(try await client.sync())
      }
    }

    private func password() -> String {
      if isatty(STDIN_FILENO) == 1, let typed = getpass("Password: ") { return String(cString: typed) }
      return readLine() ?? ""
    }
  }

  struct Synchronise: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sync", abstract: "Sends what waits, and fetches what is new.")
    @OptionGroup var place: ClientPlace

    func run() async throws { try await place.work { say(try await $0.sync()) } }
  }

  struct Listen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Takes in what changes as it changes, until it is stopped with Ctrl-C.")
    @OptionGroup var place: ClientPlace

    func run() async throws {
      try await place.work { client in
        let changes = client.changes
        let telling = Task { for await _ in changes { tell("All that is new is here.") } }
        defer { telling.cancel() }
        while true { try await Task.sleep(for: .milliseconds(listenOnce(client))) }
      }
    }

    /// Without a line it is tried again: that is what somebody who listens wants.
    private func listenOnce(_ client: Client) async throws -> Int64 {
      do { return try await client.listen() } catch ClientError.noLine {
        tell(ClientError.noLine.description)
        return 5000
      } catch ClientError.busy(let seconds) {
        return Int64(min(max(seconds, 1), 600)) * 1000
      }
    }

    /// At once, also where a program reads it.
    private func tell(_ sentence: String) {
      print(sentence)
      fflush(nil)
    }
  }

  struct Outbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "What waits to be sent, and what was refused.")
    @OptionGroup var place: ClientPlace
    @Option(help: "Sends what was refused once more: its number in the list.") var retry: Int?
    @Option(help: "Throws away what was refused: its number in the list.") var discard: Int?

    func run() async throws {
      try await place.work { client in
        let tray = try await client.tray()
        if let number = retry { try await client.retry(tray.numbered(number, "refused change").key) }
        if let number = discard { try await client.discard(tray.numbered(number, "refused change").key) }
        let (waiting, refused) = (try await client.outbox(), try await client.tray())
        print(waiting.isEmpty ? "Nothing waits to be sent." : "Waiting to be sent:")
        for one in waiting { print("  \(one.typedAt.text)  \(one.path)") }
        if !refused.isEmpty { print("Refused:") }
        refused.sayNumbered(indent: "  ") { "\($0.typedAt.text)  \($0.path): \($0.reason)" }
      }
    }
  }

  struct Forget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Sends what waits, ends this device’s token, and takes everything off it.")
    @OptionGroup var place: ClientPlace
    @Flag(help: "Also when the server does not answer, or has refused something: that is lost.") var losingUnsent =
      false

    func run() async throws {
      try await place.work { client in
        try await client.signOut(losingUnsent: losingUnsent)
        try place.forget()
        print("This device holds nothing any more.")
      }
    }
  }
}

/// What a synchronisation did, for a person.
private func say(_ report: SyncReport) {
  var parts = ["\(report.sent) sent"]
  if report.refused > 0 { parts.append("\(report.refused) refused: homeroom client outbox says why") }
  print(parts.joined(separator: ", ") + ". " + (report.isComplete ? "All that is new is here." : "There is more."))
}

extension PendingRequest {
  fileprivate var reason: String {
    if case .refused(let said) = outcome { said } else { "" }
  }
}

extension Array {
  /// Each on a line of its own, by the number that `numbered` knows it by.
  func sayNumbered(indent: String = "", _ line: (Element) -> String) {
    for (place, one) in enumerated() { print("\(indent)\(place + 1). \(line(one))") }
  }

  /// The one that a person calls by its number in a list, which begins with 1.
  func numbered(_ number: Int, _ kind: String) throws -> Element {
    guard number >= 1, number <= count else { throw ClientError.refused("There is no \(kind) \(number).") }
    return self[number - 1]
  }
}
