import HomeroomTesting
import Testing

@testable import People
@testable import PeopleServer

@Suite struct `What is in a wrapping of films` {
  /// A WebM file: its head, a segment whose end nobody knew, and tracks of these kinds.
  private func webm(_ kinds: [UInt8]) -> [UInt8] {
    let entries = kinds.flatMap { [0xAE, 0x86, 0xD7, 0x81, 1, 0x83, 0x81, $0] as [UInt8] }
    return [0x1A, 0x45, 0xDF, 0xA3, 0x84, 0x42, 0x86, 0x81, 1]
      + [0x18, 0x53, 0x80, 0x67, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
      + [0x16, 0x54, 0xAE, 0x6B, 0x80 | UInt8(entries.count)] + entries + [0x1F, 0x43, 0xB6, 0x75, 0x80]
  }

  private func page(_ content: String, isFirst: Bool = true) -> [UInt8] {
    Array("OggS".utf8) + [0, isFirst ? 2 : 0] + Array(repeating: 0, count: 20) + [1, UInt8(content.utf8.count)]
      + Array(content.utf8)
  }

  private func moov(_ file: [UInt8]) throws -> [UInt8] {
    var at: Int64 = 0
    while let box = MovieBox(file[Int(at)...], at: at, end: Int64(file.count)) {
      if box.kind == "moov" { return Array(file[Int(box.content.lowerBound)..<Int(box.content.upperBound)]) }
      at = box.content.upperBound
    }
    return try #require(nil)
  }

  @Test func `a recording is heard, and what has a picture track is a film`() throws {
    #expect(FileTracks(movie: try moov(movie(of: ["soun"]))) == .sound)
    #expect(FileTracks(movie: try moov(movie(of: ["soun", "vide"]))) == .film)
    #expect(FileTracks(movie: try moov(movie(of: ["vide"]))) == .film)
    #expect(FileTracks(webm: webm([2])) == .sound)
    #expect(FileTracks(webm: webm([2, 1])) == .film)
    #expect(FileTracks(ogg: page("OpusHead") + page("OpusTags", isFirst: false)) == .sound)
    #expect(FileTracks(ogg: page("fishead") + page("\u{1}vorbis") + page("\u{80}theora")) == .film)
  }

  @Test func `what cannot be told is no sound, however it is cut`() throws {
    let (film, recording) = (try moov(movie(of: ["vide"])), webm([2]))
    for length in film.indices { #expect(FileTracks(movie: Array(film.prefix(length))) != .sound) }
    for length in recording.indices { _ = FileTracks(webm: Array(recording.prefix(length))) }
    #expect(FileTracks(movie: []) == .unknown && FileTracks(webm: []) == .unknown && FileTracks(ogg: []) == .unknown)
    #expect(FileTracks(webm: Array(repeating: 0xFF, count: 400)) != .sound)
    #expect(MovieBox([0xFF, 0xFF, 0xFF, 0xFF, 1, 1, 1, 1], at: 0, end: 100) == nil, "longer than the file")
  }

  @Test func `the type says what is in it, and other types stay`() {
    #expect(FileTracks.film.type(of: "audio/x-m4a") == "video/mp4")
    #expect(FileTracks.sound.type(of: "video/mp4") == "audio/mp4")
    #expect(FileTracks.sound.type(of: "video/webm") == "audio/webm")
    #expect(FileTracks.unknown.type(of: "audio/x-m4a") == "application/octet-stream")
    #expect(FileTracks.unknown.type(of: "video/webm") == "video/webm")
    #expect(FileTracks.sound.type(of: "image/png") == "image/png")
  }
}
