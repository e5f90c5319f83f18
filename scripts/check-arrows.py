#!/usr/bin/env python3
"""Arrows point down: what each folder may import.

    python3 scripts/check-arrows.py

homeroom → {App, Demo} → servers of areas → {Ledger, Web, Mail}; HomeroomClient → Core → areas (Data, Handlers, Pages) → {School, Router,
Database} → {Kit, HTML, Exact, Archive, Delimited, ICalendar, XML} → Base (design.md §1). No arrow leads from an area to a server.
"""
import json, re, subprocess
from swiftsource import ROOT, Findings, Source, swift_files

CLEAN = set()  # nothing but ours: the browser compiles it
SERVER = {"Foundation", "FoundationEssentials", "FoundationInternationalization", "Synchronization", "Logging", "Crypto",
          "NIOCore", "HTTPTypes", "_FoundationICU", "Glibc"}
# What is no school's business and runs everywhere: formats, calendars, numbers.
FORMATS = {"Exact", "Archive", "Delimited", "ICalendar", "XML"}
# The middle, which runs in three homes: rows and requests.
MIDDLE = {"Database", "Router"}
LOW = FORMATS | MIDDLE | {"Base", "HTML", "Kit", "School", "Ledger", "Web", "Mail", "Anki"}
# The order of areas: each may read those before it, and its server their servers, too.
AREAS = ["People", "Classroom", "Learning", "Study", "Training", "Talk", "Office"]
SERVERS = {f"{area}Server" for area in AREAS}
PLATFORM = {"NIOCore", "NIOPosix", "NIOConcurrencyHelpers", "NIOHTTP1", "NIOHTTPTypes", "NIOSSL", "NIOFoundationCompat", "NIOEmbedded",
            "Hummingbird", "HummingbirdCore", "HummingbirdTLS", "HummingbirdHTTP2", "ServiceLifecycle", "UnixSignals",
            "AsyncHTTPClient", "Metrics", "Tracing", "Configuration", "SystemPackage", "System", "Subprocess", "JWTKit", "_CryptoExtras"}
ALLOWED = {
    "Sources/Base": CLEAN,
    "Sources/HTML": CLEAN,
    "Sources/Sync": CLEAN | {"Base", "Database"},
    "Sources/Exact": CLEAN | {"Base"},
    "Sources/Archive": CLEAN | {"Base"},
    "Sources/Delimited": CLEAN | {"Base"},
    "Sources/Kit": CLEAN | {"Base", "HTML"},
    "Sources/ICalendar": CLEAN | {"Base"},
    "Sources/XML": CLEAN | {"Base"},
    "Sources/Anki": {"Base", "Archive", "CSQLite", "CZstd", "Crypto", "Foundation"},
    "Sources/Database": CLEAN | {"Base", "CSQLite"},
    "Sources/Router": CLEAN | {"Base", "HTML", "Kit", "Database"},
    "Sources/Ledger": SERVER | {"Base", "Database", "GRDB", "GRDBSQLite", "CPostgres", "CSQLite", "NIOConcurrencyHelpers"},
    "Sources/Web": SERVER | PLATFORM | MIDDLE | {"Base", "Archive", "HTML", "Kit", "Ledger", "CArgon2", "CQREncode", "CZlib", "CDeflate", "CMagic", "CGD"},
    "Sources/Mail": SERVER | {"Base", "CCurl", "NIOPosix", "NIOConcurrencyHelpers"},
    "Sources/Core": MIDDLE | {"Base", "HTML", "Kit", "School", "Sync"} | set(AREAS),
    # A program of its own, on phones and desktops: the core, a file and a line.
    "Sources/Client": MIDDLE | {"Base", "Sync", "Core", "Foundation", "FoundationNetworking", "Synchronization", "CCurl"},
    "Sources/App": SERVER | PLATFORM | LOW | set(AREAS) | SERVERS | {"Core", "Sync"},
    "Sources/Demo": SERVER | LOW | set(AREAS) | SERVERS | {"NIOConcurrencyHelpers"},
    "Sources/homeroom": SERVER | {"App", "Base", "Database", "Demo", "HomeroomClient", "Ledger", "School", "Sync", "ArgumentParser"},
    "Browser": CLEAN | MIDDLE | {"Base", "Sync", "Core"},
}
TESTING = LOW | SERVER | PLATFORM | set(AREAS) | SERVERS | {"App", "Core", "Demo", "Sync", "HomeroomClient", "HomeroomTesting", "HummingbirdTesting", "Testing", "GRDB",
                                                  "GRDBSQLite", "CPostgres", "CSQLite", "CZstd", "RegexBuilder"}
# Features of one area that were cut to point one way: each names nothing that one after it declares, and no SQL of it its
# tables. What a lower one must know of a higher one comes by a seam (docs/decisions/0028).
ORDERED = [["Questions", "Quizzes", "Attempts", "Marking"]]
PLACES = {"Quiz"}  # a question says in which quiz it stands
DECLARED = re.compile(r"^(?:@\w+ )*(?:public |package |internal )?(?:final )?(?:struct|enum|class|actor|protocol|func|typealias|let|var) (\w+)", re.M)
READS = re.compile(r"\b(?:FROM|JOIN)\s+(\w+)")
IMPORT = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?"
                    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)", re.M)


def allowed(name):
    """The modules a file may import, or nothing when no rule knows it."""
    for folder, modules in ALLOWED.items():
        if name.startswith(folder + "/"):
            return modules
    if match := re.match(r"Features/(\w+)/\w+/(\w+)/", name):
        area, role = match.groups()
        before = set(AREAS[:AREAS.index(area)]) if area in AREAS else set()
        pages = FORMATS | {"Base", "HTML", "Kit", "School"}
        return {
            "Model": FORMATS | {"Base"}, "Data": FORMATS | {"Base", "Database", "School"} | before, "Pages": pages | before,
            "Handlers": pages | MIDDLE | before, "Server": LOW | SERVER | before | {area} | {f"{name}Server" for name in before},
            "Client": FORMATS | {"Base", "School", "Sync", "Foundation"}, "Tests": TESTING,
        }.get(role)
    if name.startswith(("Tests/", "Sources/HomeroomTesting/", "Benchmarks/")):
        return TESTING
    return None


def main():
    found = Findings("arrows")
    for path in swift_files("Sources", "Features", "Tests", "Browser"):
        found.checked += 1
        source = Source(path)
        modules = allowed(source.name)
        if modules is None:
            found.fail(source.name, 1, "no rule says what this folder may import; see scripts/check-arrows.py")
            continue
        for match in IMPORT.finditer(source.code):
            if match.group(1) not in modules:
                line = source.line(match.start(1))
                found.fail(source.name, line, f"import {match.group(1)} is an arrow that does not point down")
    manifest = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    client(found, {target["name"]: target["dependencies"] for target in json.loads(manifest)["targets"]})
    owners = table_owners()
    tables(found, owners)
    for chain in ORDERED:
        order(found, chain, owners)
    found.finish()


def client(found, targets):
    """What is linked into a program on a phone: our own modules, SQLite, and nothing of a server (docs/decisions/0046)."""
    linked, waiting = set(), ["HomeroomClient"]
    while waiting:
        for dependency in targets.get(waiting.pop(), []):
            kind, (name, *_) = next(iter(dependency.items()))
            if kind == "product" or name in {"Ledger", "Web", "Mail", "Anki", "CPostgres"} | SERVERS:
                found.fail("Package.swift", 1, f"HomeroomClient links {name}, which is a server's")
            elif name not in linked:
                linked.add(name)
                waiting.append(name)
    found.checked += len(linked)


def table_owners():
    """Whose each table is: the folder of the feature that declares it."""
    owners = {}
    for path in swift_files("Features"):
        if path.name.endswith("Tables.swift"):
            source = Source(path)
            for match in re.finditer(r"\bTable(?:<\w+>)?\(\s*", source.code):
                after = [s for s in source.strings if match.end() <= s.start < match.end() + 4]
                if after:
                    owners[after[0].text] = path.parent.parent
    return owners


def order(found, chain, owners):
    """A feature of a chain names only what itself and those before it declare, and reads only their tables."""
    sources = {name: [] for name in chain}
    for path in swift_files("Features"):
        if path.parent.parent.name in sources and path.parent.name != "Tests":
            sources[path.parent.parent.name].append(Source(path))
    above = {}
    for name in chain:
        for source in sources[name]:
            for match in DECLARED.finditer(source.code):
                above.setdefault(match.group(1), name)
    for place, name in enumerate(chain):
        higher = {word for word, owner in above.items() if chain.index(owner) > place} - PLACES
        for source in sources[name]:
            found.checked += 1
            for line, what in upward(source, higher, {t for t, f in owners.items() if f.name in chain[place + 1:]}):
                found.fail(source.name, line, f"{what} stands above {name}; a seam brings what it knows")


def upward(source, names, tables):
    """Where a source names one of `names`, or its SQL reads one of `tables`."""
    for match in re.finditer(r"(?<![.\w])[A-Za-z_]\w*(?!\w*:)", source.code):
        if match.group(0) in names:
            yield source.line(match.start()), match.group(0)
    for literal in source.strings:
        for match in READS.finditer(literal.text):
            if match.group(1) in tables:
                yield source.line(literal.start), match.group(1)


def tables(found, owners):
    """Each table has one owner: no SQL outside the feature's own folder names it (style.md rule 7)."""
    for path in swift_files("Features"):
        if not path.name.endswith("Store.swift"):
            continue
        source = Source(path)
        for literal in source.strings:
            for match in re.finditer(r'\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?(\w+)', literal.text):
                owner = owners.get(match.group(1))
                if owner and owner != path.parent.parent:
                    found.fail(source.name, source.line(literal.start), f"{match.group(1)} belongs to {owner.name}; send its Command")


if __name__ == "__main__":
    main()
