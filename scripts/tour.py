"""Twelve pictures of real pages with a sentence each: docs/tour.md and docs/images/tour/.

The demo school is made on a Wednesday morning that is always the same, so that what changes in a picture is the product.
Pages are found by their links; where a link is gone, the tour says which, and the pictures of before stay.
"""
import base64, datetime, os, pathlib, re, struct, subprocess, sys, time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "e2e"))

from playwright.sync_api import sync_playwright

import contract
from conftest import CHROMIUM, FLAGS
from school import OUT, Server, Session

# In Jerusalem it is twenty past eight, the first lesson has begun.
MORNING = datetime.datetime(2026, 12, 2, 6, 20, tzinfo=datetime.timezone.utc)
DESK, PHONE = (1280, 800), (390, 844)
MOST = 120_000  # bytes of a picture
ID = contract.ID.pattern
MATH = "Math 7"
LINKS = "all => all.map(a => [a.getAttribute('href'), a.textContent])"


class Stop:
    """One picture: who looks, in which language and light, how large, and the links that lead there."""

    def __init__(self, name, who, language, scheme, size, sentence, start, *links, then=None):
        self.name, self.who, self.language, self.scheme, self.size = name, who, language, scheme, size
        self.sentence, self.start, self.links, self.then = sentence, start, links, then


def take(page):
    """Two children are not there in the register, everybody else is."""
    for status, row in (("absent", 2), ("late", 4)):
        buttons = page.locator(f"main [data-mark={status}]")
        if buttons.count() > row:
            buttons.nth(row).evaluate("button => button.click()")  # on a phone some marks are in a menu
            page.wait_for_timeout(300)


PEOPLE = {
    "A teacher": [
        Stop("teacher-home", "omar@rimon.example", "en", "light", DESK,
             "The day begins with what is next: the lesson that is on, what is due, and what waits to be graded.", "/"),
        Stop("register", "omar@rimon.example", "en", "light", PHONE,
             "The register is taken with one tap per child; the office and the parents see it the same second.",
             "/attendance", (rf"/(?:classes/{ID}/attendance|attendance/{ID})[^\"]*", "7B"), then=take),
        Stop("gradebook", "omar@rimon.example", "en", "light", DESK,
             "Type into the gradebook as into a spreadsheet: a cell says when work is missing or late.",
             "/courses", (rf"/courses/{ID}", MATH), (rf"/courses/{ID}/gradebook", None)),
        Stop("desk", "omar@rimon.example", "en", "dark", DESK,
             "Work is read, marked and answered at one desk, piece after piece.",
             "/courses", (rf"/courses/{ID}", MATH), (rf"/assignments/{ID}", "eport"),
             (rf"/assignments/{ID}/grading(?:/{ID})?", None)),
        Stop("student", "omar@rimon.example", "en", "light", DESK,
             "All you need about one student for a talk with parents: attendance, grades, what is missing.",
             "/students", (rf"/students/{ID}", "Adam")),
        Stop("week", "omar@rimon.example", "en", "light", DESK,
             "Lessons, work that is due and events share one week.",
             "/", (r"/(?:calendar|schedule)", None), (r"/(?:calendar|schedule)\?[^\"]*view=week[^\"]*", None)),
    ],
    "A student": [
        Stop("course", "adam", "en", "light", DESK, "A course is its outline: what is done, what is next, when it is due.",
             "/courses", (rf"/courses/{ID}", MATH)),
        Stop("lesson", "camille", "fr", "dark", PHONE,
             "Lessons hold text, formulas, pictures and films, and open again where you stopped.",
             "/courses", (rf"/courses/{ID}", MATH), (rf"/lessons/{ID}", "What a fraction is")),
        Stop("grade", "adam", "en", "light", PHONE, "A grade explains itself, line by line, and answers “what if”.",
             "/grades", (rf"/courses/{ID}/grades/{ID}", None)),
    ],
    "A parent": [
        Stop("parent-home", "leila@rimon.example", "ar", "light", PHONE,
             "A mother sees both children on one page, in her language and from right to left.", "/"),
        Stop("messages", "leila@rimon.example", "ar", "dark", DESK,
             "Messages reach the people whom the school lets you write to, and nobody else.",
             "/messages", (rf"/messages/{ID}", None)),
    ],
    "The office": [
        Stop("office-home", "dana@rimon.example", "en", "light", DESK, "The office sees today, class by class, and what waits for it.", "/"),
    ],
}


def clock(out):
    """The server's clock stands at `MORNING` when it starts; without a compiler it is what it is."""
    library, file = out / "clock.so", out / "clock"
    try:
        subprocess.run(["clang", "-O2", "-shared", "-fPIC", "-o", str(library), str(ROOT / "scripts/clock.c")], check=True)
    except (OSError, subprocess.CalledProcessError):
        print("no clang: the pictures show today", file=sys.stderr)
        return [], None
    file.write_bytes(struct.pack("q", int(MORNING.timestamp() - time.time())))
    return ["env", f"LD_PRELOAD={library}", f"WRONG_CLOCK={file}"], MORNING


def follow(page, stop):
    """Goes where the links of the pages lead."""
    page.goto(page.base + stop.start)
    for pattern, text in stop.links:
        links = [link for where in ("main a[href]", "a[href]") for link in page.eval_on_selector_all(where, LINKS)]
        fitting = [href for href, words in links if text is None or text in words]
        fitting = [href for href in fitting if re.fullmatch(pattern, href) or re.fullmatch(pattern, re.split("[?#]", href)[0])]
        assert fitting, f"{stop.name}: {page.url} has no link like {pattern}" + (f" that says “{text}”" if text else "")
        page.goto(page.base + fitting[0])
    if stop.then:
        stop.then(page)


def picture(page):
    """As WebP, as good as fits: Playwright itself knows PNG and JPEG only."""
    line = page.context.new_cdp_session(page)
    for quality in (85, 75, 60, 45):
        data = base64.b64decode(line.send("Page.captureScreenshot", {"format": "webp", "quality": quality})["data"])
        if len(data) <= MOST:
            return data
    raise AssertionError(f"{page.url} has more than {MOST} bytes")


def shoot(browser, server, stop, sessions, moment):
    session = sessions.setdefault(stop.who, Session(server, server.known(stop.who)).sign_in())
    session.speak(stop.language)
    width, height = stop.size
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=2 if stop.size is PHONE else 1, color_scheme=stop.scheme,
        locale=stop.language, reduced_motion="reduce", service_workers="block")
    context.add_cookies([{"name": name, "value": value, "url": server.base} for name, value in session.cookies.items()])
    page = context.new_page()
    page.base = server.base
    if moment:
        page.clock.set_fixed_time(moment)
    follow(page, stop)
    page.evaluate("document.fonts.ready")
    page.mouse.move(width - 1, height - 1)
    page.wait_for_timeout(700)
    made = picture(page)
    context.close()
    return made


def text():
    """docs/tour.md."""
    lines = ["# A look around", "", "The demo school (`make run`), as four of its people see it. `make tour` makes these pictures of the real pages.", ""]
    for who, stops in PEOPLE.items():
        lines += [f"## {who}", ""]
        for stop in stops:
            width = 300 if stop.size is PHONE else 720
            lines += [stop.sentence, "", f'<img src="images/tour/{stop.name}.webp" width="{width}" alt="{stop.sentence}">', ""]
    return "\n".join(lines)


def main(names):
    out = pathlib.Path(os.environ.get("TOUR_OUT", ROOT / "docs"))
    (out / "images" / "tour").mkdir(parents=True, exist_ok=True)
    OUT.mkdir(parents=True, exist_ok=True)
    wrap, moment = clock(OUT)
    failed, sessions = [], {}
    with Server("tour", wrap=wrap) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for stop in (stop for stops in PEOPLE.values() for stop in stops if not names or stop.name in names):
            try:
                made = shoot(browser, server, stop, sessions, moment)
            except Exception as error:  # the others are worth having
                failed.append(stop.name)
                print(f"{stop.name}: {str(error)[:300]}", file=sys.stderr)
                continue
            (out / "images" / "tour" / f"{stop.name}.webp").write_bytes(made)
            print(f"{stop.name}: {len(made) // 1000} kB")
        browser.close()
    (out / "tour.md").write_text(text())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
