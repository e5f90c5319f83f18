extension ZIP {
  /// The old alphabets in which Windows writes names into an archive, when the archive does not say which.
  enum CodePage: CaseIterable {
    /// DOS 850, Western Europe, and 437, which has the same letters at the same places but for six.
    case latin, american, central, hebrew, arabic

    /// The likely one for some names together.
    ///
    /// Accented Latin letters touch plain ones; Hebrew and Arabic words have none. All of Hebrew lies in 80…9A. Among the
    /// Latin ones it is the page that makes most of the bytes letters.
    static func likely(_ bytes: [UInt8]) -> CodePage {
      var (latin, words, hebrew, at) = (0, 0, 0, 0)
      while at < bytes.count {
        let start = at
        while at < bytes.count, bytes[at] >= 0x80 {
          if bytes[at] <= 0x9A { hebrew += 1 }
          at += 1
        }
        let touches = start > 0 && isPlain(bytes[start - 1]) || at < bytes.count && isPlain(bytes[at])
        if touches { latin += at - start } else if at - start > 1 { words += at - start }
        at += 1
      }
      if words > latin { return hebrew * 100 >= (latin + words) * 95 ? .hebrew : .arabic }
      let pages = [CodePage.latin, .american, .central].map { (page: $0, letters: $0.letters(in: bytes)) }
      var best = pages[0]
      for other in pages where other.letters > best.letters { best = other }
      return best.page
    }

    private static func isPlain(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private func letters(in bytes: [UInt8]) -> Int {
      let upper = Array(upper.unicodeScalars)
      return bytes.reduce(0) { count, byte in
        byte >= 0x80 && CodePage.isLetter(upper[Int(byte) - 0x80]) ? count + 1 : count
      }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      (0xC0...0x17F).contains(scalar.value) && scalar.value != 0xD7 && scalar.value != 0xF7
    }

    func decode(_ bytes: some Sequence<UInt8>) -> String {
      let upper = Array(upper.unicodeScalars)
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(byte < 0x80 ? Unicode.Scalar(byte) : upper[Int(byte) - 0x80]) }
      return String(text)
    }

    /// The characters of 80…FF.
    ///
    /// - Note: Source: the tables that Unicode publishes for these pages (MAPPINGS/VENDORS/MICSFT/PC, and 720).
    private var upper: String {  // a table of data
      switch self {
      case .latin:
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐"
          + "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}"
      case .american:
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
          + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}"
      case .central:
        "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐"
          + "└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{AD}˝˛ˇ˘§÷¸°¨˙űŘř■\u{A0}"
      case .hebrew:
        "אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
          + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}"
      case .arabic:
        "��éâ\u{84}à\u{86}çêëèïî\u{8D}\u{8E}\u{8F}\u{90}\u{651}\u{652}ô¤ـûùءآأؤ£إئابةتثجحخدذرزسشص«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
          + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ضطظعغفµقكلمنهوىي≡\u{64B}\u{64C}\u{64D}\u{64E}\u{64F}\u{650}≈°∙·√ⁿ²■\u{A0}"
      }
    }
  }
}
