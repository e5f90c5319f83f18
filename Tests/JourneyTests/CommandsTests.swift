import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing
import Web

@testable import App

/// What the server's routes say of commands.
@Suite struct `A command` {
  @Test func `goes by a name of its own, and is carried out in one way`() async throws {
    let homeroom = try await TestSchool.open(.sqlite).homeroom
    #expect(homeroom.commands.duplicates == [])
    let names = homeroom.commands.names
    #expect([PinAnnouncement.name, HandIn.name, TakeRegister.name].allSatisfy(names.contains))
  }
}
