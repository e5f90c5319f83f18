#!/usr/bin/env python3
"""Runs the checks, each with its time, and ends with one line: N passed, N failed.

    python3 scripts/check.py                everything, as CI does (make check)
    python3 scripts/check.py test           the tests alone (make test)
    python3 scripts/check.py names words    some steps by name
    python3 scripts/check.py --list

What a step prints goes to .build/check/<step>.log; the end of it is shown when it fails. A step that cannot run because
another failed counts as failed. Steps are independent unless `needs` says otherwise, so one run shows all that is wrong.
Neighbours of the same `lane` run side by side: each by itself waits for a browser or a server half of the time.
"""
import collections, concurrent.futures, ctypes.util, datetime, functools, itertools, os, pathlib, re, subprocess, sys, threading, time, zoneinfo, xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parents[1]
LOGS = ROOT / ".build" / "check"
PYTHON = str(ROOT / ".venv/bin/python") if (ROOT / ".venv/bin/python").exists() else sys.executable
HOMEROOM = ".build/debug/homeroom"  # docs/decisions/0009
SWIFT_FOLDERS = [f for f in ("Package.swift", "Sources", "Features", "Tests", "Browser", "Benchmarks") if (ROOT / f).exists()]

Step = collections.namedtuple("Step", "name about command needs count lane", defaults=[""])


def last_line(log, code):
    """Counts as the step's own last words give them: “12 passed, 0 failed”; otherwise the step is one thing."""
    found = re.findall(r"(\d+) passed, (\d+) failed", log)
    if not found:
        return (1, 0) if code == 0 else (0, 1)
    passed, failed = (int(n) for n in found[-1])
    return passed, failed or int(code != 0)


def swift_tests(log, code):
    totals = re.findall(r"Test run with (\d+) tests?", log)
    failed = len(set(re.findall(r"^\W*Test (?!run |case )(.+?) failed after", log, re.M)))
    if not totals:
        return 0, max(1, failed)
    times = re.findall(r"^\W*Test (?!run |case )(.+?) (?:passed|failed) after ([\d.]+) seconds", log, re.M)
    for name, seconds in sorted(times, key=lambda t: -float(t[1]))[:10]:
        print(f"      {float(seconds):7.2f} s  {name}")
    return int(totals[-1]) - failed, failed or int(code != 0)


def pytest_report(name, log, code):
    try:
        tree = xml.parse(LOGS / f"{name}.xml").getroot().find("testsuite")
        suite = tree.attrib
    except (OSError, xml.ParseError, AttributeError):
        return 0, 1
    for measure in tree.iter("property"):
        print(f"      {measure.get('value')}")
    total, skipped = int(suite["tests"]), int(suite["skipped"])
    failed = int(suite["failures"]) + int(suite["errors"])
    if skipped:
        print(f"      {skipped} skipped: a test that does not run proves nothing")
    return total - failed - skipped, failed + skipped or int(code != 0)


def script(name):
    return [sys.executable, f"scripts/check-{name}.py"]


def in_browsers(name, about, files, lane="browsers", only=""):
    command = [PYTHON, "-m", "pytest", *files, *(["-k", only] if only else []), "-c", "Tests/e2e/pytest.ini", f"--junitxml={LOGS}/{name}.xml", "--durations=10"]
    return Step(name, about, command, ["build-tests"], functools.partial(pytest_report, name), lane)


# What is generated from routes and pages, and what people do in a day.
E2E = sorted(f"Tests/e2e/{f.name}" for f in (ROOT / "Tests/e2e").glob("test_*.py"))
PAGES = ["Tests/e2e/test_pages.py"]
# Half of the languages each, so that no lane ends long after the others: a lane that asks for one language more goes through all pages in it.
TO_THE_LEFT = "ar] or he]"
DOORS = [f for f in E2E if re.search("_(links|authorization|ids|security|metrics|browser)[.]py$", f)]
LEARNING = [f for f in E2E if "/test_learning_" in f or "/test_study" in f]
TALK = [f for f in E2E if re.search("/test_(talk_.*|training|offline|classroom_noa)[.]py$", f)]
JOURNEYS = [f for f in E2E if f not in PAGES + DOORS + LEARNING + TALK]
# Without debug information the build is an eighth shorter and its tests are linked in half the time; nobody debugs a check.
BUILD = ["--explicit-target-dependency-import-check", "error", "-debug-info-format", "none"]
# Eight tests at a time keep two cores busy; with all of them begun at once each waited for the others until its clocks ran out. A
# disk is not waited for: a test kills processes and not machines (that is `make powercut`), and 2,571 tests took 7 min instead of 11.
QUICKLY = {"SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "8", "LD_PRELOAD": ctypes.util.find_library("eatmydata") or ""}
STEPS = [
    Step("checks", "the checks themselves", script("checks"), [], last_line),
    Step("format", "format", ["swift", "format", "lint", "--strict", "--parallel", "--recursive", *SWIFT_FOLDERS], [], last_line),
    Step("names", "names and sizes", script("names"), [], last_line),
    Step("arrows", "arrows point down", script("arrows"), [], last_line),
    Step("machinery", "no school words in the machinery", script("machinery"), [], last_line),
    Step("calls", "forbidden calls", script("calls"), [], last_line),
    Step("dependencies", "every dependency has its reason", script("dependencies"), [], last_line),
    Step("words", "words complete in four languages", script("words"), [], last_line),
    Step("styles", "styles are made of tokens", script("styles"), [], last_line),
    Step("contrast", "contrast of every token pair", [sys.executable, "scripts/assets/contrast.py"], [], last_line),
    Step("fallback", "fallback colours are current", [sys.executable, "scripts/assets/fallback.py", "--check"], [], last_line),
    Step("browser", "everything a browser runs compiles for one", ["scripts/browser.sh", "--quick"], [], last_line, "swift"),
    Step("build-tests", "build, debug, with import check", ["swift", "build", "--build-tests", *BUILD], [], last_line, "swift"),
    Step("swift-test", "tests: rules, services, pages, HTTP, journeys", ["swift", "test", "--skip-build", *BUILD], ["build-tests"], swift_tests, "swift"),
    Step("schema", "schema.sql is what the program makes",
         ["bash", "-c", f"diff -u schema.sql <({HOMEROOM} migrate --print-schema) || {{ echo 'run make schema'; exit 1; }}"], ["build-tests"], last_line),
    Step("routes", "docs/api/routes.txt is what the program serves",
         ["bash", "-c", f"diff -u docs/api/routes.txt <({HOMEROOM} routes) || {{ echo 'run make routes'; exit 1; }}"], ["build-tests"], last_line),
    in_browsers("pages", "every page in English and French, in real browsers", PAGES, only=f"not ({TO_THE_LEFT})"),
    in_browsers("pages-rtl", "every page in Arabic and Hebrew, in real browsers", PAGES, only=TO_THE_LEFT),
    # Beside the tests in Swift it kept them waiting until their clocks ran out.
    in_browsers("doors", "who may pass which route, and where links lead", DOORS),
    in_browsers("journeys", "days of people, in real browsers", JOURNEYS),
    in_browsers("talk", "messages, calendar, training and days without a line, in real browsers", TALK),
    in_browsers("learning", "courses, work, quizzes and grades, in real browsers", LEARNING),
]
BROWSERS = ["pages", "pages-rtl", "doors", "journeys", "talk", "learning"]
# What the browsers take on the slowest machine seen; in CI it was 16 min.
BROWSERS_TAKE = datetime.timedelta(minutes=32)
GROUPS = {"test": ["browser", "build-tests", "swift-test", *BROWSERS], "e2e": BROWSERS}


def chosen(names):
    names = [step for name in names for step in GROUPS.get(name, [name])]
    known = {s.name for s in STEPS}
    for name in names:
        if name not in known:
            sys.exit(f"check: no step is called {name}; there are {', '.join(s.name for s in STEPS)}")
    return [s for s in STEPS if not names or s.name in names]


def run(step, environment):
    """Whether it went well, what it counted, and what it said."""
    print(f"  …   {step.about}", flush=True)
    log, started = LOGS / f"{step.name}.log", time.time()
    with open(log, "wb") as out:
        code = subprocess.run(step.command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, env=environment).returncode
    said = log.read_text(errors="replace")
    good, bad = step.count(said, code)
    if bad:
        print("\n".join("      " + line for line in said.splitlines()[-60:]))
    print(f"{'FAIL' if bad else ' ok '}  {step.about}: {good} passed, {bad} failed, {time.time() - started:.1f} s", flush=True)
    return good, bad


def blocked(step, broken):
    by = [n for n in step.needs if n in broken]
    if by:
        print(f"FAIL  {step.about}: not run, because {by[0]} failed", flush=True)
    return bool(by)


def lanes(steps):
    """Steps in their order, those of one lane together."""
    for lane, group in itertools.groupby(steps, key=lambda s: s.lane or s.name):
        yield list(group)


def side_by_side(group, environment, broken):
    """Runs the steps of a lane at once, each as soon as what it needs of the lane is done; what each counted."""
    done = {step.name: threading.Event() for step in group}

    def one(step):
        try:
            for need in step.needs:
                if need in done:
                    done[need].wait()
            good, bad = (0, 1) if blocked(step, broken) else run(step, environment)
            if bad:
                broken.add(step.name)
            return good, bad
        finally:
            done[step.name].set()

    with concurrent.futures.ThreadPoolExecutor(len(group)) as pool:
        return list(pool.map(one, group))


def before_a_new_day():
    """The school of the demo, and how long until its day ends, where that is before the browsers would be done; otherwise nothing."""
    zones = set(re.findall(r'zone: "([^"]+)"', (ROOT / "Sources/Demo/DemoSchool.swift").read_text()))
    assert zones, "Sources/Demo/DemoSchool.swift names no zone"
    for zone in sorted(zones):
        now = datetime.datetime.now(zoneinfo.ZoneInfo(zone))
        midnight = (now + datetime.timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
        if midnight - now < BROWSERS_TAKE:
            return zone, midnight - now


def keep_to_one_day():
    """Yesterday's register is another page and a streak is a day shorter: a day in the demo must not end while people are in it."""
    while found := before_a_new_day():
        zone, left = found
        print(f"      {left.seconds // 60} min until a new day in {zone}: the browsers begin after it", flush=True)
        time.sleep(left.seconds + 5)


def main(names):
    if "--list" in names:
        return print("\n".join(f"{s.name:12} {s.about}" for s in STEPS)) or 0
    LOGS.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, **QUICKLY, "PYTHONDONTWRITEBYTECODE": "1", "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1", "HOMEROOM": str(ROOT / HOMEROOM)}
    passed = failed = 0
    broken, begun = set(), time.time()
    for group in lanes(chosen(names)):
        if group[0].lane == "browsers":
            keep_to_one_day()
        for good, bad in side_by_side(group, environment, broken):
            passed, failed = passed + good, failed + bad
    print(f"      {time.time() - begun:.0f} s in all; logs in {LOGS.relative_to(ROOT)}")
    for name in [s.name for s in STEPS if s.name in broken]:
        print(f"FAIL  {name}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
