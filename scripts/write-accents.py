#!/usr/bin/env python3
"""Writes QuestionsAccents.swift: which letter stands below its accents, from Unicode's canonical decompositions.

    python3 scripts/write-accents.py > Features/Learning/Questions/Model/QuestionsAccents.swift

Latin, Greek and Cyrillic: in other scripts a mark is a letter's own (が is not か).
"""
import collections
import unicodedata

letters = collections.OrderedDict()
for code in range(0x80, 0x2200):
    letter = chr(code)
    parts = unicodedata.normalize("NFD", letter)
    base = "".join(p for p in parts if unicodedata.category(p) != "Mn")
    script = unicodedata.name(letter, "").split(" ")[0]
    if script in ("LATIN", "GREEK", "CYRILLIC", "ANGSTROM") and len(parts) > 1 and len(base) == 1:
        letters.setdefault(base, []).append(letter)
rows, row = [], ""
for base, above in letters.items():
    word = base + "".join(above)
    if len(row) + len(word) + 1 > 100:
        rows.append(row.rstrip())
        row = ""
    row += word + " "
rows.append(row.rstrip())
count = sum(map(len, letters.values()))
print(f"""/// The letters below their accents, from Unicode's canonical decompositions; `scripts/write-accents.py` writes this file.
enum QuizAccents {{
  /// Each word is a letter and the {count} letters that have it below their marks.
  private static let table = \"\"\"
{chr(10).join("    " + r + (" " if i + 1 < len(rows) else "") + (chr(92) if i + 1 < len(rows) else "") for i, r in enumerate(rows))}
    \"\"\"

  private static let below: [UInt32: Unicode.Scalar] = {{
    var (found, base) = ([UInt32: Unicode.Scalar](), nil as Unicode.Scalar?)
    for scalar in table.unicodeScalars {{
      if scalar == " " {{
        base = nil
      }} else if let base {{
        found[scalar.value] = base
      }} else {{
        base = scalar
      }}
    }}
    return found
  }}()

  /// The letter without what Unicode says stands above, below or through it.
  static func bare(_ scalar: Unicode.Scalar) -> Unicode.Scalar {{ below[scalar.value] ?? scalar }}
}}""")
