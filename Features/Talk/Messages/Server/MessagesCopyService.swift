import Base
import Database
import Delimited
import Kit
import Ledger
import People
import PeopleServer
import Router
import School
import Talk
import Web

/// What the office takes out of conversations it is no part of; each time with an entry in the journal.
extension MessagesServer {
  /// Enters in the journal who takes a copy and why, then makes it: a list, and beside it the files, if there are any.
  func run(_ command: ExportConversation, _ request: Request) async throws -> Response {
    let caller = try request.caller()
    let answered = try await ledger.write(request.envelope(ExportConversation.self)) { tx in
      let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(caller))
      let isThere = try store.conversation(command.conversation, in: tx.school) != nil
      try store.save(command.permit(for: now, isThere: isThere, now: tx.now))
      return command.conversation.text
    }
    // Each copy has an entry of its own: under the same sending none is entered, and so none is made.
    if answered.again { throw Refusal.conflict(Phrase("messages.export-again")) }
    let copy = try await copy(of: command.conversation, caller, request)
    let name = "conversation-" + String(command.conversation.text.suffix(8))
    guard !copy.files.isEmpty else {
      let list = copy.list
      return .download(name + ".csv", type: "text/csv; charset=utf-8", length: list.count) { try await $0(list) }
    }
    let list = FilesArchive.Entry(name: name + ".csv", content: try await keep(copy.list))
    return try FilesArchive([list] + copy.files, from: ledger).answer(named: name + ".zip")
  }

  /// Puts bytes among the contents; no row names them, so the nightly sweep takes them again.
  private func keep(_ bytes: [UInt8]) async throws -> FileContent {
    let writing = try ledger.files.begin(limit: Int64(bytes.count))
    try await writing.write(bytes)
    return try await writing.finish()
  }

  private struct Copy: Sendable {
    let list: [UInt8]
    let files: [FilesArchive.Entry]
  }

  private func copy(of id: ID<Conversation>, _ caller: Caller, _ request: Request) async throws -> Copy {
    let words = request.scene.words
    return try await ledger.read { tx in
      let store = MessagesStore(tx: tx)
      var messages: [Message] = []
      try store.each(of: id, in: caller.school) { messages.append($0) }
      let names = try store.names(of: messages.map(\.sender), in: caller.school)
      let files = try store.files(of: messages.map(\.id), in: caller.school)
      var out = CSV.Writer(CSV.Style(hasMark: true))
      out.row(["number", "at", "sender", "text", "state", "files"].map { words("messages.csv." + $0) })
      for message in messages {
        let state =
          message.deletedAt != nil
          ? words("messages.deleted") : message.editedAt != nil ? words("messages.edited") : ""
        out.row([
          String(message.number), message.at.text, names[message.sender] ?? "", message.text, state,
          (files[message.id] ?? []).map(\.name).joined(separator: "; "),
        ])
      }
      // What was taken back is in the journal, and no part of a copy: neither its words nor its files.
      let entries = try messages.filter { $0.deletedAt == nil }.flatMap {
        try Self.entries($0, files[$0.id] ?? [], caller.school, tx)
      }
      return Copy(list: out.drain(), files: entries)
    }
  }

  /// The files of a message in the copy, called by its number and theirs: two may have one name.
  private static func entries(
    _ message: Message, _ files: [MessageFile], _ school: ID<Tenant>, _ tx: Transaction
  ) throws -> [FilesArchive.Entry] {
    try files.enumerated().compactMap { place, file in
      try tx.file(file.id.cast(), school: school).map {
        FilesArchive.Entry(
          name: "files/\(message.number)-\(place + 1)-" + FileNames.shown(file.name), content: $0.content)
      }
    }
  }
}
