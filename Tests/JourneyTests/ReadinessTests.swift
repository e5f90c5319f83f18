import Synchronization
import Testing

@testable import App

@Suite(.timeLimit(.minutes(5))) struct `Whether the server is ready` {
  @Test func `is answered in time though the database says nothing, and asked of it once`() async {
    let (never, end) = AsyncStream<Void>.makeStream()
    let looks = Mutex(0)
    let readiness = Readiness(within: .milliseconds(50)) {
      looks.withLock { $0 += 1 }
      for await _ in never {}
      return true
    }
    #expect(await !readiness.isReady())
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 { group.addTask { await readiness.isReady() } }
      for await isReady in group { #expect(!isReady) }
    }
    #expect(looks.withLock { $0 } == 1)
    end.finish()
    // It answers again.
    while await !readiness.isReady() {}
    #expect(looks.withLock { $0 } >= 1)
  }

  @Test func `is what was found when it was found in time`() async {
    #expect(await Readiness { true }.isReady())
    #expect(await !Readiness { false }.isReady())
  }
}
