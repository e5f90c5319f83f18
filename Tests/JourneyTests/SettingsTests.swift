import Classroom
import Router
import School
import Testing
import Web

@testable import App
@testable import ClassroomServer

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

  @Test(arguments: [
    ["HOMEROOM_CHAT_URL": "https://models.example/v1/chat/completions"],
    ["HOMEROOM_CHAT_MODEL": "a-model"], ["HOMEROOM_CHAT_KEY": "a-key"],
    ["HOMEROOM_CHAT_URL": "http://models.example/v1/chat/completions", "HOMEROOM_CHAT_MODEL": "a-model"],
    ["HOMEROOM_SPEECH_URL": "file:///etc/passwd", "HOMEROOM_SPEECH_MODEL": "a-model"],
    ["HOMEROOM_SPEECH_URL": "https://", "HOMEROOM_SPEECH_MODEL": "a-model"],
    [
      "HOMEROOM_CHAT_URL": "https://models.example/v1", "HOMEROOM_CHAT_MODEL": "a-model",
      "HOMEROOM_CHAT_KEY": "two\r\nlines",
    ],
    ["HOMEROOM_OUTSIDE_SECONDS": "0"],
  ])
  func `of a service outside is whole, and leads nowhere in the clear`(environment: [String: String]) async {
    await #expect(throws: WrongSetting.self) {
      try await Settings.read(flags: [:], environment: environment, config: nil)
    }
  }

  @Test func `of a service outside may be on this machine without TLS, and its key is a secret`() async throws {
    let settings = try await Settings.read(
      flags: [:],
      environment: [
        "HOMEROOM_CHAT_URL": "https://models.example/v1/chat/completions", "HOMEROOM_CHAT_MODEL": "a-model",
        "HOMEROOM_CHAT_KEY": "a-key", "HOMEROOM_SPEECH_URL": "http://127.0.0.1:9000/v1/audio/transcriptions",
        "HOMEROOM_SPEECH_MODEL": "whisper-1",
      ], config: nil)
    let ends = Features.outside(settings).ends
    #expect(ends[.text]?.host == "models.example" && ends[.speech]?.model == "whisper-1")
    let secrets = Settings.keys.filter { $0.isSecret }.map { $0.name }
    #expect(secrets.contains("chat-key") && secrets.contains("speech-key"))
    #expect(try await Features.outside(Settings.read(flags: [:], environment: [:], config: nil)).ends.isEmpty)
  }
}
