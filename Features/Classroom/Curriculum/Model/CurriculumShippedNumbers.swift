/// Mathematics, 3 to 6: how `CurriculumShipped` reads it stands there.
extension CurriculumShipped {
  static let mathematics = """
    # mathematics
    Mathematics
    Mathématiques
    الرياضيات
    מתמטיקה
    ## to-ten
    Numbers to ten
    Nombres jusqu’à dix
    الأعداد حتى العشرة
    מספרים עד עשר
    - number-rods 42-60 < /sensorial.red-rods.first
    Number rods | A number is one whole that can be held and counted.
    Barres numériques | Un nombre est un tout qu’on peut tenir et compter.
    قضبان الأعداد | العدد كلٌّ واحد يمكن حمله وعدّه.
    מוטות המספרים | מספר הוא שלם אחד שאפשר להחזיק ולספור.
    - sandpaper-numerals 42-60 < /sensorial.other-senses.touch-boards
    Sandpaper numerals | Fingers trace the sign while the voice says the number.
    Chiffres rugueux | Les doigts suivent le signe et la voix dit le nombre.
    أرقام الصنفرة | تتتبّع الأصابع الرمز ويقول الصوت العدد.
    ספרות נייר זכוכית | האצבעות עוקבות אחר הסימן והקול אומר את המספר.
    - rods-and-numerals 45-63 < to-ten.number-rods, to-ten.sandpaper-numerals
    Rods and numerals | Quantity and sign meet.
    Barres et chiffres | La quantité et le signe se rencontrent.
    القضبان والأرقام | تلتقي الكمية بالرمز.
    מוטות וספרות | הכמות והסימן נפגשים.
    - spindles 45-63 < to-ten.rods-and-numerals
    Spindle boxes | Loose things make a number, and zero is none of them.
    Fuseaux | Des objets séparés forment un nombre, et zéro, c’est aucun.
    صندوق المغازل | أشياء متفرقة تكوّن عددًا، والصفر لا شيء منها.
    קופסת הכישורים | פריטים נפרדים יוצרים מספר, ואפס הוא אף אחד.
    - cards-and-counters 48-66 < to-ten.spindles
    Cards and counters | Even and odd can be seen on the table.
    Chiffres et jetons | Pair et impair se voient sur la table.
    البطاقات والأقراص | يُرى الزوجي والفردي على الطاولة.
    כרטיסים ואסימונים | זוגי ואי־זוגי נראים על השולחן.
    ## decimal
    The decimal system
    Système décimal
    النظام العشري
    השיטה העשרונית
    - golden-beads 48-72 < to-ten.cards-and-counters
    Golden beads | One, ten, hundred and thousand lie in the hand.
    Perles dorées | L’unité, la dizaine, la centaine et le millier tiennent dans la main.
    الخرز الذهبي | الواحد والعشرة والمئة والألف بين يدي الطفل.
    חרוזי הזהב | אחד, עשר, מאה ואלף מונחים ביד.
    - number-cards 48-72 < decimal.golden-beads
    Large number cards | Places have colours, and zero keeps a place.
    Grands cartons de nombres | Chaque rang a sa couleur, et zéro garde une place.
    بطاقات الأعداد الكبيرة | لكل منزلة لونها، والصفر يحفظ المكان.
    כרטיסי המספרים הגדולים | לכל מקום צבע, והאפס שומר מקום.
    - forming-numbers 51-75 < decimal.number-cards
    Beads and cards together | A large number is fetched, laid out and read.
    Perles et cartons ensemble | On va chercher un grand nombre, on le pose et on le lit.
    الخرز والبطاقات معًا | يُحضَر عدد كبير ويُرصّ ويُقرأ.
    חרוזים וכרטיסים יחד | מביאים מספר גדול, פורסים וקוראים אותו.
    - addition 54-78 < decimal.forming-numbers
    Addition with the beads | Several children put their numbers together.
    Addition avec les perles | Plusieurs enfants réunissent leurs nombres.
    الجمع بالخرز | يضمّ عدة أطفال أعدادهم معًا.
    חיבור בחרוזים | כמה ילדים מצרפים יחד את המספרים שלהם.
    - multiplication 54-78 < decimal.addition
    Multiplication with the beads | The same number is brought again and again.
    Multiplication avec les perles | On apporte plusieurs fois le même nombre.
    الضرب بالخرز | يُحضَر العدد نفسه مرة بعد مرة.
    כפל בחרוזים | מביאים את אותו מספר שוב ושוב.
    - division 57-81 < decimal.multiplication
    Division with the beads | A number is shared so that each gets the same.
    Division avec les perles | On partage un nombre pour que chacun ait autant.
    القسمة بالخرز | يُوزَّع العدد لينال كل واحد القدر نفسه.
    חילוק בחרוזים | מחלקים מספר כך שכל אחד מקבל אותו דבר.
    ## counting
    Teens, tens and chains
    Dizaines et chaînes
    ما بعد العشرة والسلاسل
    עשרות ושרשראות
    - teens 51-72 < to-ten.cards-and-counters
    Teens board | Ten and some more get their names.
    Première table de Seguin | Dix et quelques unités reçoivent leur nom.
    لوح ما بعد العشرة | تنال العشرة وما زاد عليها أسماءها.
    לוח העשרה | עשר ועוד כמה מקבלים את שמם.
    - tens 54-75 < counting.teens
    Tens board | Counting goes on from eleven to ninety-nine.
    Deuxième table de Seguin | On compte de onze à quatre-vingt-dix-neuf.
    لوح العشرات | يستمر العد من أحد عشر إلى تسعة وتسعين.
    לוח העשרות | הספירה נמשכת מאחת־עשרה ועד תשעים ותשע.
    - hundred-chain 54-78 < counting.tens
    The chain of a hundred | A long way is counted bead by bead.
    La chaîne de cent | On compte un long chemin, perle après perle.
    سلسلة المئة | طريق طويل يُعدّ خرزة خرزة.
    שרשרת המאה | דרך ארוכה נספרת חרוז אחר חרוז.
    - skip-counting 57-81 < counting.hundred-chain
    Short chains | Counting by steps opens the way to multiplication.
    Chaînes courtes | Compter par bonds ouvre la voie à la multiplication.
    السلاسل القصيرة | العد بالقفز يفتح باب الضرب.
    שרשראות קצרות | ספירה בדילוגים פותחת דרך אל הכפל.
    ## memory
    Memory of facts
    Mémorisation
    حفظ الحقائق الحسابية
    שינון עובדות
    - addition-board 60-84 < decimal.addition
    Addition strip board | Sums come back until they are known.
    Table des bandes d’addition | Les sommes reviennent jusqu’à être connues.
    لوح الجمع | تتكرر المجاميع حتى تُحفظ.
    לוח החיבור | הסכומים חוזרים עד שיודעים אותם.
    - subtraction-board 63-87 < memory.addition-board
    Subtraction strip board | What is left is found without counting all again.
    Table des bandes de soustraction | On trouve ce qui reste sans tout recompter.
    لوح الطرح | يُعرف الباقي دون إعادة العد كله.
    לוח החיסור | מוצאים כמה נשאר בלי לספור הכול מחדש.
    - multiplication-board 66-90 < counting.skip-counting, decimal.multiplication
    Multiplication bead board | Each table is built bead by bead.
    Table de multiplication à perles | Chaque table se construit perle après perle.
    لوح الضرب بالخرز | يُبنى كل جدول خرزة خرزة.
    לוח הכפל | כל לוח כפל נבנה חרוז אחר חרוז.
    """

  static let culture = """
    # culture
    Culture
    Culture
    الثقافة
    תרבות
    ## earth
    Geography
    Géographie
    الجغرافيا
    גאוגרפיה
    - land-and-water 36-60
    Globe of land and water | The whole earth comes before its parts.
    Globe de la terre et de l’eau | La Terre entière vient avant ses parties.
    كرة اليابسة والماء | تأتي الأرض كلها قبل أجزائها.
    גלובוס יבשה ומים | כדור הארץ כולו בא לפני חלקיו.
    - land-forms 39-66 < earth.land-and-water
    Island and lake | Water poured into a mould shows what a word means.
    Île et lac | L’eau versée dans un moule montre le sens d’un mot.
    الجزيرة والبحيرة | يوضح الماء المسكوب في القالب معنى الكلمة.
    אי ואגם | מים הנמזגים לתבנית מראים מה פירוש המילה.
    - continents 42-72 < earth.land-and-water
    Map of the continents | Each part of the world has a place and a name.
    Carte des continents | Chaque partie du monde a une place et un nom.
    خريطة القارات | لكل جزء من العالم مكان واسم.
    מפת היבשות | לכל חלק של העולם מקום ושם.
    - people 48-78 < earth.continents
    How people live | Pictures show that all have the same needs and many ways.
    Comment vivent les gens | Des images montrent les mêmes besoins et mille manières d’y répondre.
    كيف يعيش الناس | تُظهر الصور أن الحاجات واحدة والطرق كثيرة.
    איך אנשים חיים | תמונות מראות שהצרכים שווים והדרכים רבות.
    ## life
    Living things
    Le vivant
    الكائنات الحية
    עולם החי והצומח
    - living-or-not 36-60
    Living and not living | Things are sorted by what they need and do.
    Vivant ou non | On trie selon ce dont les choses ont besoin et ce qu’elles font.
    حي وغير حي | تُصنَّف الأشياء بحسب ما تحتاجه وما تفعله.
    חי ודומם | ממיינים לפי מה שהדברים צריכים ועושים.
    - leaf-shapes 42-66 < /sensorial.geometry.cabinet
    Shapes of leaves | What is found in the garden is matched to its shape.
    Formes des feuilles | Ce qu’on trouve au jardin retrouve sa forme.
    أشكال الأوراق | يُطابَق ما يُوجد في الحديقة بشكله.
    צורות עלים | מה שמוצאים בגינה מותאם לצורתו.
    - parts-of-plant 42-72 < life.living-or-not
    Parts of a plant | Each part has a name and a work.
    Les parties d’une plante | Chaque partie a un nom et une tâche.
    أجزاء النبات | لكل جزء اسم وعمل.
    חלקי הצמח | לכל חלק שם ותפקיד.
    - animals 42-72 < life.living-or-not
    Groups of animals | Animals are known by how their bodies are made.
    Les groupes d’animaux | On reconnaît les animaux à la façon dont leur corps est fait.
    مجموعات الحيوانات | تُعرف الحيوانات ببنية أجسامها.
    קבוצות בעלי חיים | מכירים בעלי חיים לפי מבנה גופם.
    ## time
    Time and matter
    Temps et matière
    الزمن والمادة
    זמן וחומר
    - birthday-walk 36-72
    The walk of a birthday | A year is once around the sun.
    La ronde d’anniversaire | Une année, c’est un tour du Soleil.
    مسيرة عيد الميلاد | السنة دورة واحدة حول الشمس.
    טקס יום ההולדת | שנה היא סיבוב אחד סביב השמש.
    - calendar 42-72
    Days and seasons | Time is laid out in a line that can be walked along.
    Jours et saisons | Le temps se déroule en une ligne que l’on peut suivre.
    الأيام والفصول | يُمدّ الزمن في خط يمكن السير بمحاذاته.
    ימים ועונות | הזמן נפרס כקו שאפשר ללכת לאורכו.
    - float-or-sink 36-66 < /practical-life.pouring.water-pouring
    What floats and what sinks | The child guesses, tries and looks again.
    Flotte ou coule | L’enfant devine, essaie et regarde encore.
    ما يطفو وما يغرق | يخمّن الطفل ويجرّب وينظر من جديد.
    מה צף ומה שוקע | הילד משער, מנסה ומביט שוב.
    """
}
