import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Training

@Suite struct `The kinds of hours of a school` {
  private func form(_ more: [String: String] = [:]) -> Form {
    let fields = ["style": "decimal", "dual": "With instructor", "own1": "Cross-Country", "own3": "Tailwheel"]
    return Form(fields.merging(more) { $1 }.map { Form.Field($0.key, $0.value) })
  }

  @Test(arguments: Dialect.allCases)
  func `are named by the office alone`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.openLog(dialect)
    for person in [FlyingSchool.Person.ruth, .ben, .stranger] {
      #expect(await school.refusal(.get, LogbookPaths.kinds, as: person) == .notFound, "\(person)")
      let refusal = try await school.refused { try await school.send(.post, LogbookPaths.kinds, form(), as: person) }
      #expect(refusal == .notFound, "\(person)")
    }
    let taken = Phrase("training.log.kinds.taken")
    let total = try await school.refused {
      try await school.send(.post, LogbookPaths.kinds, form(["own2": "Total"]), as: .dana)
    }
    #expect(total == .invalid("own2", taken), "it would be read as the whole")
    let column = try await school.refused {
      try await school.send(.post, LogbookPaths.kinds, form(["own2": "Own 4"]), as: .dana)
    }
    #expect(column == .invalid("own2", taken), "a file heads another kind so")
    let twice = try await school.refused {
      try await school.send(.post, LogbookPaths.kinds, form(["own2": "tail wheel", "own3": "Tailwheel"]), as: .dana)
    }
    #expect(twice == .invalid([Problem("own2", taken), Problem("own3", taken)]))
    try await school.send(.post, LogbookPaths.kinds, form(), as: .dana)
    let page = try await school.shown(LogbookPaths.kinds, as: .dana)
    #expect(page.contains("Cross-Country") && page.contains("With instructor"))
    let stale = try await school.refused {
      try await school.send(.post, LogbookPaths.kinds, form(["version": "7"]), as: .dana)
    }
    #expect(stale == .stale)
  }

  @Test(arguments: Dialect.allCases)
  func `are those of the form, of the list, of its sums and of the trainee's page`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.openLog(dialect)
    try await school.send(.post, LogbookPaths.kinds, form(["hide-night": "on"]), as: .dana)
    let blank = try await school.shown(LogbookPaths.new(school.ben), as: .ruth)
    #expect(blank.contains("name=\"own1\"") && !blank.contains("name=\"own2\"") && !blank.contains("name=\"night\""))
    for (word, own) in [("a", "1:00"), ("b", "18 min")] {
      var entry = school.entryForm(word, dual: "1:20")
      entry.fields.append(Form.Field("own1", own))
      try await school.send(.post, LogbookPaths.log(school.ben), entry, as: .ruth)
    }
    #expect(try await school.sums().minutes == LogMinutes(total: 160, dual: 160, own: [78]))
    let log = try await school.shown(LogbookPaths.log(school.ben), as: .ben)
    for text in ["Cross-Country", "With instructor", "2.7", "1.3"] { #expect(log.contains(text), "\(text)") }
    #expect(!log.contains("Night") && log.contains("hours=clock"))
    var long = school.entryForm("c", dual: "1:00")
    long.fields.append(Form.Field("own1", "1:01"))
    let refusal = try await school.refused {
      try await school.send(.post, LogbookPaths.log(school.ben), long, as: .ruth)
    }
    #expect(refusal == .invalid("own1", Phrase("training.log.more-than-total")))
  }

  @Test(arguments: Dialect.allCases)
  func `lose nothing when one is not shown any more`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.openLog(dialect)
    try await school.send(.post, LogbookPaths.kinds, form(), as: .dana)
    var entry = school.entryForm("a", dual: "1:20")
    entry.fields.append(Form.Field("own3", "0:30"))
    try await school.send(.post, LogbookPaths.log(school.ben), entry, as: .ruth)
    try await school.send(.post, LogbookPaths.kinds, form(["own3": ""]), as: .dana)
    let id = school.id("a", LogEntry.self)
    let path = LogbookPaths.entry(school.ben, id)
    try await school.send(.post, path, school.entryForm("changed", dual: "1:30", isNew: false), as: .ruth)
    #expect(try await school.entry("a")?.minutes == LogMinutes(total: 90, dual: 90, own: [0, 0, 30]))
    let short = try await school.refused {
      try await school.send(.post, path, school.entryForm("changed", dual: "0:20", isNew: false), as: .ruth)
    }
    #expect(short == .invalid("own3", Phrase("training.log.more-than-total")))
    // So it is in the form of this entry, and can be taken out of it there.
    let shown = try await school.shown(path + "/edit", as: .ruth)
    #expect(shown.contains("name=\"own3\"") && !shown.contains("name=\"own2\""))
    #expect(try await !school.shown(LogbookPaths.new(school.ben), as: .ruth).contains("name=\"own3\""))
    var without = school.entryForm("changed", dual: "0:20", isNew: false)
    without.fields.append(Form.Field("own3", ""))
    try await school.send(.post, path, without, as: .ruth)
    #expect(try await school.entry("a")?.minutes == LogMinutes(total: 20, dual: 20))
  }

  @Test(arguments: Dialect.allCases)
  func `are each kept and added up in a place of its own`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.openLog(dialect)
    let minutes = LogMinutes(total: 100, dual: 1, solo: 2, night: 3, instrument: 4, own: [5, 6, 7, 8, 9, 10])
    let (ben, ruth) = (school.ben, school.account(.ruth))
    try await school.write { tx in
      for number in 1...2 as ClosedRange<UInt64> {
        try tx.put(
          LogbookTables.entry,
          LogEntry(
            id: FlyingSchool.id(900 + number), trainee: ben, by: ruth, day: Day(number: 20_521), minutes: minutes,
            createdAt: tx.now, updatedAt: tx.now))
      }
    }
    let twice = LogMinutes(total: 200, dual: 2, solo: 4, night: 6, instrument: 8, own: [10, 12, 14, 16, 18, 20])
    #expect(try await school.sums() == LogSums(count: 2, minutes: twice))
    let kept = try await school.ledger.read { try LogbookStore(tx: $0).all(of: ben, in: school.school) }
    #expect(kept.map { $0.minutes } == [minutes, minutes])
  }

  @Test func `are in no picture and on no card where the school does not use them`() {
    let scene = Scene(words: TestWords.of(.en), zone: .utc, now: Zone.utc.instant(Day(number: 20_521), minute: 600))
    let minutes = LogMinutes(total: 100, dual: 60, solo: 30)
    func plain(_ html: HTML) -> String {
      String(html.string.unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) })
    }
    let ours = plain(logPicture(minutes, .clock, LogScheme(), scene))
    #expect(ours.contains("1:40 hours in all: 1:00 dual, 0:30 solo"))
    let named = plain(logPicture(minutes, .clock, LogScheme(names: [.dual: "Begleitet"]), scene))
    #expect(named.contains("1:00 Begleitet") && !named.contains("hours in all"), "nobody hears our name for it")
    let less = plain(logPicture(minutes, .clock, LogScheme(hidden: [.dual]), scene))
    #expect(!less.contains("Dual") && less.contains("0:30 Solo") && less.contains("1:10 "), "it is of the rest")
    let none = plain(logPicture(minutes, .clock, LogScheme(hidden: [.dual, .solo]), scene))
    #expect(!none.contains("picture-group") && none.contains("1:40"))
    let list = Checklist(
      id: .none, trainee: .none, template: .none, version: 1, createdBy: .none, createdAt: scene.now,
      updatedAt: scene.now)
    let card = plain(dualCard(list, 78, LogScheme(style: .decimal, names: [.dual: "Begleitet"]), today: nil, scene))
    #expect(card.contains("Begleitet") && card.contains("1.3") && !card.contains("Dual"))
  }

  @Test func `go out under their names and come back, every minute of them`() {
    let today = Day(number: 20_521)
    let scheme = LogScheme(names: [.own1: "Cross-Country", .own3: "=Tail wheel", .dual: "With instructor"])
    let one = LogEntry(
      id: .none, trainee: .none, by: .none, day: today,
      minutes: LogMinutes(total: 91, dual: 80, own: [61, 0, 7]), createdAt: Instant(milliseconds: 0),
      updatedAt: Instant(milliseconds: 0))
    let text = String(decoding: LogFile.write([one], scheme), as: UTF8.self)
    #expect(text.contains("Comments,Cross-Country,'=Tail wheel\r\n"))
    let read = LogImport(text, scheme, today: today)
    #expect(read.extras.isEmpty && read.entries.map { $0.fields.minutes } == [one.minutes])
    // One that has lost its name takes no hours along with it.
    let less = LogScheme(names: [.own1: "Cross-Country"])
    let kept = String(decoding: LogFile.write([one], less), as: UTF8.self)
    #expect(kept.contains("Comments,Cross-Country,own3\r\n"))
    #expect(LogImport(kept, less, today: today).entries.map { $0.fields.minutes } == [one.minutes])
    // Elsewhere nobody knows them: they are remarks.
    let other = LogImport(text, today: today)
    #expect(other.extras.count == 2 && other.entries.first?.fields.note.contains("Cross-Country: 1.02") == true)
    let named = LogImport("Date,Total,With Instructor\n2026-03-09,1.0,0.5\n", scheme, today: today)
    #expect(named.entries.first?.fields.minutes.dual == 30)
  }
}
