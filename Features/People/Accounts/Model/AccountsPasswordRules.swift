public import Base

/// The shortest and the longest password, in Unicode scalars.
///
/// No rules about its letters: they make passwords worse (NIST SP 800-63B §5.1.1.2).
public let passwordLengths = 8...256

/// What is wrong with a new password, or `nil` when it will do.
///
/// - Parameter known: what anybody may know of the person: names and identifiers.
public func passwordProblem(_ password: String, not known: [String]) -> Phrase? {
  let count = password.unicodeScalars.count
  if count < passwordLengths.lowerBound { return Phrase("accounts.password-short", .count(passwordLengths.lowerBound)) }
  if count > passwordLengths.upperBound { return Phrase("form.too-long", .count(passwordLengths.upperBound)) }
  let folded = foldedIdentifier(password)
  if commonPasswords.contains(folded) { return Phrase("accounts.password-common") }
  for text in known {
    let other = foldedIdentifier(text)
    let local = other.split(separator: "@").first.map { String($0) } ?? ""
    if !other.isEmpty, folded == other || folded == local { return Phrase("accounts.password-known") }
  }
  return nil
}

/// Those tried first by whoever guesses, as far as they are long enough to be allowed.
let commonPasswords = Set(commonList.split(separator: " ").map { String($0) })

// a table of data
private let commonList = """
  password password1 password12 password123 password1234 passw0rd p@ssword p@ssw0rd p@ssword1 p@ssw0rd1 password! \
  password1! password01 password2 password3 passwort passwort1 motdepasse motdepasse1 monmotdepasse 12345678 \
  123456789 1234567890 12345678910 123456781 123456787 12341234 11111111 111111111 1111111111 00000000 000000000 \
  0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 888888888 99999999 999999999 87654321 \
  987654321 0987654321 01234567 0123456789 123123123 1231231234 112233445566 11223344 12121212 10203040 13131313 \
  14141414 69696969 21212121 123454321 147258369 159753456 741852963 789456123 963852741 1q2w3e4r 1q2w3e4r5t \
  1qaz2wsx 1qazxsw2 q1w2e3r4 q1w2e3r4t5 qwertyui qwertyuiop qwerty123 qwerty12 qwerty1234 qwerty12345 qwerty123456 \
  qwertyuiop123 1qwertyuiop qwer1234 qwerasdf asdfghjk asdfghjkl asdfasdf asdf1234 asdfghjkl1 zxcvbnm1 zxcvbnm123 \
  zaq12wsx zaq1zaq1 zxcvbnm, qazwsxedc qazwsx123 qweasdzxc qwe123qwe 123qweasd 123qwe123 abcd1234 abcdefgh \
  abcdefg1 abc12345 abc123456 abcd12345 a1b2c3d4 a1234567 a12345678 a123456789 aa123456 aa12345678 azerty123 \
  azertyuiop azerty12 azerty1234 iloveyou iloveyou1 iloveyou2 iloveyou! ilovegod ilovejesus iloveme1 sunshine \
  sunshine1 princess princess1 football football1 baseball baseball1 basketball volleyball superman superman1 \
  batman123 spiderman pokemon1 pokemon123 starwars starwars1 michelle michael1 jennifer jessica1 jordan23 charlie1 \
  trustno1 whatever whatever1 welcome1 welcome12 welcome123 letmein1 letmein123 computer computer1 internet \
  internet1 samsung1 samsung123 computer123 corvette mercedes maverick midnight mountain elephant butterfly \
  chocolate cheese123 december november september lovelove babygirl babygirl1 blink182 liverpool liverpool1 \
  chelsea1 arsenal1 barcelona realmadrid ronaldo7 cristiano soleil123 marseille doudou123 bonjour1 bonjour123 \
  jetaime1 jetaime123 jtmjtmjtm loulou123 chouchou camille1 nicolas1 administrator administrateur admin123 \
  admin1234 admin12345 adminadmin test1234 test12345 testtest testing1 testing123 changeme changeme1 changeme123 \
  default1 guest123 user1234 useruser master123 root1234 secret123 secret12 student1 student123 student2024 \
  student2025 student2026 teacher1 teacher123 school123 school1234 schoolschool homeroom homeroom1 classroom \
  classroom1 education kindergarten welcome2024 welcome2025 welcome2026 summer2024 summer2025 summer2026 \
  winter2025 winter2026 spring2026 autumn2026 jerusalem palestine mohammed mohamed1 mohamed123 ahmed123 ahmed1234 \
  muhammad abdullah shalom123 israel123 dragon123 monkey123 killer123 hunter123 shadow123 pakistan pakistan1 \
  india123 fuckyou1 fuckyou2
  """
