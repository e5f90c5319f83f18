/// The senses, 3 to 6: how `CurriculumShipped` reads it stands there.
extension CurriculumShipped {
  static let sensorial = """
    # sensorial
    Sensorial
    Vie sensorielle
    النشاط الحسي
    חינוך חושי
    ### cylinders
    Knobbed cylinders
    Emboîtements cylindriques
    الأسطوانات ذات المقابض
    גלילים עם ידיות
    - first 30-48
    One block | Eyes and fingers find the place of each cylinder.
    Un bloc | L’œil et les doigts trouvent la place de chaque cylindre.
    لوح واحد | تجد العين والأصابع مكان كل أسطوانة.
    לוח אחד | העין והאצבעות מוצאות את מקומו של כל גליל.
    - together 36-60 < cylinders.first
    Several blocks together | Differences of height and width are told apart at one time.
    Plusieurs blocs ensemble | On distingue à la fois la hauteur et le diamètre.
    عدة ألواح معًا | يُميَّز الارتفاع والعرض في آن واحد.
    כמה לוחות יחד | מבחינים בו בזמן בהבדלי גובה ורוחב.
    ### pink-tower
    Pink tower
    Tour rose
    البرج الوردي
    המגדל הוורוד
    - first 30-48 < cylinders.first
    Building the tower | Ten cubes go from the largest to the smallest.
    Construire la tour | Dix cubes vont du plus grand au plus petit.
    بناء البرج | عشرة مكعبات من الأكبر إلى الأصغر.
    בניית המגדל | עשר קוביות מהגדולה לקטנה.
    - words 36-54 < pink-tower.first
    Large and small | What the hand knows gets its name.
    Grand et petit | Ce que la main connaît reçoit son nom.
    كبير وصغير | ما تعرفه اليد ينال اسمه.
    גדול וקטן | מה שהיד כבר יודעת מקבל שם.
    ### brown-stair
    Brown stair
    Escalier marron
    الدرج البني
    המדרגות החומות
    - first 33-51 < pink-tower.first
    Building the stair | Thick and thin are seen while the length stays.
    Construire l’escalier | On voit l’épais et le mince tandis que la longueur reste la même.
    بناء الدرج | يُرى السميك والرفيع بينما يبقى الطول ثابتًا.
    בניית המדרגות | רואים עבה ודק כשהאורך נשאר קבוע.
    ### red-rods
    Red rods
    Barres rouges
    القضبان الحمراء
    המוטות האדומים
    - first 36-54 < brown-stair.first
    Rods by length | Only the length changes: a first step towards measuring.
    Les barres par longueur | Seule la longueur change : un premier pas vers la mesure.
    ترتيب القضبان بالطول | الطول وحده يتغير، وهذه خطوة أولى نحو القياس.
    סידור המוטות לפי אורך | רק האורך משתנה: צעד ראשון אל המדידה.
    ### colour
    Colour tablets
    Boîtes de couleurs
    ألواح الألوان
    לוחיות צבע
    - box-1 30-42
    First box | Red, blue and yellow find their pairs.
    Première boîte | Le rouge, le bleu et le jaune retrouvent leur paire.
    الصندوق الأول | يجد الأحمر والأزرق والأصفر أزواجها.
    קופסה ראשונה | אדום, כחול וצהוב מוצאים את בני זוגם.
    - box-2 33-48 < colour.box-1
    Second box | Eleven colours are paired and named.
    Deuxième boîte | Onze couleurs sont appariées et nommées.
    الصندوق الثاني | تُجمع أحد عشر لونًا أزواجًا وتُسمّى.
    קופסה שנייה | אחד־עשר צבעים מזווגים ומקבלים שם.
    - box-3 42-60 < colour.box-2
    Third box | Each colour is laid from dark to light.
    Troisième boîte | Chaque couleur se range du foncé au clair.
    الصندوق الثالث | يُرتَّب كل لون من الغامق إلى الفاتح.
    קופסה שלישית | כל צבע מסודר מכהה לבהיר.
    ### geometry
    Geometric cabinet and solids
    Cabinet et solides géométriques
    خزانة الأشكال والمجسمات
    ארון הצורות והגופים
    - cabinet 36-60 < cylinders.first
    The drawers of shapes | A finger goes round each shape before it goes back.
    Les tiroirs de formes | Le doigt suit chaque contour avant de replacer la forme.
    أدراج الأشكال | يمرّ الإصبع حول كل شكل قبل إعادته.
    מגירות הצורות | האצבע עוברת סביב כל צורה לפני שהיא חוזרת למקומה.
    - solids 36-60
    The solids | Two hands learn what rolls and what stands.
    Les solides | Les deux mains apprennent ce qui roule et ce qui tient debout.
    المجسمات | تتعلم اليدان ما يتدحرج وما يثبت.
    הגופים | שתי הידיים לומדות מה מתגלגל ומה עומד.
    - triangles 42-66 < geometry.cabinet
    Constructive triangles | Triangles join to make other shapes.
    Triangles constructeurs | Des triangles s’assemblent en d’autres formes.
    المثلثات البنائية | تتحد المثلثات لتكوّن أشكالًا أخرى.
    משולשים בונים | משולשים מתחברים לצורות אחרות.
    ### other-senses
    Touch, weight and sound
    Toucher, poids et son
    اللمس والوزن والصوت
    מישוש, משקל וצליל
    - touch-boards 30-48
    Rough and smooth | Light fingers get ready for letters.
    Rugueux et lisse | Des doigts légers se préparent aux lettres.
    خشن وناعم | تستعد الأصابع الخفيفة للحروف.
    מחוספס וחלק | אצבעות קלות מתכוננות לאותיות.
    - weight 42-60 < other-senses.touch-boards
    Tablets by weight | Hands that do not look tell heavy from light.
    Les tablettes de poids | Sans regarder, les mains distinguent le lourd du léger.
    ألواح الأوزان | تميّز اليدان الثقيل من الخفيف دون نظر.
    לוחיות משקל | הידיים מבחינות בלי להביט בין כבד לקל.
    - sound-boxes 36-54
    Sound cylinders | Sounds are paired, then ordered from loud to soft.
    Les boîtes à sons | Les sons sont appariés, puis rangés du fort au faible.
    أسطوانات الأصوات | تُجمع الأصوات أزواجًا ثم تُرتَّب من العالي إلى الخافت.
    גלילי צליל | מזווגים צלילים ואז מסדרים מחזק לחלש.
    - bells 48-72 < other-senses.sound-boxes
    The bells | The ear finds two bells of one note.
    Les clochettes | L’oreille retrouve deux clochettes de la même note.
    الأجراس | تجد الأذن جرسين لهما النغمة نفسها.
    הפעמונים | האוזן מוצאת שני פעמונים באותו צליל.
    """
}
