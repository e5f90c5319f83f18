import Base
import Database
import Foundation
import Ledger
import Office
import OfficeServer
import People
import School

/// How a roster is read in from the command line.
public struct RosterCommand: Sendable {
  public var isPreview = false
  /// The number of removals that was agreed to.
  public var confirmed: Int?
  /// The names of the classes that children leave who come into another.
  public var leaves: [String] = []
  /// The file's keys of those who become administrators.
  public var admins: [String] = []
  public init() {}
}

extension Homeroom {
  /// Reads a roster into a school in the name of its owner.
  ///
  /// Everything to be said about the file is a line of its own; the last line is the whole report as JSON.
  ///
  /// - Throws: `DatabaseClosed` with a sentence when nothing was written.
  public func importRoster(
    _ file: String, school: String, _ request: RosterCommand, say: @escaping @Sendable (String) -> Void
  ) async throws {
    let words = try self.words()
    try await saying(words) {
      let school = try await self.school(school)
      let (caller, removes) = (try await owner(of: school), request.confirmed != nil)
      let answers = RosterAnswers(leaves: try await rooms(request.leaves, in: school), admins: Set(request.admins))
      let progress: ExchangeServer.Progress = { done, total in say("\(done) of \(total) bytes") }
      let report =
        request.isPreview
        ? try await features.exchange.preview(
          path: file, caller: caller, removes: removes, answers: answers, progress: progress)
        : try await features.exchange.apply(
          path: file, caller: caller, removes: removes, confirmed: request.confirmed, answers: answers,
          progress: progress)
      for problem in report.problems { say(Self.line(problem, words)) }
      for line in Self.questions(report) { say(line) }
      if let refusal = report.refusal { say(words(Phrase(refusal.code.rawValue, .text(refusal.excerpt)))) }
      say(report.json.string)
    }
  }

  /// The place as compilers write it, the sentence, and the code for scripts.
  private static func line(_ problem: Roster.Problem, _ words: Words) -> String {
    let sentence = words(Phrase(problem.code.rawValue, .text(problem.excerpt)))
    return
      "\(problem.file):\(problem.line):\(problem.column): \(problem.severity.rawValue): \(sentence) (\(problem.code.rawValue))"
  }

  /// What the office would be asked on the page, and how it is answered here.
  private static func questions(_ report: RosterReport) -> [String] {
    let moves = report.moves.map {
      "\($0.count) children who come into another class are in \($0.name). To let them leave it: --leave '\($0.name)'"
    }
    let admins = report.admins.filter { !$0.isConfirmed }.map {
      "The file calls \($0.name) an administrator. To make them one: --admin '\($0.key)'"
    }
    return moves + admins
  }

  private func rooms(_ names: [String], in school: School) async throws -> Set<String> {
    let found = try await features.exchange.classrooms(names, in: school.id)
    for (name, id) in zip(names, found) where id == nil {
      throw DatabaseClosed("There is no class “\(name)” in \(school.name).")
    }
    return Set(found.compactMap(\.self))
  }

  /// Writes the roster of a school: OneRoster for a name that ends in `.zip`, people as CSV for any other.
  ///
  /// - Parameter attendance: every mark of every register instead.
  public func exportRoster(to file: String, school: String, attendance: Bool = false) async throws {
    try await saying(try words()) {
      let caller = try await owner(of: try await self.school(school))
      if attendance {
        try await features.exchange.exportAttendance(to: file, caller: caller)
      } else if file.hasSuffix(".zip") {
        try await features.exchange.exportOneRoster(to: file, caller: caller)
      } else {
        try await features.exchange.exportPeople(to: file, caller: caller)
      }
    }
  }

  private func words() throws -> Words { Words(.en, catalogue: try Resources.find(settings["resources"]).catalogue) }

  /// Whoever runs the server reads sentences, not refusals.
  private func saying(_ words: Words, _ body: () async throws -> Void) async throws {
    do { try await body() } catch let refusal as Refusal {
      switch refusal {
      case .notAllowed(let reason), .conflict(let reason): throw DatabaseClosed(words(reason))
      case .invalid(let problems): throw DatabaseClosed(problems.map { words($0.reason) }.joined(separator: " "))
      case .notFound, .stale, .tooMany, .tooLarge, .full, .lost, .unavailable:
        throw DatabaseClosed(words("refusal." + refusal.code + ".text"))
      }
    }
  }

  /// Whoever runs the server acts for the school's owner; the journal says so.
  private func owner(of school: School) async throws -> Caller {
    let owner = try await ledger.read { try MembersStore(tx: $0).accounts(of: school.id, role: .owner).first }
    guard let owner else { throw DatabaseClosed("\(school.name) has no owner.") }
    return Caller(account: owner, school: school.id, role: .owner)
  }
}
