import Base
import School
import Talk

/// What the demo schools have announced lately: to everybody in four languages, to a class, to a course.
enum DemoAnnouncements {
  struct Plan: Sendable {
    enum Who: Sendable { case school, guardians, room, course }
    let who: Who
    /// A place in the list of people.
    let author: Int
    let hours: Int64
    var isPinned = false
    let texts: [AnnouncementText]
  }

  static let plans: [Plan] = [
    Plan(
      who: .school, author: 1, hours: 70, isPinned: true,
      texts: [
        AnnouncementText(
          .en, title: "School photo day is on the 12th",
          text: "Every class has its picture taken **between 9 and 12**. Please wear the school shirt."),
        AnnouncementText(
          .fr, title: "Photo de classe le 12",
          text: "Chaque classe sera photographiée **entre 9 h et 12 h**. Merci de porter le polo de l’école."),
        AnnouncementText(
          .ar, title: "يوم الصور المدرسية في الثاني عشر",
          text: "تُصوَّر كل الصفوف **بين التاسعة والثانية عشرة**. نرجو ارتداء قميص المدرسة."),
        AnnouncementText(
          .he, title: "יום הצילומים יתקיים ב־12 בחודש",
          text: "כל הכיתות מצטלמות **בין 9 ל־12**. נא להגיע בחולצת בית הספר."),
      ]),
    Plan(
      who: .guardians, author: 1, hours: 30,
      texts: [
        AnnouncementText(
          .en, title: "Parents’ evening",
          text:
            "Teachers wait for you in their classrooms from 18:00.\n\n- bring your questions\n- coffee is in the hall"),
        AnnouncementText(
          .fr, title: "Soirée des parents",
          text:
            "Les enseignants vous attendent dans leurs classes à partir de 18 h.\n\n- apportez vos questions\n- le café est dans le hall"
        ),
        AnnouncementText(
          .ar, title: "أمسية أولياء الأمور",
          text: "ينتظركم المعلمون في صفوفهم من السادسة مساءً.\n\n- أحضروا أسئلتكم\n- القهوة في القاعة"),
        AnnouncementText(
          .he, title: "ערב הורים",
          text: "המורים מחכים לכם בכיתות מ־18:00.\n\n- הביאו שאלות\n- קפה באולם"),
      ]),
    Plan(
      who: .room, author: 2, hours: 20,
      texts: [
        AnnouncementText(
          .en, title: "Library books are due this week", text: "Please look under the bed, too."),
        AnnouncementText(
          .fr, title: "Les livres de la bibliothèque sont à rendre cette semaine",
          text: "Regardez aussi sous le lit, s’il vous plaît."),
        AnnouncementText(.ar, title: "موعد إعادة كتب المكتبة هذا الأسبوع", text: "نرجو النظر تحت السرير أيضًا."),
        AnnouncementText(.he, title: "השבוע מחזירים ספרים לספרייה", text: "נא לבדוק גם מתחת למיטה."),
      ]),
    Plan(
      who: .course, author: 2, hours: 5,
      texts: [
        AnnouncementText(
          .en, title: "Bring a ruler on Monday", text: "We will measure the playground and draw it **to scale**."),
        AnnouncementText(
          .fr, title: "Une règle pour lundi", text: "Nous mesurerons la cour et la dessinerons **à l’échelle**."),
        AnnouncementText(.ar, title: "أحضروا مسطرة يوم الاثنين", text: "سنقيس الساحة ونرسمها **بمقياس رسم**."),
        AnnouncementText(.he, title: "להביא סרגל ביום שני", text: "נמדוד את החצר ונשרטט אותה **בקנה מידה**."),
      ]),
  ]
}

extension DemoBuilder {
  func announce(
    _ rooms: [Room], _ courses: [DemoCourse]
  ) async throws {
    guard let room = rooms.first, let course = courses.first else { return }
    let hours = try await upload("Hours.txt", Array("18:00 Languages\n18:30 Mathematics\n19:00 Science\n".utf8))
    for plan in DemoAnnouncements.plans {
      let at = world.now().plus(seconds: -plan.hours * 3600)
      let audience: AnnouncementAudience =
        switch plan.who {
        case .school: .school
        case .guardians: .role(.guardian)
        case .room: .classroom(room.classroom.id)
        case .course: .course(course.course.id)
        }
      let fields = AnnouncementFields(
        audience: audience, original: plan.texts[0], versions: Array(plan.texts.dropFirst()), isPinned: plan.isPinned)
      let create = CreateAnnouncement(id: world.id(), fields: fields)
      try await send(
        create, world.id(), by: accounts[plan.author], at: at, uploads: plan.who == .guardians ? [hours] : [])
    }
  }
}
