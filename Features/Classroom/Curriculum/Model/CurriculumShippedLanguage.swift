/// Language, 3 to 6: each alphabet has its own letters. How `CurriculumShipped` reads it stands there.
extension CurriculumShipped {
  static let language = """
    # language
    Language
    Langage
    اللغة
    שפה
    ## spoken
    Spoken language
    Langage oral
    اللغة المنطوقة
    שפה דבורה
    - naming 30-48
    Words for things around us | The child’s words become many and exact.
    Les mots de ce qui nous entoure | Les mots de l’enfant deviennent nombreux et précis.
    أسماء ما حولنا | تكثر كلمات الطفل وتصبح دقيقة.
    שמות הדברים שסביבנו | אוצר המילים של הילד מתרחב ומדויק יותר.
    - stories 30-72
    Stories and rhymes | Listening together makes a love of language.
    Histoires et comptines | Écouter ensemble donne le goût de la langue.
    القصص والأناشيد | الإصغاء معًا يولّد حب اللغة.
    סיפורים וחרוזים | ההקשבה המשותפת מולידה אהבת שפה.
    - sound-games 33-60 < spoken.naming
    Sound games | Words are found to be made of sounds.
    Jeux des sons | On découvre que les mots sont faits de sons.
    ألعاب الأصوات | يكتشف الطفل أن الكلمات مكوّنة من أصوات.
    משחקי צלילים | מגלים שמילים בנויות מצלילים.
    ## hand
    The hand gets ready
    La main se prépare
    تهيئة اليد
    הכנת היד
    - metal-insets 42-66 < /sensorial.geometry.cabinet
    Metal insets: outline | The pencil follows an edge with a sure hand.
    Formes à dessin : le contour | Le crayon suit un bord d’une main sûre.
    الأشكال المعدنية: رسم الحدود | يتبع القلم الحافة بيد ثابتة.
    שיבוצי מתכת: קו מתאר | העיפרון עוקב אחר השפה ביד בטוחה.
    - metal-insets-filling 48-72 < hand.metal-insets
    Metal insets: filling | Even lines fill a shape from side to side.
    Formes à dessin : le remplissage | Des lignes régulières remplissent la forme d’un bord à l’autre.
    الأشكال المعدنية: التعبئة | تملأ خطوط متساوية الشكل من جانب إلى جانب.
    שיבוצי מתכת: מילוי | קווים אחידים ממלאים צורה מצד לצד.
    ## latin @latin
    Latin letters
    Lettres latines
    الحروف اللاتينية
    אותיות לטיניות
    - sandpaper-letters 36-60 < spoken.sound-games, /sensorial.other-senses.touch-boards
    Sandpaper letters | A sound, a shape and a movement become one.
    Lettres rugueuses | Un son, une forme et un geste ne font plus qu’un.
    حروف الصنفرة | يصبح الصوت والشكل والحركة شيئًا واحدًا.
    אותיות נייר זכוכית | צליל, צורה ותנועה נעשים אחד.
    - moveable-alphabet 42-66 < latin.sandpaper-letters
    Moveable alphabet | The child writes words before the hand can write.
    Alphabet mobile | L’enfant compose des mots avant que sa main sache écrire.
    الأبجدية المتحركة | يؤلّف الطفل كلمات قبل أن تقدر يده على الكتابة.
    אלפבית נייד | הילד מחבר מילים עוד לפני שהיד יודעת לכתוב.
    - writing-letters 48-72 < latin.sandpaper-letters, hand.metal-insets
    Writing letters | The hand that has traced begins to write.
    Écrire les lettres | La main qui a suivi les lettres commence à écrire.
    كتابة الحروف | تبدأ اليد التي تتبّعت الحروف بالكتابة.
    כתיבת אותיות | היד שעקבה אחר האותיות מתחילה לכתוב.
    - digraphs 54-78 < latin.moveable-alphabet
    Sounds of two letters | Two letters together say one sound.
    Sons à deux lettres | Deux lettres ensemble disent un seul son.
    أصوات من حرفين | ينطق حرفان معًا صوتًا واحدًا.
    צלילים של שתי אותיות | שתי אותיות יחד משמיעות צליל אחד.
    ## hebrew @hebrew
    Hebrew letters
    Lettres hébraïques
    الحروف العبرية
    אותיות עבריות
    - sandpaper-letters 36-60 < spoken.sound-games, /sensorial.other-senses.touch-boards
    Sandpaper letters | The finger traces from right to left and says the sound.
    Lettres rugueuses | Le doigt suit la lettre de droite à gauche et dit le son.
    حروف الصنفرة | يتتبّع الإصبع الحرف من اليمين إلى اليسار وينطق صوته.
    אותיות נייר זכוכית | האצבע עוקבת מימין לשמאל ואומרת את הצליל.
    - vowel-points 42-66 < hebrew.sandpaper-letters
    Vowel points | Each point says how its letter sounds.
    Points-voyelles | Chaque point dit comment sa lettre sonne.
    علامات التشكيل | تبيّن كل علامة كيف يُنطق حرفها.
    סימני ניקוד | כל סימן אומר איך נשמעת האות.
    - moveable-alphabet 42-66 < hebrew.vowel-points
    Moveable alphabet with points | The child composes words from letters and points.
    Alphabet mobile avec points | L’enfant compose des mots de lettres et de points.
    الأبجدية المتحركة مع التشكيل | يؤلّف الطفل كلمات من حروف وعلامات.
    אלפבית נייד עם ניקוד | הילד מחבר מילים מאותיות ומסימני ניקוד.
    - final-letters 54-78 < hebrew.moveable-alphabet
    Final letters | Five letters change at the end of a word.
    Lettres finales | Cinq lettres changent à la fin du mot.
    الحروف الختامية | خمسة أحرف تتغير في آخر الكلمة.
    אותיות סופיות | חמש אותיות משתנות בסוף מילה.
    ## arabic @arabic
    Arabic letters
    Lettres arabes
    الحروف العربية
    אותיות ערביות
    - sandpaper-letters 36-60 < spoken.sound-games, /sensorial.other-senses.touch-boards
    Sandpaper letters | A sound, a shape and its dots become one.
    Lettres rugueuses | Un son, une forme et ses points ne font plus qu’un.
    حروف الصنفرة | يصبح الصوت والشكل ونقاطه شيئًا واحدًا.
    אותיות נייר זכוכית | צליל, צורה והנקודות שלה נעשים אחד.
    - letter-forms 42-66 < arabic.sandpaper-letters
    Forms of a letter | A letter looks different at the beginning, middle and end.
    Les formes d’une lettre | Une lettre change au début, au milieu et à la fin.
    أشكال الحرف | يختلف الحرف في أول الكلمة ووسطها وآخرها.
    צורות האות | האות נראית אחרת בתחילת מילה, באמצעה ובסופה.
    - moveable-alphabet 42-66 < arabic.letter-forms
    Moveable alphabet, joined | Letters join hands and become a word.
    Alphabet mobile lié | Les lettres se donnent la main et deviennent un mot.
    الأبجدية المتحركة الموصولة | تتشابك الحروف فتصير كلمة.
    אלפבית נייד מחובר | האותיות נותנות יד זו לזו והופכות למילה.
    - short-vowels 54-78 < arabic.moveable-alphabet
    Short vowels | Small marks say how a word is read.
    Voyelles brèves | De petits signes disent comment lire le mot.
    الحركات القصيرة | علامات صغيرة تبيّن كيف تُقرأ الكلمة.
    תנועות קצרות | סימנים קטנים אומרים איך קוראים את המילה.
    ## reading
    Reading
    Lecture
    القراءة
    קריאה
    - objects 48-72 < latin.moveable-alphabet, hebrew.moveable-alphabet, arabic.moveable-alphabet
    Reading the names of objects | A written word is found to mean a thing.
    Lire le nom d’objets | On découvre qu’un mot écrit désigne une chose.
    قراءة أسماء الأشياء | يكتشف الطفل أن الكلمة المكتوبة تدل على شيء.
    קריאת שמות של חפצים | מגלים שמילה כתובה היא דבר.
    - commands 54-78 < reading.objects
    Reading and doing | What is read is done: understanding can be seen.
    Lire et faire | On fait ce qu’on lit : la compréhension se voit.
    اقرأ ونفّذ | يُنفَّذ ما يُقرأ، فيظهر الفهم.
    קוראים ועושים | עושים מה שקוראים, וההבנה נראית לעין.
    - noun 60-84 < reading.objects
    The work of the noun | A word that names gets its own sign.
    La fonction du nom | Le mot qui nomme reçoit son symbole.
    وظيفة الاسم | تنال الكلمة التي تسمّي رمزها.
    תפקיד שם העצם | המילה הקוראת בשם מקבלת סמל משלה.
    - verb 60-84 < reading.noun
    The work of the verb | A word that moves cannot be held, only done.
    La fonction du verbe | Le mot qui bouge ne se tient pas, il se fait.
    وظيفة الفعل | كلمة الحركة لا تُمسَك بل تُؤدّى.
    תפקיד הפועל | מילה של תנועה אי אפשר להחזיק, רק לעשות.
    """
}
