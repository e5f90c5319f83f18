import School

// a table of data

/// What was asked of the students of one course, in the language it is taught in, and what they wrote.
struct DemoWork: Sendable {
  /// Columns that the teacher filled by hand, and work that is handed in.
  let columns: [DemoGrades.Column], assignments: [DemoAssignments.Plan]
  let answers: [String], comments: [String]

  static func of(_ course: String) -> DemoWork {
    switch course {
    case "Science 7": science
    case DemoCourses.literature: literature
    case DemoCourses.arabic: arabic
    case "Cosmic education": cosmic
    case "Golden beads": beads
    default: mathematics
    }
  }

  private static let mathematics = DemoWork(
    columns: [
      .init("Fraction strips", .assignments, 10, day: -35), .init("Equal fractions", .assignments, 20, day: -21),
      .init("School survey", .assignments, 50, day: -9), .init("Quick check", .quizzes, 15, day: -28),
      .init("Unit quiz", .quizzes, 25, day: -12), .init("In class", .participation, 10, day: -7),
      .init("Midterm", .midterm, 100, day: -4, isPosted: false), .init("Final exam", .final, 100, day: 40),
    ],
    assignments: [
      .init(
        title: "Homework: pizza for six",
        about: "Do questions **1 to 6** and say in two sentences how you found the last one.", points: 10,
        accepts: [.text], due: -8, handedIn: 9, late: 1, graded: 10, isPosted: true),
      .init(
        title: "Percent report",
        about: "One page about our survey:\n\n- what you asked\n- what you did\n- what you found, in percent",
        points: 20, accepts: [.text, .files, .photo], due: -2, handedIn: 8, late: 3, graded: 4),
      .init(
        title: "Three best proofs",
        about: "Choose your three best pieces and explain your choice. A link or files, as you like.", points: 12,
        accepts: [.text, .files, .link], due: 3, handedIn: 2, hasRubric: true),
      .init(
        title: "Fraction talk", about: "Five minutes in class: where you met a fraction. Nothing to hand in here.",
        points: 15, accepts: [], due: 6),
      .init(title: "Puzzle hunt", about: "Not ready yet.", points: 5, accepts: [.text], due: 14, isDraft: true),
    ],
    answers: [
      "I used the common denominator first. The last one was easier with a drawing.",
      "Six people, four pizzas: everybody has two thirds. I cut each pizza into three.",
      "I did them in order and drew a cake for the last one.", "First the drawing, then I checked it with numbers.",
      "Question six took me longest: I tried three ways before it came out even.",
    ],
    comments: [
      "Clear steps. Well done!", "Check the sign in question 4.", "Good idea, say a little more about why.", "",
    ])

  private static let science = DemoWork(
    columns: [
      .init("Microscope drawing", .assignments, 10, day: -32), .init("Food web poster", .assignments, 20, day: -18),
      .init("Pond diary", .assignments, 30, day: -11), .init("Parts of a cell", .quizzes, 15, day: -25),
      .init("Energy quiz", .quizzes, 25, day: -5), .init("In the lab", .participation, 10, day: -6),
      .init("Midterm", .midterm, 100, day: -3, isPosted: false), .init("Final exam", .final, 100, day: 42),
    ],
    assignments: [
      .init(
        title: "Lab report: onion skin", about: "What you saw, how large it was, and one thing you did not expect.",
        points: 20, accepts: [.text, .photo], due: -10, handedIn: 9, late: 1, graded: 10, isPosted: true),
      .init(
        title: "Energy at home", about: "Find **five** machines: what goes in, what comes out?", points: 10,
        accepts: [.text, .files], due: -1, handedIn: 8, late: 2, graded: 3),
      .init(
        title: "A day without plants", about: "One page: what would be missing by the evening?", points: 15,
        accepts: [.text], due: 4, handedIn: 1),
      .init(
        title: "Water in our street", about: "Follow the rain from the roof to the sea, with photos.", points: 20,
        accepts: [.photo, .link], due: 11),
    ],
    answers: [
      "The cells looked like bricks. I counted forty across the field.",
      "The kettle takes electricity and gives heat, and a little sound.",
      "I did not expect the walls to be so straight.",
      "Our fridge pumps heat out of the back: I felt it with my hand.",
    ],
    comments: ["A careful drawing.", "Which magnification was it?", "You looked twice. That is science.", ""])

  private static let literature = DemoWork(
    columns: [
      .init("יומן קריאה 1", .assignments, 10, day: -30), .init("יומן קריאה 2", .assignments, 10, day: -16),
      .init("דמות מן הסיפור", .assignments, 20, day: -8), .init("בוחן אוצר מילים", .quizzes, 20, day: -23),
      .init("השתתפות", .participation, 10, day: -5), .init("מבחן מחצית", .midterm, 100, day: -4, isPosted: false),
      .init("מבחן מסכם", .final, 100, day: 41),
    ],
    assignments: [
      .init(
        title: "סיפור בשש מילים", about: "כתבו סיפור שלם ב**שש מילים**, והסבירו במשפט אחד מה לא נאמר בו.", points: 10,
        accepts: [.text], due: -7, handedIn: 9, late: 1, graded: 10, isPosted: true),
      .init(
        title: "מכתב לדמות", about: "כתבו מכתב לדמות שאהבתם:\n\n- מה הפתיע אתכם\n- מה הייתם שואלים אותה", points: 20,
        accepts: [.text, .files], due: -1, handedIn: 8, late: 1, graded: 5),
      .init(
        title: "שיר בעל פה", about: "בחרו שיר אחד ולמדו אותו. נקריא בכיתה; אין מה להגיש כאן.", points: 10,
        accepts: [], due: 7),
    ],
    answers: [
      "למכירה: אופניים קטנים. הילדה כבר גדלה.", "הסבתא חיכתה. הרכבת עברה. הסבתא חיכתה.",
      "הייתי שואלת אותו למה לא סיפר לאף אחד.", "בחרתי במילים קצרות כדי שיהיה מקום לשתיקה.",
    ],
    comments: ["יפה מאוד, קצר ומדויק.", "מה קרה רגע לפני כן?", "הסיום הפתיע אותי.", ""])

  private static let arabic = DemoWork(
    columns: [
      .init("إملاء 1", .assignments, 10, day: -29), .init("إملاء 2", .assignments, 10, day: -15),
      .init("قراءة جهرية", .participation, 10, day: -8), .init("اختبار الجملة الاسمية", .quizzes, 20, day: -22),
      .init("امتحان نصف الفصل", .midterm, 100, day: -5, isPosted: false),
      .init("الامتحان النهائي", .final, 100, day: 43),
    ],
    assignments: [
      .init(
        title: "وصف مكان أحبّه", about: "اكتب **عشرة أسطر** عن مكان تحبّه: ماذا ترى، وماذا تسمع؟", points: 20,
        accepts: [.text, .photo], due: -6, handedIn: 9, late: 1, graded: 10, isPosted: true),
      .init(
        title: "حكاية من جدّتي", about: "اسأل جدّتك أو جدّك عن حكاية، واكتبها بلغتك.", points: 20,
        accepts: [.text, .files], due: 5, handedIn: 2),
    ],
    answers: [
      "أحبّ سطح بيتنا في المساء: أرى البحر وأسمع صوت الأذان والأجراس معًا.",
      "في ساحة المدرسة شجرة توت كبيرة، وتحتها نسمع كل الأخبار.",
      "المكان الذي أحبّه هو دكان جدّي، فيه رائحة القهوة والهال.",
    ],
    comments: ["وصف جميل، كأنني كنت هناك.", "انتبه إلى همزة القطع.", "أحسنت اختيار الأفعال.", ""])

  private static let cosmic = DemoWork(
    columns: [
      .init("Timeline strip", .assignments, 10, day: -33), .init("Star map", .assignments, 20, day: -14),
      .init("Story circle", .participation, 10, day: -6), .init("Show of work", .final, 100, day: 40),
    ],
    assignments: [
      .init(
        title: "My own timeline", about: "Draw the days of your life so far as one long strip.", points: 10,
        accepts: [.photo, .text], due: -5, handedIn: 9, late: 1, graded: 10, isPosted: true),
      .init(
        title: "A question for the stars", about: "Write one question that nobody has answered yet.", points: 5,
        accepts: [.text], due: 4, handedIn: 3),
    ],
    answers: ["I was born here, and here is my first tooth.", "How far is the end, and what is behind it?"],
    comments: ["I like your tooth.", "You left room for what comes.", ""])

  private static let beads = DemoWork(
    columns: [
      .init("Bring me a number", .assignments, 10, day: -26), .init("Stamp game", .assignments, 10, day: -12),
      .init("Bank game", .participation, 10, day: -4), .init("Show of work", .final, 100, day: 41),
    ],
    assignments: [
      .init(
        title: "Numbers in the kitchen", about: "Find **ten** numbers at home and write down where they were.",
        points: 10, accepts: [.text, .photo], due: -3, handedIn: 8, late: 2, graded: 6),
      .init(
        title: "A tray for a friend", about: "Lay out a number for somebody else to read.", points: 10,
        accepts: [.photo], due: 8),
    ],
    answers: ["The oven says 180, and the milk says 1000.", "Our house is 42. My shoe is 31."],
    comments: ["All ten, and in words too.", "Look at the oven again.", ""])
}
