// a table of data

/// What the lessons of the demo say: a small real course, and texts from right to left in the others.
enum DemoLessonTexts {
  struct Text: Sendable {
    let title: String, minutes: Int, text: String
    var video: String?
    var hasPicture = false
    var hasFilm = false
    init(
      _ title: String, _ minutes: Int, _ text: String, video: String? = nil, hasPicture: Bool = false,
      hasFilm: Bool = false
    ) {
      (self.title, self.minutes, self.text, self.video) = (title, minutes, text, video)
      (self.hasPicture, self.hasFilm) = (hasPicture, hasFilm)
    }
  }

  /// The lessons of a course, module by module.
  static func chapters(of course: String) -> [[Text]] {
    switch course {
    case "Math 7": [fractions, ratio, equations, geometry]
    case "Science 7": [living, energy, water]
    case DemoCourses.literature: [stories, poems]
    case DemoCourses.arabic: [sentences, verses]
    case "Cosmic education": [universe]
    case "Golden beads": [quantities]
    default: []
    }
  }

  private static let fractions = [
    Text(
      "What a fraction is", 15,
      """
      A **fraction** says how many equal parts of a whole we take. In $\\frac{3}{4}$ the *denominator* 4 says into how many
      parts the whole is cut, and the *numerator* 3 says how many of them we take.

      **Denominator**: into how many equal parts the whole is cut.
      **Numerator**: how many of these parts we take.

      ![](strips.png)

      ## Look at the strips

      1. How many eighths are as long as one quarter?
      2. Which strips have a cut exactly in the middle?
      3. Why has the strip of thirds none?

      > A fraction is one number, not two.
      """, hasPicture: true),
    Text(
      "Fractions that are equal", 20,
      """
      Multiply numerator and denominator by the same number, and the fraction stays what it is:

      $$\\frac{1}{2} = \\frac{1 \\cdot 3}{2 \\cdot 3} = \\frac{3}{6}$$

      Divide both by the same number, and it is **simplified**: $\\frac{8}{12} = \\frac{2}{3}$.

      | fraction | simplified |
      |:--:|:--:|
      | $\\frac{4}{8}$ | $\\frac{1}{2}$ |
      | $\\frac{9}{12}$ | $\\frac{3}{4}$ |
      """),
    Text(
      "Eighths, one after the other", 10,
      "Watch how the circle fills. Stop the film when it is half full: *how many eighths do you see?*\n\nWrite your answer beside the film.",
      hasFilm: true),
    Text(
      "Adding fractions", 25,
      """
      Parts of different size cannot be counted together. Cut them to the same size first:

      $$\\frac{1}{4} + \\frac{1}{2} = \\frac{1}{4} + \\frac{2}{4} = \\frac{3}{4}$$

      ## Your turn

      - $\\frac{1}{3} + \\frac{1}{6}$
      - $\\frac{2}{5} + \\frac{1}{10}$
      - $1 - \\frac{3}{8}$
      """),
    Text(
      "Multiplying fractions", 25,
      "Half of a third is a sixth:\n\n$$\\frac{1}{2} \\cdot \\frac{1}{3} = \\frac{1 \\cdot 1}{2 \\cdot 3} = \\frac{1}{6}$$\n\nNumerator times numerator, denominator times denominator. **Draw it** before you believe it."
    ),
  ]

  private static let ratio = [
    Text(
      "Ratios", 20,
      "Two cups of rice need three cups of water: the **ratio** is $2 : 3$. Four cups need six, because $4 : 6 = 2 : 3$."
    ),
    Text(
      "Percent", 20,
      "*Per cent* means *of a hundred*: $35\\% = \\frac{35}{100} = 0.35$.\n\n1. Write $\\frac{1}{4}$ as percent.\n2. Write $60\\%$ as a fraction."
    ),
    Text("Percent of a number", 25, "$$15\\% \\text{ of } 80 = \\frac{15}{100} \\cdot 80 = 12$$"),
    Text(
      "More and less by percent", 25,
      "A price of 50 rises by 10% and then falls by 10%. Is it 50 again?\n\n$$50 \\cdot 1.1 \\cdot 0.9 = 49.5$$"),
    Text(
      "The school’s own numbers", 40,
      "How many of us come by bus, by bicycle, on foot? Count, and show it in percent.\n\n- Ask at least **30** people.\n- Make a table.\n- Draw one picture that tells the story."
    ),
  ]

  private static let equations = [
    Text(
      "Unknown numbers", 20,
      "A letter stands for a number we do not know yet. In $x + 3 = 10$ it is 7, because $7 + 3 = 10$."),
    Text(
      "The scales", 20,
      "Both sides weigh the same. What you do to one side, do to the other:\n\n$$2x + 4 = 10 \\Rightarrow 2x = 6 \\Rightarrow x = 3$$"
    ),
    Text(
      "Equations with fractions", 25,
      "$$\\frac{x}{3} = 5 \\Rightarrow x = 15$$\n\nMultiply both sides by the denominator first."),
    Text(
      "From words to equations", 30,
      "*Three times a number, less four, is eleven.*\n\n$$3n - 4 = 11$$\n\nWrite two such sentences for your neighbour."
    ),
    Text("Inequalities", 25, "$x \\ge 3$ is not one number but many: $3$, $3.5$, $100$ … Draw them on a line."),
  ]

  private static let geometry = [
    Text(
      "Angles", 20,
      "A straight line has $180^\\circ$, a full turn $360^\\circ$. The angles of a triangle together:\n\n$$\\alpha + \\beta + \\gamma = 180^\\circ$$"
    ),
    Text(
      "Areas", 25,
      "Rectangle: $A = a \\cdot b$. Triangle: half of it, $A = \\frac{a \\cdot h}{2}$. **Why half?** Cut one out of paper."
    ),
    Text(
      "The circle", 25,
      "$$C = 2 \\pi r \\qquad A = \\pi r^2$$\n\nMeasure three plates: divide the way round by the way across.",
      video: "https://www.youtube.com/watch?v=M7lc1UVf-VE"),
    Text(
      "Pythagoras", 30,
      "In a right triangle\n\n$$a^2 + b^2 = c^2$$\n\nso $c = \\sqrt{a^2 + b^2}$. With 3 and 4: $\\sqrt{9 + 16} = 5$."),
    Text("Solids", 25, "A box holds $V = a \\cdot b \\cdot c$. How many litres does your school bag hold?"),
  ]

  private static let living = [
    Text(
      "The cell", 20,
      "The **cell** is the smallest thing that lives. Each has a *membrane* around it and a nucleus inside.\n\n- A plant cell has a wall\n- An animal cell has none\n\n> Look at the skin of an onion and draw what you see."
    ),
    Text(
      "Photosynthesis", 25,
      "Plants make their food from light:\n\n$$6CO_2 + 6H_2O \\to C_6H_{12}O_6 + 6O_2$$\n\nWhy can nobody breathe without them?"
    ),
    Text(
      "Who eats whom", 20,
      "**Grass** → *rabbit* → fox. What happens when the foxes are gone?\n\n1. Draw one food chain\n2. Find the producer in it"
    ),
  ]

  private static let energy = [
    Text(
      "What energy is", 20,
      "Energy is never lost and never made. It changes: motion, heat, light.\n\n$$E_k = \\frac{1}{2} m v^2$$"),
    Text(
      "Energy from height", 20,
      "The higher the ball, the more energy it has: $E = m g h$. From which height does it jump highest?"),
  ]

  private static let water = [
    Text(
      "The water cycle", 20,
      "Sea, cloud, rain, river, sea: it is the same water that the dinosaurs drank.\n\n- Where does the puddle go?\n- Why is rain not salty?"
    )
  ]

  private static let stories = [
    Text(
      "הסיפור הקצר", 20,
      "## מה יש בסיפור\n\n*דמות* אחת, *רצון* אחד, ו**מכשול** אחד. קראו את הפסקה הראשונה וסמנו את שלושתם.\n\n> היה היה ילד שלא ידע לשאול."
    ),
    Text("מי מספר?", 20, "המספר יכול להיות *אני* או *הוא*. קראו את הפסקה פעמיים, וכתבו אותה מחדש בקולה של הסבתא."),
    Text(
      "קריאה בקול", 15,
      "קראו את אותו העמוד שלוש פעמים: פעם *מהר*, פעם כאילו זה סוד, ופעם למישהו שעומד רחוק."),
  ]

  private static let poems = [
    Text("חריזה ומקצב", 20, "הקשיבו: היכן החרוז, והיכן ההפתעה?\n\nשורה אחת ארוכה,  \nשורה קצרה,  \nושתיקה."),
    Text("שיר על הים", 20, "קראו בקול והקישו את המקצב ביד:\n\nהים כחול,  \nוהשמיים אחיו."),
  ]

  private static let sentences = [
    Text(
      "الجملة الاسمية", 20,
      "تبدأ **الجملة الاسمية** باسم: *المبتدأ*، ثم *الخبر*.\n\n- البيتُ كبيرٌ\n- البحرُ هادئٌ\n\n> اكتب ثلاث جمل عن غرفتك."
    ),
    Text(
      "الجملة الفعلية", 20,
      "تبدأ **الجملة الفعلية** بفعل، ثم يأتي *الفاعل*:\n\n1. كتبت سلمى رسالةً\n2. وصل القطارُ\n\nحوّل جملتين اسميتين إلى فعليتين."
    ),
  ]

  private static let verses = [
    Text("قصيدة عن البحر", 20, "اقرأ بصوت عالٍ، واضرب الإيقاع بيدك:\n\nالبحرُ أزرقُ،  \nوالسماءُ أختُه."),
    Text("من يروي الحكاية؟", 20, "الراوي قد يكون *أنا* أو *هو*. اقرأ الفقرة مرتين، ثم اكتبها من جديد بصوت الجدة."),
  ]

  private static let universe = [
    Text(
      "The coming of the universe", 30,
      "Long before there was a day, there was **light**.\n\n- What did we see in the dark room?\n- Which story do you want to tell tomorrow?"
    ),
    Text("The clock of eras", 20, "If the age of the Earth were twelve hours, people would come in the last seconds."),
  ]

  private static let quantities = [
    Text(
      "Ten, hundred, thousand", 15,
      "Ten units are a bar, ten bars a square, ten squares a cube: $10 \\cdot 10 \\cdot 10 = 1000$."),
    Text("Bring me 2,346", 15, "Two cubes, three squares, four bars, six units. *Carry them on one tray.*"),
  ]
}
