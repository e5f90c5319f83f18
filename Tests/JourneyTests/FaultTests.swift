import App
import Base
import HomeroomTesting
import Ledger
import Testing

/// What the whole server does when the ground gives way; the rest is in `scripts/faults.py`.
@Suite struct `Books that cannot be written` {
  @Test func `are read on, writing is refused, and the server calls itself not ready`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let omar = try await school.signedIn("omar@rimon.example")
    #expect(try await omar.get("/readyz").status == 200)
    try await school.homeroom.ledger.upkeep { _ = try $0.execute("PRAGMA query_only = 1") }
    // Ten minutes later the use of a session would be noted again.
    school.clock.advance(seconds: 600)
    for path in ["/", "/attendance", "/notifications"] { #expect(try await omar.get(path).status == 200, "\(path)") }
    #expect(try await omar.get("/readyz").status == 503)
    #expect(try await omar.get("/healthz").status == 200)
    #expect(try await omar.post("/account/name", [("name", "Omar")]).status == 503)
  }
}
