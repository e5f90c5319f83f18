import Router
import Testing
import Web

@testable import App

@Suite(.timeLimit(.minutes(5))) struct `A setting` {
  @Test(arguments: [([:], 24), (["HOMEROOM_LIVE_LINES": "3"], 3)])
  func `live-lines says how many pages of one account are live`(environment: [String: String], lines: Int) async throws
  {
    let settings = try await Settings.read(flags: [:], environment: environment, config: nil)
    #expect(settings.web.liveLines == lines)
  }

  @Test(arguments: ["0", "-1", "many"]) func `live-lines is a number of one or more`(lines: String) async {
    await #expect(throws: WrongSetting.self) {
      try await Settings.read(flags: [:], environment: ["HOMEROOM_LIVE_LINES": lines], config: nil)
    }
  }
}
