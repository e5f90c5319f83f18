import App
import ArgumentParser
import Database
import Demo
import Foundation
import Ledger

/// The one program: server, demo, and what the person who runs it needs.
@main struct HomeroomCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "homeroom", abstract: "The school platform that a school runs itself.", version: Homeroom.version,
    subcommands: [
      Serve.self, Demo.self, Import.self, Export.self, Backup.self, Restore.self, Doctor.self, RetryPost.self,
      ClientCommand.self, WriteReplica.self, Routes.self,
      ShowSettings.self,
      MakeToken.self, VerifySignature.self, Migrate.self, Erase.self, SmallPicture.self,
    ])

  /// Wrong use ends with 2 and a sentence, as scripts expect; trouble with the books or settings with 1.
  static func main() async {
    // Whatever is made here is a school's, and nobody else's on this machine.
    umask(0o077)
    do {
      var command = try parseAsRoot(Array(Arguments.all.dropFirst()))
      if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    } catch {
      // It has said what there was to say.
      if let code = error as? ExitCode { Foundation.exit(code.rawValue) }
      let code = exitCode(for: error)
      if code == .success {
        print(fullMessage(for: error))
        Foundation.exit(0)
      }
      complain(code == .validationFailure ? fullMessage(for: error) : Sentence.of(error))
      Foundation.exit(code == .validationFailure || error is WrongSetting ? 2 : 1)
    }
  }
}

/// A sentence on the error stream.
func complain(_ sentence: String) { FileHandle.standardError.write(Data((sentence + "\n").utf8)) }

/// Where the books are and how they are reached: the flags every command shares.
struct Common: ParsableArguments {
  @Option(help: "The directory of the books and files.") var data: String?
  @Option(help: "postgres://… to keep the books in PostgreSQL.") var databaseUrl: String?
  @Option(help: "A JSON file with settings.") var config: String?
  @Option(help: "trace, debug, info, notice, warning, error or critical.") var logLevel: String?
  @Option(help: "The directory that holds Public and Words.") var resources: String?

  func settings(_ more: [String: String?] = [:]) async throws -> Settings {
    var flags = more
    (flags["data"], flags["database-url"], flags["log-level"], flags["resources"]) = (
      data, databaseUrl, logLevel, resources
    )
    return try await Settings.read(
      flags: flags.compactMapValues { $0 }, environment: ProcessInfo.processInfo.environment, config: config)
  }
}

/// Where the server listens.
struct Listening: ParsableArguments {
  @Option(help: "The address to listen on.") var host: String?
  @Option(help: "The port to listen on.") var port: Int?
  @Option(help: "How browsers reach the server: https://school.example.") var origin: String?
  @Option(help: "A directory with terms and a privacy policy of your own: terms.en.md, privacy.en.md.")
  var legal: String?

  var flags: [String: String?] {
    ["host": host, "port": port.map(String.init), "origin": origin, "legal": legal]
  }
}

/// Prints `ready` on a line of its own and at once, so that scripts can wait for it.
func sayReady(_ port: Int) {
  print("ready http://localhost:\(port)")
  fflush(nil)
}

/// Tells whoever starts a new server how to get in; the link is good until it has been used, or the next start.
func sayFirst(_ origin: String, _ port: Int, _ path: String) {
  print(
    "Nobody has an account here yet. Make the first one: \(origin.isEmpty ? "http://localhost:\(port)" : origin)\(path)"
  )
  fflush(nil)
}

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Serves the school.")
  @OptionGroup var common: Common
  @OptionGroup var listening: Listening
  @Flag(help: "Found a new school in a folder that is not empty and has no books.") var new = false

  func run() async throws {
    let homeroom = try await Homeroom.open(
      try await common.settings(listening.flags), founding: new ? .always : .whenEmpty)
    try await homeroom.closeDemo()
    let first = try await homeroom.firstAccount()
    try await homeroom.serve { port in
      sayReady(port)
      if let first { sayFirst(homeroom.settings["origin"], port, first) }
    }
  }
}

struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Serves a demo school, made when the directory is empty.")
  @OptionGroup var common: Common
  @OptionGroup var listening: Listening
  @Option(help: "How many students the first school has; 0 for the small school.") var students: Int = 0
  @Option(help: "The same number makes the same school.") var seed: UInt64 = 1
  @Flag(help: "Print the sign-ins as JSON; without --port, do nothing else.") var accounts = false

  func validate() throws {
    guard (0...20_000).contains(students) else { throw ValidationError("--students must be a number from 0 to 20000.") }
  }

  func run() async throws {
    if accounts {
      print(DemoSchool.accountsJSON)
      fflush(nil)
      if listening.port == nil { return }
    }
    let homeroom = try await Homeroom.open(try await common.settings(listening.flags), founding: .whenEmpty)
    try await DemoSchool(students: students, seed: seed).make(
      in: homeroom.ledger, passwords: homeroom.passwords, commands: homeroom.commands)
    if !accounts { print(DemoSchool.accountsText) }
    try await homeroom.serve(onReady: sayReady)
  }
}

struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Reads a roster: a CSV file, or a OneRoster ZIP or folder.")
  @OptionGroup var common: Common
  @Argument(help: "The file.") var file: String
  @Option(help: "The id or the exact name of the school.") var school: String
  @Flag(help: "Only say what would change.") var preview = false
  @Option(help: "Remove what the file does not name; say how many records that is.") var confirmRemovals: Int?
  @Option(help: "A class that children leave who come into another; may come several times.") var leave: [String] = []
  @Option(help: "The file’s key of somebody who becomes an administrator; may come several times.")
  var admin: [String] = []

  func run() async throws {
    let homeroom = try await Homeroom.open(try await common.settings())
    defer { homeroom.close() }
    var request = RosterCommand()
    (request.isPreview, request.confirmed) = (preview, confirmRemovals)
    (request.leaves, request.admins) = (leave, admin)
    try await homeroom.importRoster(file, school: school, request) { print($0) }
  }
}

struct Export: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Writes the roster or the registers of a school.")
  @OptionGroup var common: Common
  @Argument(help: "The file to write: people.csv, or a .zip for OneRoster.") var file: String
  @Option(help: "The id or the exact name of the school.") var school: String
  @Flag(help: "Every mark of every register as CSV, instead of the roster.") var attendance = false

  func validate() throws {
    if attendance, file.hasSuffix(".zip") { throw ValidationError("Attendance is written as CSV, not as .zip.") }
  }

  func run() async throws {
    let homeroom = try await Homeroom.open(try await common.settings())
    defer { homeroom.close() }
    try await homeroom.exportRoster(to: file, school: school, attendance: attendance)
  }
}

struct Backup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copies the books and files into a new directory, also while the server runs.")
  @OptionGroup var common: Common
  @Argument(help: "The directory to make.") var directory: String

  func run() async throws { print(try await Homeroom.backUp(try await common.settings(), to: directory)) }
}

struct Restore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Puts a backup into an empty data directory, and proves it.")
  @OptionGroup var common: Common
  @Argument(help: "The directory of the backup.") var directory: String
  @Flag(help: "Keep schools that were erased after the backup was made; otherwise they are erased again.")
  var keepErased = false

  func run() async throws {
    print(try await Homeroom.restore(try await common.settings(), from: directory, keepsErased: keepErased))
  }
}

struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Examines books, files and journal; ends with 1 when something is wrong.")
  @OptionGroup var common: Common

  func run() async throws {
    let (text, isWell) = try await Homeroom.examine(try await common.settings())
    print(text)
    if !isWell { throw ExitCode(1) }
  }
}

struct RetryPost: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lets letters and pushes that were parked try again, once what was wrong is put right.")
  @OptionGroup var common: Common

  func run() async throws { print(try await Homeroom.retryPost(try await common.settings())) }
}

struct WriteReplica: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replica",
    abstract: "Writes what a device of somebody would hold of a school, as an SQLite file, also while the server runs.")
  @OptionGroup var common: Common
  @Argument(help: "The file to make.") var file: String
  @Option(help: "The e-mail or username of the account.") var account: String
  @Option(help: "The id or the exact name of the school.") var school: String

  func run() async throws {
    print(try await Homeroom.writeReplica(try await common.settings(), of: account, in: school, to: file))
  }
}

struct Routes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Prints every route with its feature and who may use it.")
  @Flag(help: "As JSON.") var json = false

  func run() async throws { print(try await Homeroom.routes(json: json)) }
}

struct ShowSettings: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Prints the effective settings, without secrets.")
  @OptionGroup var common: Common
  @OptionGroup var listening: Listening

  func run() async throws {
    let settings = try await common.settings(listening.flags)
    for key in Settings.keys {
      let value = key.isSecret && !settings[key.name].isEmpty ? "(secret)" : settings[key.name]
      print("\(key.name) = \(value)\n    \(key.variable). \(key.about)")
    }
    print("\nLimits, which are not set:\n" + Homeroom.limits)
  }
}

struct VerifySignature: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify-signature", abstract: "Verifies signed training records that were taken out as a file.")
  @Argument(help: "The file that the page of the seals gave.") var file: String
  @Option(help: "The public key of the server in hexadecimal digits, known from elsewhere.") var key: String?

  func run() throws {
    let (lines, isGood) = try Homeroom.verifySignatures(in: file, key: key)
    for line in lines { print(line) }
    if !isGood { throw ExitCode(1) }
  }
}

struct MakeToken: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "token", abstract: "Makes an API token for an account.")
  @OptionGroup var common: Common
  @Argument(help: "The e-mail or username of the account.") var identifier: String
  @Option(help: "What the token is for.") var label: String = "command line"

  func run() async throws {
    let homeroom = try await Homeroom.open(try await common.settings())
    defer { homeroom.close() }
    print(try await homeroom.makeToken(for: identifier, label: label))
  }
}

struct Migrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Brings the books up to date and ends.")
  @OptionGroup var common: Common
  @Flag(help: "Only print the schema of a new server, for both engines.") var printSchema = false

  func run() async throws {
    if printSchema {
      print(Homeroom.schema)
      return
    }
    let homeroom = try await Homeroom.open(try await common.settings())
    homeroom.close()
    print("The books are up to date.")
  }
}

struct Erase: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Erases now the deleted schools whose thirty days are over by this machine's clock.")
  @OptionGroup var common: Common

  func run() async throws { print(try await Homeroom.erase(try await common.settings())) }
}

/// Not for people: the server starts it for each picture.
struct SmallPicture: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Homeroom.pictureWord, abstract: "Makes a small copy of the picture on its input.", shouldDisplay: false
  )
  @Argument var side: Int

  func run() throws { throw ExitCode(Homeroom.smallPicture(side: side)) }
}
