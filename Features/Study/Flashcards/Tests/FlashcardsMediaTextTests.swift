import Base
import HTML
import HomeroomTesting
import Kit
import Testing

@testable import School
@testable import Study

@Suite struct `Pictures and sounds in the text of a card` {
  private let deck = ID<Deck>(high: 1, low: 1)
  private func media(_ name: String, _ type: String) -> FlashcardMedia {
    FlashcardMedia(
      id: ID(high: 1, low: 2), deck: deck, name: name, type: type, size: 1, createdAt: Instant(milliseconds: 0))
  }

  @Test func `are called by their names`() {
    let text =
      #"A ![a cat](cat.png) and ![](<two cats (1).png>), [sound:mi aow.mp3]; \![no](no.png) [link](x) ![broken"#
    #expect(FlashcardMedia.names(in: [text]) == ["cat.png", "mi aow.mp3", "two cats (1).png"])
    let sound = "[sound:a b.mp3] [sound:] [sound:x\n]"
    #expect(FlashcardMedia.markdown(sound) == "![](<a b.mp3>) [sound:] [sound:x\n]")
    #expect(
      FlashcardMedia.markdown(text + "]") == text.replacing("[sound:mi aow.mp3]", with: "![](<mi aow.mp3>)") + "]")
  }

  @Test func `are read in time that grows with the text, whatever it is`() {
    for part in ["![", "[sound:", "![](<", "![]( ", "\\"] {
      #expect(FlashcardMedia.names(in: [String(repeating: part, count: 4000)]) == [])
    }
    // What is called ends before the next call begins, so that an open one is not searched again and again.
    #expect(FlashcardMedia.names(in: ["![](a![](b.png)"]) == ["b.png"])
    #expect(FlashcardMedia.names(in: [(0..<300).map { "![](\($0))" }.joined()]).count == 100)
  }

  @Test func `get names that a text can call`() {
    #expect(FlashcardMedia.name("C:\\x\\a[1]<b>.png") == "a-1--b-.png")
    #expect(media("a b.png", "image/png").call(about: "A") == "![A](<a b.png>)")
    #expect(media("a.mp3", "audio/mpeg").call() == "[sound:a.mp3]")
    #expect(FlashcardMedia.free("a.png", beside: ["a.png", "a 2.png"]) == "a 3.png")
    #expect(FlashcardMedia.takes("image/svg+xml") == false && FlashcardMedia.takes("audio/ogg"))
  }

  @Test func `are shown, played, or said to be missing`() {
    let scene = Scene(words: TestWords.of(.en), zone: .utc, now: TestClock.evening)
    let files = [media("cat.png", "image/png"), media("a.mp3", "audio/mpeg")]
    let html = flashcardText("$x^2$ ![a cat](cat.png) [sound:a.mp3] [sound:b.mp3]", files, scene).string
    #expect(html.contains(#"alt="a cat""#) && html.contains("<audio controls") && html.contains("<math"))
    #expect(html.contains("There is no such picture or sound"))
  }

  @Test func `make a readable line of a list, as gaps do`() {
    #expect(FlashcardNote.line("Slow and {{c1::steady::how}} wins", kind: .cloze) == "Slow and [steady] wins")
    #expect(FlashcardNote.line("\n![a cat](c.png) ![](d.png)\nmore", kind: .basic) == "(a cat) (d.png)")
  }
}
