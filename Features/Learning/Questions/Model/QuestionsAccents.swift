/// The letters below their accents, from Unicode's canonical decompositions; `scripts/write-accents.py` writes this file.
enum QuizAccents {
  /// Each word is a letter and the 799 letters that have it below their marks.
  private static let table = """
    AÀÁÂÃÄÅĀĂĄǍǞǠǺȀȂȦḀẠẢẤẦẨẪẬẮẰẲẴẶÅ CÇĆĈĊČḈ EÈÉÊËĒĔĖĘĚȄȆȨḔḖḘḚḜẸẺẼẾỀỂỄỆ IÌÍÎÏĨĪĬĮİǏȈȊḬḮỈỊ NÑŃŅŇǸṄṆṈṊ \
    OÒÓÔÕÖŌŎŐƠǑǪǬȌȎȪȬȮȰṌṎṐṒỌỎỐỒỔỖỘỚỜỞỠỢ UÙÚÛÜŨŪŬŮŰŲƯǓǕǗǙǛȔȖṲṴṶṸṺỤỦỨỪỬỮỰ YÝŶŸȲẎỲỴỶỸ \
    aàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ cçćĉċčḉ eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ iìíîïĩīĭįǐȉȋḭḯỉị nñńņňǹṅṇṉṋ \
    oòóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự yýÿŷȳẏẙỳỵỷỹ DĎḊḌḎḐḒ dďḋḍḏḑḓ \
    GĜĞĠĢǦǴḠ gĝğġģǧǵḡ HĤȞḢḤḦḨḪ hĥȟḣḥḧḩḫẖ JĴ jĵǰ KĶǨḰḲḴ kķǩḱḳḵ LĹĻĽḶḸḺḼ lĺļľḷḹḻḽ RŔŖŘȐȒṘṚṜṞ rŕŗřȑȓṙṛṝṟ \
    SŚŜŞŠȘṠṢṤṦṨ sśŝşšșṡṣṥṧṩ TŢŤȚṪṬṮṰ tţťțṫṭṯṱẗ WŴẀẂẄẆẈ wŵẁẃẅẇẉẘ ZŹŻŽẐẒẔ zźżžẑẓẕ ÆǢǼ æǣǽ ƷǮ ʒǯ ØǾ øǿ \
    ¨΅῁῭΅ ΑΆἈἉἊἋἌἍἎἏᾈᾉᾊᾋᾌᾍᾎᾏᾸᾹᾺΆᾼ ΕΈἘἙἚἛἜἝῈΈ ΗΉἨἩἪἫἬἭἮἯᾘᾙᾚᾛᾜᾝᾞᾟῊΉῌ ΙΊΪἸἹἺἻἼἽἾἿῘῙῚΊ ΟΌὈὉὊὋὌὍῸΌ \
    ΥΎΫὙὛὝὟῨῩῪΎ ΩΏὨὩὪὫὬὭὮὯᾨᾩᾪᾫᾬᾭᾮᾯῺΏῼ ιΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ αάἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ εέἐἑἒἓἔἕὲέ \
    ηήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ υΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ οόὀὁὂὃὄὅὸό ωώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ ϒϓϔ ЕЀЁӖ ГЃ ІЇ \
    КЌ ИЍЙӢӤ УЎӮӰӲ ийѝӣӥ еѐёӗ гѓ ії кќ уўӯӱӳ ѴѶ ѵѷ ЖӁӜ жӂӝ АӐӒ аӑӓ ӘӚ әӛ ЗӞ зӟ ОӦ оӧ ӨӪ өӫ ЭӬ эӭ ЧӴ чӵ \
    ЫӸ ыӹ BḂḄḆ bḃḅḇ FḞ fḟ MḾṀṂ mḿṁṃ PṔṖ pṕṗ VṼṾ vṽṿ XẊẌ xẋẍ ſẛ ᾿῍῎῏ ῾῝῞῟ ρῤῥ ΡῬ
    """

  private static let below: [UInt32: Unicode.Scalar] = {
    var (found, base) = ([UInt32: Unicode.Scalar](), nil as Unicode.Scalar?)
    for scalar in table.unicodeScalars {
      if scalar == " " {
        base = nil
      } else if let base {
        found[scalar.value] = base
      } else {
        base = scalar
      }
    }
    return found
  }()

  /// The letter without what Unicode says stands above, below or through it.
  static func bare(_ scalar: Unicode.Scalar) -> Unicode.Scalar { below[scalar.value] ?? scalar }
}
