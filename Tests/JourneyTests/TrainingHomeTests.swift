import Database
import HomeroomTesting
import Testing

/// The first page where training is the school's business.
@Suite struct `The first page of a school that trains people` {
  @Test func `begins with the trainees, or with how far one has come oneself`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let ruth = try await school.signedIn("ruth@coast.example").get("/").text
    #expect(ruth.contains("Ben Okafor") && ruth.contains("Noor Haddad"))
    #expect(!ruth.contains("No class yet"), "nobody waits for a class there")
    let ben = try await school.signedIn("ben@coast.example").get("/").text
    #expect(ben.contains("Cross-country") && !ben.contains("Noor Haddad"))
    #expect(!ben.contains("You have no student record yet"))
    let max = try await school.signedIn("max@coast.example").get("/").text
    #expect(!max.contains("Ben Okafor"), "the office sees nothing of a training")
    #expect(!max.contains("href=\"/classes\""), "a club has no classes to begin with")
  }

  @Test func `says nothing of training in another school`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let omar = try await school.signedIn("omar@rimon.example").get("/").text
    #expect(!omar.contains("/training"))
  }
}
