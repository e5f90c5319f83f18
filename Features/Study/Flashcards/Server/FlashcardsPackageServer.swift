import Anki
import Archive
import Base
import Database
import Kit
import Ledger
import People
import PeopleServer
import Router
import School
import Study
import Web

/// Packages of Anki: looked at, then put in by the same reading.
func flashcardPackageRoutes(_ server: FlashcardsServer) -> [Route] {
  [
    .post(
      "/study/decks/:deck/import/package", .members,
      "Has the cards of a package put into a deck, with what one has learnt; its page says how far it has come.",
      form: server.service.importForm, ImportPackage.self,
      prepare: { command, request in try await server.files.held(command.upload, for: request.caller()) },
      server.service.handle
    ) { handled in
      let run = handled.command.upload
      return .done(
        FlashcardsPaths.run(run, of: handled.command.deck), created: true, json: { .object([("run", .id(run))]) })
    },
    .get(
      "/study/decks/:deck/import/runs/:run", .members, "How far a package has come that one puts into a deck."
    ) { request, tx throws(Refusal) in
      let data = try server.service.run(request, tx)
      return .page(version: data.version, json: { data.json }) { flashcardsRunPage(data, $0) }
    },
    .post(
      "/study/decks/:deck/import/runs/:run/continuation", .members, "A package that stopped goes on.",
      ContinuePackage.self, server.service.handle
    ) { handled in .done(FlashcardsPaths.run(handled.command.run, of: handled.command.deck)) },
    .post(
      "/study/decks/:deck/import/runs/:run/return", .members, "Takes away what a package added to a deck.",
      TakePackageBack.self, server.service.handle
    ) { handled in
      .done(
        FlashcardsPaths.run(handled.command.run, of: handled.command.deck),
        toast: Toast(Phrase("flashcards.package.taken-back")))
    },
  ]
}

extension FlashcardsServer {
  /// The package that came with the form, when the file is one.
  func package(_ request: Request) async throws -> IncomingFile? {
    guard let file = try await files.incoming(request).first else { return nil }
    var head: [UInt8] = []
    for try await piece in try await ledger.files.read(file.content.hash, range: 0..<min(4, file.content.size)) {
      head += piece
    }
    let isArchive = head == [0x50, 0x4B, 0x03, 0x04] || head == [0x50, 0x4B, 0x05, 0x06]
    return isArchive ? file : nil
  }

  /// What a package would change, while it waits to be put in.
  func preview(_ file: IncomingFile, _ request: Request) async throws -> FlashcardsImportPreview {
    let opened = try await opened(file, for: request.id("deck"), request.caller())
    let upload = try await files.hold(file, for: request.caller())
    return try await ledger.read { try service.preview(opened, as: upload, request, $0) }
  }

  /// Reads a package, and unpacks what its notes call.
  func opened(_ file: IncomingFile, for deck: ID<Deck>, _ caller: Caller) async throws -> OpenedPackage {
    let known = try await ledger.read { try service.contents(deck, caller, $0) }
    guard file.content.size <= Int64(FlashcardsPackage.maxBytes) else {
      throw Refusal.tooLarge("file", most: FlashcardsPackage.maxBytes)
    }
    let bytes = try await ledger.files.contents(file.content.hash, limit: Int64(FlashcardsPackage.maxBytes))
    let (anki, package, text) = try await ledger.files.work {
      let anki = try Self.read(bytes)
      let package = FlashcardsPackage(anki)
      return (anki, package, try FlashcardsText(package, names: [:]))
    }
    let media = try await unpacked(anki, called: text.called, known: known)
    // Rarely is something called otherwise here, and then the texts call it so.
    let isRenamed = media.names.contains { FlashcardMedia.name($0.key) != $0.value }
    return OpenedPackage(
      package: package, text: isRenamed ? try FlashcardsText(package, names: media.names) : text, file: file,
      media: media.new, taken: media.names.count, missing: text.called.count - media.names.count)
  }

  private static func read(_ bytes: [UInt8]) throws(Refusal) -> AnkiPackage {
    var limits = AnkiPackage.Limits()
    (limits.packed, limits.reviews) = (FlashcardsPackage.maxBytes, FlashcardsPackage.maxReviews)
    do throws(AnkiFault) { return try AnkiPackage(bytes, limits: limits, inflate: ZIP.inflate) } catch {
      throw error.refusal
    }
  }

  /// The names that notes call things by and that we have them under, and what the deck does not have yet.
  private func unpacked(
    _ package: AnkiPackage, called: Set<String>, known: [String: [UInt8]]
  ) async throws -> (names: [String: String], new: [(name: String, file: IncomingFile)]) {
    var (names, new) = ([String: String](), [(name: String, file: IncomingFile)]())
    var contents: [[UInt8]: String] = [:]
    for (name, hash) in known where contents[hash].map({ name < $0 }) ?? true { contents[hash] = name }
    var taken = Set(known.keys)
    for one in package.media where called.contains(one.name) && names[one.name] == nil {
      let bytes = try await ledger.files.work {
        do throws(AnkiFault) { return try package.content(of: one, inflate: ZIP.inflate) } catch {
          throw error.refusal
        }
      }
      if bytes.isEmpty { continue }
      let (file, wanted) = (try await files.made(bytes, name: one.name), FlashcardMedia.name(one.name))
      if let same = known[wanted] == file.content.hash ? wanted : contents[file.content.hash] {
        names[one.name] = same
        continue
      }
      guard FlashcardMedia.takes(file.type) else { continue }
      guard taken.count < FlashcardMedia.most else {
        throw Refusal.invalid("file", Phrase("flashcards.anki.media-many", .count(FlashcardMedia.most)))
      }
      let free = FlashcardMedia.free(wanted, beside: taken)
      taken.insert(free)
      (names[one.name], contents[file.content.hash]) = (free, free)
      new.append((name: free, file: file))
    }
    return (names, new)
  }
}

extension AnkiFault {
  // words: flashcards.anki.fault.*
  var refusal: Refusal {
    let key = "flashcards.anki.fault." + code.rawValue
    switch code {
    case .name, .mismatch: return .invalid("file", Phrase(key, .text(found)))
    default: return .invalid("file", Phrase(key))
    }
  }
}
