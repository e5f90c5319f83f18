import HTML

extension MathReader {
  /// What begins with a backslash.
  mutating func command() -> Atom? {
    guard let name = name() else { return nil }
    switch name {
    case "frac", "dfrac", "tfrac": return two { "<mfrac>\($0)\($1)</mfrac>" }
    case "binom":
      return two { "<mrow><mo>(</mo><mfrac linethickness=\"0\">\($0)\($1)</mfrac><mo>)</mo></mrow>" }
    case "sqrt": return root()
    case "left": return fence()
    case "begin": return environment()
    case "text", "mathrm", "textrm", "mbox", "operatorname": return raw().map { Atom(html: "<mtext>\($0)</mtext>") }
    case "mathbf", "mathit", "mathbb", "boldsymbol": return argument().map { Atom(html: $0) }
    case "overline", "bar": return over("¯")
    case "vec", "overrightarrow": return over("→")
    case "hat", "widehat": return over("^")
    case "dot": return over("˙")
    case "underline": return argument().map { Atom(html: "<munder>\($0)<mo>_</mo></munder>") }
    case "sum": return Atom(html: "<mo>∑</mo>", hasLimits: true)
    case "prod": return Atom(html: "<mo>∏</mo>", hasLimits: true)
    case "lim", "max", "min": return Atom(html: "<mo movablelimits=\"true\">\(name)</mo>", hasLimits: true)
    case ",", ":", ";", " ", "!", "quad", "qquad": return Atom(html: space(name))
    case "displaystyle", "limits", "nolimits": return Atom(html: "")
    default: return word(name)
    }
  }

  private func word(_ name: String) -> Atom? {
    if let letter = mathLetter(name) { return Atom(html: "<mi>\(letter)</mi>") }
    if let sign = mathSign(name) { return Atom(html: "<mo>\(sign)</mo>") }
    return isMathFunction(name) ? Atom(html: "<mi>\(name)</mi>") : nil
  }

  private func space(_ name: String) -> HTML {
    switch name {
    case "quad": "<mspace width=\"1em\"></mspace>"
    case "qquad": "<mspace width=\"2em\"></mspace>"
    case "!": ""
    default: "<mspace width=\"0.22em\"></mspace>"
    }
  }

  private mutating func two(_ make: (HTML, HTML) -> HTML) -> Atom? {
    guard let first = argument(), let second = argument() else { return nil }
    return Atom(html: make(first, second))
  }

  private mutating func over(_ sign: String) -> Atom? {
    argument().map { Atom(html: "<mover>\($0)<mo>\(sign)</mo></mover>") }
  }

  /// `\sqrt{x}` and `\sqrt[3]{x}`.
  private mutating func root() -> Atom? {
    guard at < bytes.count, bytes[at] == 91 else { return argument().map { Atom(html: "<msqrt>\($0)</msqrt>") } }
    guard let end = bytes[at...].firstIndex(of: 93) else { return nil }
    var degree = MathReader(bytes: Array(bytes[(at + 1)..<end]))
    at = end + 1
    guard let above = degree.whole(), let inside = argument() else { return nil }
    return Atom(html: "<mroot>\(inside)\(above)</mroot>")
  }

  // MARK: brackets that grow

  private mutating func fence() -> Atom? {
    guard let open = bracket(), let inside = row(), at < bytes.count, name() == "right", let close = bracket() else {
      return nil
    }
    return Atom(html: "<mrow>\(open)\(inside)\(close)</mrow>")
  }

  private mutating func bracket() -> HTML? {
    guard at < bytes.count else { return nil }
    if bytes[at] == 92 {
      guard let name = name() else { return nil }
      switch name {
      case "{", "}", "|": return "<mo>\(name == "|" ? "‖" : name)</mo>"
      case "langle": return "<mo>⟨</mo>"
      case "rangle": return "<mo>⟩</mo>"
      default: return nil
      }
    }
    at += 1
    switch bytes[at - 1] {
    case 40, 41, 91, 93, 124: return "<mo>\(String(decoding: bytes[(at - 1)..<at], as: UTF8.self))</mo>"
    case 46: return ""
    default: return nil
    }
  }

  // MARK: matrices

  private mutating func environment() -> Atom? {
    guard let kind = raw(), let (open, close) = mathFrame(kind), let rows = rows(), at < bytes.count, name() == "end",
      raw() == kind
    else { return nil }
    let side: HTML = kind == "cases" ? " columnalign=\"left\"" : ""
    let first: HTML = open.isEmpty ? "" : "<mo>\(open)</mo>"
    let last: HTML = close.isEmpty ? "" : "<mo>\(close)</mo>"
    return Atom(html: "<mrow>\(first)<mtable\(side)>\(rows)</mtable>\(last)</mrow>")
  }

  private mutating func rows() -> HTML? {
    var (out, cells): (HTML, HTML) = ("", "")
    while let cell = row() {
      cells += "<mtd>\(cell)</mtd>"
      guard at < bytes.count else { return nil }
      if bytes[at] == 38 {
        at += 1
      } else if bytes[at...].starts(with: "\\\\".utf8) {
        at += 2
        out += "<mtr>\(cells)</mtr>"
        cells = ""
      } else {
        return bytes[at] == 92 ? out + "<mtr>\(cells)</mtr>" : nil
      }
    }
    return nil
  }
}

/// The brackets round a matrix.
private func mathFrame(_ kind: String) -> (String, String)? {
  switch kind {
  case "matrix", "aligned": ("", "")
  case "pmatrix": ("(", ")")
  case "bmatrix": ("[", "]")
  case "vmatrix": ("|", "|")
  case "cases": ("{", "")
  default: nil
  }
}

private func isMathFunction(_ name: String) -> Bool {
  switch name {
  case "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "log", "ln",
    "exp",
    "gcd", "lcm", "det", "dim", "deg", "mod":
    true
  default: false
  }
}

// a table of data

private func mathLetter(_ name: String) -> String? {
  switch name {
  case "alpha": "α"
  case "beta": "β"
  case "gamma": "γ"
  case "delta": "δ"
  case "epsilon", "varepsilon": "ε"
  case "zeta": "ζ"
  case "eta": "η"
  case "theta": "θ"
  case "iota": "ι"
  case "kappa": "κ"
  case "lambda": "λ"
  case "mu": "μ"
  case "nu": "ν"
  case "xi": "ξ"
  case "pi": "π"
  case "rho": "ρ"
  case "sigma": "σ"
  case "tau": "τ"
  case "upsilon": "υ"
  case "phi", "varphi": "φ"
  case "chi": "χ"
  case "psi": "ψ"
  case "omega": "ω"
  case "Gamma": "Γ"
  case "Delta": "Δ"
  case "Theta": "Θ"
  case "Lambda": "Λ"
  case "Xi": "Ξ"
  case "Pi": "Π"
  case "Sigma": "Σ"
  case "Phi": "Φ"
  case "Psi": "Ψ"
  case "Omega": "Ω"
  case "infty": "∞"
  case "emptyset", "varnothing": "∅"
  case "ell": "ℓ"
  case "hbar": "ℏ"
  case "partial": "∂"
  case "nabla": "∇"
  case "angle": "∠"
  case "triangle": "△"
  case "degree": "°"
  case "ldots", "dots": "…"
  case "cdots": "⋯"
  case "N", "naturals": "ℕ"
  case "Z", "integers": "ℤ"
  case "Q", "rationals": "ℚ"
  case "R", "reals": "ℝ"
  default: nil
  }
}

private func mathSign(_ name: String) -> String? {
  switch name {
  case "times": "×"
  case "cdot": "·"
  case "div": "÷"
  case "pm": "±"
  case "mp": "∓"
  case "ast": "∗"
  case "circ": "∘"
  case "le", "leq": "≤"
  case "ge", "geq": "≥"
  case "ne", "neq": "≠"
  case "lt": "<"
  case "gt": ">"
  case "approx": "≈"
  case "equiv": "≡"
  case "sim": "∼"
  case "cong": "≅"
  case "propto": "∝"
  case "ll": "≪"
  case "gg": "≫"
  case "to", "rightarrow", "longrightarrow": "→"
  case "leftarrow": "←"
  case "leftrightarrow": "↔"
  case "Rightarrow", "implies": "⇒"
  case "Leftarrow": "⇐"
  case "Leftrightarrow", "iff": "⇔"
  case "mapsto": "↦"
  case "in": "∈"
  case "notin": "∉"
  case "ni": "∋"
  case "subset": "⊂"
  case "subseteq": "⊆"
  case "supset": "⊃"
  case "cup": "∪"
  case "cap": "∩"
  case "setminus": "∖"
  case "land", "wedge": "∧"
  case "lor", "vee": "∨"
  case "neg", "lnot": "¬"
  case "forall": "∀"
  case "exists": "∃"
  case "therefore": "∴"
  case "because": "∵"
  case "mid", "vert": "|"
  case "parallel": "∥"
  case "perp": "⊥"
  case "int": "∫"
  case "iint": "∬"
  case "oint": "∮"
  case "prime": "′"
  case "colon": ":"
  case "langle": "⟨"
  case "rangle": "⟩"
  case "%", "$", "#", "&", "_", "{", "}": name
  default: nil
  }
}
