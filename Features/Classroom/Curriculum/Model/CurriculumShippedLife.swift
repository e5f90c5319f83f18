/// Practical life, 3 to 6: how `CurriculumShipped` reads it stands there.
extension CurriculumShipped {
  static let practicalLife = """
    # practical-life
    Practical life
    Vie pratique
    الحياة العملية
    חיי מעשה
    ## movement
    Movement and quiet
    Mouvement et silence
    الحركة والهدوء
    תנועה ושקט
    - carrying-a-mat 30-48
    Rolling out a mat | The child makes a place for work and puts it away again.
    Dérouler un tapis | L’enfant se fait une place pour travailler, puis range le tapis.
    فرش البساط | يهيّئ الطفل مكانًا لعمله ثم يعيده إلى موضعه.
    פריסת שטיח עבודה | הילד מכין לעצמו מקום לעבודה ומחזיר אותו לקדמותו.
    - carrying-a-tray 30-48 < movement.carrying-a-mat
    Carrying a tray | Both hands and the whole body take care of what is carried.
    Porter un plateau | Les deux mains et tout le corps veillent sur ce qu’on porte.
    حمل الصينية | تعتني اليدان والجسم كله بما يُحمل.
    נשיאת מגש | שתי הידיים והגוף כולו שומרים על מה שנושאים.
    - carrying-a-chair 30-48 < movement.carrying-a-mat
    Carrying a chair | Furniture is moved without a sound and without bumping anybody.
    Porter une chaise | On déplace un meuble sans bruit et sans heurter personne.
    حمل الكرسي | يُنقل الأثاث بلا صوت ومن دون أن يصطدم بأحد.
    נשיאת כיסא | מזיזים רהיט בלי רעש ובלי לפגוע באיש.
    - walking-on-the-line 30-60 < movement.carrying-a-tray
    Walking on the line | Balance grows with every slow step.
    Marcher sur la ligne | L’équilibre grandit à chaque pas lent.
    المشي على الخط | ينمو التوازن مع كل خطوة بطيئة.
    הליכה על הקו | שיווי המשקל מתחזק עם כל צעד איטי.
    - silence-game 36-72 < movement.walking-on-the-line
    The silence game | The group makes silence together and listens to it.
    La leçon de silence | Le groupe fait ensemble le silence et l’écoute.
    لعبة الصمت | تصنع المجموعة الصمت معًا وتصغي إليه.
    משחק השקט | הקבוצה יוצרת שקט יחד ומקשיבה לו.
    ## pouring
    Pouring and spooning
    Verser et transvaser
    السكب والنقل
    יציקה והעברה
    - spooning 30-48 < movement.carrying-a-tray
    Spooning grains | The wrist turns with care, and nothing is spilt.
    Transvaser à la cuillère | Le poignet tourne avec soin et rien ne tombe.
    نقل الحبوب بالملعقة | يدور المعصم بعناية ولا يسقط شيء.
    העברה בכף | פרק היד מסתובב בזהירות, ודבר לא נשפך.
    - dry-pouring 30-48 < pouring.spooning
    Pouring grains | The hand learns to stop at the right moment.
    Verser des graines | La main apprend à s’arrêter au bon moment.
    سكب الحبوب | تتعلم اليد أن تتوقف في اللحظة المناسبة.
    מזיגת גרגרים | היד לומדת לעצור ברגע הנכון.
    - water-pouring 33-54 < pouring.dry-pouring
    Pouring water | The child pours a drink for others and wipes up what is spilt.
    Verser de l’eau | L’enfant sert à boire et essuie ce qui a débordé.
    سكب الماء | يسكب الطفل الماء لغيره ويمسح ما انسكب.
    מזיגת מים | הילד מוזג לאחרים ומנגב את מה שנשפך.
    - funnel 36-60 < pouring.water-pouring
    Pouring through a funnel | Two hands do different things at one time.
    Verser avec un entonnoir | Les deux mains font en même temps deux gestes différents.
    السكب بالقمع | تقوم اليدان بحركتين مختلفتين في وقت واحد.
    מזיגה דרך משפך | שתי הידיים עושות בו בזמן שתי פעולות שונות.
    ## care-of-self
    Care of oneself
    Soin de soi
    العناية بالنفس
    טיפול עצמי
    - washing-hands 30-48 < pouring.water-pouring
    Washing hands | A long sequence is kept in its order, for the child’s own good.
    Se laver les mains | L’enfant suit une longue suite de gestes, pour son propre bien.
    غسل اليدين | يحفظ الطفل تسلسلًا طويلًا من أجل نظافته.
    רחיצת ידיים | הילד שומר על רצף ארוך של פעולות למען עצמו.
    - button-frame 30-54
    Dressing frame: buttons | Fingers practise what is needed to dress alone.
    Cadre d’habillage : boutons | Les doigts s’exercent à ce qu’il faut pour s’habiller seul.
    إطار الأزرار | تتدرب الأصابع على ما يلزم لارتداء الملابس بلا مساعدة.
    מסגרת כפתורים | האצבעות מתרגלות את מה שצריך כדי להתלבש לבד.
    - zip-frame 30-54
    Dressing frame: zip | One hand holds while the other pulls.
    Cadre d’habillage : fermeture éclair | Une main tient pendant que l’autre tire.
    إطار السحّاب | تثبّت يد وتسحب الأخرى.
    מסגרת רוכסן | יד אחת מחזיקה והאחרת מושכת.
    - bow-frame 48-72 < care-of-self.button-frame
    Dressing frame: bows | The child ties shoes without help.
    Cadre d’habillage : nœuds | L’enfant noue ses lacets sans aide.
    إطار العُقَد | يربط الطفل حذاءه وحده.
    מסגרת שרוכים | הילד קושר את נעליו בלי עזרה.
    ## care-of-place
    Care of the place
    Soin de l’environnement
    العناية بالمكان
    טיפול בסביבה
    - sweeping 30-54 < movement.carrying-a-tray
    Sweeping | The floor of the community is everybody’s.
    Balayer | Le sol de la classe est l’affaire de tous.
    الكنس | أرضية الصف مسؤولية الجميع.
    טאטוא | רצפת הכיתה היא של כולם.
    - table-washing 36-66 < care-of-self.washing-hands
    Washing a table | Many steps in their order keep attention awake for long.
    Laver une table | Beaucoup de gestes dans leur ordre tiennent l’attention longtemps éveillée.
    غسل الطاولة | خطوات كثيرة بترتيبها تُبقي الانتباه يقظًا طويلًا.
    רחיצת שולחן | שלבים רבים לפי הסדר שומרים על ריכוז לאורך זמן.
    - watering-plants 36-60 < pouring.water-pouring
    Caring for plants | The child looks what a living thing needs, and gives it.
    Soigner les plantes | L’enfant regarde ce dont un être vivant a besoin et le lui donne.
    رعاية النباتات | يلاحظ الطفل ما يحتاجه الكائن الحي ويقدّمه له.
    טיפול בצמחים | הילד מבחין מה צריך היצור החי ונותן לו.
    - cutting-fruit 36-66 < care-of-self.washing-hands
    Preparing fruit | Food is made with care and offered to friends.
    Préparer un fruit | On prépare un aliment avec soin et on l’offre à ses amis.
    تحضير الفاكهة | يُعدّ الطعام بعناية ويُقدَّم للأصدقاء.
    הכנת פירות | מכינים אוכל בתשומת לב ומציעים לחברים.
    ## grace
    Grace and courtesy
    Grâce et courtoisie
    اللباقة والذوق
    נימוס ודרך ארץ
    - greeting 30-60
    Greeting somebody | Words and gestures are ready when somebody comes.
    Saluer quelqu’un | Les mots et les gestes sont prêts quand quelqu’un arrive.
    إلقاء التحية | تكون الكلمات والإيماءات حاضرة حين يأتي أحد.
    לברך לשלום | המילים והמחוות מוכנות כשמישהו מגיע.
    - interrupting 33-66 < grace.greeting
    Asking somebody who is busy | The child waits with a hand on a shoulder until there is time.
    Demander à quelqu’un d’occupé | L’enfant attend, la main sur l’épaule, qu’on soit disponible.
    طلب شيء ممن هو مشغول | ينتظر الطفل ويده على الكتف حتى يحين الوقت.
    לפנות למי שעסוק | הילד מחכה, יד על הכתף, עד שמתפנים אליו.
    """
}
