import Base
import Database
import Foundation
import HomeroomTesting
import Ledger
import Router
import Testing

@testable import Web

@Suite struct `A picture is opened by a process of its own` {
  private func kept(_ bytes: [UInt8]) async throws -> (ledger: Ledger, content: FileContent) {
    let ledger = try TestDatabase.open(.sqlite, migrations: [], world: TestClock().world)
    let writing = try ledger.files.begin(limit: 1 << 20)
    try await writing.write(bytes)
    return (ledger, try await writing.finish())
  }

  private func script(_ text: String) throws -> String {
    let path = try TestFolder.make() + "/program"
    try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return path
  }

  @Test func `which makes the small one, and says when there is none to make`() async throws {
    let (ledger, picture) = try await kept(TestSchool.picture)
    defer { ledger.close() }
    let small = try #require(try await PictureProcess().small(picture, of: ledger.files, side: 16))
    #expect(PictureFacts(small)?.width == 16)
    let writing = try ledger.files.begin(limit: 100)
    try await writing.write(Array("no picture".utf8))
    #expect(try await PictureProcess().small(try await writing.finish(), of: ledger.files, side: 16) == nil)
    let large = FileContent(hash: picture.hash, size: Pictures.maxBytes + 1)
    #expect(try await PictureProcess().small(large, of: ledger.files, side: 16) == nil)
  }

  @Test(arguments: ["kill -9 $$", "exit 1", "head -c 20000000 /dev/zero"])
  func `whose death is told, and harms nobody`(_ deed: String) async throws {
    let (ledger, picture) = try await kept(TestSchool.picture)
    defer { ledger.close() }
    let doomed = PictureProcess(program: try script(deed))
    await #expect(throws: ProcessDied.self) { try await doomed.small(picture, of: ledger.files, side: 16) }
    #expect(try await PictureProcess().small(picture, of: ledger.files, side: 16) != nil)
  }

  @Test func `that has so long and no longer`() async throws {
    let (ledger, picture) = try await kept(TestSchool.picture)
    defer { ledger.close() }
    let slow = PictureProcess(program: try script("exec sleep 600"), timeout: .milliseconds(50))
    await #expect(throws: ProcessDied.self) { try await slow.small(picture, of: ledger.files, side: 16) }
  }

  @Test func `that inherits neither what we have open nor what our environment holds`() async throws {
    let (ledger, picture) = try await kept(TestSchool.picture)
    defer { ledger.close() }
    // Far more than 255, and none of them would be closed by the program itself.
    let open = (0..<300).map { _ in dup(2) }
    defer { for descriptor in open { close(descriptor) } }
    setenv("HOMEROOM_SMTP_PASSWORD", "hidden", 1)
    defer { unsetenv("HOMEROOM_SMTP_PASSWORD") }
    let nosy = PictureProcess(program: try script("ls /proc/$$/fd | tr '\\n' ' '; tr '\\0' ' ' < /proc/$$/environ"))
    let said = String(decoding: try await nosy.small(picture, of: ledger.files, side: 16) ?? [], as: UTF8.self)
    let words = said.split(separator: " ")
    #expect(words.starts(with: ["0", "1"]))
    // The shell keeps its own script open, as 10 or 255, and for a moment both ends of its pipe.
    #expect(words.filter { Int($0) != nil }.count <= 6, "\(said)")
    #expect(!said.contains("hidden"))
  }
}
