#!/usr/bin/env python3
"""make mutants: small wrong changes, one at a time, and whether a test notices.

    python3 scripts/mutants.py                         200 changes chosen by chance, the same for the same --seed
    python3 scripts/mutants.py --only 'Grades|Rules'   of files whose path matches
    python3 scripts/mutants.py --count 40 --seed 7

All changes are written into one copy of the sources (.build-mutants/tree), each behind a number, and built once; a change that
does not compile is taken out. Then each is tried: first by the tests of its own feature, then by every other test module that
comes by its place. What nobody notices is listed by file and line. A change that changes nothing a person could see is written into
scripts/mutants-equivalent.txt with its reason. Ends with N passed, N failed: failed are the survivors beyond what is allowed (one in
twenty, and none where rights, buckets, points and times of closing are decided).
"""
import argparse, os, pathlib, random, re, shutil, subprocess, sys, time

from mutants_made import Mutant, declared, found, machinery, named, written

ROOT = pathlib.Path(__file__).resolve().parents[1]
WORK = ROOT / ".build-mutants"
TREE, BUILT = WORK / "tree", WORK / "build"
EQUIVALENT = ROOT / "scripts/mutants-equivalent.txt"
BUILD = ["swift", "build", "--build-tests", "--scratch-path", str(BUILT), "-debug-info-format", "none"]
BINARY = BUILT / "debug/homeroomPackageTests.xctest"
AREA_TESTS = ["PeopleTests", "ClassroomTests", "LearningTests", "TalkTests", "OfficeTests"]
MODULES = [*AREA_TESTS, "JourneyTests", "WebTests", "BaseTests", "LedgerTests"]
ALLOWED = 20  # one survivor of so many


# ── choosing ──

def sources(only):
    paths = [p for role in ("Model", "Server") for p in sorted((ROOT / "Features").glob(f"*/*/{role}/*.swift"))]
    return [p for p in paths if not p.name.endswith("Tables.swift") and re.search(only, str(p.relative_to(ROOT)))]


def known_equivalent():
    if not EQUIVALENT.exists():
        return {}
    lines = [line.split(" # ", 1) for line in EQUIVALENT.read_text().splitlines() if line and not line.startswith("#")]
    return {place.strip(): reason for place, reason in lines}


def chosen(options):
    """So many places by chance, the same chance for each feature and each kind of change, none within three lines of another."""
    lot, equivalent, groups = random.Random(options.seed), known_equivalent(), {}
    for path in sources(options.only):
        file = str(path.relative_to(ROOT))
        for line, kind, start, old, new, says in found(path):
            if f"{file}: {says}" not in equivalent:
                groups.setdefault((file.split("/")[2], kind), []).append((file, line, kind, start, old, new, says))
    for places in groups.values():
        lot.shuffle(places)
    mutants, taken, keys = [], set(), sorted(groups)
    while len(mutants) < options.count and any(groups.values()):
        lot.shuffle(keys)
        for key in keys:
            if groups[key] and len(mutants) < options.count:
                file, line, kind, start, old, new, says = groups[key].pop()
                if not any((file, near) in taken for near in range(line - 3, line + 4 + old.count("\n"))):
                    taken.add((file, line))
                    mutants.append(numbered(len(mutants) + 1, file, line, kind, start, old, new, says))
    return mutants


def numbered(number, file, line, kind, start, old, new, says):
    if kind == "operator":
        return Mutant(number, file, line, kind, start, old, named(old, number), says, declared(old, number))
    return Mutant(number, file, line, kind, start, old, new.replace("{n}", str(number)), says)


# ── building ──

def copy():
    """The tracked files as they are now; what has not changed keeps its time, so that a second build is short."""
    for name in subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines():
        source, target = ROOT / name, TREE / name
        if source.is_file():
            put(target, source.read_bytes())


def put(target, data):
    if not target.exists() or target.read_bytes() != data:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def write(mutants):
    by_file = {}
    for m in mutants:
        by_file.setdefault(m.file, []).append(m)
    for path in sources(""):
        file = str(path.relative_to(ROOT))
        put(TREE / file, written(path.read_text(), by_file.get(file, [])).encode())
    put(TREE / "Sources/Base/Mutants.swift", machinery(mutants).encode())


def built(mutants):
    """Those that compile. The compiler names the lines that do not; the nearest change of that file goes."""
    for attempt in range(12):
        write(mutants)
        started = time.time()
        done = subprocess.run(BUILD, cwd=TREE, capture_output=True, text=True)
        print(f"  build {attempt + 1}: {len(mutants)} changes, {time.time() - started:.0f} s", flush=True)
        if done.returncode == 0:
            return mutants
        bad = set()
        for file, line in re.findall(r"^(?:.*/)?((?:Features|Sources)/\S+\.swift):(\d+):\d+: error:", done.stdout + done.stderr, re.M):
            near = [m for m in mutants if m.file == file]
            if near:
                bad.add(min(near, key=lambda m: abs(m.line - int(line))).number)
        if not bad:
            sys.exit("mutants: the copy does not build:\n" + (done.stdout + done.stderr)[-3000:])
        mutants = [m for m in mutants if m.number not in bad]
    sys.exit("mutants: after twelve builds there are still changes that do not compile")


# ── trying ──

def suites(feature):
    """The names of a feature's suites, as one pattern."""
    names = []
    for path in (ROOT / "Features" / feature / "Tests").glob("*.swift"):
        names += re.findall(r"@Suite[^\n]*?struct (`[^`]+`|\w+)", path.read_text())
        names += re.findall(r"@Suite[^\n]*\n\s*struct (`[^`]+`|\w+)", path.read_text())
    return "|".join(re.escape(name.strip("`")) for name in sorted(set(names)))


def run(pattern, number=0, reached=None, limit=600):
    """Which tests failed; None when the run did not end."""
    environment = {**os.environ, "NO_COLOR": "1", "HOMEROOM_MUTANT": str(number)}
    environment |= {"HOMEROOM_REACHED": str(reached)} if reached else {}
    try:
        done = subprocess.run([str(BINARY), "--testing-library", "swift-testing", "--filter", pattern], cwd=TREE, env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    failed = re.findall(r"^\W*Test (?!run |case )(.+?) failed after", done.stdout, re.M)
    return failed or ([f"the run ended with {done.returncode}"] if done.returncode else [])


def reach(mutants):
    """test module → the numbers of the changes that its tests come by; all must pass before anything is changed."""
    found = {}
    for module in MODULES:
        path = WORK / f"reached-{module}"
        failed = run(rf"^{module}\.", reached=path, limit=1200)
        if failed is None or failed:
            sys.exit(f"mutants: {module} does not pass as it is: {failed}")
        marks = path.read_text() if path.exists() else ""
        found[module] = {m.number for m in mutants if marks[m.number:m.number + 1] == "1"}
    return found


def tried(mutant, reached):
    """The tests that noticed, those of the own feature first; an empty list when nobody did."""
    own = suites(mutant.feature)
    steps = [own] if own and mutant.number in reached.get(mutant.feature.split("/")[0] + "Tests", ()) else []
    steps += [rf"^{module}\." for module in MODULES if mutant.number in reached[module]]
    for pattern in steps:
        failed = run(pattern, mutant.number)
        if failed is None:
            return ["a run that did not end"]
        if failed:
            return failed
    return []


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", default="", help="a pattern of paths")
    options.add_argument("--clean", action="store_true", help="build everything anew")
    options = options.parse_args()
    if options.clean:
        shutil.rmtree(WORK, ignore_errors=True)
    copy()
    mutants = built(chosen(options))
    reached = reach(mutants)
    survivors = []
    for m in mutants:
        noticed = tried(m, reached)
        mark, who = ("ok  ", f"{len(noticed)}: {noticed[0]}") if noticed else ("LIVE", "nobody" if any(m.number in r for r in reached.values()) else "no test comes here")
        print(f"{mark} {m.number:3} {m.file}:{m.line}  {m.says}  [{who[:90]}]", flush=True)
        survivors += [] if noticed else [m]
    return told(mutants, survivors)


def told(mutants, survivors):
    strict = [m for m in survivors if m.is_strict]
    loose = [m for m in survivors if not m.is_strict]
    count = sum(not m.is_strict for m in mutants)
    beyond = max(0, len(loose) - count // ALLOWED)
    print(f"\n{len(mutants)} changes, {len(mutants) - len(survivors)} noticed; "
          f"{len(mutants) - count} where rights, buckets, points and closing are decided, {len(strict)} of them live")
    for m in survivors:
        print(f"  {'!' if m.is_strict else ' '} {m.file}:{m.line}  {m.says}")
    print(f"{len(mutants) - len(strict) - beyond} passed, {len(strict) + beyond} failed")
    return 1 if strict or beyond else 0


if __name__ == "__main__":
    sys.exit(main())
