#!/usr/bin/env python3
"""The machinery knows no school: no school words in Sources/{Base,Exact,Archive,Delimited,ICalendar,XML,HTML,Database,Router,Ledger,Web,Sync,Kit,Post}.

    python3 scripts/check-machinery.py

Reason: spec/style.md rule 9. Comments may give a school's example; names and strings may not. The exception is the
Role enumeration in Base/Caller.swift, whose words every part shares.
"""
import re
from swiftsource import Findings, Source, swift_files

MACHINERY = ["Base", "Exact", "Archive", "Delimited", "ICalendar", "XML", "HTML", "Database", "Router", "Ledger", "Web", "Sync", "Kit", "Mail", "Anki"]
WORDS = ["pupil", "student", "teacher", "guardian", "classroom", "attendance", "grade", "lesson", "homework",
         "gradebook", "quiz", "course", "enrol(?:l?ment)?", "assignment", "timetable",
         "report ?card", "flashcard", "checklist", "observation"]
SCHOOL = re.compile(r"(?<![a-z])(?:" + "|".join(WORDS) + r")(?:s|es|z?zes)?(?![a-z])", re.I)
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\W\d]+")
EXCEPTIONS = {"Sources/Base/Caller.swift"}
# English words that happen to be spelled like a school's
HARMLESS = re.compile(r"\bof course\b|\bupgrade|\bdowngrade|\bdegrade", re.I)


def main():
    found = Findings("machinery")
    for path in swift_files(*(f"Sources/{target}" for target in MACHINERY)):
        found.checked += 1
        source = Source(path)
        if source.name in EXCEPTIONS:
            continue
        places = [(source.line(m.start()), m.group()) for m in re.finditer(r"(?<!\.)\b[A-Za-z_]\w*", source.code)]
        # `.teacher` alone is a case of Role
        places += [(source.line(m.start()), m.group()) for m in re.finditer(r"(?<=\.)(?!(?:teacher|student|guardian)\b)\w+", source.code)]
        places += [(source.line(s.start), s.text) for s in source.strings]
        for line, text in places:
            split = HARMLESS.sub(" ", " ".join(CAMEL.split(text)))
            if match := SCHOOL.search(split):
                found.fail(source.name, line, f"“{match.group()}” is a school's word; it belongs in Features")
    found.finish()


if __name__ == "__main__":
    main()
