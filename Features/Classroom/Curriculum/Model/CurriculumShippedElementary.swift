/// The areas of 6 to 9: stories first, then numbers and words.
extension CurriculumShipped {
  static let stories = """
    # stories-6-9
    Great stories 6–9
    Grands récits 6–9
    القصص الكبرى 6–9
    הסיפורים הגדולים 6–9
    - universe 72-108
    The beginning of the universe | Wonder comes first, and questions follow it.
    La naissance de l’univers | L’émerveillement vient d’abord, les questions ensuite.
    نشأة الكون | الدهشة أولًا ثم تتبعها الأسئلة.
    ראשית היקום | תחילה ההתפעלות, ואחריה השאלות.
    - life 72-108 < universe
    The coming of life | Each living thing has a task on the earth.
    L’apparition de la vie | Chaque être vivant a une tâche sur la Terre.
    ظهور الحياة | لكل كائن حي مهمة على الأرض.
    הופעת החיים | לכל יצור חי תפקיד על פני האדמה.
    - people 72-108 < life
    The coming of people | A mind that thinks, a hand that works, a heart that loves.
    L’arrivée des êtres humains | Un esprit qui pense, une main qui travaille, un cœur qui aime.
    ظهور الإنسان | عقل يفكر ويد تعمل وقلب يحب.
    הופעת האדם | שכל חושב, יד עושה ולב אוהב.
    - writing 72-108 < people
    The story of writing | Signs let people speak across time.
    L’histoire de l’écriture | Les signes permettent de se parler à travers le temps.
    قصة الكتابة | بالرموز يتخاطب الناس عبر الزمن.
    סיפור הכתב | הסימנים מאפשרים לדבר מעבר לזמן.
    - numbers 72-108 < people
    The story of numbers | Every people found its own way to count.
    L’histoire des nombres | Chaque peuple a trouvé sa façon de compter.
    قصة الأعداد | وجد كل شعب طريقته في العد.
    סיפור המספרים | כל עם מצא דרך משלו לספור.
    """

  static let numbers = """
    # mathematics-6-9
    Mathematics 6–9
    Mathématiques 6–9
    الرياضيات 6–9
    מתמטיקה 6–9
    ### stamp-game
    Stamp game
    Jeu de timbres
    لعبة الطوابع
    משחק הבולים
    - addition 66-90 < /mathematics.decimal.addition
    Addition and subtraction | The four places are moved about by one child alone.
    Addition et soustraction | Un enfant seul manie les quatre rangs.
    الجمع والطرح | يحرّك طفل وحده المنازل الأربع.
    חיבור וחיסור | ילד אחד מפעיל לבדו את ארבעת המקומות.
    - multiplication 69-96 < stamp-game.addition
    Multiplication | Equal groups are laid, put together and changed.
    Multiplication | On pose des groupes égaux, on les réunit et on échange.
    الضرب | تُرصّ مجموعات متساوية وتُجمع وتُستبدل.
    כפל | מניחים קבוצות שוות, מצרפים וממירים.
    - division 72-102 < stamp-game.multiplication
    Division | Each gets the same, and what is left is said.
    Division | Chacun reçoit autant, et l’on dit ce qui reste.
    القسمة | ينال كل واحد القدر نفسه ويُذكر الباقي.
    חילוק | כל אחד מקבל אותו דבר, ואומרים מה נשאר.
    ### bead-frames
    Bead frames
    Bouliers
    إطارات الخرز
    חשבוניות
    - small 72-102 < stamp-game.addition
    Small bead frame | Numbers up to thousands are moved and written down.
    Petit boulier | On manie les nombres jusqu’aux milliers et on les écrit.
    إطار الخرز الصغير | تُحرَّك الأعداد حتى الآلاف وتُكتب.
    חשבונייה קטנה | מזיזים מספרים עד אלפים ורושמים אותם.
    - large 84-108 < bead-frames.small
    Large bead frame | The same movements reach the millions.
    Grand boulier | Les mêmes gestes vont jusqu’aux millions.
    إطار الخرز الكبير | تبلغ الحركات نفسها الملايين.
    חשבונייה גדולה | אותן תנועות מגיעות עד מיליונים.
    ### checkerboard
    Checkerboard
    Damier
    لوح المربعات
    לוח המשבצות
    - short 84-108 < stamp-game.multiplication, /mathematics.memory.multiplication-board
    Multiplying by one digit | Colours show where each product belongs.
    Multiplier par un chiffre | Les couleurs montrent la place de chaque produit.
    الضرب في رقم واحد | تبيّن الألوان موضع كل ناتج.
    כפל בספרה אחת | הצבעים מראים לאן שייכת כל מכפלה.
    - long 90-114 < checkerboard.short
    Multiplying by several digits | Partial products are seen, moved together and added.
    Multiplier par plusieurs chiffres | On voit les produits partiels, on les réunit et on les additionne.
    الضرب في عدة أرقام | تُرى النواتج الجزئية ثم تُجمع.
    כפל בכמה ספרות | רואים מכפלות חלקיות, מקרבים ומחברים.
    ### fractions
    Fractions
    Fractions
    الكسور
    שברים
    - naming 72-96
    Naming fractions | A whole is cut into equal parts that have names.
    Nommer les fractions | Un tout se coupe en parts égales qui portent un nom.
    تسمية الكسور | يُقسم الكل إلى أجزاء متساوية لها أسماء.
    שמות השברים | שלם נחתך לחלקים שווים שיש להם שם.
    - equivalence 78-108 < fractions.naming
    The same amount | Different fractions fill the same place.
    Équivalences | Des fractions différentes remplissent la même place.
    الكسور المتكافئة | كسور مختلفة تملأ المكان نفسه.
    שברים שווים | שברים שונים ממלאים אותו מקום.
    ## geometry
    Geometry
    Géométrie
    الهندسة
    גאומטריה
    - lines 72-102 < /sensorial.geometry.cabinet
    Lines and angles | Sticks show how lines meet and what opens between them.
    Droites et angles | Des bâtonnets montrent comment les droites se rencontrent et ce qui s’ouvre entre elles.
    الخطوط والزوايا | تبيّن العيدان كيف تلتقي الخطوط وما ينفتح بينها.
    קווים וזוויות | מקלות מראים איך קווים נפגשים ומה נפתח ביניהם.
    - polygons 78-108 < geometry.lines
    Polygons | Shapes are built and named by their sides.
    Polygones | On construit les figures et on les nomme d’après leurs côtés.
    المضلعات | تُبنى الأشكال وتُسمّى بعدد أضلاعها.
    מצולעים | בונים צורות וקוראים להן לפי צלעותיהן.
    - area 84-114 < geometry.polygons
    Area | Squares are counted until a shorter way is found.
    L’aire | On compte des carrés jusqu’à trouver un chemin plus court.
    المساحة | تُعدّ المربعات حتى يُكتشف طريق أقصر.
    שטח | סופרים ריבועים עד שמגלים דרך קצרה יותר.
    """

  static let words = """
    # language-6-9
    Language 6–9
    Langage 6–9
    اللغة 6–9
    שפה 6–9
    - noun-box 72-96 < /language.reading.noun
    Grammar box: nouns | Words that name are sorted by what they name.
    Boîte de grammaire : le nom | On trie les mots qui nomment selon ce qu’ils nomment.
    صندوق القواعد: الاسم | تُصنَّف الأسماء بحسب ما تسمّيه.
    קופסת דקדוק: שם עצם | ממיינים שמות לפי מה שהם מציינים.
    - adjective-box 75-102 < noun-box
    Grammar box: adjectives | One changed word changes the picture.
    Boîte de grammaire : l’adjectif | Un mot changé change l’image.
    صندوق القواعد: الصفة | كلمة واحدة تتغير فتتغير الصورة.
    קופסת דקדוק: שם תואר | מילה אחת משתנה, והתמונה משתנה.
    - verb-box 75-102 < noun-box, /language.reading.verb
    Grammar box: verbs | Sentences are acted out, and tenses are heard.
    Boîte de grammaire : le verbe | On joue les phrases et on entend les temps.
    صندوق القواعد: الفعل | تُمثَّل الجمل وتُسمع الأزمنة.
    קופסת דקדוק: פועל | ממחיזים משפטים ושומעים את הזמנים.
    - sentence 84-108 < verb-box
    Parts of a sentence | Who does what is laid out with arrows.
    Analyse de la phrase | Qui fait quoi se pose avec des flèches.
    تحليل الجملة | يُوضَّح من يفعل ماذا بالأسهم.
    חלקי המשפט | מי עושה מה נפרס בעזרת חצים.
    - own-writing 72-108 < /language.reading.commands
    Writing for readers | A text is planned, written, read aloud and made better.
    Écrire pour être lu | On prépare un texte, on l’écrit, on le lit à voix haute et on l’améliore.
    الكتابة للقارئ | يُخطَّط النص ويُكتب ويُقرأ بصوت عالٍ ويُحسَّن.
    כתיבה לקוראים | מתכננים טקסט, כותבים, קוראים בקול ומשפרים.
    """

  static let cosmos = """
    # cosmic-6-9
    The world 6–9
    Le monde 6–9
    العالم 6–9
    העולם 6–9
    ## history
    History
    Histoire
    التاريخ
    היסטוריה
    - clock 72-96
    The clock | Hours and minutes go round and are read.
    L’horloge | Les heures et les minutes tournent et se lisent.
    الساعة | تدور الساعات والدقائق وتُقرأ.
    השעון | שעות ודקות סובבות, ואנו קוראים אותן.
    - timeline-of-life 78-108 < /stories-6-9.life
    Line of life | Ages of the earth are unrolled and compared.
    Frise de la vie | On déroule les âges de la Terre et on les compare.
    خط الحياة | تُبسط عصور الأرض وتُقارن.
    ציר החיים | פורסים את תקופות כדור הארץ ומשווים ביניהן.
    - needs 78-108 < /stories-6-9.people
    What people need | One question asked of every time and place.
    Les besoins des humains | Une même question posée à chaque époque et chaque lieu.
    حاجات الإنسان | سؤال واحد يُطرح على كل زمان ومكان.
    צורכי האדם | שאלה אחת לכל זמן ולכל מקום.
    ## geography
    Geography
    Géographie
    الجغرافيا
    גאוגרפיה
    - water 72-102 < /stories-6-9.universe
    The work of water | Small trials show how rain shapes the land.
    Le travail de l’eau | De petites expériences montrent comment la pluie façonne la terre.
    عمل الماء | تُظهر تجارب صغيرة كيف يشكّل المطر الأرض.
    עבודת המים | ניסויים קטנים מראים איך הגשם מעצב את הארץ.
    - sun-and-earth 78-108 < /stories-6-9.universe
    Sun and earth | Day, night and seasons come from two movements.
    Le Soleil et la Terre | Le jour, la nuit et les saisons naissent de deux mouvements.
    الشمس والأرض | ينشأ الليل والنهار والفصول من حركتين.
    השמש וכדור הארץ | יום, לילה ועונות נולדים משתי תנועות.
    - countries 72-108 < /culture.earth.continents
    Countries and capitals | Flags and names find their place on the map.
    Pays et capitales | Drapeaux et noms trouvent leur place sur la carte.
    الدول والعواصم | تجد الأعلام والأسماء مكانها على الخريطة.
    מדינות ובירות | דגלים ושמות מוצאים את מקומם על המפה.
    ## biology
    Biology
    Biologie
    علم الأحياء
    ביולוגיה
    - plant-needs 72-102 < /culture.life.parts-of-plant
    What a plant needs | The child takes one thing away and looks what happens.
    Les besoins de la plante | L’enfant retire une chose et regarde ce qui se passe.
    حاجات النبات | يُبعد الطفل شيئًا واحدًا ويراقب ما يحدث.
    מה צמח צריך | הילד מסיר דבר אחד ומתבונן מה קורה.
    - classification 78-108 < /culture.life.animals
    First classification | Living things are ordered by what they have in common.
    Première classification | On classe les vivants d’après ce qu’ils ont en commun.
    التصنيف الأول | تُرتَّب الكائنات الحية بحسب ما تشترك فيه.
    מיון ראשון | מסדרים יצורים חיים לפי המשותף להם.
    - body-functions 84-114 < biology.classification
    How animals live | Breathing, eating and moving are compared.
    Comment vivent les animaux | On compare la respiration, l’alimentation et le mouvement.
    كيف تعيش الحيوانات | يُقارن التنفس والغذاء والحركة.
    איך חיים בעלי חיים | משווים נשימה, אכילה ותנועה.
    ## arts
    Arts and going out
    Arts et sorties
    الفنون والخروج
    אמנות ויציאה לעולם
    - colour-wheel 72-102 < /sensorial.colour.box-3
    Colour wheel | Three colours make all others.
    Cercle chromatique | Trois couleurs donnent toutes les autres.
    عجلة الألوان | ثلاثة ألوان تصنع سائر الألوان.
    גלגל הצבעים | שלושה צבעים יוצרים את כל האחרים.
    - melody 72-108 < /sensorial.other-senses.bells
    Writing a melody | What was played is written down and played by another.
    Écrire une mélodie | Ce qu’on a joué s’écrit, et un autre le joue.
    كتابة لحن | يُكتب ما عُزف ليعزفه غيره.
    כתיבת מנגינה | מה שנוגן נכתב, ואחר מנגן אותו.
    - going-out 72-108
    Planning to go out | A small group plans a visit, asks and reports.
    Préparer une sortie | Un petit groupe prépare une visite, se renseigne et raconte.
    التخطيط للخروج | تخطط مجموعة صغيرة لزيارة وتسأل ثم تروي.
    תכנון יציאה | קבוצה קטנה מתכננת ביקור, שואלת ומספרת.
    """
}
