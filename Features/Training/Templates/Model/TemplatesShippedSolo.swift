extension ShippedTexts {
  static let preSolo = ShippedText(
    en: """
      Before the first solo
      Flight
      First solo
      Solo limits of the school: wind, visibility, ceiling. Best glide speed and flap speed of the aircraft.
      Takes off and lands alone, several times in a row | Without a word from the instructor, on two different days.
      Flies the circuit at the right height and distance
      Goes around in time and without being told | From the approach, from the flare and after a bounce.
      Recovers from a stall with the least loss of height | Clean and in the landing configuration.
      Recognises a spin entry and stops it
      Handles an engine failure after take-off | Says aloud where it would go, before every take-off.
      Flies a forced landing from the circuit
      Lands in a crosswind up to the limit of the school
      Speaks on the radio, and knows what to do without one
      Knows the airspace and the places to avoid around the field
      Has passed the school’s written questions before solo | Date and result in the notes.
      Carries valid papers: licence of a student, medical, identity
      """,
    fr: """
      Avant le premier lâcher
      Vol
      Premier vol en solo
      Limites du centre pour le solo : vent, visibilité, plafond. Vitesse de finesse maximale et vitesse volets de l’appareil.
      Décolle et atterrit en autonomie, plusieurs fois de suite | Sans un mot de l’instructeur, deux jours différents.
      Tient le tour de piste à la bonne hauteur et à la bonne distance
      Remet les gaz à temps, de sa propre initiative | En approche, à l’arrondi et après un rebond.
      Sort d’un décrochage avec une perte de hauteur minimale | En lisse et en configuration d’atterrissage.
      Reconnaît un départ en vrille et l’arrête
      Gère une panne moteur après le décollage | Annonce à voix haute, avant chaque décollage, où se poser.
      Réussit un atterrissage forcé depuis le tour de piste
      Atterrit par vent de travers jusqu’à la limite du centre
      Maîtrise la radio et sait quoi faire sans elle
      Connaît l’espace aérien et les zones à éviter autour du terrain
      A réussi le questionnaire du centre avant le solo | Date et résultat dans les notes.
      A sur soi des papiers valables : carte de stagiaire, certificat médical, pièce d’identité
      """,
    ar: """
      قبل أول طيران منفرد
      طيران
      الطيران المنفرد الأول
      حدود المدرسة للطيران المنفرد: الرياح والرؤية وقاعدة السحب. سرعة أفضل انزلاق وسرعة القلابات للطائرة.
      يقلع ويهبط وحده مرات متتالية | من دون كلمة من المدرّب، وفي يومين مختلفين.
      يحافظ في دورة المطار على الارتفاع والمسافة الصحيحين
      يعيد الإقلاع في الوقت المناسب من تلقاء نفسه | من الاقتراب، ومن لحظة التسوية، وبعد ارتداد.
      يخرج من الانهيار بأقل فقدان للارتفاع | بالتشكيل النظيف وبتشكيل الهبوط.
      يميّز بداية الدوران الحلزوني ويوقفه
      يتصرف عند توقف المحرك بعد الإقلاع | يقول بصوت مسموع قبل كل إقلاع أين سيهبط.
      ينفّذ هبوطًا اضطراريًا من دورة المطار
      يهبط في رياح جانبية حتى حد المدرسة
      يتحدث عبر اللاسلكي ويعرف ما يفعله من دونه
      يعرف المجال الجوي والأماكن التي يجب تجنبها حول المطار
      اجتاز أسئلة المدرسة الكتابية قبل الطيران المنفرد | التاريخ والنتيجة في الملاحظات.
      يحمل أوراقًا سارية: رخصة متدرّب، شهادة طبية، إثبات هوية
      """,
    he: """
      לפני טיסת הסולו הראשונה
      טיסה
      סולו ראשון
      מגבלות בית הספר לסולו: רוח, ראות, בסיס עננים. מהירות הגלישה המיטבית ומהירות המדפים של המטוס.
      ממריא ונוחת לבד, כמה פעמים ברצף | בלי מילה מהמדריך, בשני ימים שונים.
      טס את ההקפה בגובה ובמרחק הנכונים
      הולך סביב בזמן וביוזמתו | מהגישה, מההצפה ואחרי ניתור.
      יוצא מהזדקרות באובדן גובה קטן ככל האפשר | בתצורה נקייה ובתצורת נחיתה.
      מזהה כניסה לסחרור ועוצר אותה
      מטפל בכשל מנוע אחרי המראה | אומר בקול לפני כל המראה לאן ינחת.
      מבצע נחיתת אונס מההקפה
      נוחת ברוח צולבת עד מגבלת בית הספר
      מדבר ברדיו, ויודע מה עושים בלעדיו
      מכיר את המרחב האווירי ואת המקומות שיש להימנע מהם סביב השדה
      עבר את מבחן בית הספר שלפני הסולו | התאריך והתוצאה בהערות.
      נושא מסמכים בתוקף: רישיון חניך, תעודה רפואית, תעודה מזהה
      """)

  static let preFlight = ShippedText(
    en: """
      Pre-flight of a small trainer
      Flight
      Every flight
      Fuel on board and needed, oil at least, weight and balance. The handbook of the aircraft comes before this list.
      Papers of the aircraft on board, nothing open in its log
      Ignition off, master off, controls free | Remove the control lock.
      Fuel: quantity seen, not only read | Dipstick, both tanks; caps closed.
      Fuel drained and looked at | Water, dirt and colour; every drain.
      Oil level and leaks
      Propeller and spinner: nicks, cracks, tight | Treat it as if it could turn.
      Air intakes free, no nests
      Wings, struts and control surfaces: hinges, bolts, dents
      Stall warning, pitot and static openings free
      Tyres, brakes and oleos
      Tail, trim and aerials
      Tow bar, chocks and tie-downs removed
      Doors, belts and seats; fire extinguisher and first aid
      Passengers briefed | Belts, doors, what not to touch, how to get out.
      """,
    fr: """
      Visite prévol d’un petit avion-école
      Vol
      Chaque vol
      Carburant à bord et nécessaire, huile minimale, masse et centrage. Le manuel de vol de l’appareil prime sur cette liste.
      Papiers de l’appareil à bord, aucune remarque ouverte au carnet
      Contact coupé, batterie coupée, commandes libres | Retirer le blocage des commandes.
      Carburant : quantité vue et pas seulement lue | Jauge à main, deux réservoirs ; bouchons fermés.
      Purge faite et observée | Eau, impuretés, couleur ; à chaque purge.
      Niveau d’huile et fuites
      Hélice et cône : éclats, fissures, serrage | La traiter comme si elle pouvait tourner.
      Entrées d’air dégagées, pas de nid
      Ailes, haubans et gouvernes : charnières, boulons, bosses
      Avertisseur de décrochage, pitot et prises statiques dégagés
      Pneus, freins et amortisseurs
      Empennage, compensateur et antennes
      Barre de traction, cales et amarres retirées
      Portes, ceintures et sièges ; extincteur et trousse de secours
      Briefing des passagers | Ceintures, portes, ce qu’on ne touche pas, comment sortir.
      """,
    ar: """
      فحص ما قبل الطيران لطائرة تدريب صغيرة
      طيران
      كل رحلة
      الوقود الموجود والمطلوب، الحد الأدنى للزيت، الوزن والاتزان. دليل الطائرة مقدَّم على هذه القائمة.
      أوراق الطائرة على متنها ولا ملاحظة مفتوحة في سجلها
      الإشعال والكهرباء مطفآن وأسطح التحكم حرة | أزل قفل التحكم.
      الوقود: الكمية مرئية لا مقروءة فقط | بالمسطرة في الخزانين، والأغطية مغلقة.
      تصريف الوقود والنظر فيه | الماء والشوائب واللون، من كل صمام.
      مستوى الزيت والتسريبات
      المروحة ومخروطها: خدوش وشقوق وإحكام | عاملها كأنها قد تدور.
      مداخل الهواء خالية ولا أعشاش
      الأجنحة والدعامات وأسطح التحكم: المفصلات والبراغي والانبعاجات
      منبّه الانهيار وفتحات الضغط سالكة
      الإطارات والمكابح وممتصات الصدمات
      الذيل والموازن والهوائيات
      رُفع ذراع السحب والأسافين وحبال التثبيت
      الأبواب والأحزمة والمقاعد، والمطفأة وحقيبة الإسعاف
      شُرح للركاب ما يلزم | الأحزمة والأبواب وما لا يُلمس وكيفية الخروج.
      """,
    he: """
      בדיקה שלפני טיסה במטוס אימון קטן
      טיסה
      כל טיסה
      דלק במטוס ודלק נדרש, מינימום שמן, משקל ואיזון. ספר המטוס קודם לרשימה הזאת.
      מסמכי המטוס נמצאים בו, ואין הערה פתוחה בספר
      הצתה כבויה, מצבר כבוי, היגויים חופשיים | מסירים את נועל ההיגויים.
      דלק: הכמות נראתה, ולא רק נקראה | במקל מדידה, בשני המכלים; המכסים סגורים.
      דלק נוקז ונבדק | מים, לכלוך וצבע; בכל ניקוז.
      מפלס השמן ונזילות
      מדחף וחרטום: פגימות, סדקים, הידוק | נוהגים בו כאילו הוא עלול להסתובב.
      פתחי האוויר פנויים ואין בהם קנים
      כנפיים, תמוכות ומשטחי היגוי: צירים, ברגים, מעיכות
      התרעת הזדקרות, פיטו ופתחים סטטיים פנויים
      צמיגים, בלמים ובולמי זעזועים
      זנב, קיזוז ואנטנות
      מוט הגרירה, הסדים וחבלי הקשירה הוסרו
      דלתות, חגורות ומושבים; מטף וערכת עזרה ראשונה
      הנוסעים תודרכו | חגורות, דלתות, במה לא נוגעים, איך יוצאים.
      """)
}
