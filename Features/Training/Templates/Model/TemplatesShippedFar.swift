extension ShippedTexts {
  static let crossCountry = ShippedText(
    en: """
      Cross-country
      Flight
      Navigation
      Cruise speed and consumption for planning. Fuel reserve of the school. Frequencies along the way.
      Plans a route with map, wind and fuel | Headings, times and fuel checked by the instructor.
      Reads the weather and decides to go, to wait or to stay
      Reads the notices for the route and the fields
      Works out weight, balance and the runway that is needed
      Files a flight plan, and closes it
      Keeps a log in flight: time, heading, fuel | Every quarter of an hour at least.
      Holds height and heading while looking outside
      Finds the position again after losing it
      Diverts to another field | New heading and time within three minutes.
      Joins and lands at a field never visited before
      Uses navigation aids and checks them against the map
      Turns back before weather or daylight forces it | Says the limit before taking off.
      """,
    fr: """
      Navigation
      Vol
      Navigation
      Vitesse de croisière et consommation pour la préparation. Réserve de carburant du centre. Fréquences sur le trajet.
      Prépare une route avec carte, vent et carburant | Caps, temps et carburant vérifiés par l’instructeur.
      Lit la météo et décide : partir, attendre ou renoncer
      Lit les avis pour la route et les terrains
      Calcule masse, centrage et longueur de piste nécessaire
      Dépose un plan de vol et le clôt
      Tient le journal de navigation en vol : heure, cap, carburant | Au moins tous les quarts d’heure.
      Tient l’altitude et le cap en regardant dehors
      Retrouve sa position après l’avoir perdue
      Se déroute vers un autre terrain | Nouveau cap et nouveau temps en trois minutes.
      S’intègre et atterrit sur un terrain jamais visité
      Utilise les aides à la navigation et les recoupe avec la carte
      Fait demi-tour avant d’y être contraint par la météo ou la nuit | Annonce la limite avant de décoller.
      """,
    ar: """
      رحلة ملاحية
      طيران
      الملاحة
      سرعة الطيران المستوي والاستهلاك للتخطيط. احتياطي الوقود لدى المدرسة. الترددات على الطريق.
      يخطط مسارًا بالخريطة والرياح والوقود | يراجع المدرّب الاتجاهات والأزمنة والوقود.
      يقرأ الطقس ويقرر: ينطلق أو ينتظر أو يبقى
      يقرأ الإشعارات الخاصة بالمسار والمطارات
      يحسب الوزن والاتزان وطول المدرج اللازم
      يقدّم خطة طيران ويغلقها
      يدوّن في الطيران: الوقت والاتجاه والوقود | كل ربع ساعة على الأقل.
      يحافظ على الارتفاع والاتجاه وهو ينظر إلى الخارج
      يستعيد موقعه بعد أن يفقده
      يتحول إلى مطار آخر | اتجاه وزمن جديدان خلال ثلاث دقائق.
      ينضم إلى حركة مطار لم يزره من قبل ويهبط فيه
      يستخدم وسائل الملاحة ويقارنها بالخريطة
      يعود قبل أن يجبره الطقس أو الغروب | يقول الحد قبل الإقلاع.
      """,
    he: """
      טיסת ניווט
      טיסה
      ניווט
      מהירות שיוט ותצרוכת לתכנון. עתודת הדלק של בית הספר. תדרים לאורך הדרך.
      מתכנן נתיב לפי מפה, רוח ודלק | המדריך בודק כיוונים, זמנים ודלק.
      קורא מזג אוויר ומחליט: יוצא, ממתין או נשאר
      קורא את ההודעות לנתיב ולשדות
      מחשב משקל, איזון ואורך מסלול נדרש
      מגיש תוכנית טיסה וסוגר אותה
      מנהל יומן בטיסה: זמן, כיוון, דלק | לפחות כל רבע שעה.
      שומר גובה וכיוון תוך מבט החוצה
      מוצא מחדש את מקומו אחרי שאיבד אותו
      סוטה לשדה אחר | כיוון וזמן חדשים בתוך שלוש דקות.
      מצטרף ונוחת בשדה שלא ביקר בו
      משתמש בעזרי ניווט ומשווה אותם למפה
      חוזר לפני שמזג האוויר או החושך מכריחים | אומר את הגבול לפני ההמראה.
      """)

  static let instruments = ShippedText(
    en: """
      Instrument basics
      Flight
      Instruments
      Power and attitude for climb, level flight and descent. Under the hood only with somebody who looks out.
      Scans the instruments without staring at one
      Flies straight and level | Height within 100 ft, heading within 10 degrees.
      Climbs and descends at a given speed
      Turns at standard rate to given headings
      Recovers from unusual attitudes | Nose high and nose low.
      Flies on with instruments covered | One after the other, without saying which.
      Tracks to and from a navigation aid
      Leaves cloud by a turn of half a circle | The first thing to do for whoever may not be in it.
      Speaks with air traffic control while flying on instruments
      Knows what each instrument needs, and how it fails
      """,
    fr: """
      Bases du vol aux instruments
      Vol
      Instruments
      Puissance et assiette en montée, en palier et en descente. Sous capote seulement avec quelqu’un qui regarde dehors.
      Balaie les instruments sans en fixer un seul
      Tient le palier en ligne droite | Altitude à 100 ft près, cap à 10 degrés près.
      Monte et descend à une vitesse donnée
      Vire au taux standard vers un cap donné
      Revient d’assiettes inhabituelles | À cabrer et à piquer.
      Continue avec des instruments masqués | L’un après l’autre, sans annoncer lequel.
      Suit une route vers une balise et depuis elle
      Sort d’un nuage par un demi-tour | Le premier réflexe de qui n’a pas à y être.
      Parle au contrôle tout en volant aux instruments
      Sait de quoi dépend chaque instrument et comment il tombe en panne
      """,
    ar: """
      أساسيات الطيران بالعدادات
      طيران
      العدادات
      القدرة والوضعية في الصعود والمستوى والنزول. تحت الغطاء فقط مع من ينظر إلى الخارج.
      يمسح العدادات بنظره ولا يثبت على واحد
      يطير مستقيمًا ومستويًا | الارتفاع ضمن 100 قدم، والاتجاه ضمن 10 درجات.
      يصعد وينزل بسرعة محددة
      يدور بالمعدل القياسي إلى اتجاهات محددة
      يخرج من الأوضاع غير المعتادة | المقدمة عالية والمقدمة منخفضة.
      يواصل وبعض العدادات مغطاة | واحدًا تلو الآخر، من دون إعلان أيها.
      يتتبع مسارًا إلى وسيلة ملاحة ومنها
      يخرج من السحاب بنصف دورة | أول ما يفعله من لا يجوز له أن يكون فيه.
      يخاطب المراقبة الجوية وهو يطير بالعدادات
      يعرف علامَ يعتمد كل عداد وكيف يتعطل
      """,
    he: """
      יסודות טיסת מכשירים
      טיסה
      מכשירים
      הספק ומצב לנסיקה, לטיסה ישרה ולהנמכה. תחת כיסוי רק כשמישהו מביט החוצה.
      סורק את המכשירים בלי להיתקע על אחד
      טס ישר ואופקי | גובה בטווח 100 רגל, כיוון בטווח 10 מעלות.
      מנסיק ומנמיך במהירות נתונה
      פונה בקצב תקני לכיוונים נתונים
      יוצא ממצבים לא רגילים | אף גבוה ואף נמוך.
      ממשיך כשמכשירים מכוסים | בזה אחר זה, בלי לומר איזה.
      עוקב אחר נתיב אל עזר ניווט וממנו
      יוצא מענן בפנייה של חצי מעגל | הדבר הראשון שעושה מי שאסור לו להיות בו.
      מדבר עם הפיקוח תוך טיסת מכשירים
      יודע על מה נשען כל מכשיר ואיך הוא מתקלקל
      """)

  static let workshop = ShippedText(
    en: """
      First week in a workshop
      Workshop
      First week
      Who to ask, where the first aid is, the number for emergencies.
      Knows the people, the rooms and the ways out
      Knows first aid, eye wash, extinguishers and the emergency stop | Has walked to each of them.
      Wears what protects: shoes, glasses, hearing | Hair tied, no rings, no gloves at turning machines.
      Has been shown the rules for the machines that may be used | And which may not be used yet.
      Locks out a machine before reaching into it
      Finds tools, and puts them back
      Measures with rule and caliper | Three parts, within a tenth of a millimetre.
      Marks, saws and files a part to a drawing
      Drills a hole with the part clamped
      Lifts and carries without hurting the back
      Leaves the place clean, and waste where it belongs
      Reports every accident, also a small one
      Talks with the instructor about the week | What went well, what comes next.
      """,
    fr: """
      Première semaine à l’atelier
      Atelier
      Première semaine
      À qui s’adresser, où se trouve la trousse de secours, le numéro d’urgence.
      Connaît les personnes, les locaux et les issues
      Connaît les secours, le rince-œil, les extincteurs et l’arrêt d’urgence | Est allé jusqu’à chacun d’eux.
      Porte ses protections : chaussures, lunettes, casque antibruit | Cheveux attachés, pas de bague, pas de gants aux machines tournantes.
      A reçu les consignes des machines autorisées | Et sait lesquelles ne le sont pas encore.
      Consigne une machine avant d’y mettre la main
      Trouve les outils et les remet à leur place
      Mesure au réglet et au pied à coulisse | Trois pièces, au dixième de millimètre.
      Trace, scie et lime une pièce d’après un plan
      Perce une pièce bridée
      Soulève et porte sans se faire mal au dos
      Laisse une place propre, les déchets où ils vont
      Signale chaque accident, même petit
      Fait le point de la semaine avec l’instructeur | Ce qui a bien marché, ce qui vient ensuite.
      """,
    ar: """
      الأسبوع الأول في الورشة
      ورشة
      الأسبوع الأول
      من يُسأل، وأين الإسعافات الأولية، ورقم الطوارئ.
      يعرف الناس والغرف والمخارج
      يعرف الإسعاف وغسول العين والمطافئ وزر الإيقاف | ووصل إلى كل منها بنفسه.
      يلبس ما يحمي: الحذاء والنظارة وواقي السمع | الشعر مربوط، بلا خواتم، وبلا قفازات عند الآلات الدوّارة.
      شُرحت له قواعد الآلات المسموح بها | وما لا يُسمح به بعد.
      يفصل الآلة ويؤمّنها قبل أن يمد يده إليها
      يجد الأدوات ويعيدها إلى مكانها
      يقيس بالمسطرة والقدمة | ثلاث قطع، بدقة عُشر المليمتر.
      يخطط وينشر ويبرد قطعة وفق رسم
      يثقب قطعة مثبتة
      يرفع ويحمل من دون أن يؤذي ظهره
      يترك المكان نظيفًا والنفايات في موضعها
      يبلّغ عن كل حادث ولو كان صغيرًا
      يتحدث مع المدرّب عن الأسبوع | ما نجح وما الخطوة التالية.
      """,
    he: """
      השבוע הראשון בסדנה
      סדנה
      שבוע ראשון
      את מי שואלים, היכן העזרה הראשונה, מספר החירום.
      מכיר את האנשים, את החדרים ואת היציאות
      מכיר עזרה ראשונה, שטיפת עיניים, מטפים ולחצן חירום | ניגש בעצמו אל כל אחד מהם.
      לובש מה שמגן: נעליים, משקפיים, אוזניות | שיער אסוף, בלי טבעות, בלי כפפות ליד מכונות מסתובבות.
      קיבל הדרכה על המכונות שמותר להשתמש בהן | ויודע באילו עדיין אסור.
      מנתק ונועל מכונה לפני שמכניסים אליה יד
      מוצא כלים ומחזיר אותם למקומם
      מודד בסרגל ובקליבר | שלושה חלקים, בדיוק של עשירית המילימטר.
      מסמן, מנסר ומשייף חלק לפי שרטוט
      קודח חור בחלק מהודק
      מרים ונושא בלי לפגוע בגב
      משאיר מקום נקי, ופסולת היכן שצריך
      מדווח על כל תאונה, גם קטנה
      משוחח עם המדריך על השבוע | מה הלך טוב, ומה הלאה.
      """)
}
