import Base
public import Classroom
import Database
import Kit
public import Ledger
import Router
public import School
import Synchronization
import Web

/// What came back from a service: its bytes, or why there are none.
public enum OutsideReply: Sendable {
  case answered([UInt8])
  case failed(OutsideOutcome)
}

/// A service that the operator has set up; where it is and its key are known to whoever made it and to nobody here.
public struct OutsideEnd: Sendable {
  /// As pages may name it.
  public let host: String
  public let model: String
  let post: @Sendable (_ type: String, _ body: [UInt8]) async -> OutsideReply
  public init(
    host: String, model: String, post: @escaping @Sendable (_ type: String, _ body: [UInt8]) async -> OutsideReply
  ) {
    (self.host, self.model, self.post) = (host, model, post)
  }
}

/// The services that the operator has set up; none unless he has.
public struct OutsideEnds: Sendable {
  public var ends: [OutsideKind: OutsideEnd]
  public init(_ ends: [OutsideKind: OutsideEnd] = [:]) { self.ends = ends }
  var hosts: [OutsideKind: String] { ends.mapValues { $0.host } }
}

/// What is answered at most, as it arrives.
public enum OutsideLimits {
  public static let answer = 64 << 10
}

/// What came of a question, and its text when there is one.
struct OutsideAnswer: Sendable {
  let outcome: OutsideOutcome
  var text: String?
  /// How many bytes left the house.
  var size = 0
}

/// A question with its answer, to be written down.
struct OutsideAsked<C: Command>: Sendable {
  let permit: Permit<C>
  let use: OutsideUse
  let student: ID<Student>
  let answer: OutsideAnswer

  /// That it was asked is written down, whatever came of it.
  func note(_ tx: WriteTransaction) throws(Refusal) -> Outcome {
    try OutsideStore(tx: tx).save(permit, use, about: student, size: answer.size, answer.outcome)
    return .done
  }
}

/// Asks services outside, and waits for them.
///
/// Nothing of an answer is kept here: it stands in the editor until somebody has read it and saves it.
public struct OutsideServer: Sendable {
  public let service = OutsideService()
  let ledger: Ledger
  let ends: OutsideEnds
  private let underWay = OutsideUnderWay()
  public init(ledger: Ledger, ends: OutsideEnds) { (self.ledger, self.ends) = (ledger, ends) }

  var offered: Set<OutsideKind> { Set(ends.ends.keys) }

  func ask(_ command: AskForSummary, _ request: Request) async throws -> OutsideAsked<AskForSummary> {
    let question = try await ledger.read { [service] in try service.question(command, request, $0) }
    return await asked(question, .summary)
  }

  func ask(_ command: AskForExplanation, _ request: Request) async throws -> OutsideAsked<AskForExplanation> {
    let question = try await ledger.read { [service] in try service.question(command, request, $0) }
    return await asked(question, .insights)
  }

  private func asked<C: Command>(_ question: OutsideQuestion<C>, _ use: OutsideUse) async -> OutsideAsked<C> {
    let answer = await answer(to: question.text, use, question.language)
    return OutsideAsked(permit: question.permit, use: use, student: question.student, answer: answer)
  }

  private func answer(to text: NamelessText, _ use: OutsideUse, _ language: Language) async -> OutsideAnswer {
    guard let end = ends.ends[.text] else { return OutsideAnswer(outcome: .missing) }
    let sent = String(text.text.prefix(OutsideRequest.longestText))
    let body = OutsideWire.chat(model: end.model, task: OutsideWire.task(use, in: language), text: sent)
    let reply = await end.post("application/json", body)
    guard case .answered(let bytes) = reply else { return OutsideAnswer(reply, size: body.count) }
    guard bytes.count <= OutsideLimits.answer else { return OutsideAnswer(outcome: .large, size: body.count) }
    guard let said = OutsideWire.chatAnswer(bytes), let named = text.restored(said) else {
      return OutsideAnswer(outcome: .malformed, size: body.count)
    }
    guard named.unicodeScalars.count <= Summary.longest else { return OutsideAnswer(outcome: .large, size: body.count) }
    return OutsideAnswer(outcome: .answered, text: named, size: body.count)
  }

  func ask(_ command: AskForTranscript, _ request: Request) async throws -> OutsideAsked<AskForTranscript> {
    let question = try await ledger.read { [service] in try service.question(command, request, $0) }
    let answer = try await transcript(of: question.file, boundary: ledger.world.id(IdempotencyKey.self).text)
    return OutsideAsked(permit: question.permit, use: .transcript, student: question.student, answer: answer)
  }

  private func transcript(of file: KeptFile, boundary: String) async throws -> OutsideAnswer {
    guard let end = ends.ends[.speech] else { return OutsideAnswer(outcome: .missing) }
    let sound = try await ledger.files.contents(file.content.hash, limit: OutsideRequest.largestSound)
    let body = OutsideWire.speech(
      model: end.model, sound: sound, type: file.type, boundary: "homeroom-" + boundary)
    let reply = await end.post(body.type, body.body)
    guard case .answered(let bytes) = reply else { return OutsideAnswer(reply, size: body.body.count) }
    guard bytes.count <= OutsideLimits.answer else { return OutsideAnswer(outcome: .large, size: body.body.count) }
    guard let said = OutsideWire.speechAnswer(bytes) else {
      return OutsideAnswer(outcome: .malformed, size: body.body.count)
    }
    guard said.unicodeScalars.count <= Observation.longest else {
      return OutsideAnswer(outcome: .large, size: body.body.count)
    }
    return OutsideAnswer(outcome: .answered, text: said, size: body.body.count)
  }

  /// Asks once for one sending, and writes down that it was asked.
  ///
  /// - Returns: `nil` when the same sending came before: its answer is not kept, and is not asked for again.
  func carryOut<C: FormCommand>(
    _ command: C, _ request: Request,
    _ ask: @Sendable (C, Request) async throws -> OutsideAsked<C>
  ) async throws -> OutsideAnswer? {
    let sending = request.idempotencyKey
    guard underWay.begin(sending) else { return nil }
    defer { underWay.end(sending) }
    if try await ledger.answered(request.envelope(C.self)) != nil { return nil }
    let asked = try await ask(command, request)
    try await ledger.handle(command, request) { _, _, tx throws(Refusal) in try asked.note(tx) }
    return asked.answer
  }
}

extension OutsideAnswer {
  fileprivate init(_ reply: OutsideReply, size: Int) {
    if case .failed(let outcome) = reply {
      self.init(outcome: outcome, size: size)
    } else {
      self.init(outcome: .malformed, size: size)
    }
  }
}

/// The sendings that wait for a service: who presses twice asks once, and is written down once.
private final class OutsideUnderWay: Sendable {
  private let sendings = Mutex<Set<ID<IdempotencyKey>>>([])
  func begin(_ sending: ID<IdempotencyKey>) -> Bool { sendings.withLock { $0.insert(sending).inserted } }
  func end(_ sending: ID<IdempotencyKey>) { sendings.withLock { _ = $0.remove(sending) } }
}
