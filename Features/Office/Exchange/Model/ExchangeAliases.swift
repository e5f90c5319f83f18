import Base

extension Roster {
  /// The headings by which other systems and languages call our fields, folded as `Headings.fold` does.
  enum Aliases {
    private static var table: [(Field, String)] {
      [
        (.key, "sourcedid externalkey externalid idnumber id key sisid userid personid referenceexterne"),
        (.key, "המזההבמערכת מזהה المعرف"),
        (.username, "username login userprincipalname upn nomdutilisateur identifiant اسمالمستخدم שםמשתמש"),
        (
          .name,
          "name fullname displayname studentname studentsname pupilname learnername nomcomplet nomprenom nometprenom"
        ),
        (
          .name,
          "nometprenoms nomsetprenoms prenomnom prenometnom nomeleve nomdeleleve lastnamefirstname surnamefirstname"
        ),
        (.name, "الاسم الاسمالكامل اسمالطالب اسمالتلميذ الاسمالثلاثي الاسمالرباعي اسمالطالبالكامل"),
        (.name, "שם שםמלא שםתלמיד שםהתלמיד שםהתלמידה שםמשפחהושםפרטי שםמשפחהפרטי משפחהפרטי שםפרטיומשפחה שםפרטיושםמשפחה"),
        (.given, "firstname givenname given forename prenom الاسمالاول الاسمالشخصي שםפרטי פרטי"),
        (.family, "lastname familyname family surname nom nomdefamille اسمالعائله العائله اللقب שםמשפחה משפחה"),
        (.email, "email emailaddress mail courriel adresseemail adressemail adressecourriel adresseelectronique"),
        (.email, "البريدالالكتروني البريد אימייל מייל דואל דוארלאלקטרוני דואראלקטרוני כתובתדואל"),
        (.role, "role roles type usertype fonction profil الدور الصفه תפקיד"),
        (.number, "studentnumber studentid studentno number identifier numeroeleve numerodeleve numero matricule"),
        (.number, "admissionnumber admissionno rollnumber registrationnumber regnumber ine numeroetudiant"),
        (.number, "תז תעודתזהות מספרזהות رقمالهويه رقمالقيد"),
        (.number, "employeenumber staffnumber رقمالطالب رقمالتلميذ מספרתלמיד מסתלמיד"),
        (.birthday, "birthday birthdate dateofbirth dob datedenaissance naissance anniversaire"),
        (.birthday, "תאריךלידה יוםהולדת تاريخالميلاد عيدالميلاد"),
        (.classes, "class classes course courses section sections classname classe cours"),
        (.classes, "الصف الفصل الشعبه כיתה קורס"),
        (.cohorts, "cohort cohorts cohorte cohortes شعبه שכבה"),
        (.guardians, "guardianemail guardiansemail guardianemails guardiansemails guardianemailaddress guardian"),
        (.guardians, "parentemail parentsemail parentemails emailparent emailduparent emaildesparents mailparent"),
        (.guardians, "courrielduparent courrieldesparents courrielparent emailresponsable emailduresponsable"),
        (.guardians, "contactemail بريدوليالامر البريدالالكترونيلوليالامر"),
        (.guardians, "אימיילהורה דואלהורה מיילהורה אימיילהורים דואלהורים"),
        (.status, "status deleted etat statut الحاله סטטוס"),
        (.group, "group groups groupe קבוצה المجموعه"),
      ]
    }

    /// The field of a folded heading.
    static func field(_ folded: String) -> Field? {
      for (field, aliases) in table where aliases.split(separator: " ").contains(where: { $0 == folded }) {
        return field
      }
      return nil
    }

    /// Whether a heading of whole names says that the family's stands first.
    static func isFamilyFirst(_ folded: String) -> Bool {
      "nomprenom nometprenom nometprenoms nomsetprenoms lastnamefirstname surnamefirstname שםמשפחהושםפרטי שםמשפחהפרטי משפחהפרטי"
        .split(separator: " ").contains { $0 == folded }
    }

    /// Whether the heading is one that lists of courses, cohorts, groups, places and terms have, and lists of people not:
    /// Moodle's, Canvas', Google's, Microsoft's and OneRoster's own.
    static func isOfThings(_ folded: String) -> Bool {
      (things + thingsToo).split(separator: " ").contains { $0 == folded }
    }

    private static var things: String {
      "shortname longname summary description visible category categoryidnumber categorypath categoryname context contextid "
        + "contextlevel coursename courseid coursecode coursesourcedid coursetitle coursefullname courseshortname "
    }
    private static var thingsToo: String {
      "enrolmentkey groupname groupid groupidnumber groupingname cohortname cohortid sectionid sectionname accountid termid "
        + "parentsourcedid classsourcedid schoolsourcedid classtype termsourcedids termname schoolyear "
        + "parentaccountid"
    }

    /// Whether the heading speaks of a password, in whatever words.
    static func isSecret(_ folded: String) -> Bool {
      let signs = [
        "password", "passwd", "passphrase", "pwd", "motdepasse", "pincode",
        "كلمهالمرور", "كلمهالسر", "סיסמ",
      ]
      return ["pass", "pin", "mdp", "secret"].contains(folded) || signs.contains { folded.includes($0) }
    }

    /// The role of a word, in the vocabularies of OneRoster, Moodle, Microsoft and the four languages.
    ///
    /// - Returns: `nil` for words that are none of ours, such as `proctor`; nobody gets a teacher's rights by a guess.
    static func role(_ word: String) -> Role? {
      let folded = Headings.fold(word).text
      for (role, words) in roles where words.split(separator: " ").contains(where: { $0 == folded }) { return role }
      return nil
    }

    private static var roles: [(Role, String)] {
      [
        (.student, "student students learner pupil eleve etudiant etudiante apprenant"),
        (.student, "طالب طالبه تلميذ تلميذه תלמיד תלמידה"),
        (.teacher, "teacher teachers editingteacher noneditingteacher instructor faculty enseignant enseignante"),
        (.teacher, "professeur professor maitre maitresse معلم معلمه مدرس مدرسه استاذ מורה"),
        (.guardian, "guardian parent relative tuteur tutrice responsable responsablelegal mere pere"),
        (.guardian, "وليامر وليالامر والد والده הורה אפוטרופוס"),
        (.admin, "admin administrator siteadministrator districtadministrator systemadministrator manager"),
        (.admin, "administrateur administratrice مدير مديره מנהל מנהלת"),
      ]
    }
  }
}
