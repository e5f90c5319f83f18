import Base
import Database
import Ledger
import People
import School
import Talk

// a table of data

/// What the demo's people have said to each other, in the languages they speak.
enum DemoMessages {
  struct Talk: Sendable {
    /// Places in the list of people.
    let people: [Int]
    var title = ""
    /// Who says what, and how many minutes before now.
    let lines: [(by: Int, minutes: Int64, text: String)]
    /// How many of the last lines the first of the people has not seen.
    var unread = 0
    /// Whether the last line comes with a picture; whether the first of the people showed the last line to the office.
    var hasPicture = false, isReported = false
  }

  static let rimon = [
    Talk(
      people: [2, 10],
      lines: [
        (10, 2900, "مساء الخير أستاذ عمر، هل تقدّمت مايا في درس الكسور؟"),
        (2, 2880, "مساء النور يا ليلى. نعم! شرحت الأثلاث للصف كله يوم الثلاثاء."),
        (10, 2875, "هذا خبر يفرّح. هل يلزمها تمرين إضافي في البيت؟"),
        (2, 1500, "تكفيها عشر دقائق مع ورقة يوم الأحد، لا أكثر: عليها أن ترتاح أيضًا."),
        (10, 95, "شكرًا جزيلًا. سنراجع الورقة الليلة."),
      ], unread: 1),
    Talk(
      people: [2, 4],
      lines: [
        (4, 1600, "مرحبًا أستاذ عمر، لم أفهم كيف نختصر 12/18"),
        (2, 1590, "سؤال جيد. أي عدد يقسم 12 ويقسم 18 أيضًا؟"),
        (4, 1585, "6! إذن الجواب 2/3 😀"),
        (2, 1584, "بالضبط. أحسنتِ يا مايا."),
        (4, 60, "هل يمكنني تسليم الورقة غدًا؟ نسيتها في البيت"),
      ], unread: 1),
    Talk(
      people: [2, 11],
      lines: [
        (11, 4400, "Bonjour, Camille sera absente jeudi matin : rendez-vous chez le dentiste."),
        (2, 4300, "Bonjour Claire, merci de me prévenir. Je garde la fiche pour elle."),
        (11, 4290, "Parfait, merci beaucoup !"),
        (2, 4200, "La voici, pour vendredi."),
      ], hasPicture: true),
    Talk(
      people: [2, 5],
      lines: [
        (2, 8900, "مرحبًا يوسف، لم أجد ورقتك في الصندوق."),
        (5, 8880, "الواجب سخيف ولن أكتبه!"),
      ], isReported: true),
    Talk(
      people: [12, 2],
      lines: [
        (12, 7300, "Hello Omar, is there a list of what the children need for the science day?"),
        (2, 7200, "Hi Ruth. A jar with a lid and an old newspaper. Everything else is here."),
        (12, 7190, "Easy. Thank you!"),
      ]),
    Talk(
      people: [0, 1, 2, 3], title: "צוות שכבה ז׳",
      lines: [
        (1, 5000, "בוקר טוב לכולם. ישיבת צוות ביום שלישי ב־15:00 בחדר המורים."),
        (3, 4990, "אגיע. אפשר להוסיף לסדר היום את טיול סוף השנה?"),
        (0, 4980, "הוספתי. אביא את ההצעות של שתי חברות האוטובוסים."),
        (2, 4900, "אני יכול להישאר רק עד ארבע, אם זה בסדר."),
      ]),
  ]

  static let hill = [
    Talk(
      people: [2, 10],
      lines: [
        (10, 3000, "Hello Anna, Ada talks about nothing but the golden beads. What comes next?"),
        (2, 2950, "The stamp game, probably next week. You are welcome to come and watch."),
        (10, 80, "We would love to. Would Tuesday morning suit you?"),
      ], unread: 1),
    Talk(
      people: [3, 12],
      lines: [
        (12, 2600, "مرحبًا كريم، نسيت داليا معطفها الأزرق في الصف."),
        (3, 2590, "وجدته، وهو معلّق بجانب الباب. يوم سعيد!"),
      ]),
    Talk(
      people: [11, 2],
      lines: [
        (2, 2000, "Bonjour Luc, Chloé a lu son premier livre à voix haute aujourd’hui."),
        (11, 1990, "Quelle belle nouvelle ! Elle nous l’a raconté tout le chemin du retour."),
      ]),
  ]
}

extension DemoBuilder {
  /// Conversations as if they had been held during the last days.
  func talk() async throws {
    let talks = plan.people.contains { $0.identifier == "omar@rimon.example" } ? DemoMessages.rimon : DemoMessages.hill
    let picture = try await picture()
    for talk in talks {
      try await ledger.write(envelope("demo.talk", accounts[talk.people[0]])) { [self] tx in
        let store = MessagesStore(tx: tx)
        let people = talk.people.map { accounts[$0] }
        let start = tx.now.plus(seconds: -60 * (talk.lines.first?.minutes ?? 0))
        let id: ID<Conversation> = world.id()
        let isDirect = people.count == 2
        try store.insert(
          Conversation(
            id: id, kind: isDirect ? .direct : .staff, title: talk.title,
            pair: isDirect ? Conversation.pair(people[0], people[1]) : nil, lastAt: start, createdBy: people[0],
            createdAt: start))
        for account in people { try store.seat(account, in: id) }
        var last: Message?
        for line in talk.lines {
          guard let now = try store.conversation(id, in: school) else { return "" }
          last = try store.append(
            world.id(), to: now, by: accounts[line.by], text: line.text, at: tx.now.plus(seconds: -60 * line.minutes))
        }
        if let last { try furnish(last, talk, of: people[0], picture, tx) }
        for account in people {
          try store.seen(account, in: id, upTo: talk.lines.count - (account == people[0] ? talk.unread : 0))
        }
        return ""
      }
    }
  }

  private func furnish(
    _ last: Message, _ talk: DemoMessages.Talk, of person: ID<Account>, _ picture: FileContent,
    _ tx: WriteTransaction
  ) throws {
    let store = MessagesStore(tx: tx)
    if talk.hasPicture {
      let file: ID<KeptFile> = world.id()
      try tx.keep(file, picture, name: "strips.png", type: "image/png", by: last.sender)
      try store.attach(file.cast(), to: last, place: 0)
    }
    guard talk.isReported else { return }
    try store.put(
      MessageReport(
        id: world.id(), message: last.id, conversation: last.conversation, by: person, sender: last.sender,
        reason: "Not serious, but please have a word with him.", text: last.text, at: last.at))
  }

  private func picture() async throws -> FileContent {
    let writing = try ledger.files.begin(limit: 1 << 20)
    try await writing.write(DemoPicture.png)
    return try await writing.finish()
  }
}
