#!/usr/bin/env python3
"""make mutants: small wrong changes, one at a time, and whether a test notices.

    python3 scripts/mutants.py                         200 changes chosen by chance, the same for the same --seed
    python3 scripts/mutants.py --only 'Grades|Rules'   of files whose path matches
    python3 scripts/mutants.py --count 40 --seed 7
    python3 scripts/mutants.py --again                 those that were noticed before, too

All changes are written into one copy of the sources (.build-mutants/tree), each behind a number, and built once; a change that
does not compile is taken out. Then they are tried, the strict ones first, two beside each other: by the tests of their own feature,
then by every other test module that comes by their place, until the first test fails; it has to fail twice, alone the second time.
What was found is kept in .build-mutants, so a run that was cut goes on, and a second run tries what lived and what has changed since.

What nobody notices is listed by file and line. A change that changes nothing a person could see is written into
scripts/mutants-equivalent.txt with its reason. Ends with N passed, N failed: failed are the survivors beyond what is allowed (one in
twenty, and none where rights, buckets, points and times of closing are decided).
"""
import argparse, concurrent.futures, functools, hashlib, json, os, pathlib, re, shutil, subprocess, sys, threading, time

from mutants_made import Mutant, declared, found, machinery, named, written

ROOT = pathlib.Path(__file__).resolve().parents[1]
WORK = ROOT / ".build-mutants"
TREE, BUILT = WORK / "tree", WORK / "build"
EQUIVALENT = ROOT / "scripts/mutants-equivalent.txt"
BUILD = ["swift", "build", "--build-tests", "--scratch-path", str(BUILT), "-debug-info-format", "none"]
MACHINERY = TREE / "Sources/Base/Mutants.swift"
BINARY = BUILT / "debug/homeroomPackageTests.xctest"
MODULES = ["PeopleTests", "ClassroomTests", "LearningTests", "TalkTests", "OfficeTests", "JourneyTests"]  # those that use Features
ALLOWED = 20  # one survivor of so many
SPARE = 6  # one more in so many, because some do not compile


class Kept:
    """A dictionary that outlives a run: a file of .build-mutants, written at every change."""

    def __init__(self, name):
        self.path, self.lock = WORK / f"{name}.json", threading.Lock()
        self.values = json.loads(self.path.read_text()) if self.path.exists() else {}

    def __getitem__(self, key):
        return self.values.get(key)

    def __setitem__(self, key, value):
        with self.lock:
            self.values[key] = value
            self.path.parent.mkdir(exist_ok=True)
            self.path.with_suffix(".new").write_text(json.dumps(self.values, indent=0, ensure_ascii=False))
            self.path.with_suffix(".new").replace(self.path)


def digest(*parts):
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:16]


# ── choosing ──

def sources(only):
    paths = [p for role in ("Model", "Data", "Handlers", "Server") for p in sorted((ROOT / "Features").glob(f"*/*/{role}/*.swift"))]
    return [p for p in paths if not p.name.endswith("Tables.swift") and re.search(only, str(p.relative_to(ROOT)))]


@functools.cache
def text(path):
    """Read once, so that the sources can be worked on while a run builds."""
    return path.read_text()


def known_equivalent():
    if not EQUIVALENT.exists():
        return {}
    lines = [line.split(" # ", 1) for line in EQUIVALENT.read_text().splitlines() if line and not line.startswith("#")]
    return {place.strip(): reason for place, reason in lines}


def candidates(options):
    """(feature, kind) → its places in the order of their lots, which an edit elsewhere does not change."""
    groups, broken = {}, Kept("broken")
    for path in sources(options.only):
        file, seen = str(path.relative_to(ROOT)), {}
        for line, kind, start, old, new, says in found(path, text(path)):
            nth = seen[says] = seen.get(says, -1) + 1
            m = Mutant(0, file, line, kind, start, old, new, says, nth=nth)
            if not broken[m.key]:
                groups.setdefault((m.feature, kind), []).append(m)
    for places in groups.values():
        places.sort(key=lambda m: digest(options.seed, m.key))
    return groups


def chosen(options):
    """So many places by chance, the same chance for each feature and each kind of change, none within three lines of another.

    Known equivalents stay in: they are the lots that were drawn, and are told as what they are.
    """
    groups, taken, rounds = candidates(options), set(), 0
    mutants = [m for places in groups.values() for m in places if options.also and re.search(options.also, m.place)]
    wanted = options.count + options.count // SPARE
    while len(mutants) < wanted and any(groups.values()):
        rounds += 1
        for key in sorted(groups, key=lambda key: digest(options.seed, rounds, key)):
            if groups[key] and len(mutants) < wanted:
                m = groups[key].pop(0)
                if m not in mutants and not any((m.file, near) in taken for near in range(m.line - 3, m.line + 4 + m.old.count("\n"))):
                    taken.add((m.file, m.line))
                    mutants.append(m)
    return numbered(mutants)


def numbered(mutants):
    """Each has its number for good, so that another choice does not write every file anew."""
    numbers, heads = Kept("numbers"), Kept("heads")
    for m in mutants:
        if not numbers[m.key]:
            numbers[m.key] = len(numbers.values) + 1
        m.number = numbers[m.key]
        if m.kind == "operator":
            m.new = named(m.old, m.number)
            if not heads[str(m.number)]:
                heads[str(m.number)] = declared(m.old, m.number)
        m.new = m.new.replace("{n}", str(m.number))
    return mutants


# ── building ──

def copy():
    """The tracked files as they are now; what has not changed keeps its time, so that a second build is short."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    ours = {str(p.relative_to(ROOT)) for p in sources("")}
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file() and name not in ours:
            put(TREE / name, adapted(name, (ROOT / name).read_bytes()))
    for path in [p for top in ("Features", "Sources", "Tests") for p in (TREE / top).glob("**/*.swift")]:
        if path != MACHINERY and not (ROOT / path.relative_to(TREE)).exists():
            path.unlink()


def adapted(name, data):
    """A trial asks one engine only: most tests run the same on both, and PostgreSQL takes its time."""
    if name != "Sources/Ledger/TableSchema.swift":
        return data
    every = "  public static var allCases: [Dialect] { triesOneEngine ? [.sqlite] : [.sqlite, .postgres] }\n"
    return ("import Base\n" + re.sub(r"(public enum Dialect: .*\{\n)", lambda m: m[1] + every, data.decode())).encode()


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
        put(TREE / file, written(text(path), by_file.get(file, [])).encode())
    # What was ever declared stays so: everything is compiled anew when this file changes.
    heads = Kept("heads").values
    most = max(Kept("numbers").values.values(), default=0) + 1000
    put(MACHINERY, machinery(most, [heads[key] for key in sorted(heads)]).encode())


def built(mutants):
    """Those that compile. The compiler names the lines that do not; the nearest change of that file goes."""
    broken = Kept("broken")
    for attempt in range(12):
        write(mutants)
        started = time.time()
        done = subprocess.run(BUILD, cwd=TREE, capture_output=True, text=True, errors="replace")
        print(f"  build {attempt + 1}: {len(mutants)} changes, {time.time() - started:.0f} s", flush=True)
        if done.returncode == 0:
            return mutants
        bad = {}
        for file, line in re.findall(r"^(?:.*/)?((?:Features|Sources)/\S+\.swift):(\d+):\d+: error:", done.stdout + done.stderr, re.M):
            near = [m for m in mutants if m.file == file]
            if near:
                worst = min(near, key=lambda m: abs(m.line - int(line)))
                bad[worst.number] = worst
        if not bad:
            sys.exit("mutants: the copy does not build:\n" + (done.stdout + done.stderr)[-3000:])
        for m in bad.values():
            broken[m.key] = True
        mutants = [m for m in mutants if m.number not in bad]
    sys.exit("mutants: after twelve builds there are still changes that do not compile")


# ── trying ──

def run(pattern, number=0, reached=None, limit=600):
    """The first test that failed, or the empty text; with `reached`, all of them run and the places they come by are written there."""
    folder = WORK / f"tmp-{threading.get_ident()}"
    folder.mkdir(exist_ok=True)
    environment = {**os.environ, "NO_COLOR": "1", "HOMEROOM_MUTANT": str(number), "HOMEROOM_MUTANT_ENGINE": "sqlite", "TMPDIR": str(folder)}
    environment |= {"HOMEROOM_REACHED": str(reached)} if reached else {}
    command = [str(BINARY), "--testing-library", "swift-testing", "--filter", pattern]
    process = subprocess.Popen(command, cwd=TREE, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    late = threading.Event()
    timer = threading.Timer(limit, lambda: (late.set(), process.kill()))
    timer.start()
    failed = ""
    try:
        for line in process.stdout:
            issue = re.match(r"\W*Test (?!run |case )(.+?) recorded an issue", line)
            if issue and not failed:
                failed = issue[1]
                if not reached:
                    process.kill()
        process.wait()
    finally:
        timer.cancel()
        shutil.rmtree(folder, ignore_errors=True)
    if late.is_set():
        return "a run that did not end"
    return failed or (f"the run ended with {process.returncode}" if process.returncode else "")


def feature_tests(feature):
    """The files of a feature's tests, as one pattern: the name of a test ends with the file it stands in."""
    names = sorted(p.stem for p in (ROOT / "Features" / feature / "Tests").glob("*.swift"))
    return rf"^{feature.split('/')[0]}Tests\..*/({'|'.join(names)})\.swift:" if names else ""


def alone(test):
    return "^\\w+Tests\\..*" + re.escape(test.strip('"`').removesuffix("()")) + "`?\\("


def code(*patterns):
    return digest(*(p.read_bytes() for pattern in patterns for p in sorted(ROOT.glob(pattern))))


def reach(mutants, workers):
    """test module → the numbers of the changes that its tests come by; all must pass before anything is changed."""
    known = Kept("reach")
    base = digest(code("Features/*/*/[MPS]*/*.swift", "Sources/[!H]*/**/*.swift"), sorted(m.key for m in mutants))

    def one(module):
        area = module.removesuffix("Tests")
        state = digest(base, code(f"Features/{area}/*/Tests/*.swift", f"Tests/{module}/*.swift"))
        if (known[module] or {}).get("state") == state:
            return
        path = WORK / f"reached-{module}"
        started, failed = time.time(), run(rf"^{module}\.", reached=path, limit=2400)
        if failed and (failed.startswith(("a run", "the run")) or run(alone(failed))):
            raise SystemExit(f"mutants: {module} does not pass as it is: {failed}")
        marks = path.read_text() if path.exists() else ""
        known[module] = {"state": state, "numbers": [m.number for m in mutants if marks[m.number:m.number + 1] == "1"]}
        print(f"  {module} passes as it is, {time.time() - started:.0f} s, and comes by {len(known[module]['numbers'])}", flush=True)

    list(workers.map(one, MODULES))
    return {module: set(known[module]["numbers"]) for module in MODULES}


def area(mutant):
    return mutant.feature.split("/")[0] + "Tests"


def tried(mutant, patterns):
    """The test that noticed; the empty text when nobody did."""
    for pattern in patterns:
        failed = run(pattern, mutant.number)
        if failed.startswith(("a run", "the run")) or failed and run(alone(failed), mutant.number):
            return failed
    return ""


def by_own(mutant, reached):
    """By the tests of its own feature."""
    own = feature_tests(mutant.feature)
    return tried(mutant, [own] if own and mutant.number in reached[area(mutant)] else [])


def by_others(mutant, reached):
    """By every test module that comes by, that of its own area first."""
    modules = sorted(MODULES, key=lambda module: module != area(mutant))
    return tried(mutant, [rf"^{module}\." for module in modules if mutant.number in reached[module]])


def still(mutant, kept, again):
    """Who noticed it before, when its file is as it was."""
    before = kept[mutant.key] or {}
    return before.get("noticed", "") if before.get("state") == digest(text(ROOT / mutant.file)) and not again else ""


def survivors_of(step, mutants, reached, kept, workers, last):
    """Those that `step` does not notice; `last` says that nobody will."""
    def one(mutant):
        noticed = step(mutant, reached)
        if noticed or last:
            kept[mutant.key] = {"state": digest(text(ROOT / mutant.file)), "noticed": noticed}
            who = noticed or ("nobody" if any(mutant.number in r for r in reached.values()) else "no test comes here")
            print(f"{'ok  ' if noticed else 'LIVE'} {'!' if mutant.is_strict else ' '} {mutant.number:3} "
                  f"{mutant.file}:{mutant.line}  {mutant.says[:120]}  [{who[:90]}]", flush=True)
        return noticed
    return [m for m, noticed in zip(mutants, workers.map(one, mutants)) if not noticed]


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", default="", help="a pattern of paths")
    options.add_argument("--also", default="", help="a pattern of changes, as they are listed, that are tried whatever the lots say")
    options.add_argument("--jobs", type=int, default=2, help="how many are tried beside each other")
    options.add_argument("--again", action="store_true", help="try those that were noticed before, too")
    options.add_argument("--clean", action="store_true", help="build everything anew")
    options = options.parse_args()
    if options.clean:
        shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(exist_ok=True)
    copy()
    equivalent, kept = known_equivalent(), Kept("results")
    every = built(chosen(options))
    mutants = [m for m in every if m.key not in equivalent][:options.count]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as workers:
        reached = reach(every, workers)
        left = [m for m in sorted(mutants, key=lambda m: not m.is_strict) if not still(m, kept, options.again)]
        for step, last in [(by_own, False), (by_others, True)]:
            left = survivors_of(step, left, reached, kept, workers, last)
    return told(mutants, left, len(every) - len([m for m in every if m.key not in equivalent]))


def told(mutants, survivors, equivalents):
    strict = [m for m in survivors if m.is_strict]
    loose = [m for m in survivors if not m.is_strict]
    count = sum(not m.is_strict for m in mutants)
    beyond = max(0, len(loose) - count // ALLOWED)
    print(f"\n{len(mutants)} changes, {len(mutants) - len(survivors)} noticed; {len(mutants) - count} where rights, buckets, points and closing "
          f"are decided, {len(strict)} of them live; {equivalents} more change nothing")
    for m in survivors:
        print(f"  {'!' if m.is_strict else ' '} line {m.line} of {m.key}")
    print(f"{len(mutants) - len(strict) - beyond} passed, {len(strict) + beyond} failed")
    return 1 if strict or beyond else 0


if __name__ == "__main__":
    sys.exit(main())
